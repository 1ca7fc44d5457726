#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "ui/runs/store_reader.h"
#include "ui/watch/log_panel.h"
#include "ui/watch/run_list.h"

#include <QListWidget>
#include <QTemporaryDir>
#include <QTest>

namespace tst_run_list {

using namespace coterie;
using namespace coterie::ui;

/// The list of the runs on screen.
class RunListTest final : public QObject
{
    Q_OBJECT

private slots:
    void theArmStandsBeforeTheExperiment();
    void aFailedRoundIsNamedOnce();
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
    title.id = 3;
    title.name = QStringLiteral("My best run");
    runs.beginRun(title);
    QCOMPARE(arm(2), QStringLiteral("My best run (FedAvg, Digits)"));
    runs.clear();
    runs.beginRun(title);
    QCOMPARE(arm(0), QStringLiteral("My best run (FedAvg)"));
}

void RunListTest::aFailedRoundIsNamedOnce()
{
    const QTemporaryDir folder;
    RefreshTimer timer;
    StoreReader reader(folder.filePath(QStringLiteral("none.sqlite")).toStdString());
    ShownRound shown(reader);
    ClientSelection selection;
    LogPanel log({.timer = timer, .shown = shown, .selection = selection});
    const auto* lines = log.findChild<QListWidget*>(QStringLiteral("log"));
    RunViewModel runs;
    RunListModel list;
    list.setRuns(&runs);
    struct Ending
    {
        RunStatus status;
        const char* reason;
        const char* tip;
        const char* line;
    };
    std::int64_t id = 0;
    for (const Ending& ending :
         {Ending{RunStatus::Failed,
                 "Round 1 failed: no",
                 ": Round 1 failed: no",
                 "Round 1 failed: no"},
          Ending{RunStatus::Failed, "No file.", ": failed. No file.", "Round 0: failed. No file."},
          Ending{RunStatus::Stopped,
                 "Round 1 has gone.",
                 ": stopped. Round 1 has gone.",
                 "Round 0: stopped. Round 1 has gone."}}) {
        runs.beginRun(titleOf(made_up::header(++id, "FedAvg", 0, 3, 5)));
        runs.endRun(id, ending.status, QString::fromUtf8(ending.reason), {});
        const QString tip =
            list.data(list.index(int(id) - 1, RunListModel::Arm), Qt::ToolTipRole).toString();
        QVERIFY2(tip.endsWith(QString::fromUtf8(ending.tip)), qPrintable(tip));
        log.setRun(&runs, id);
        log.refresh();
        QCOMPARE(lines->count(), 1);
        QCOMPARE(lines->item(0)->text(), QString::fromUtf8(ending.line));
    }
}

COTERIE_WIDGET_SECTION(RunListTest)

} // namespace tst_run_list

#include "tst_run_list.moc"
