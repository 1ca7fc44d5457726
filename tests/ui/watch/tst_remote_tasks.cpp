#include "tests/sections.h"
#include "ui/runs/store_reader.h"
#include "ui/watch/queue_panel.h"
#include "ui/watch/remote_tasks.h"

#include <QHeaderView>
#include <QLabel>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

namespace tst_remote_tasks {

using namespace coterie;
using namespace coterie::ui;

namespace {

TaskReport task(int number, const char* state, bool isLive)
{
    return {.task = number,
            .job = {.number = "7", .cluster = {}},
            .state = state,
            .reason = {},
            .isLive = isLive,
            .runs = 3};
}

/// One that waits, one that runs and one of each ending.
std::vector<TaskReport> allKinds()
{
    std::vector<TaskReport> tasks{task(1, "pending", true),
                                  task(2, "running", true),
                                  task(3, "finished", false),
                                  task(4, "incomplete, timeout", false),
                                  task(5, "incomplete", false),
                                  task(6, "completing", true)};
    tasks[0].reason = "QOSMaxJobsPerUserLimit";
    tasks[1].job.cluster = "north";
    tasks[2].finished = 3;
    tasks[2].failed = 0;
    tasks[3].finished = 1;
    tasks[3].failed = 0;
    tasks[4].finished = 0;
    tasks[4].failed = 2;
    tasks[4].reason = "the training diverged";
    return tasks;
}

QStringList linesOf(const RemoteTasks& panel)
{
    const auto* model = panel.findChild<QTableView*>(QStringLiteral("remoteTable"))->model();
    QStringList lines;
    for (int row = 0; row < model->rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model->columnCount(); ++column)
            cells << model->index(row, column).data().toString();
        lines << cells.join(QStringLiteral(" | "));
    }
    return lines;
}

QString textOf(const RemoteTasks& panel, const char* label)
{
    return panel.findChild<QLabel*>(QLatin1String(label))->text();
}

QToolButton& buttonOf(const RemoteTasks& panel, const char* name)
{
    return *panel.findChild<QToolButton*>(QLatin1String(name));
}

} // namespace

/// The list of tasks on a cluster, with made-up answers.
class RemoteTasksTest final : public QObject
{
    Q_OBJECT

private slots:
    void eachTaskSaysWhereItIs();
    void withoutAnythingSubmittedItIsHidden();
    void withoutAnAnswerWhatIsKnownStays();
    void requestsAreAboutTheSelectedExperiment();
    void aFlatPanelShowsLinesOfBothLists();
};

void RemoteTasksTest::eachTaskSaysWhereItIs()
{
    RemoteTasks panel;
    panel.showRuns({{.folder = "/sweep.tasks",
                     .experiment = QStringLiteral("Sweep"),
                     .trouble = {},
                     .tasks = allKinds()}},
                   QStringLiteral("14:03"));
    QCOMPARE(linesOf(panel),
             QStringList({QStringLiteral("Sweep, task 1 | 7_1 | 3 | waits: QOSMaxJobsPerUserLimit"),
                          QStringLiteral("Sweep, task 2 | 7_2 on north | 3 | running"),
                          QStringLiteral("Sweep, task 3 | 7_3 | 3 of 3 | finished"),
                          QStringLiteral("Sweep, task 4 | 7_4 | 1 of 3 | incomplete (timeout)"),
                          QStringLiteral("Sweep, task 5 | 7_5 | 0 of 3, 2 failed | incomplete: the "
                                         "training diverged"),
                          QStringLiteral("Sweep, task 6 | 7_6 | 3 | completing")}));
    QCOMPARE(textOf(panel, "remoteSummary"),
             QStringLiteral("On Slurm: 1 waiting, 2 running, 3 ended. Asked at 14:03."));
    panel.showRuns({{.folder = "/a.tasks",
                     .experiment = QStringLiteral("%2 of %1"), // no place for a number
                     .trouble = {},
                     .tasks = {task(1, "running", true)}}},
                   {});
    QCOMPARE(linesOf(panel), QStringList(QStringLiteral("%2 of %1, task 1 | 7_1 | 3 | running")));
}

void RemoteTasksTest::withoutAnythingSubmittedItIsHidden()
{
    RemoteTasks panel;
    panel.showRuns({}, {});
    QVERIFY(panel.isHidden());
    const QSignalSpy shown(&panel, &RemoteTasks::shown);
    panel.showRuns({{.folder = "/a.tasks", .experiment = {}, .trouble = {}, .tasks = {}}}, {});
    QVERIFY(!panel.isHidden());
    QCOMPARE(shown.count(), 1);
    QCOMPARE(linesOf(panel), QStringList(QStringLiteral("a.tasks | – | – | not asked yet")));
    panel.showRuns({}, {});
    QVERIFY(panel.isHidden());
}

void RemoteTasksTest::withoutAnAnswerWhatIsKnownStays()
{
    RemoteTasks panel;
    panel.showRuns({{.folder = "/a.tasks",
                     .experiment = QStringLiteral("A"),
                     .trouble = QStringLiteral("squeue: no answer"),
                     .tasks = {task(1, "running", true)}}},
                   {});
    QCOMPARE(linesOf(panel),
             QStringList({QStringLiteral("A | – | – | squeue: no answer"),
                          QStringLiteral("A, task 1 | 7_1 | 3 | running")}));
    panel.tell(QStringLiteral("Merged 1 run"));
    QCOMPARE(textOf(panel, "remoteTold"), QStringLiteral("Merged 1 run"));
    panel.tell({});
    QVERIFY(panel.findChild<QLabel*>(QStringLiteral("remoteTold"))->isHidden());
}

void RemoteTasksTest::requestsAreAboutTheSelectedExperiment()
{
    RemoteTasks panel;
    std::vector<std::filesystem::path> asked;
    const auto note = [&asked](const std::filesystem::path& folder) { asked.push_back(folder); };
    connect(&panel, &RemoteTasks::cancelRequested, &panel, note);
    connect(&panel, &RemoteTasks::mergeRequested, &panel, note);
    connect(&panel, &RemoteTasks::forgetRequested, &panel, note);
    const std::vector<RemoteRuns> runs{{.folder = "/done.tasks",
                                        .experiment = QStringLiteral("Done"),
                                        .trouble = {},
                                        .tasks = {task(1, "finished", false)}},
                                       {.folder = "/live.tasks",
                                        .experiment = QStringLiteral("Live"),
                                        .trouble = {},
                                        .tasks = {task(1, "running", true)}}};
    panel.showRuns(runs, {});
    QVERIFY(!buttonOf(panel, "remoteCancel").isEnabled()); // the first is selected
    QVERIFY(buttonOf(panel, "remoteMerge").isEnabled());
    panel.findChild<QTableView*>(QStringLiteral("remoteTable"))->selectRow(1);
    QVERIFY(buttonOf(panel, "remoteCancel").isEnabled());
    panel.showRuns(runs, {}); // a new answer keeps the selection
    buttonOf(panel, "remoteCancel").click();
    buttonOf(panel, "remoteMerge").click();
    buttonOf(panel, "remoteForget").click();
    QCOMPARE(asked, std::vector<std::filesystem::path>(3, "/live.tasks"));
    // An answer that does not come holds up nothing else.
    panel.setAsking(true);
    QVERIFY(!buttonOf(panel, "remoteAsk").isEnabled());
    for (const char* name : {"remoteCancel", "remoteMerge", "remoteForget"})
        QVERIFY2(buttonOf(panel, name).isEnabled(), name);
    panel.setAsking(false);
    panel.setBusy(true);
    for (const char* name : {"remoteAsk", "remoteCancel", "remoteMerge"})
        QVERIFY2(!buttonOf(panel, name).isEnabled(), name);
    QVERIFY(buttonOf(panel, "remoteForget").isEnabled());
}

/// In the dock of a window of 900 × 600.
void RemoteTasksTest::aFlatPanelShowsLinesOfBothLists()
{
    const QTemporaryDir folder;
    StoreReader reader(folder.filePath(QStringLiteral("none.sqlite")).toStdString());
    RefreshTimer timer;
    ShownRound round(reader);
    ClientSelection selection;
    QueuePanel panel({timer, round, selection});
    panel.remote().showRuns({{.folder = "/sweep.tasks",
                              .experiment = QStringLiteral("Sweep"),
                              .trouble = {},
                              .tasks = allKinds()}},
                            {});
    panel.resize(680, 180);
    panel.show();
    for (const char* name : {"queueTable", "remoteTable"}) {
        const auto* table = panel.findChild<QTableView*>(QLatin1String(name));
        QTRY_VERIFY2(table->viewport()->height()
                         >= 2 * table->verticalHeader()->defaultSectionSize(),
                     qPrintable(QStringLiteral("%1: %2")
                                    .arg(table->objectName())
                                    .arg(table->viewport()->height())));
    }
}

COTERIE_WIDGET_SECTION(RemoteTasksTest)

} // namespace tst_remote_tasks

#include "tst_remote_tasks.moc"
