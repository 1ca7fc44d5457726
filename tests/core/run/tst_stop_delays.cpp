#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <chrono>
#include <string>

namespace tst_stop_delays {

using namespace coterie;
using namespace coterie::test;

/// How soon a stop is noticed.
class TestStopDelays final : public QueueFixture
{
    Q_OBJECT

    /// Of these the best counts: others may use the machine too.
    static constexpr int kAttempts = 5;

    static double secondsToStop(RunQueue& queue)
    {
        const auto start = std::chrono::steady_clock::now();
        queue.stop();
        queue.waitUntilIdle();
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }

private Q_SLOTS:
    void stoppingIsNoticedWithinARound()
    {
        // A round of this takes minutes.
        const Experiment experiment =
            SmallExperiment{
                .model = "mnist_cnn_20k", .samples = 2000, .rounds = 2, .localEpochs = 2000}
                .read();
        double took = 2;
        for (int attempt = 1; took >= 2; ++attempt) {
            QVERIFY2(attempt <= kAttempts, std::to_string(took).c_str());
            Witness witness;
            RunQueue queue(options(), witness);
            queue.add(experiment, plans(experiment));
            QTRY_COMPARE_WITH_TIMEOUT(witness.rounds(attempt).size(), std::size_t{1}, kPatience);
            QTest::qWait(200);
            took = secondsToStop(queue);
            QCOMPARE(witness.rounds(attempt), upTo(0));
            QCOMPARE(statuses().back(), RunStatus::Stopped);
        }
    }

    void stoppingIsNoticedWithinAnEvaluation()
    {
        // Round 0 is one pass over thousands of test samples.
        const Experiment experiment =
            SmallExperiment{
                .model = "mnist_cnn_582k", .samples = 60000, .rounds = 2, .evaluateEvery = 1}
                .read();
        double took = 1.5;
        for (int attempt = 1; took >= 1.5; ++attempt) {
            QVERIFY2(attempt <= 3, std::to_string(took).c_str()); // each waits for its pictures
            Witness witness;
            RunQueue queue(options(), witness);
            queue.add(experiment, plans(experiment));
            // Its pictures are drawn first, which takes seconds also where nothing else is done.
            QTRY_COMPARE_WITH_TIMEOUT(witness.headers().size(), std::size_t{1}, 5 * kPatience);
            QTest::qWait(100);
            const double stopped = secondsToStop(queue);
            if (!witness.rounds(attempt).empty())
                continue; // this thread had no turn before the round was over
            took = stopped;
            QCOMPARE(statuses().back(), RunStatus::Stopped);
        }
    }
};

COTERIE_SECTION(TestStopDelays)

} // namespace tst_stop_delays

#include "tst_stop_delays.moc"
