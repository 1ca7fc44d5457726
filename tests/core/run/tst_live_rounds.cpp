#include "core/run/checkpoint.h"
#include "core/run/prepare_run.h"
#include "core/run/run.h"
#include "tests/core/run/external_fixture.h"
#include "tests/sections.h"

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace tst_live_rounds {

using namespace coterie;
using namespace coterie::test;

namespace {

constexpr int kPlanned = 8;
constexpr int kBefore = 4; ///< rounds done when the number changes

RoundReport withoutTimings(RoundReport report)
{
    report.timings.clear();
    report.seconds = 0;
    return report;
}

std::string armOf(const std::string& algorithm, const std::string& sampler)
{
    return "[{\"name\": \"A\", \"algorithm\": {\"name\": \"" + algorithm
           + "\"}, \"sampler\": " + sampler + "}]";
}

/// Answers that everybody trains with everybody, and keeps how many rounds it was told of.
std::string countingScript()
{
    return shellScript(R"(
    rounds=${line#*'"rounds":'}
    echo ${rounds%%,*} >> told
    printf '{"message": "answer", "round": %d, "groups": [[0, 1, 2, 3]]}\n' $round)");
}

} // namespace

/// The number of rounds changed by hand while a run goes on. Some methods and samplers read it.
class TestLiveRounds : public ExternalFixture
{
    Q_OBJECT

private Q_SLOTS:
    void fromThenOnItIsAsIfThePlanHadIt_data()
    {
        QTest::addColumn<QString>("arms");
        QTest::addColumn<int>("rounds");
        const std::string all = "{\"name\": \"all\"}";
        const auto add = [](const char* name, const std::string& arms) {
            for (const int rounds : {kBefore + 1, 7, 12})
                QTest::addRow("%s, %d rounds", name, rounds)
                    << QString::fromStdString(arms) << rounds;
        };
        add("the last round is evaluated", armOf("fedavg", all));
        add("FLSC's own models in evaluated rounds", armOf("flsc", all));
        add("MAXFL's rehearsal is over", armOf("maxfl", all));
        add("HiCS-FL anneals until the last round",
            armOf("fedavg", "{\"name\": \"hicsFl\", \"count\": 2}"));
    }

    void fromThenOnItIsAsIfThePlanHadIt()
    {
        QFETCH(const QString, arms);
        QFETCH(const int, rounds);
        SmallExperiment small{.samples = 200, .rounds = kPlanned, .evaluateEvery = 3};
        small.arms = arms.toStdString();
        const RunPlan plan = plans(small.read()).front();
        RunPlan other = plan;
        other.rounds = rounds;

        const std::unique_ptr<Run> unchanged = makeRun(plan);
        const std::unique_ptr<Run> changed = makeRun(plan);
        const std::unique_ptr<Run> planned = makeRun(other);
        for (int round = 0; round <= kBefore; ++round) {
            const RoundReport report = unchanged->advance({});
            changed->recall(report);
            planned->recall(report);
        }
        StateKeeper keeper;
        CheckpointEncoder encoder;
        const CheckpointDelta state = encoder.changes(kBefore, keeper.keep(unchanged->state()));
        QVERIFY(changed->restore(state));
        QVERIFY(planned->restore(state));
        const LiveChange change{.place = std::string(kRoundsPlace),
                                .value = static_cast<double>(rounds)};
        changed->change(std::span(&change, 1));

        bool differs = false; // in what is evaluated at least
        for (int round = kBefore + 1; round <= rounds; ++round) {
            RoundReport report = withoutTimings(changed->advance({}));
            QCOMPARE(report.events.size(), std::size_t{round == kBefore + 1 ? 1U : 0U});
            report.events.clear();
            QVERIFY(report == withoutTimings(planned->advance({})));
            if (round <= kPlanned)
                differs |= report != withoutTimings(unchanged->advance({}));
        }
        QCOMPARE(changed->plan().rounds, rounds);
        QVERIFY(differs);
    }

    /// A command is told the planned rounds with each question, and when it is started again.
    void aCommandIsToldTheNumberThatHolds()
    {
        write("who.sh", countingScript());
        SmallExperiment small{.samples = 200, .rounds = kPlanned};
        small.arms = externalArm();
        const Experiment experiment = small.read();
        {
            Witness witness;
            RunQueue queue(allowed(), witness);
            witness.afterRound = [&](const RoundReport& report) {
                if (report.round == 2)
                    QVERIFY(queue.change({.place = std::string(kRoundsPlace), .value = 6}));
                if (report.round == 4)
                    queue.stop();
            };
            queue.add(experiment, plans(experiment));
            queue.waitUntilIdle();
            QCOMPARE(statuses(), std::vector{RunStatus::Stopped});
        }
        Witness witness;
        RunQueue queue(allowed(), witness);
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(statuses(), std::vector{RunStatus::Finished});
        std::ifstream told(folder() / "told");
        std::vector<int> numbers;
        for (int number = 0; told >> number;)
            numbers.push_back(number);
        QCOMPARE(numbers, (std::vector{8, 8, 6, 6, 6, 6}));
        QCOMPARE((*store())->run(1)->rounds, 6);
    }

private:
    static std::unique_ptr<Run> makeRun(const RunPlan& plan)
    {
        RunData data({});
        return *prepareRun(plan, data, 2, "cpu");
    }
};

COTERIE_SECTION(TestLiveRounds)

} // namespace tst_live_rounds

#include "tst_live_rounds.moc"
