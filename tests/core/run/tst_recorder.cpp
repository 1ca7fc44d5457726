#include "core/run/recorder.h"
#include "tests/sections.h"

#include <ATen/ATen.h>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>
#include <utility>

namespace tst_recorder {

using namespace coterie;

namespace {

constexpr auto kPatience = std::chrono::minutes(1);

/// Keeps what a store would keep, slowly or unwillingly if asked to.
class MemorySink final : public RunSink
{
public:
    Result<void> commit(std::int64_t,
                        const std::vector<std::shared_ptr<const RoundReport>>& reports,
                        const CheckpointDelta* checkpoint) override
    {
        std::unique_lock lock(m_mutex);
        m_isInside = true;
        m_changed.wait_for(lock, kPatience, [this] { return !m_isHeld; });
        m_isInside = false;
        ++m_attempts;
        if (m_refusals > 0) {
            --m_refusals;
            return fail("disk", "the disk is full");
        }
        const bool isNews = std::exchange(m_losesState, false);
        if (isNews) {
            m_chunks.clear();
            m_lacksState = true;
        }
        for (const auto& report : reports)
            if (m_rounds.empty() || report->round > m_rounds.back())
                m_rounds.push_back(report->round);
        const bool isUsed = checkpoint != nullptr && (checkpoint->isWhole || !m_lacksState);
        if (isNews)
            return fail("store", "is elsewhere");
        if (!isUsed)
            return {};
        m_lacksState = false;
        for (const StateChunk& chunk : checkpoint->removed)
            m_chunks.erase({chunk.part, chunk.client, chunk.index});
        for (const StateChunk& chunk : checkpoint->changed)
            m_chunks.insert_or_assign({chunk.part, chunk.client, chunk.index}, chunk);
        m_checkpointRound = checkpoint->round;
        return {};
    }
    Result<void> setFacts(std::int64_t, const FederationFacts&) override { return {}; }
    Result<void> setRounds(std::int64_t, int) override { return {}; }
    Result<void> setStatus(std::int64_t, RunStatus, const std::string&) override { return {}; }
    Result<CheckpointDelta> loadCheckpoint(std::int64_t) override
    {
        const std::lock_guard lock(m_mutex);
        CheckpointDelta all;
        all.round = m_checkpointRound;
        for (const auto& [key, chunk] : m_chunks)
            all.changed.push_back(chunk);
        return all;
    }

    bool lacksState(std::int64_t) const override
    {
        const std::lock_guard lock(m_mutex);
        return m_lacksState;
    }
    /// The next commit finds that the state is gone and says so once it has the reports.
    void loseState()
    {
        const std::lock_guard lock(m_mutex);
        m_losesState = true;
    }
    void refuse(int times)
    {
        const std::lock_guard lock(m_mutex);
        m_refusals = times;
    }
    /// Commits wait until they are released.
    void hold()
    {
        const std::lock_guard lock(m_mutex);
        m_isHeld = true;
    }
    void release()
    {
        const std::lock_guard lock(m_mutex);
        m_isHeld = false;
        m_changed.notify_all();
    }
    /// A commit has begun and has not been released.
    bool isInside() const
    {
        const std::lock_guard lock(m_mutex);
        return m_isInside;
    }
    std::vector<int> rounds()
    {
        const std::lock_guard lock(m_mutex);
        return m_rounds;
    }
    int attempts()
    {
        const std::lock_guard lock(m_mutex);
        return m_attempts;
    }
    /// The round the stored weights were made in, as the tests below write them.
    double storedWeight()
    {
        const Result<State> state = decodeState(*loadCheckpoint(1));
        return state && !state->empty() ? state->front().values[0][0].item<double>() : -1;
    }

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    bool m_isHeld = false;
    bool m_isInside = false;
    int m_refusals = 0;
    bool m_losesState = false;
    bool m_lacksState = false;
    int m_attempts = 0;
    std::vector<int> m_rounds;
    int m_checkpointRound = -1;
    std::map<std::tuple<std::string, int, int>, StateChunk> m_chunks;
};

/// A run of which only the weights' round number matters.
struct Rounds
{
    at::Tensor weights = at::zeros({4, 8}, at::kDouble);
    int round = -1;

    std::shared_ptr<const RoundReport> next()
    {
        ++round;
        weights.fill_(round);
        auto report = std::make_shared<RoundReport>();
        report->round = round;
        return report;
    }
    Recorder::StateSource state()
    {
        return [this] { return State{{"weights", weights}}; };
    }
};

/// Stands still unless it is moved.
class HandClock
{
public:
    void move(std::chrono::milliseconds by) { m_now += by.count(); }
    int timesAsked() const { return m_timesAsked; }
    /// What the recorder asks; the clock has to outlive it.
    Recorder::Clock clock()
    {
        return [this] {
            const Recorder::TimePoint now(std::chrono::milliseconds{m_now});
            ++m_timesAsked;
            return now;
        };
    }

private:
    std::atomic<std::int64_t> m_now = 0;
    std::atomic<int> m_timesAsked = 0;
};

std::vector<int> upTo(int last)
{
    std::vector<int> rounds;
    for (int round = 0; round <= last; ++round)
        rounds.push_back(round);
    return rounds;
}

constexpr double kNever = 1e9;

} // namespace

class TestRecorder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void commitsAreDueInTime_data()
    {
        QTest::addColumn<double>("sinceLast");
        QTest::addColumn<double>("lastCost");
        QTest::addColumn<double>("roundSeconds");
        QTest::addColumn<double>("checkpointSeconds");
        QTest::addColumn<bool>("due");
        QTest::newRow("at most once a second") << 0.99 << 0.0 << 0.01 << 10.0 << false;
        QTest::newRow("a cheap one every second") << 1.0 << 0.04 << 0.01 << 10.0 << true;
        QTest::newRow("a dear one waits") << 3.9 << 0.2 << 0.01 << 10.0 << false;
        QTest::newRow("until it is a twentieth") << 4.0 << 0.2 << 0.01 << 10.0 << true;
        QTest::newRow("however dear, the promise counts") << 10.0 << 5.0 << 0.01 << 10.0 << true;
        QTest::newRow("the next round would be too late") << 7.5 << 5.0 << 3.0 << 10.0 << true;
        QTest::newRow("the next round is in time") << 6.5 << 5.0 << 3.0 << 10.0 << false;
        QTest::newRow("rounds longer than the promise") << 60.0 << 0.1 << 60.0 << 10.0 << true;
        QTest::newRow("a shorter promise than a second") << 0.25 << 1.0 << 0.01 << 0.25 << true;
        QTest::newRow("every round") << 0.0 << 1.0 << 0.01 << 0.0 << true;
    }
    void commitsAreDueInTime()
    {
        QFETCH(double, sinceLast);
        QFETCH(double, lastCost);
        QFETCH(double, roundSeconds);
        QFETCH(double, checkpointSeconds);
        QTEST(commitDue({.sinceLast = sinceLast,
                         .lastCost = lastCost,
                         .roundSeconds = roundSeconds,
                         .checkpointSeconds = checkpointSeconds}),
              "due");
    }

    void reportsAndStateCommitTogether()
    {
        MemorySink sink;
        Rounds run;
        Recorder recorder(sink, 1, 0);
        for (int i = 0; i < 20; ++i) {
            QVERIFY(recorder.roundDone(run.next(), run.state()));
            const CheckpointDelta stored = *sink.loadCheckpoint(1);
            QCOMPARE(stored.round + 1, static_cast<int>(sink.rounds().size()));
        }
        QVERIFY(recorder.flushAll(run.state()));
        QCOMPARE(sink.rounds(), upTo(19));
        QCOMPARE(sink.storedWeight(), 19.0);
    }

    void reportsThatWaitAreBoundedByTheirBytes()
    {
        MemorySink sink;
        Rounds run;
        HandClock clock; // by time alone nothing is ever due
        constexpr std::size_t kMost = std::size_t{1} << 20;
        Recorder recorder(sink, 1, kNever, {}, clock.clock(), kMost);
        const auto large = [&] { // more than a third of it
            auto report = std::make_shared<RoundReport>(*run.next());
            report->similarity = Matrix(220, 220, 0.5);
            return report;
        };
        for (const int kept : {-1, -1, 2, 2, 2, 5}) {
            QVERIFY(recorder.roundDone(large(), run.state()));
            QCOMPARE(recorder.stateKept(), kept);
        }
        QVERIFY(recorder.flushAll(run.state()));
        QCOMPARE(sink.rounds(), upTo(5));
        QCOMPARE(sink.storedWeight(), 5.0);
    }

    void trainingGoesOnWhileTheWriterWrites()
    {
        MemorySink sink;
        Rounds run;
        Recorder recorder(sink, 1, 0);
        sink.hold();
        QVERIFY(recorder.roundDone(run.next(), run.state())); // does not wait for the writer
        run.weights.fill_(77);                                // the next round is already at work
        QVERIFY(sink.rounds().empty());
        sink.release();
        QVERIFY(recorder.flush());
        QCOMPARE(sink.rounds(), upTo(0));
        QCOMPARE(sink.storedWeight(), 0.0);
    }

    void theNextCommitWaitsForTheOneInFlight()
    {
        MemorySink sink;
        Rounds run;
        HandClock hand;
        Recorder recorder(sink, 1, 0, {}, hand.clock());
        sink.hold();
        QVERIFY(recorder.roundDone(run.next(), run.state()));
        QTRY_VERIFY(sink.isInside()); // the writer does not ask the clock before it is released
        const int before = hand.timesAsked();
        const std::jthread releasing([&] {
            while (hand.timesAsked() == before) // until the next round is held
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            hand.move(std::chrono::milliseconds(100));
            sink.release();
        });
        QVERIFY(recorder.roundDone(run.next(), run.state()));
        QVERIFY(!sink.rounds().empty());
        QCOMPARE_GE(recorder.secondsHeld(), 0.1);
        QVERIFY(recorder.flush());
        QCOMPARE(sink.rounds(), upTo(1));
    }

    void afterAFailedRoundEveryReportIsWrittenAndTheStateOfTheLastSafePoint()
    {
        MemorySink sink;
        Rounds run;
        HandClock hand;
        Recorder recorder(sink, 1, kNever, {}, hand.clock());
        for (int i = 0; i < 3; ++i)
            QVERIFY(recorder.roundDone(run.next(), run.state()));
        QVERIFY(recorder.flushAll(run.state()));
        const auto noMemory = []() -> State { throw std::bad_alloc(); };
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(recorder.roundDone(run.next(), noMemory)),
                                 std::bad_alloc);
        sink.refuse(1);
        QVERIFY(!recorder.flushReports());
        QVERIFY(recorder.flushReports());
        QCOMPARE(sink.rounds(), upTo(run.round));
        QCOMPARE(recorder.roundKept(), run.round);
        QCOMPARE(sink.storedWeight(), 2.0);
        // What is changed in that state does not make it one of a later round.
        QCOMPARE(recorder.stateKept(), 2);
        QVERIFY(recorder.amend({.part = {.name = "extra", .values = at::ones({2})}, .place = 1}));
        QCOMPARE(sink.loadCheckpoint(1)->round, 2);
        QCOMPARE(sink.storedWeight(), 2.0);
    }

    void nothingIsWrittenBeforeItIsDue()
    {
        MemorySink sink;
        Rounds run;
        Recorder recorder(sink, 1, kNever);
        for (int i = 0; i < 50; ++i)
            QVERIFY(recorder.roundDone(run.next(), run.state()));
        QCOMPARE(sink.attempts(), 0);
        QVERIFY(recorder.flushAll(run.state()));
        QVERIFY(recorder.flushAll(run.state())); // nothing new
        QCOMPARE(sink.attempts(), 1);
        QCOMPARE(sink.rounds(), upTo(49));
    }

    void quickRoundsDoNotGatherFasterThanTheyAreWritten()
    {
        MemorySink sink;
        Rounds run;
        HandClock hand; // by which no time passes, so that nothing is due
        Recorder recorder(sink, 1, kNever, {}, hand.clock());
        for (int i = 0; i < 2500; ++i)
            QVERIFY(recorder.roundDone(run.next(), run.state()));
        QTRY_COMPARE(sink.rounds(), upTo(1999));
        QCOMPARE(sink.attempts(), 2);
        QVERIFY(recorder.flushAll(run.state()));
        QCOMPARE(sink.rounds(), upTo(2499));
    }

    void aBrokenRoundLeavesTheSafePointBeforeIt()
    {
        MemorySink sink;
        Rounds run;
        HandClock hand;
        Recorder recorder(sink, 1, kNever, {}, hand.clock());
        for (int i = 0; i < 6; ++i) // a copy costs nothing by this clock
            QVERIFY(recorder.roundDone(run.next(), run.state()));
        run.weights.fill_(1234); // half of round 6
        QVERIFY(recorder.flush());
        QCOMPARE(sink.rounds(), upTo(5));
        QCOMPARE(sink.storedWeight(), 5.0);
    }

    void copiesTakeAtMostAFiftiethOfTheTime()
    {
        MemorySink sink;
        Rounds run;
        HandClock hand;
        Recorder recorder(sink, 1, kNever, {}, hand.clock());
        const Recorder::StateSource dear = [&] {
            hand.move(std::chrono::milliseconds(10));
            return run.state()();
        };
        for (int i = 0; i < 6; ++i) { // copied after rounds 0 and 5
            QVERIFY(recorder.roundDone(run.next(), dear));
            hand.move(std::chrono::milliseconds(100));
        }
        QVERIFY(recorder.roundDone(run.next(), dear));
        QVERIFY(recorder.flush());
        QCOMPARE(sink.rounds(), upTo(5));
        QCOMPARE(sink.storedWeight(), 5.0);
    }

    void whatWasRefusedIsTriedAgainAndNothingIsLost()
    {
        MemorySink sink;
        Rounds run;
        Recorder recorder(sink, 1, 0);
        QVERIFY(recorder.roundDone(run.next(), run.state()));
        QVERIFY(recorder.flush());
        sink.refuse(3);
        QVERIFY(recorder.roundDone(run.next(), run.state())); // refused, but later
        const Result<void> result = recorder.roundDone(run.next(), run.state());
        QVERIFY(!result);
        QCOMPARE(result.error().message, std::string("the disk is full"));
        QVERIFY(!recorder.flushAll(run.state()));
        QVERIFY(!recorder.flushAll(run.state()));
        QCOMPARE(sink.rounds(), upTo(0));
        QVERIFY(recorder.flushAll(run.state()));
        QCOMPARE(sink.rounds(), upTo(run.round));
        QCOMPARE(sink.storedWeight(), static_cast<double>(run.round));
    }

    void aStateThatTheSinkLostIsWrittenAsAWhole_data()
    {
        QTest::addColumn<int>("roundsAfter");
        QTest::newRow("found by the last commit") << 0;
        QTest::newRow("found by a commit before") << 1;
    }
    void aStateThatTheSinkLostIsWrittenAsAWhole()
    {
        QFETCH(const int, roundsAfter);
        MemorySink sink;
        Rounds run;
        Recorder recorder(sink, 1, 0);
        QVERIFY(recorder.roundDone(run.next(), run.state()));
        QVERIFY(recorder.flushAll(run.state()));
        sink.loseState();
        QVERIFY(recorder.roundDone(run.next(), run.state()));
        for (int round = 0; round < roundsAfter; ++round) {
            QTRY_VERIFY_WITH_TIMEOUT(sink.lacksState(1), 60'000);
            static_cast<void>(recorder.roundDone(run.next(), run.state()));
        }
        static_cast<void>(recorder.flushAll(run.state()));
        QVERIFY(recorder.flushAll(run.state()));
        QVERIFY(!sink.lacksState(1));
        QCOMPARE(sink.rounds(), upTo(1 + roundsAfter));
        QCOMPARE(sink.storedWeight(), 1.0 + roundsAfter);
        QCOMPARE(recorder.stateKept(), 1 + roundsAfter);
    }

    void theEndWaitsForTheCommitInFlight()
    {
        MemorySink sink;
        Rounds run;
        std::jthread releasing;
        {
            Recorder recorder(sink, 1, 0);
            sink.hold();
            QVERIFY(recorder.roundDone(run.next(), run.state()));
            releasing = std::jthread([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(100));
                sink.release();
            });
        }
        QCOMPARE(sink.rounds(), upTo(0));
    }

    void aResumedRunWritesOnlyWhatChanges()
    {
        MemorySink sink;
        Rounds run;
        run.weights = at::zeros({4, 5000}, at::kDouble);
        {
            Recorder recorder(sink, 1, 0);
            QVERIFY(recorder.roundDone(run.next(), run.state()));
        }
        const CheckpointDelta stored = *sink.loadCheckpoint(1);
        std::map<int, const void*> before;
        for (const StateChunk& chunk : stored.changed)
            before[chunk.client] = static_cast<const void*>(chunk.bytes.view().data());
        Recorder recorder(sink, 1, 0);
        recorder.adopt(stored);
        const auto report = run.next();
        run.weights.zero_();
        run.weights[2].fill_(1);
        QVERIFY(recorder.roundDone(report, run.state()));
        QVERIFY(recorder.flush());
        const CheckpointDelta now = *sink.loadCheckpoint(1);
        for (const StateChunk& chunk : now.changed)
            QCOMPARE(before.at(chunk.client) == static_cast<const void*>(chunk.bytes.view().data()),
                     chunk.client != 2);
    }
};

COTERIE_SECTION(TestRecorder)

} // namespace tst_recorder

#include "tst_recorder.moc"
