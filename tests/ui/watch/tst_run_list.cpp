#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "ui/watch/run_list.h"

#include <QTest>

namespace tst_run_list {

using namespace coterie::ui;

/// The list of the runs on screen.
class RunListTest final : public QObject
{
    Q_OBJECT

private slots:
    void theArmStandsBeforeTheExperiment();
};

void RunListTest::theArmStandsBeforeTheExperiment()
{
    RunViewModel runs;
    RunTitle title = titleOf(made_up::header(1, "FedAvg", 0, 3, 5));
    runs.beginRun(title);
    RunListModel list;
    list.setRuns(&runs);
    const auto arm = [&](int row) {
        return list.data(list.index(row, RunListModel::Arm), Qt::DisplayRole).toString();
    };
    QCOMPARE(arm(0), QStringLiteral("FedAvg")); // there is one experiment
    title.id = 2;
    title.experiment = QStringLiteral("Digits");
    runs.beginRun(title);
    QCOMPARE(arm(0), QStringLiteral("FedAvg (Quickstart: alone or together?)"));
    QCOMPARE(arm(1), QStringLiteral("FedAvg (Digits)"));
}

COTERIE_WIDGET_SECTION(RunListTest)

} // namespace tst_run_list

#include "tst_run_list.moc"
