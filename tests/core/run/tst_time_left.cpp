#include "core/run/progress.h"
#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <chrono>
#include <cmath>
#include <limits>

namespace tst_time_left {

using namespace coterie;
using namespace coterie::test;

/// What the queue foresees, against the clock: it needs the machine for itself.
class TestTimeLeft final : public QueueFixture
{
    Q_OBJECT

private Q_SLOTS:
    void isForeseenAfterThreeRounds()
    {
        // Rounds of some 40 ms, so that the clock and the neighbours do not decide.
        const Experiment experiment =
            SmallExperiment{
                .model = "mnist_cnn_20k", .samples = 2000, .rounds = 30, .checkpointSeconds = 10}
                .read();
        // Of five runs the second best counts: others may use the machine too, and one may fit by
        // chance.
        std::vector<double> ratios;
        for (int attempt = 0; attempt < 5; ++attempt) {
            Witness witness;
            std::chrono::steady_clock::time_point third;
            witness.afterRound = [&](const RoundReport& report) {
                if (report.round == 3)
                    third = std::chrono::steady_clock::now();
            };
            RunQueue queue(options(), witness);
            queue.add(experiment, plans(experiment));
            queue.waitUntilIdle();
            const std::chrono::duration<double> actual = std::chrono::steady_clock::now() - third;
            double foreseen = -1;
            for (const QueueProgress& progress : witness.progress()) {
                if (progress.round == 3)
                    foreseen = progress.runSecondsLeft.value_or(-1);
            }
            qInfo("foreseen %.3f s, taken %.3f s", foreseen, actual.count());
            ratios.push_back(foreseen / actual.count());
        }
        std::ranges::sort(ratios, {}, [](double ratio) {
            return ratio > 0 ? std::abs(std::log(ratio)) : std::numeric_limits<double>::infinity();
        });
        QCOMPARE_GT(ratios[1], 0.75);
        QCOMPARE_LT(ratios[1], 1.25);
    }
};

COTERIE_SECTION(TestTimeLeft)

} // namespace tst_time_left

#include "tst_time_left.moc"
