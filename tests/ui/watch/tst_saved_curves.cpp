#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "tests/ui/watch/curve_runs.h"
#include "ui/numbers.h"
#include "ui/watch/curve_lines.h"

#include <QScopeGuard>
#include <QTest>

namespace tst_saved_curves {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// The table of curves in a window whose decimal sign is a comma.
class SavedCurvesTest final : public QObject
{
    Q_OBJECT

private slots:
    void runsAreSavedWithAPoint();
};

void SavedCurvesTest::runsAreSavedWithAPoint()
{
    const QLocale before = numberLocale();
    const auto restore = qScopeGuard([&before] { setNumberLocale(before); });
    setNumberLocale(QLocale(QLocale::German));
    RunViewModel runs;
    const auto begin = [&runs](std::int64_t id, double rate) {
        RunHeader header = made_up::header(id, "HCCT", 0, 4, 12);
        header.plan.algorithm.name = "hcct";
        header.plan.algorithm.parameters.set("alpha", 0.5);
        header.plan.sweep = {{.pointer = "/arms/0/algorithm/alpha", .value = 0.5}};
        header.plan.local.optimizer.parameters.set("learningRate", rate);
        runs.beginRun(titleOf(header), header.facts, std::make_shared<const RunPlan>(header.plan));
        runs.append(id, round(0, {80, 60, 90, 70}));
    };
    const auto check = [&runs](const QString& label, const QString& plain) {
        const PlainTable table = curveTable(runs, {});
        const QString saved = csvText(table);
        QVERIFY2(saved.contains(plain), qPrintable(saved));
        QVERIFY2(!saved.contains(label), qPrintable(saved));
        PlainTableModel model;
        model.setTable(table);
        QCOMPARE(model.index(0, 0).data().toString(), runs.runs().front().title.fullLabel());
        QVERIFY2(runs.runs().front().title.fullLabel().contains(label),
                 qPrintable(runs.runs().front().title.fullLabel()));
    };
    begin(1, 0.25);
    check(QStringLiteral("0,5"), QStringLiteral("0.5")); // its sweep
    begin(2, 0.125);
    check(QStringLiteral("0,25"), QStringLiteral("0.25")); // what tells them apart
}

COTERIE_WIDGET_SECTION(SavedCurvesTest)

} // namespace tst_saved_curves

#include "tst_saved_curves.moc"
