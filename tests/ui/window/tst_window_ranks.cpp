#include "core/run/verify.h"
#include "core/store/run_store.h"
#include "core/train/rank_links.h"
#include "tests/build_folder.h"
#include "tests/sections.h"
#include "tests/ui/window_fixture.h"
#include "ui/window/status_strip.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>

#include <csignal>
#include <stop_token>
#include <string>
#include <vector>

namespace tst_window_ranks {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

/// One run of the small experiment.
QByteArray oneRun()
{
    QByteArray text = experiment(kEndless);
    text.replace("{ \"name\": \"Independent\", \"algorithm\": { \"name\": \"independent\" } },",
                 "");
    return text;
}

/// The processes that any thread of this one has started as ranks.
std::vector<pid_t> otherRanks()
{
    std::vector<pid_t> found;
    const QDir threads(QStringLiteral("/proc/self/task"));
    for (const QString& thread : threads.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile children(threads.filePath(thread + QStringLiteral("/children")));
        if (!children.open(QIODevice::ReadOnly))
            continue; // it has ended
        for (const QByteArray& child : children.readAll().simplified().split(' ')) {
            QFile words(QStringLiteral("/proc/%1/cmdline").arg(QString::fromLatin1(child)));
            if (words.open(QIODevice::ReadOnly) && words.readAll().contains("of-rank-0"))
                found.push_back(child.toInt());
        }
    }
    return found;
}

} // namespace

/// Runs that the window computes with a second process.
class WindowRanksTest final : public WindowFixture
{
    Q_OBJECT

private slots:
    void initTestCase();
    void pausesChangesAndResultsAreThoseOfOneProcess();
    void aLostRankStopsTheRunAndAResumeStartsAnother();
    void closingTheWindowEndsTheRanks();
    void ranksThatCannotBeginAreSaid();
    void theStatusBarCountsRanksThatCardsDecide();

private:
    [[nodiscard]] WindowContext twoRanks() const
    {
        WindowContext context = this->context();
        context.queue.rankStart = {.count = 2,
                                   .program =
                                       coterie::tests::builtFile("app/coterie-cli").toStdString(),
                                   .threads = 1};
        return context;
    }
    [[nodiscard]] RunRow stored() const
    {
        const auto store = RunStore::open(context().queue.storeFile, RunStore::Mode::ReadOnly);
        return store && *store ? (*store)->run(1).value() : RunRow{};
    }
    /// Played again by this process alone.
    [[nodiscard]] std::string verdict() const
    {
        const auto store = RunStore::open(context().queue.storeFile, RunStore::Mode::ReadOnly);
        RunData data(DataFolders{});
        const Result<Verification> found = verifyRun(
            **store, *(*store)->run(1), data, {.threads = 1, .device = {}}, std::stop_token());
        return found ? verdictOf(*found) : found.error().sentence();
    }
    /// What the status bar says of it.
    [[nodiscard]] static QString deviceIn(const MainWindow& window)
    {
        return window.findChild<StatusStrip*>()
            ->findChild<QLabel*>(QStringLiteral("device"))
            ->text();
    }
    /// Lets a run that is paused end two rounds later.
    void endSoon(MainWindow& window) const
    {
        window.controller().change(
            {.place = "/rounds", .value = static_cast<double>(stored().roundsDone + 2)});
        window.controller().proceed();
    }
};

void WindowRanksTest::initTestCase()
{
    if (const Result<void> available = checkRanksAvailable(); !available)
        QSKIP(available.error().sentence().c_str());
}

void WindowRanksTest::pausesChangesAndResultsAreThoseOfOneProcess()
{
    MainWindow window(twoRanks());
    QVERIFY(opens(window, write(kMine, oneRun())));
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    QVERIFY(otherRanks().empty());
    window.actions().action(ActionId::RunExperiment)->trigger();
    QTRY_VERIFY(rounds.count() > 2);
    QCOMPARE(otherRanks().size(), std::size_t{1});
    QVERIFY2(deviceIn(window).endsWith(QStringLiteral(", 2 ranks")), qPrintable(deviceIn(window)));
    window.actions().action(ActionId::PauseRun)->trigger();
    QTRY_COMPARE(stored().status, RunStatus::Paused);
    window.controller().change({.place = "/local/optimizer/learningRate", .value = 0.025});
    endSoon(window);
    QTRY_VERIFY(ended.count() > 0);
    QCOMPARE(stored().status, RunStatus::Finished);
    QVERIFY(otherRanks().empty()); // they take no memory while nothing runs
    const std::string found = verdict();
    QVERIFY2(found.starts_with("The same to the bit"), found.c_str());
}

void WindowRanksTest::aLostRankStopsTheRunAndAResumeStartsAnother()
{
    MainWindow window(twoRanks());
    QVERIFY(opens(window, write(kMine, oneRun())));
    QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunExperiment)->trigger();
    QTRY_VERIFY(rounds.count() > 2);
    const std::vector<pid_t> lost = otherRanks();
    QCOMPARE(lost.size(), std::size_t{1});
    ::kill(lost.front(), SIGKILL);
    QTRY_VERIFY(ended.count() > 0);
    const RunRow stopped = stored();
    QCOMPARE(stopped.status, RunStatus::Stopped);
    QVERIFY2(stopped.reason.find("Rank 1 has ended, or its connection is broken.")
                 != std::string::npos,
             stopped.reason.c_str());
    QVERIFY(otherRanks().empty());

    ended.clear();
    rounds.clear();
    window.controller().resume({1});
    QTRY_VERIFY(rounds.count() > 2);
    QCOMPARE(otherRanks().size(), std::size_t{1});
    QVERIFY(otherRanks() != lost);
    window.actions().action(ActionId::PauseRun)->trigger();
    QTRY_COMPARE(stored().status, RunStatus::Paused);
    endSoon(window);
    QTRY_VERIFY(ended.count() > 0);
    QCOMPARE(stored().status, RunStatus::Finished);
    const std::string found = verdict();
    QVERIFY2(found.starts_with("The same to the bit"), found.c_str());
}

void WindowRanksTest::closingTheWindowEndsTheRanks()
{
    {
        MainWindow window(twoRanks());
        QVERIFY(opens(window, write(kMine, oneRun())));
        QSignalSpy rounds(&window.controller(), &RunController::roundMeasured);
        window.actions().action(ActionId::RunExperiment)->trigger();
        QTRY_VERIFY(rounds.count() > 2);
        QCOMPARE(otherRanks().size(), std::size_t{1});
    }
    QVERIFY(otherRanks().empty());
    QCOMPARE(stored().status, RunStatus::Stopped);
}

void WindowRanksTest::ranksThatCannotBeginAreSaid()
{
    WindowContext context = twoRanks();
    context.queue.rankStart.program = m_folder->filePath(QStringLiteral("none")).toStdString();
    MainWindow window(context);
    QVERIFY(opens(window, write(kMine, oneRun())));
    QSignalSpy troubled(&window.controller(), &RunController::troubled);
    QSignalSpy ended(&window.controller(), &RunController::queueEnded);
    window.actions().action(ActionId::RunExperiment)->trigger();
    QTRY_VERIFY(ended.count() > 0);
    QVERIFY(!troubled.isEmpty());
    const QString said = troubled.front().front().toString();
    QVERIFY2(said.startsWith("The ranks cannot begin: rank 1 could not be started ("),
             qPrintable(said));
    QCOMPARE(stored().status, RunStatus::Stopped);
}

void WindowRanksTest::theStatusBarCountsRanksThatCardsDecide()
{
    WindowContext context = twoRanks();
    context.queue.rankStart.count = 0;
    context.queue.rankStart.countCards = [] { return 2; };
    MainWindow window(context);
    QByteArray onProcessor = oneRun();
    onProcessor.replace("\"schema\": 1,", "\"schema\": 1, \"device\": \"cpu\",");
    QVERIFY(opens(window, write(kMine, onProcessor)));
    QTRY_VERIFY2(deviceIn(window).endsWith(QStringLiteral(", up to 2 ranks")),
                 qPrintable(deviceIn(window)));
    // A run on the processor has one.
    window.actions().action(ActionId::RunExperiment)->trigger();
    QTRY_COMPARE(deviceIn(window), QStringLiteral("cpu"));
    QVERIFY(otherRanks().empty());
}

COTERIE_WIDGET_SECTION(WindowRanksTest)

} // namespace tst_window_ranks

#include "tst_window_ranks.moc"
