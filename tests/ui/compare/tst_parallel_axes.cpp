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

QString itemsOf(const QComboBox& box)
{
    QStringList items;
    for (int item = 0; item < box.count(); ++item)
        items << box.itemText(item);
    return items.join(u'|');
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
    const std::vector<std::string> hungry{R"({"name":"hcct","alpha":5,"beta":1})",
                                          R"({"name":"hcct","alpha":40,"beta":2})"};
    std::vector<std::string> more = hungry;
    more.emplace_back(R"({"name":"apfl","alpha":0.5,"beta":3})");
    QWidget parent;
    PointsPane pane(&parent);
    parent.show();
    show(pane, hungry);
    auto* axes = pane.controls()->findChild<QComboBox*>(QStringLiteral("pointAxis"));
    QTRY_VERIFY(axes->count() > 1);
    const QString before = axes->itemText(1); // not the one that is first anyway
    QVERIFY2(before.endsWith(QStringLiteral("β")), qPrintable(itemsOf(*axes)));
    axes->setCurrentIndex(1);
    emit axes->activated(1);
    show(pane, more);
    QTRY_VERIFY2(axes->findText(before) < 0, qPrintable(itemsOf(*axes))); // APFL has none
    QVERIFY2(axes->currentIndex() > 0 && axes->currentText().endsWith(QStringLiteral("β")),
             qPrintable(axes->currentText() + QStringLiteral(": ") + itemsOf(*axes)));
    show(pane, hungry);
    QTRY_COMPARE(axes->currentText(), before);
}

COTERIE_WIDGET_SECTION(ParallelAxesTest)

} // namespace tst_parallel_axes

#include "tst_parallel_axes.moc"
