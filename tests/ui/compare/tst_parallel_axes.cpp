#include "tests/sections.h"
#include "tests/ui/compare/run_rows.h"
#include "ui/compare/compare_pictures.h"

#include <QTest>

namespace tst_parallel_axes {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// Runs of these methods with their parameters, as in plans.
CompareData runsOf(const std::vector<std::string>& algorithms)
{
    CompareData data;
    data.metric = "meanTestError";
    data.runs = rows(algorithms.size());
    for (std::size_t run = 0; run < algorithms.size(); ++run) {
        data.runs[run].planJson =
            R"({"data":{"dataset":{"name":"glyphDigits"},"partition":{"alpha":0.5}},"algorithm":)"
            + algorithms[run] + "}";
        data.lastOfRuns.emplace_back(double(run));
    }
    return data;
}

QStringList titlesOf(const ParallelPicture& picture)
{
    QStringList titles;
    for (const ParallelAxis& axis : picture.axes)
        titles << axis.title;
    return titles;
}

} // namespace

/// Which axes runs of several methods have.
class ParallelAxesTest final : public QObject
{
    Q_OBJECT

private slots:
    void aLetterOfSeveralMethodsHasAnAxisForEach();
    void whatMeansTheSameHasOneAxis();
};

void ParallelAxesTest::aLetterOfSeveralMethodsHasAnAxisForEach()
{
    const CompareData data = runsOf({R"({"name":"hcct","alpha":0.1})",
                                     R"({"name":"hcct","alpha":1000})",
                                     R"({"name":"apfl","alpha":0.95})",
                                     R"({"name":"apfl","alpha":0.5})",
                                     R"({"name":"wgaBc","alpha":-1})"});
    const ParallelPicture picture = parallelPicture(data, RunSettings(data.runs));
    // WGA-BC has one value, which tells no more than its name.
    QCOMPARE(titlesOf(picture).join(u'|'),
             QStringLiteral("Algorithm|APFL α|HCCT α|Mean test error (%)"));
    const auto values = [&](std::size_t axis) { return picture.axes[axis].values; };
    using Values = std::vector<std::optional<double>>;
    QVERIFY((values(1) == Values{{}, {}, 0.95, 0.5, {}}));
    QVERIFY((values(2) == Values{0.1, 1000, {}, {}, {}}));
    QCOMPARE(picture.axes[1].absent, QStringLiteral("not set"));
}

void ParallelAxesTest::whatMeansTheSameHasOneAxis()
{
    const CompareData data = runsOf(
        {R"({"name":"hcct","alpha":5})", R"({"name":"hcct","alpha":40})", R"({"name":"fedavg"})"});
    const ParallelPicture picture = parallelPicture(data, RunSettings(data.runs));
    QCOMPARE(titlesOf(picture).join(u'|'),
             QStringLiteral("Algorithm|Data hunger α|Mean test error (%)")); // as over points
}

COTERIE_WIDGET_SECTION(ParallelAxesTest)

} // namespace tst_parallel_axes

#include "tst_parallel_axes.moc"
