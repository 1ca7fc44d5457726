#include "core/metrics/metrics.h"
#include "tests/margin.h"
#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "ui/refresh_timer.h"
#include "ui/runs/report_mailbox.h"
#include "ui/runs/run_view_model.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>
#include <vector>

namespace tst_report_mailbox {

using namespace coterie;
using namespace coterie::ui;

namespace {

RoundFinished finished(int round, std::size_t clients)
{
    RoundReport report = made_up::report(round, clients, 0.1);
    report.metrics = MetricTracker(made_up::facts(clients)).add(report);
    return {.run = 1, .report = std::make_shared<RoundReport>(std::move(report))};
}

/// How long this thread was ready and others had the cores; 0 where the kernel does not count it.
double millisecondsWithoutATurn()
{
    QFile file(QStringLiteral("/proc/thread-self/schedstat"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    return file.readLine().split(' ').value(1).toDouble() / 1e6; // from ns
}

} // namespace

class ReportMailboxTest final : public QObject
{
    Q_OBJECT

private slots:
    void keepsTheOrderOfWhatHappened();
    void aFastRunLosesNothingAndTheWindowStaysFree();
};

void ReportMailboxTest::keepsTheOrderOfWhatHappened()
{
    ReportMailbox mailbox;
    mailbox.observe(made_up::header(1, "A", 0, 2, 1));
    mailbox.observe(finished(0, 2));
    mailbox.observe(QueueProgress{
        .run = 1, .runs = 1, .round = 0, .rounds = 1, .runSecondsLeft = {}, .secondsLeft = {}});
    mailbox.observe(QueueProgress{
        .run = 1, .runs = 1, .round = 1, .rounds = 1, .runSecondsLeft = {}, .secondsLeft = {}});
    mailbox.observe(Trouble{"The disk is full"});
    mailbox.observe(RunEnded{
        1, {.status = RunStatus::Stopped, .reason = "stopped by the user", .roundsDone = 1}});
    mailbox.observe(QueueEnded{});
    const MailboxContents contents = mailbox.take();
    QCOMPARE(contents.mail.size(), 5U);
    QVERIFY(std::holds_alternative<RunHeader>(contents.mail[0]));
    QVERIFY(std::holds_alternative<RoundMeasured>(contents.mail[1]));
    QCOMPARE(std::get<Trouble>(contents.mail[2]).sentence, std::string("The disk is full"));
    QCOMPARE(std::get<RunEnded>(contents.mail[3]).outcome.roundsDone, 1);
    QVERIFY(std::holds_alternative<QueueEnded>(contents.mail[4]));
    QCOMPARE(contents.progress->round, 1);
    QVERIFY(mailbox.take().mail.empty());
}

void ReportMailboxTest::aFastRunLosesNothingAndTheWindowStaysFree()
{
    constexpr int kRounds = 20'000;
    constexpr std::size_t kClients = 10;
    ReportMailbox mailbox;
    RefreshTimer timer;
    RunViewModel runs;
    const RunHeader header = made_up::header(1, "A", 0, kClients, kRounds);
    bool ended = false;
    connect(&timer, &RefreshTimer::ticked, this, [&] {
        for (const Mail& mail : mailbox.take().mail) {
            if (const auto* measured = std::get_if<RoundMeasured>(&mail))
                runs.append(measured->run, measured->measurements);
            else if (std::holds_alternative<RunHeader>(mail))
                runs.beginRun(titleOf(header));
            else
                ended = ended || std::holds_alternative<QueueEnded>(mail);
        }
    });
    // A second, quick timer stands for the user: the longest time between two of its turns is the
    // worst stall. On a busy machine this thread waits for its turn too, which does not count. Its
    // own work does, and what it waits for otherwise: the other thread.
    QElapsedTimer clock;
    std::vector<qint64> waits;
    double worst = 0;
    double blocked = 0;
    double before = coterie::tests::threadMilliseconds();
    double turnsBefore = millisecondsWithoutATurn();
    QTimer user;
    user.setInterval(1);
    connect(&user, &QTimer::timeout, this, [&] {
        const double now = coterie::tests::threadMilliseconds();
        const double turns = millisecondsWithoutATurn();
        waits.push_back(clock.restart());
        const double work = now - std::exchange(before, now);
        worst = std::max(worst, work);
        blocked = std::max(
            blocked, double(waits.back()) - work - (turns - std::exchange(turnsBefore, turns)));
    });
    clock.start();
    user.start();
    timer.setLive(true);
    std::jthread producer([&] {
        mailbox.observe(header);
        for (int round = 0; round <= kRounds; ++round)
            mailbox.observe(finished(round, kClients));
        mailbox.observe(QueueEnded{});
    });
    QTRY_VERIFY(ended);
    timer.setLive(false);
    std::ranges::sort(waits);
    QVERIFY(!waits.empty());
    const qint64 usual = waits[waits.size() / 2];
    const double slowness = coterie::tests::slowness();
    qInfo("worst gap %lld ms, at most %.0f ms of work and %.0f ms of waiting for others; the usual "
          "gap %lld ms; the machine is slower by a factor of %.1f",
          static_cast<long long>(waits.back()),
          worst,
          blocked,
          static_cast<long long>(usual),
          slowness);
    // 50 ms is the promise; a slow machine is given room, far below the seconds that queued signals
    // cost.
    QVERIFY2(worst < 400 * slowness, qPrintable(QString::number(worst)));
    if (turnsBefore > 0) // the kernel counts them
        QVERIFY2(blocked < 400, qPrintable(QString::number(blocked)));
    QVERIFY2(usual < 400, qPrintable(QString::number(usual)));
    const RunCurves& run = runs.runs().front();
    QCOMPARE(run.metrics[0].mean.rounds.size(), std::size_t(kRounds) + 1);
    for (const Curve& client : run.metrics[0].clients)
        QCOMPARE(client.rounds.size(), std::size_t(kRounds) + 1);
    for (int round = 0; round <= kRounds; ++round)
        QCOMPARE(run.metrics[0].mean.rounds[static_cast<std::size_t>(round)], double(round));
}

COTERIE_WIDGET_SECTION(ReportMailboxTest)

} // namespace tst_report_mailbox

#include "tst_report_mailbox.moc"
