#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/environment.h"
#include "core/run/led_ranks.h"
#include "core/run/machine_room.h"
#include "core/run/prepare_run.h"
#include "core/run/ranks_room.h"
#include "core/run/runs_room.h"
#include "tests/core/fixtures/small_experiment.h"
#include "tests/sections.h"

#include <QTest>

#include <string>
#include <vector>

namespace tst_ranks_room {

using namespace coterie;
using coterie::test::SmallExperiment;

namespace {

std::vector<RunPlan> plansOf(const std::string& algorithm)
{
    SmallExperiment small;
    small.arms = "[{\"name\": \"A\", \"algorithm\": {\"name\": \"" + algorithm + "\"}}]";
    return expand(small.read(), registry());
}

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

/// Each of several ranks holds all models, and those of one machine share its memory.
class TestRanksRoom : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv(kAnywayVariable); }

    void ranksOfAMachineCountTogether()
    {
        std::vector<RankRoom> ranks{{.machine = "a", .needed = 3e9, .available = 8e9},
                                    {.machine = "a", .needed = 2e9, .available = 7.5e9},
                                    {.machine = "b", .needed = 2e9, .available = 4e9},
                                    {.machine = "c", .needed = 9e9}}; // whose system does not tell
        QCOMPARE(lackOfRanks(ranks), std::string());
        ranks.push_back({.machine = "a", .needed = 2.6e9, .available = 8e9});
        QCOMPARE(lackOfRanks(ranks),
                 std::string("needs about 7.6 GB of memory on a, up to 3.0 GB for each of 3 ranks, "
                             "and 7.5 GB are available there; each rank holds all models"));
    }

    void theSentenceSaysWhatToDo()
    {
        const std::vector<RankRoom> ranks(4, {.machine = "a", .needed = 2e9, .available = 6e9});
        const Result<void> checked = checkRanksRoom(ranks);
        QVERIFY(!checked);
        QCOMPARE(checked.error().kind, ErrorKind::TooMuch);
        QCOMPARE(checked.error().sentence(),
                 std::string("It needs about 8.0 GB of memory on this machine, up to 2.0 GB for "
                             "each of 4 ranks, and 6.0 GB are available there; each rank holds all "
                             "models. Use fewer ranks on a machine, fewer clients or a smaller "
                             "model, or set COTERIE_ANYWAY=1 in the environment to run it "
                             "anyway."));
        QVERIFY(checkRanksRoom(std::vector<RankRoom>(3, ranks.front())));
    }

    void anotherRankHoldsModelsAndNoResults()
    {
        RunPlan plan = plansOf("independent").front();
        PlanNumbers numbers{.clients = 10, .participants = 10, .model = 1e6, .moments = 1};
        const PlanSize size = planSize(plan, numbers);
        // Models of all clients; the next ones, and those that are trained; what all send each
        // other, and the messages with it.
        QCOMPARE_GE(rankMemory(size, false), 1e7 + 2e7 + 2e7);
        QCOMPARE_LE(rankMemory(size, false), 5.1e7);
        // And a checkpoint, reports and models that are kept.
        QCOMPARE_GE(rankMemory(size, true), rankMemory(size, false) + 1e7);
        QCOMPARE(size.exchanged, 2e7);
        plan.local.keepOptimizerState = true;
        QCOMPARE(planSize(plan, numbers).exchanged, 4e7);
    }

    void validateTellsWhatAllOfThemTake()
    {
        const std::vector<RunPlan> plans = plansOf("independent");
        RunData data(DataFolders{});
        const auto one = roomOfRuns(plans, data, 1, {});
        const auto four = roomOfRuns(plans, data, 1, {}, 4);
        QVERIFY(one && four);
        QVERIFY(!has(one->text(), "ranks"));
        QCOMPARE(four->memory, one->memory); // of one process
        QCOMPARE_GT(four->ofRanks, 2 * four->ofRank);
        QVERIFY2(has(four->text(),
                     "\nWith 4 ranks on one machine, each of which holds all models, it takes up "
                     "to "
                         + roomText(four->ofRank) + " for a rank and " + roomText(four->ofRanks)
                         + " together."),
                 four->text().c_str());
        QVERIFY(four->lack.empty());

        // Enough for one process, and not for four.
        const MachineRoom room{.memory = (one->memory + four->ofRanks) / 2, .disk = {}};
        QVERIFY(roomOfRuns(plans, data, 1, room)->lack.empty());
        const std::string lack = roomOfRuns(plans, data, 1, room, 4)->lack;
        QVERIFY2(has(lack, "The run A, seed 1 needs about "), lack.c_str());
        QVERIFY2(has(lack, " for each of 4 ranks, and "), lack.c_str());
        QVERIFY2(has(lack, "each rank holds all models. This machine would refuse it."),
                 lack.c_str());
    }

    void aCardIsNotForSeveralRanks()
    {
        QVERIFY(checkRanksTrainOn("cpu", 4));
        QCOMPARE(checkRanksTrainOn("auto", 4).has_value(), automaticDevice() == "cpu");
        const Result<void> checked = checkRanksTrainOn("cuda", 4);
        QVERIFY(!checked);
        QCOMPARE(checked.error().place, std::string("/device"));
        const std::string sentence = checked.error().sentence();
        for (const char* way : {"its 4 ranks", "without --ranks", "One process", "--device cpu"})
            QVERIFY2(has(sentence, way), sentence.c_str());
    }
};

COTERIE_SECTION(TestRanksRoom)

} // namespace tst_ranks_room

#include "tst_ranks_room.moc"
