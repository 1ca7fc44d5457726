#include "core/algorithms/method_room.h"
#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
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

/// `more` stands in the arm, behind the algorithm, which has this setting.
std::vector<RunPlan>
plansOf(const std::string& algorithm, const std::string& more = {}, const std::string& setting = {})
{
    SmallExperiment small;
    small.arms = "[{\"name\": \"A\", \"algorithm\": {\"name\": \"" + algorithm + "\""
                 + (setting.empty() ? "" : ", " + setting) + "}" + more + "}]";
    return expand(small.read(), registry());
}

bool has(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

/// Ranks hold all models or those of their clients, and those of one machine share its memory.
class TestRanksRoom : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup()
    {
        qunsetenv(kAnywayVariable);
        qunsetenv(kDealVariable);
    }

    void ranksOfAMachineCountTogether()
    {
        std::vector<RankRoom> ranks{
            {.machine = "a", .needs = {.whole = 3e9}, .available = 8e9},
            {.machine = "a", .needs = {.whole = 2e9}, .available = 7.5e9},
            {.machine = "b", .needs = {.whole = 2e9}, .available = 4e9},
            {.machine = "c", .needs = {.whole = 9e9}}}; // whose system does not tell
        QCOMPARE(lackOfRanks(ranks), std::string());
        ranks.push_back({.machine = "a", .needs = {.whole = 2.6e9}, .available = 8e9});
        QCOMPARE(lackOfRanks(ranks),
                 std::string("needs about 7.6 GB of memory on a, up to 3.0 GB for each of 3 ranks, "
                             "and 7.5 GB are available there; each rank holds all models"));
    }

    void theSentenceSaysWhatToDo()
    {
        const std::vector<RankRoom> ranks(
            4, {.machine = "a", .needs = {.whole = 2e9}, .available = 6e9});
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

    void modelsAreDealtWhereTheyDoNotFitWhole()
    {
        const auto ranksThatNeed = [](double whole, bool canDeal) {
            return std::vector<RankRoom>(
                4,
                {.machine = "a",
                 .needs = {.whole = whole, .dealt = whole / 4, .canDeal = canDeal},
                 .available = 6e9});
        };
        QVERIFY(areModelsDealt(ranksThatNeed(2e9, true), false));
        QVERIFY(!areModelsDealt(ranksThatNeed(2e9, false), false));
        QVERIFY(!areModelsDealt(ranksThatNeed(1e9, true), false)); // they fit
        QVERIFY(areModelsDealt(ranksThatNeed(1e9, true), true));
        QVERIFY(!areModelsDealt(ranksThatNeed(1e9, false), true));
        QVERIFY(!areModelsDealt(std::vector(1, ranksThatNeed(8e9, true).front()), true));
        QVERIFY(checkRanksRoom(ranksThatNeed(2e9, true), true));
        const Result<void> checked = checkRanksRoom(ranksThatNeed(8e9, true), true);
        QVERIFY(!checked);
        QVERIFY2(has(checked.error().sentence(),
                     "It needs about 8.0 GB of memory on this machine, up to 2.0 GB for each of 4 "
                     "ranks, and 6.0 GB are available there; the models are dealt among the ranks "
                     "already. Use fewer ranks"),
                 checked.error().sentence().c_str());
    }

    void whatCannotBeDealtIsNamed()
    {
        RunData data(DataFolders{});
        const auto why = [&](const std::string& algorithm,
                             const std::string& more = {},
                             const std::string& setting = {}) {
            const RunPlan plan = plansOf(algorithm, more, setting).front();
            const auto dataset = data.dataset(plan);
            return whyNotDealt(plan, *planNetwork(plan, **dataset));
        };
        for (const char* method : {"independent",
                                   "fedavg",
                                   "fedper",
                                   "ditto",
                                   "apfl",
                                   "pfedme",
                                   "perfedavg",
                                   "scaffold",
                                   "feddyn",
                                   "fedfa",
                                   "ifca",
                                   "hierfavg",
                                   "groups",
                                   "fedamp",
                                   "heurfedamp",
                                   "hcct",
                                   "hcctP"})
            QCOMPARE(why(method), std::string());
        QCOMPARE(why("cobo"), std::string("the models of CoBo cannot be dealt"));
        // The variant with one model compares no models of the clients.
        QCOMPARE(why("maxfl"),
                 std::string("MAXFL mixes models in groups unless its mode is canonical"));
        QCOMPARE(why("pfedgp"), std::string("the models of pFedGP cannot be dealt"));
        RunPlan canonical = plansOf("maxfl").front();
        canonical.algorithm.parameters.set("mode", std::string("canonical"));
        QVERIFY(methodRoom(canonical).canBeDealt);
        // Of HCCT it depends on its settings.
        QCOMPARE(why("hcct", {}, R"("similarity": "sign")"), std::string("HCCT compares signs"));
        QCOMPARE(why("hcctP", {}, R"("gradientNorms": true)"),
                 std::string("HCCT-P measures the clients' gradients"));
        QCOMPARE(why("hcctE"),
                 std::string("HCCT-E chooses its layer from the updates of all clients"));
        QCOMPARE(why("hcctE", {}, R"("layer": 1)"), std::string());
        RunPlan own = plansOf("fedavg").front();
        own.algorithm.name = "hcctLike"; // of a library
        QVERIFY(!methodRoom(own).canBeDealt);
        QCOMPARE(why("fedavg", R"(, "sampler": {"name": "divFl", "count": 2})"),
                 std::string("models cannot be dealt with the sampler DivFL"));
        for (const NamedPart& sampler : registry().samplers) {
            RunPlan plan = plansOf("fedavg").front();
            plan.sampler.name = sampler.name;
            const bool canBe =
                sampler.name == "all" || sampler.name == "random" || sampler.name == "powD";
            QVERIFY2(samplerRoom(plan).canBeDealt == canBe, std::string(sampler.name).c_str());
        }
        RunPlan unknown = plansOf("fedavg").front();
        unknown.sampler.name = "anotherOne"; // such as one of a library
        const auto dataset = data.dataset(unknown);
        QCOMPARE(whyNotDealt(unknown, *planNetwork(unknown, **dataset)),
                 std::string("models cannot be dealt with the sampler anotherOne"));
        QCOMPARE(why("ditto", R"(, "local": {"keepOptimizerState": true})"),
                 std::string()); // of plain SGD there are no moments
        QCOMPARE(why("ditto",
                     R"(, "local": {"keepOptimizerState": true, "optimizer": {"name": "adam"}})"),
                 std::string("clients keep the moments of their optimizers"));
        QCOMPARE(why("fedper", R"(, "model": {"name": "digit_cnn_small"})"), std::string());
        QCOMPARE(why("fedper", R"(, "model": {"name": "digit_cnn_small", "bnMode": "local"})"),
                 std::string("the running statistics of batch-norm are not averaged"));
        QVERIFY(has(why("fedper", R"(, "local": {"objective": {"name": "moon"}})"),
                    "keeps earlier models of the clients"));
    }

    void modelsOnCardsAreNotDealt()
    {
        qputenv(kDealVariable, "1"); // what can be
        RunData data(DataFolders{});
        const RunPlan plan = plansOf("fedavg").front();
        const auto dataset = data.dataset(plan);
        const Result<Network> network = planNetwork(plan, **dataset);
        PlanNumbers numbers{.clients = 1000, .participants = 1000, .model = 1e6};
        QVERIFY(ranksOfMachine(plan, numbers, *network, 2, {}).areDealt);
        numbers.onCard = true;
        const RanksOfMachine onCards = ranksOfMachine(plan, numbers, *network, 2, {});
        QVERIFY(!onCards.areDealt);
        QCOMPARE(onCards.whyNot, std::string("they are on graphics cards"));
        QCOMPARE(whyNotDealt(plan, *network, true), onCards.whyNot); // as when a run begins
    }

    void aRankHoldsTheDealtModelsOfItsClients()
    {
        const RunPlan plan = plansOf("independent").front();
        const PlanNumbers numbers{.clients = 1000, .participants = 1000, .model = 1e6};
        PlanNumbers dealt = numbers;
        dealt.dealtAmong = 4;
        QCOMPARE(planSize(plan, dealt).part("models").memory, 2.5e8);
        QCOMPARE(planSize(plan, numbers).part("models").memory, 1e9);
        QCOMPARE(planSize(plan, dealt).disk(), planSize(plan, numbers).disk());
        for (const bool leads : {false, true}) {
            const RankNeeds needs = rankNeeds(plan, numbers, true, 4, leads);
            QVERIFY(needs.canDeal);
            QCOMPARE_LT(needs.dealt, 0.3 * needs.whole);
        }
    }

    /// They pass through each rank in blocks of columns.
    void whatIsMixedWhileItIsDealtTakesLittleRoom()
    {
        const PlanNumbers numbers{.clients = 1000, .participants = 1000, .model = 1e6};
        PlanNumbers dealt = numbers;
        dealt.dealtAmong = 4;
        for (const char* method : {"hcct", "fedamp"}) {
            const RunPlan plan = plansOf(method).front();
            QCOMPARE(planSize(plan, dealt).exchanged, 4.0 * kLargestChunk);
            QCOMPARE(planSize(plan, dealt).part("models").memory,
                     planSize(plan, numbers).part("models").memory / 4);
            const RankNeeds needs = rankNeeds(plan, numbers, true, 4, false);
            QCOMPARE_LT(needs.dealt, 0.3 * needs.whole);
        }
        // The weights of FedAMP's mixes are beside its matrices.
        const RunPlan mixing = plansOf("fedamp").front();
        QCOMPARE(planSize(mixing, dealt).part("pairs").memory
                     - planSize(mixing, numbers).part("pairs").memory,
                 0.75 * 8e6);
        dealt.model = 100;
        QCOMPARE(planSize(mixing, dealt).exchanged, 4e5);
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
        const std::vector<RunPlan> plans = plansOf("maxfl"); // whose models cannot be dealt
        RunData data(DataFolders{});
        const auto one = roomOfRuns(plans, data, 1, {});
        const auto four = roomOfRuns(plans, data, 1, {}, 4);
        QVERIFY(one && four);
        QVERIFY(!has(one->text(), "ranks"));
        QCOMPARE(four->memory, one->memory); // of one process
        QCOMPARE_GT(four->ofRanks, 2 * four->ofRank);
        QVERIFY2(has(four->text(),
                     "\nWith 4 ranks on one machine it takes up to " + roomText(four->ofRank)
                         + " for a rank and " + roomText(four->ofRanks) + " together."),
                 four->text().c_str());
        QVERIFY2(has(four->text(), "\nModels of A: whole on each rank, "), four->text().c_str());
        QVERIFY(four->lack.empty());

        // Enough for one process, and not for four.
        const MachineRoom room{.memory = (one->memory + four->ofRanks) / 2, .disk = {}};
        QVERIFY(roomOfRuns(plans, data, 1, room)->lack.empty());
        const std::string lack = roomOfRuns(plans, data, 1, room, 4)->lack;
        QVERIFY2(has(lack, "The run A, seed 1 needs about "), lack.c_str());
        QVERIFY2(has(lack, " for each of 4 ranks, and "), lack.c_str());
        QVERIFY2(has(lack, "each rank holds all models. This machine would refuse it."),
                 lack.c_str());

        // Models that can be dealt fit.
        const std::vector<RunPlan> others = plansOf("independent");
        const auto whole = roomOfRuns(others, data, 1, {}, 4);
        const auto dealt =
            roomOfRuns(others, data, 1, {.memory = whole->ofRanks * 0.9, .disk = {}}, 4);
        QCOMPARE(dealt->lack, std::string());
        QCOMPARE_LT(dealt->ofRanks, whole->ofRanks);
        QVERIFY2(has(dealt->text(), "\nModels of A: dealt by owner among 4 ranks, "),
                 dealt->text().c_str());
    }

    void validateSpeaksForEveryValueOfASweep()
    {
        RunData data(DataFolders{});
        std::vector<RunPlan> plans;
        for (const std::string& model : std::vector<std::string>{"mlr", "dnn_100"}) {
            plans.push_back(
                plansOf("independent", ", \"model\": {\"name\": \"" + model + "\"}").front());
            plans.back().sweep = {{.pointer = "/model/name", .value = model}};
        }
        const auto whole = roomOfRuns(plans, data, 1, {}, 4);
        QCOMPARE(whole->models.size(), std::size_t{1});
        QVERIFY2(has(whole->models.front(), "Models of A: whole on each rank, up to 1.3 MB, "),
                 whole->models.front().c_str());
        // The larger model is dealt, and the smaller one fits.
        const auto some =
            roomOfRuns(plans, data, 1, {.memory = whole->ofRanks * 0.9, .disk = {}}, 4);
        QCOMPARE(some->models.size(), std::size_t{2});
        QVERIFY2(has(some->models.front(), "Models of A with name = mlr: whole on each rank, "),
                 some->models.front().c_str());
        QVERIFY2(has(some->models.back(),
                     "Models of A with name = dnn_100: dealt by owner among 4 ranks, "),
                 some->models.back().c_str());
    }

    void rowsThatAreNotInAFilePassThroughRankZero()
    {
        const RunPlan plan = plansOf("independent").front();
        const auto ofState = [&](double model, int roundsDone) {
            return planSize(plan,
                            {.clients = 1e6,
                             .participants = 1e6,
                             .model = model,
                             .roundsDone = roundsDone,
                             .dealtAmong = 4})
                .part("states")
                .memory;
        };
        QCOMPARE(ofState(4000, 0), 4e9);
        QCOMPARE(ofState(5000, 0), 4.0 * kLargestChunk);
        QCOMPARE(ofState(60'000, 3), 6e10); // as one process stores them
        QCOMPARE(ofState(70'000, 3), 4.0 * kLargestChunk);
    }
};

COTERIE_SECTION(TestRanksRoom)

} // namespace tst_ranks_room

#include "tst_ranks_room.moc"
