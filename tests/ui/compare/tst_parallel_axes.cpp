#include "tests/sections.h"
#include "tests/ui/compare/run_rows.h"
#include "ui/compare/compare_pictures.h"
#include "ui/compare/points_pane.h"

#include <QComboBox>
#include <QTest>

#include <memory>

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
    void theChosenAxisOfPointsStaysUnderAnotherName();
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

void ParallelAxesTest::theChosenAxisOfPointsStaysUnderAnotherName()
{
    const auto show = [](PointsPane& pane, const std::vector<std::string>& algorithms) {
        const CompareData data = runsOf(algorithms);
        pane.setData(std::make_shared<const CompareData>(data),
                     std::make_shared<const RunSettings>(data.runs));
    };
    // The results of the runs, 0 to 3, say more of beta, which is the first axis.
    const std::vector<std::string> hungry{R"({"name":"hcct","alpha":5,"beta":1})",
                                          R"({"name":"hcct","alpha":40,"beta":1})",
                                          R"({"name":"hcct","alpha":5,"beta":2})",
                                          R"({"name":"hcct","alpha":40,"beta":2})"};
    std::vector<std::string> more = hungry;
    more.emplace_back(R"({"name":"apfl","alpha":0.5})");
    QWidget parent;
    PointsPane pane(&parent);
    parent.show();
    show(pane, hungry);
    auto* axes = pane.controls()->findChild<QComboBox*>(QStringLiteral("pointAxis"));
    QTRY_VERIFY(axes->count() > 1);
    const QString hunger = QStringLiteral("Data hunger α");
    const int alpha = axes->findText(hunger);
    QVERIFY(alpha > 0);
    axes->setCurrentIndex(alpha);
    emit axes->activated(alpha);
    show(pane, more);
    QTRY_VERIFY(axes->findText(hunger) < 0); // now the letter means two things
    QVERIFY2(axes->currentIndex() > 0 && axes->currentText().endsWith(QStringLiteral("α")),
             qPrintable(axes->currentText()));
    show(pane, hungry);
    QTRY_COMPARE(axes->currentText(), hunger);
}

COTERIE_WIDGET_SECTION(ParallelAxesTest)

} // namespace tst_parallel_axes

#include "tst_parallel_axes.moc"
