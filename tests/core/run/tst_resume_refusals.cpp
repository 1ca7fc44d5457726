#include "tests/core/run/queue_fixture.h"
#include "tests/sections.h"

#include <filesystem>
#include <string>
#include <vector>

namespace tst_resume_refusals {

using namespace coterie;
using namespace coterie::test;

/// A resume that something stands in the way of: what becomes of the request and of the run.
class TestResumeRefusals final : public QueueFixture
{
    Q_OBJECT

    /// Runs that stop after this round.
    void stopAfter(int round, const Experiment& experiment) const
    {
        Witness witness;
        RunQueue queue(options(), witness);
        witness.afterRound = [&](const RoundReport& report) {
            if (report.round == round)
                queue.stop();
        };
        queue.add(experiment, plans(experiment));
        queue.waitUntilIdle();
    }

private Q_SLOTS:
    void aRequestWaitsWhileTheDiskIsFull()
    {
        stopAfter(2, SmallExperiment{.rounds = 5}.read());
        const std::filesystem::path running = file().string() + "-running";
        std::filesystem::remove(running);
        std::filesystem::create_symlink("/dev/full", running);
        Witness witness;
        {
            RunQueue queue(options(), witness);
            queue.resume({1});
            QTRY_VERIFY_WITH_TIMEOUT(queue.isPaused() || queue.isIdle(), kPatience);
            QVERIFY(queue.isPaused());
            QVERIFY2(contains(witness.troubles().front(), running.string()),
                     first(witness.troubles()));
            QCOMPARE(statuses(), std::vector{RunStatus::Stopped});
            std::filesystem::remove(running);
            queue.proceed(); // it has the full file open still
            QTRY_COMPARE_WITH_TIMEOUT(witness.troubles().size(), std::size_t{2}, kPatience);
            queue.stop();
        }
        RunQueue queue(options(), witness);
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector{RunStatus::Finished});
    }
};

COTERIE_SECTION(TestResumeRefusals)

} // namespace tst_resume_refusals

#include "tst_resume_refusals.moc"
