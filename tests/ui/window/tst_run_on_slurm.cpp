#include "core/experiment/experiment_json.h"
#include "core/run/submit.h"
#include "core/store/run_store.h"
#include "tests/build_folder.h"
#include "tests/sections.h"
#include "tests/ui/layout_check.h"
#include "tests/ui/window/explained.h"
#include "tests/ui/window_fixture.h"
#include "ui/watch/queue_panel.h"
#include "ui/watch/remote_tasks.h"
#include "ui/watch/watch_page.h"
#include "ui/window/command_dialog.h"
#include "ui/window/slurm_dialog.h"
#include "ui/window/slurm_link.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPointer>
#include <QProcess>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>

#include <filesystem>

namespace tst_run_on_slurm {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

/// Run on Slurm, with stand-ins for Slurm's programs; the tasks are computed by the real one.
class RunOnSlurmTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void withoutSlurmTheEntryIsDisabledAndSaysWhy();
    void tasksAreSubmittedListedCancelledAndMerged();
    void whatIsMissingIsSubmittedAgain();
    void aRefusalIsSaidAndNothingIsLost();
    void fieldsThatCannotBeUsedAreSaid();
    void aProgramOfTheUsersStartsElsewhereOnceItIsAllowed();
    void foldersAreRememberedUntilTheyAreRemoved();
    void whatWaitsIsAskedAboutFromTimeToTime();
    void whatIsSubmittedWhileTheWindowClosesIsRemembered();
    void whileSlurmGivesNoAnswerTheListCanBeUsed();
    void anAnswerIsForTheDialogThatAsked();

private:
    [[nodiscard]] QString slurm(const QString& name) const
    {
        return m_folder->filePath(QStringLiteral("slurm/") + name);
    }
    [[nodiscard]] WindowContext onCluster() const
    {
        WindowContext context = this->context();
        context.queue.rankStart.program =
            coterie::tests::builtFile("app/coterie-cli").toStdString();
        return context;
    }
    /// With the fields filled in and looked at; null: it does not come so far.
    [[nodiscard]] static SlurmDialog* openDialog(MainWindow& window)
    {
        window.actions().action(ActionId::RunOnSlurm)->trigger();
        auto* dialog = window.findChild<SlurmDialog*>();
        const bool isReady =
            dialog
            && QTest::qWaitFor([&] { return submitOf(*dialog)->isEnabled(); }, kTryMilliseconds);
        return isReady ? dialog : nullptr;
    }
    static QPushButton* submitOf(const SlurmDialog& dialog)
    {
        return dialog.findChild<QPushButton*>(QStringLiteral("slurmSubmit"));
    }
    static QString textOf(const QWidget& widget, const char* label)
    {
        return widget.findChild<QLabel*>(QLatin1String(label))->text();
    }
    static RemoteTasks& remoteOf(const MainWindow& window)
    {
        return window.findChild<WatchPage*>()->queue().remote();
    }
    static void press(const QWidget& panel, const char* button)
    {
        panel.findChild<QToolButton*>(QLatin1String(button))->click();
    }
    /// "1_2|1|waits: JobHeldUser", a line for each task.
    static QStringList linesOf(const RemoteTasks& panel)
    {
        const auto* model = panel.findChild<QTableView*>(QStringLiteral("remoteTable"))->model();
        QStringList lines;
        for (int row = 0; row < model->rowCount(); ++row) {
            QStringList cells;
            for (const int column : {1, 2, 3})
                cells << model->index(row, column).data().toString();
            lines << cells.join(u'|');
        }
        return lines;
    }
    void play(int job, int task) const
    {
        QProcess node;
        node.start(slurm(QStringLiteral("bin/play")),
                   {QString::number(job), QString::number(task)});
        QVERIFY(node.waitForFinished(10 * kTryMilliseconds));
        QCOMPARE(node.readAllStandardError(), QByteArray());
    }
    [[nodiscard]] std::size_t storedRuns() const
    {
        const auto store = RunStore::open(context().queue.storeFile, RunStore::Mode::ReadOnly);
        if (!store)
            return 0;
        const auto rows = (*store)->runs();
        return rows ? rows->size() : 0;
    }

    QByteArray m_search;
};

void RunOnSlurmTest::init()
{
    m_folder.emplace();
    useSettingsIn(m_folder->path());
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("experiments")));
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral("slurm/bin")));
    for (const char* name : {"sbatch", "squeue", "scancel", "play"})
        QVERIFY(QFile::link(QStringLiteral(COTERIE_SOURCE_DIR "/tests/app/slurm_stand_in.sh"),
                            slurm(QStringLiteral("bin/") + QLatin1String(name))));
    write(QStringLiteral("slurm/queue"), QByteArray());
    m_search = qgetenv("PATH");
    qputenv("PATH", slurm(QStringLiteral("bin")).toUtf8() + ':' + m_search);
    qputenv("SLURM_STAND_IN", slurm({}).toUtf8());
}

void RunOnSlurmTest::cleanup()
{
    qputenv("PATH", m_search);
    qunsetenv("SLURM_STAND_IN");
}

void RunOnSlurmTest::withoutSlurmTheEntryIsDisabledAndSaysWhy()
{
    qputenv("PATH", m_folder->path().toUtf8());
    MainWindow window(onCluster());
    QVERIFY(opens(window, write(kMine, 2)));
    QTRY_VERIFY(window.actions().action(ActionId::RunExperiment)->isEnabled());
    const QAction* run = window.actions().action(ActionId::RunOnSlurm);
    QVERIFY(!run->isEnabled());
    QVERIFY2(run->toolTip().contains(QStringLiteral("sbatch")), qPrintable(run->toolTip()));
    QVERIFY(!remoteOf(window).isVisibleTo(remoteOf(window).parentWidget()));
    // The same in the menu beside the Run button.
    const auto* menu = window.findChild<QToolButton*>(QStringLiteral("runElsewhere"))->menu();
    QCOMPARE(menu->actions().size(), 2);
    QVERIFY(menu->actions()[0]->isEnabled());
    QVERIFY(!menu->actions()[1]->isEnabled());
    QCOMPARE(menu->actions()[1]->toolTip(), run->toolTip());
}

void RunOnSlurmTest::tasksAreSubmittedListedCancelledAndMerged()
{
    MainWindow window(onCluster());
    QVERIFY(opens(window, write(kMine, 2)));
    QTRY_VERIFY(window.actions().action(ActionId::RunOnSlurm)->isEnabled());
    QPointer<SlurmDialog> dialog = openDialog(window);
    QVERIFY(dialog);
    int seen = 0;
    QCOMPARE(unexplained(*dialog, seen), QStringList());
    QVERIFY(seen > 6);
    dialog->resize(880, 560); // what a frame leaves of 900 × 600
    QStringList faults;
    (void)QTest::qWaitFor(
        [&] {
            faults = layoutFaults(*dialog);
            faults.removeIf([](const QString& fault) { // looked at elsewhere
                return fault.contains(QStringLiteral("a contrast of"));
            });
            return faults.isEmpty() && dialog->height() <= 560;
        },
        kTryMilliseconds);
    QCOMPARE(faults, QStringList());
    QVERIFY(dialog->height() <= 560);
    dialog->findChild<QLineEdit*>(QStringLiteral("slurmOptions"))
        ->setText(QStringLiteral("-p gpu --comment='two words'"));
    QTRY_VERIFY(submitOf(*dialog)->isEnabled());
    const QString sent =
        dialog->findChild<QPlainTextEdit*>(QStringLiteral("slurmSent"))->toPlainText();
    for (const char* part :
         {"sbatch ", "--array=1-2 ", " -pgpu '--comment=two words' ", "/task.sh"})
        QVERIFY2(sent.contains(QLatin1String(part)), qPrintable(sent));
    QCOMPARE(textOf(*dialog, "slurmNote"), QStringLiteral("2 runs in 2 tasks would be submitted."));
    QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("mine.tasks")))); // only looked

    submitOf(*dialog)->click();
    QTRY_VERIFY(!dialog);
    RemoteTasks& panel = remoteOf(window);
    QTRY_COMPARE(linesOf(panel),
                 QStringList({QStringLiteral("1_1|1|waits: JobHeldUser"),
                              QStringLiteral("1_2|1|waits: JobHeldUser")}));
    QVERIFY(panel.isVisible());
    QCOMPARE(textOf(panel, "remoteTold"), QStringLiteral("Submitted job 1: 2 tasks with 2 runs."));
    QVERIFY(!window.controller().isBusy()); // this machine computes nothing

    play(1, 2);
    QTRY_VERIFY(panel.findChild<QToolButton*>(QStringLiteral("remoteAsk"))->isEnabled());
    press(panel, "remoteAsk");
    QTRY_COMPARE(linesOf(panel),
                 QStringList({QStringLiteral("1_1|1|waits: JobHeldUser"),
                              QStringLiteral("1_2|1 of 1|finished")}));
    QTRY_VERIFY(panel.findChild<QToolButton*>(QStringLiteral("remoteCancel"))->isEnabled());
    press(panel, "remoteCancel");
    QTRY_COMPARE(linesOf(panel),
                 QStringList({QStringLiteral("1_1|0 of 1|incomplete (cancelled)"),
                              QStringLiteral("1_2|1 of 1|finished")}));
    QCOMPARE(textOf(panel, "remoteTold"), QStringLiteral("Cancelled 1 task."));
    QTRY_VERIFY(panel.findChild<QToolButton*>(QStringLiteral("remoteMerge"))->isEnabled());
    QVERIFY(!panel.findChild<QToolButton*>(QStringLiteral("remoteCancel"))->isEnabled());
    QCOMPARE(storedRuns(), std::size_t{0});
    press(panel, "remoteMerge");
    QTRY_VERIFY(textOf(panel, "remoteTold").startsWith(QStringLiteral("Merged 1 run into ")));
    QCOMPARE(storedRuns(), std::size_t{1});
}

void RunOnSlurmTest::whatIsMissingIsSubmittedAgain()
{
    MainWindow window(onCluster());
    QVERIFY(opens(window, write(kMine, 2)));
    QTRY_VERIFY(window.actions().action(ActionId::RunOnSlurm)->isEnabled());
    QPointer<SlurmDialog> dialog = openDialog(window);
    QVERIFY(dialog);
    dialog->findChild<QSpinBox*>(QStringLiteral("slurmRanks"))
        ->setValue(64); // more than this machine
    QTRY_VERIFY(submitOf(*dialog)->isEnabled());
    submitOf(*dialog)->click();
    QTRY_VERIFY(!dialog);
    QTRY_COMPARE(linesOf(remoteOf(window)).size(), 2);
    QFile job(slurm(QStringLiteral("job_1")));
    QVERIFY(job.open(QIODevice::ReadOnly));
    QVERIFY(job.readAll().replace('\0', ' ').contains(" --resume --ranks 64"));
    write(QStringLiteral("slurm/queue"), QByteArray("1|1|CANCELLED|None\n1|2|RUNNING|None\n"));
    dialog = openDialog(window);
    QVERIFY(dialog);
    QCOMPARE(textOf(*dialog, "slurmNote"),
             QStringLiteral("1 run in 1 task would be submitted. 1 task waits or runs already."));
    // What is done in the list meanwhile counts.
    press(remoteOf(window), "remoteCancel");
    QTRY_COMPARE(textOf(*dialog, "slurmNote"),
                 QStringLiteral("2 runs in 2 tasks would be submitted."));
    QVERIFY(submitOf(*dialog)->isEnabled());
    // The runs are dealt already.
    dialog->findChild<QSpinBox*>(QStringLiteral("slurmTasks"))->setValue(1);
    QTRY_VERIFY2(textOf(*dialog, "slurmNote").startsWith(QStringLiteral("Tasks: must stay 2")),
                 qPrintable(textOf(*dialog, "slurmNote")));
    QVERIFY(!submitOf(*dialog)->isEnabled());
}

void RunOnSlurmTest::aRefusalIsSaidAndNothingIsLost()
{
    MainWindow window(onCluster());
    QVERIFY(opens(window, write(kMine, 2)));
    QTRY_VERIFY(window.actions().action(ActionId::RunOnSlurm)->isEnabled());
    QPointer<SlurmDialog> dialog = openDialog(window);
    QVERIFY(dialog);
    write(QStringLiteral("slurm/refusal"),
          QByteArray("sbatch: error: invalid partition specified: gpu\n"));
    submitOf(*dialog)->click();
    QTRY_COMPARE(textOf(*dialog, "slurmNote"),
                 QStringLiteral("sbatch: refuses the job: invalid partition specified: gpu"));
    QVERIFY(submitOf(*dialog)->isEnabled());
    QVERIFY(QFile::remove(slurm(QStringLiteral("refusal"))));
    submitOf(*dialog)->click();
    QTRY_VERIFY(!dialog);
    QTRY_COMPARE(linesOf(remoteOf(window)).size(), 2);

    // Without an answer the list stays as it was.
    write(QStringLiteral("slurm/down"), QByteArray());
    QTRY_VERIFY(remoteOf(window).findChild<QToolButton*>(QStringLiteral("remoteAsk"))->isEnabled());
    press(remoteOf(window), "remoteAsk");
    QTRY_COMPARE(linesOf(remoteOf(window)).size(), 3);
    QVERIFY(linesOf(remoteOf(window))[0].contains(
        QStringLiteral("squeue: Unable to contact slurm controller")));
}

void RunOnSlurmTest::fieldsThatCannotBeUsedAreSaid()
{
    MainWindow window(onCluster());
    QVERIFY(opens(window, write(kMine, 2)));
    QTRY_VERIFY(window.actions().action(ActionId::RunOnSlurm)->isEnabled());
    QPointer<SlurmDialog> dialog = openDialog(window);
    QVERIFY(dialog);
    auto* options = dialog->findChild<QLineEdit*>(QStringLiteral("slurmOptions"));
    options->setText(QStringLiteral("--array=1-9"));
    QTRY_VERIFY2(textOf(*dialog, "slurmNote")
                     .startsWith(QStringLiteral("Options for sbatch: submit itself decides about "
                                                "\"--array=1-9\"")),
                 qPrintable(textOf(*dialog, "slurmNote")));
    QVERIFY(!submitOf(*dialog)->isEnabled());
    options->clear();
    auto* folder = dialog->findChild<QLineEdit*>(QStringLiteral("slurmFolder"));
    folder->setText(QStringLiteral("nowhere"));
    QTRY_COMPARE(textOf(*dialog, "slurmNote"),
                 QStringLiteral("The folder of the tasks must begin with /."));
    folder->setText(m_folder->path()); // the test's own files are there
    QTRY_VERIFY(textOf(*dialog, "slurmNote").contains(QStringLiteral("has other files")));
    QVERIFY(!submitOf(*dialog)->isEnabled());
}

void RunOnSlurmTest::aProgramOfTheUsersStartsElsewhereOnceItIsAllowed()
{
    MainWindow window(onCluster());
    const QByteArray own = experiment(1).replace(
        R"({ "name": "fedavg" })", R"({ "name": "external", "command": ["sh", "who.sh"],
                                  "wants": ["sizes"] })");
    const QByteArray script = R"(: > started
read -r hello
printf '{"message": "ready", "protocol": 1}\n'
while read -r line; do
    round=${line#*'"round":'}
    printf '{"message": "answer", "round": %d, "groups": [[0, 1, 2]]}\n' ${round%%,*}
done
)";
    write(QStringLiteral("who.sh"), script);
    QVERIFY(opens(window, write(kMine, own)));
    QTRY_VERIFY(window.actions().action(ActionId::RunOnSlurm)->isEnabled());
    QPointer<SlurmDialog> dialog = openDialog(window);
    QVERIFY(dialog);
    const auto question = [&window]() -> CommandDialog* {
        for (auto* each : window.findChildren<CommandDialog*>())
            if (each->isVisible())
                return each;
        return nullptr;
    };

    submitOf(*dialog)->click();
    QTRY_VERIFY(question());
    question()->reject();
    QTRY_VERIFY(dialog && submitOf(*dialog)->isEnabled()); // it may be thought over
    QVERIFY(textOf(*dialog, "slurmNote").contains(QStringLiteral("was not allowed")));
    QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("mine.tasks"))));
    submitOf(*dialog)->click();
    QTRY_VERIFY(question());
    const QString details =
        question()->findChild<QPlainTextEdit*>(QStringLiteral("commandDetails"))->toPlainText();
    QVERIFY2(details.contains(QStringLiteral("Command: sh who.sh\n")), qPrintable(details));
    question()->findChild<QPushButton*>(QStringLiteral("runCommand"))->click();
    QTRY_VERIFY(!dialog);
    QTRY_COMPARE(linesOf(remoteOf(window)).size(), 2);
    write(QStringLiteral("who.sh"), ": > started\n"); // while it waits: nobody agreed to this
    play(1, 2);
    QVERIFY(!QFile::exists(m_folder->filePath(QStringLiteral("started"))));
    write(QStringLiteral("who.sh"), script);
    play(1, 2); // in the folder that was agreed to
    QVERIFY(QFile::exists(m_folder->filePath(QStringLiteral("started"))));
    QTRY_VERIFY(remoteOf(window).findChild<QToolButton*>(QStringLiteral("remoteAsk"))->isEnabled());
    press(remoteOf(window), "remoteAsk");
    QTRY_COMPARE(linesOf(remoteOf(window)).last(), QStringLiteral("1_2|1 of 1|finished"));
}

void RunOnSlurmTest::foldersAreRememberedUntilTheyAreRemoved()
{
    {
        MainWindow window(onCluster());
        QVERIFY(opens(window, write(kMine, 2)));
        QTRY_VERIFY(window.actions().action(ActionId::RunOnSlurm)->isEnabled());
        QPointer<SlurmDialog> dialog = openDialog(window);
        QVERIFY(dialog);
        submitOf(*dialog)->click();
        QTRY_VERIFY(!dialog);
        QTRY_COMPARE(linesOf(remoteOf(window)).size(), 2);
    }
    {
        MainWindow window(onCluster());
        window.show();
        window.findChild<WatchPage*>()->openQueue(); // asks, as the list is on screen
        QTRY_COMPARE(linesOf(remoteOf(window)).size(), 2);
    }
    QVERIFY(QDir(m_folder->filePath(QStringLiteral("mine.tasks"))).removeRecursively());
    MainWindow window(onCluster());
    window.show();
    window.findChild<WatchPage*>()->openQueue();
    RemoteTasks& panel = remoteOf(window);
    QTRY_VERIFY2(linesOf(panel).value(0).contains(QStringLiteral("is no folder that `submit` has")),
                 qPrintable(linesOf(panel).value(0)));
    QTRY_VERIFY(panel.findChild<QToolButton*>(QStringLiteral("remoteForget"))->isEnabled());
    press(panel, "remoteForget");
    QVERIFY(!panel.isVisible());
    QVERIFY(SlurmLink::folders().empty());
}

void RunOnSlurmTest::whatWaitsIsAskedAboutFromTimeToTime()
{
    const auto experiment =
        parseExperiment(coterie::ui::test::experiment(2).toStdString(), registry());
    QVERIFY(experiment);
    const std::filesystem::path folder =
        m_folder->filePath(QStringLiteral("mine.tasks")).toStdString();
    const Result<Submitted> submitted =
        submitRuns({.experiment = *experiment,
                    .plans = expand(*experiment, registry()),
                    .folder = folder,
                    .store = context().queue.storeFile,
                    .program = coterie::tests::builtFile("app/coterie-cli").toStdString(),
                    .place = m_folder->path().toStdString()});
    QVERIFY2(submitted, submitted ? "" : submitted.error().sentence().c_str());
    QSettings().setValue(QStringLiteral("slurm/folders"),
                         QStringList(QString::fromStdString(folder.string())));
    RemoteTasks panel;
    const SlurmLink link(panel, std::chrono::milliseconds(20));
    QTRY_VERIFY(linesOf(panel).value(1) == QStringLiteral("1_2|1|waits: JobHeldUser"));
    // At once: the queue may be read at any moment.
    write(QStringLiteral("slurm/next"), QByteArray("1|1|RUNNING|None\n1|2|PENDING|Priority\n"));
    std::filesystem::rename(slurm(QStringLiteral("next")).toStdString(),
                            slurm(QStringLiteral("queue")).toStdString());
    QTRY_COMPARE(linesOf(panel),
                 QStringList({QStringLiteral("1_1|1|running"), QStringLiteral("1_2|1|waits")}));
}

void RunOnSlurmTest::whatIsSubmittedWhileTheWindowClosesIsRemembered()
{
    const QString elsewhere = m_folder->filePath(QStringLiteral("elsewhere.tasks"));
    {
        MainWindow window(onCluster());
        QVERIFY(opens(window, write(kMine, 2)));
        QTRY_VERIFY(window.actions().action(ActionId::RunOnSlurm)->isEnabled());
        const QPointer<SlurmDialog> dialog = openDialog(window);
        QVERIFY(dialog);
        QSettings().setValue(QStringLiteral("slurm/folders"),
                             QStringList(elsewhere)); // by another window
        submitOf(*dialog)->click();
    } // which waits for sbatch, and gets no answer any more
    QVERIFY(QFile::exists(slurm(QStringLiteral("job_1"))));
    const std::vector<std::filesystem::path> known = SlurmLink::folders();
    QCOMPARE(known.size(), std::size_t{2});
    QCOMPARE(QString::fromStdString(known[0].string()), elsewhere);
    QCOMPARE(QString::fromStdString(known[1].filename().string()), QStringLiteral("mine.tasks"));
}

void RunOnSlurmTest::whileSlurmGivesNoAnswerTheListCanBeUsed()
{
    MainWindow window(onCluster());
    QVERIFY(opens(window, write(kMine, 2)));
    QTRY_VERIFY(window.actions().action(ActionId::RunOnSlurm)->isEnabled());
    const QPointer<SlurmDialog> dialog = openDialog(window);
    QVERIFY(dialog);
    submitOf(*dialog)->click();
    QTRY_VERIFY(!dialog);
    RemoteTasks& panel = remoteOf(window);
    QTRY_COMPARE(linesOf(panel).size(), 2);
    const auto* ask = panel.findChild<QToolButton*>(QStringLiteral("remoteAsk"));
    QTRY_VERIFY(ask->isEnabled());
    write(QStringLiteral("slurm/silent"), QByteArray());
    press(panel, "remoteAsk");
    QVERIFY(!ask->isEnabled());
    for (const char* button : {"remoteCancel", "remoteMerge"})
        QVERIFY2(panel.findChild<QToolButton*>(QLatin1String(button))->isEnabled(), button);
    press(panel, "remoteForget");
    QVERIFY(SlurmLink::folders().empty());
    QVERIFY(!panel.isVisible());
    QTRY_VERIFY(QFile::exists(slurm(QStringLiteral("asked"))));
    // And the window closes without waiting for it.
}

void RunOnSlurmTest::anAnswerIsForTheDialogThatAsked()
{
    MainWindow window(onCluster());
    QVERIFY(opens(window, write(kMine, 2)));
    QTRY_VERIFY(window.actions().action(ActionId::RunOnSlurm)->isEnabled());
    const QPointer<SlurmDialog> first = openDialog(window);
    QVERIFY(first);
    submitOf(*first)->click();
    first->reject();
    window.actions().action(ActionId::RunOnSlurm)->trigger();
    QPointer<SlurmDialog> second;
    for (auto* dialog : window.findChildren<SlurmDialog*>())
        if (dialog != first)
            second = dialog;
    QVERIFY(second);
    QTRY_COMPARE(textOf(remoteOf(window), "remoteTold"),
                 QStringLiteral("Submitted job 1: 2 tasks with 2 runs."));
    QVERIFY(second);
    QVERIFY(second->isVisible());
    // It looks at what is missing now.
    QTRY_COMPARE(textOf(*second, "slurmNote"),
                 QStringLiteral("No task of this folder is missing. 2 tasks wait or run already."));
    QVERIFY(!submitOf(*second)->isEnabled());
    QTRY_COMPARE(linesOf(remoteOf(window)).size(), 2);
}

COTERIE_WIDGET_SECTION(RunOnSlurmTest)

} // namespace tst_run_on_slurm

#include "tst_run_on_slurm.moc"
