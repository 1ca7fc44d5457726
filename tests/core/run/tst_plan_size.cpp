#include "core/algorithms/method_room.h"
#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/report/report_bytes.h"
#include "core/run/plan_size.h"
#include "core/run/prepare_run.h"
#include "core/run/run.h"
#include "core/run/runs_room.h"
#include "tests/core/run/queue_fixture.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <algorithm>
#include <string>
#include <vector>

namespace tst_plan_size {

using namespace coterie;
using namespace coterie::test;

namespace {

/// Of one method, in a small federation.
SmallExperiment experimentOf(const QByteArray& algorithm, int clients)
{
    SmallExperiment small;
    small.clients = clients;
    small.samples = 30 * clients;
    small.rounds = 3;
    small.model = "dnn_100";
    const std::string more = algorithm == "groups" ? ", \"groups\": \"0,1|2,3\"" : "";
    small.arms = "[{\"name\": \"A\", \"algorithm\": {\"name\": \"" + algorithm.toStdString() + "\""
                 + more + "}}]";
    return small;
}

/// A run of it after its last round, the numbers it was foreseen from, and its last report.
struct Played
{
    RunPlan plan;
    PlanNumbers numbers;
    std::unique_ptr<Run> run;
    RoundReport report;
};

Played played(const SmallExperiment& small)
{
    Played all{.plan = expand(small.read(), registry()).front(),
               .numbers = {},
               .run = nullptr,
               .report = {}};
    RunData data(DataFolders{});
    const auto dataset = data.dataset(all.plan);
    const auto shards = data.shards(all.plan, **dataset);
    const auto network = planNetwork(all.plan, **dataset);
    all.numbers = planNumbers(all.plan, **dataset, *shards, *network, 1);
    Result<std::unique_ptr<Run>> run = prepareRun(all.plan, data, 1, "cpu");
    if (!run)
        qFatal("%s", run.error().sentence().c_str());
    all.run = *std::move(run);
    for (int round = 0; round <= all.plan.rounds; ++round)
        all.report = all.run->advance({});
    return all;
}

/// More results than a disk holds.
Experiment hugeExperiment()
{
    SmallExperiment small;
    small.clients = 100;
    small.samples = 10'000;
    small.concentration = 100;
    small.rounds = 1'000'000'000;
    return small.read();
}

/// Of the algorithm's parts of a state.
double stateBytes(const Run& run)
{
    double bytes = 0;
    for (const StatePart& part : run.state())
        if (part.name.starts_with("algorithm/"))
            bytes += static_cast<double>(part.values.numel())
                     * static_cast<double>(part.values.element_size());
    return bytes;
}

} // namespace

/// What a plan takes is foreseen by formulas; here they meet what runs take.
class TestPlanSize : public QueueFixture
{
    Q_OBJECT

private Q_SLOTS:
    void everyMethodHasALine();
    void statesAreForeseen_data() { everyMethod(); }
    void statesAreForeseen();
    void reportsAreForeseen_data() { everyMethod(); }
    void reportsAreForeseen();
    void manyRoundsDoNotWaitTogether();
    void aStepHasNoMoreSamplesThanAClient();
    void onlyConvolutionsThatUsePatchesHaveThem();
    void momentsOfTheOptimizerCount();
    void modelsOnACardTakeNoneOfThisMemory();
    void aModelForAllTakesNoRoomOfEachClient();
    void theRunStoreGrowsAsForeseen_data();
    void theRunStoreGrowsAsForeseen();
    void keptThingsStayWithinTheirRoom();
    void matricesStayWithinTheirRoom();
    void allRunsAddUp();
    void aRunThatTheDiskCannotHoldIsRefused();
    void aRunThatCannotGoOnForLackOfRoomCanBeResumedLater();

private:
    static void everyMethod()
    {
        QTest::addColumn<QByteArray>("algorithm");
        for (const MethodRoom& room : knownMethodRooms())
            if (room.name != "external") // it would need a command
                QTest::newRow(std::string(room.name).c_str())
                    << QByteArray(room.name.data(), qsizetype(room.name.size()));
    }
};

void TestPlanSize::everyMethodHasALine()
{
    for (const NamedPart& part : registry().algorithms)
        QVERIFY2(std::ranges::count(knownMethodRooms(), part.name, &MethodRoom::name) == 1,
                 std::string(part.name).c_str());
}

void TestPlanSize::statesAreForeseen()
{
    QFETCH(QByteArray, algorithm);
    const Played all = played(experimentOf(algorithm, 6));
    const double held = stateBytes(*all.run);
    const double foreseen = planSize(all.plan, all.numbers).part("states").memory;
    constexpr double kSmallThings = 64e3; // groups, counters and the like; a model is 318 kB
    QCOMPARE_LE(held, foreseen * 1.05 + kSmallThings);
    QCOMPARE_LE(foreseen, held * 2 + kSmallThings);
}

void TestPlanSize::reportsAreForeseen()
{
    QFETCH(QByteArray, algorithm);
    Played all = played(experimentOf(algorithm, 12));
    const double held = static_cast<double>(bytesOf(all.report));
    // Of one round: two such reports, and what the store needs to write its matrices.
    all.plan.rounds = 0;
    const double pairs = all.numbers.clients * all.numbers.clients;
    const double foreseen = (planSize(all.plan, all.numbers).part("reports").memory
                             - 3 * methodRoom(all.plan).storedBytesPerPair() * pairs)
                            / 2;
    QCOMPARE_LE(held, foreseen * 2);
    QCOMPARE_LE(foreseen, held * 2);
}

/// The recorder commits a thousand small reports, however far its limit of memory is.
void TestPlanSize::manyRoundsDoNotWaitTogether()
{
    RunPlan plan = expand(experimentOf("fedavg", 4).read(), registry()).front();
    const PlanNumbers numbers{.clients = 40, .participants = 40, .model = 1e6};
    plan.rounds = 999; // and round 0
    const double thousand = planSize(plan, numbers).part("reports").memory;
    QCOMPARE_LT(thousand, 5e7);
    plan.rounds = 1'000'000'000;
    QCOMPARE(planSize(plan, numbers).part("reports").memory, thousand);
}

/// "batch": 1000000 is how one asks for all samples of a client.
void TestPlanSize::aStepHasNoMoreSamplesThanAClient()
{
    RunPlan plan = expand(experimentOf("fedavg", 4).read(), registry()).front();
    Shards shards(3);
    shards[0].train = {0, 1, 2, 3, 4};
    shards[0].test = {5, 6};
    shards[1].train = {7, 8, 9};
    shards[2].streamed = 7;
    plan.local.batch = 4;
    QCOMPARE(largestBatch(plan, shards), std::size_t{4});
    plan.local.batch = 1'000'000;
    QCOMPARE(largestBatch(plan, shards), std::size_t{7});
    plan.algorithm.name = "centralised";
    QCOMPARE(largestBatch(plan, shards), std::size_t{15});

    RunData data(DataFolders{});
    const auto dataset = data.dataset(plan);
    const Result<Network> network = planNetwork(plan, **dataset);
    QVERIFY(network.has_value());
    const double five = planNumbers(plan, **dataset, {shards[0]}, *network, 2).steps;
    QCOMPARE(five, stepBytes(plan, *network, 5, 2));
}

void TestPlanSize::onlyConvolutionsThatUsePatchesHaveThem()
{
    const RunPlan plan = expand(experimentOf("fedavg", 4).read(), registry()).front();
    const auto besideActivations = [&](const Layer& layer) {
        const SampleShape shape{.channels = 16, .height = 32, .width = 32};
        const Network network("net",
                              shape,
                              {layer, globalAveragePool(), flatten(), linear(16, 10)},
                              Loss::CrossEntropy);
        return stepBytes(plan, network, 3, 2)
               - 2.0 * 2 * sizeof(float) * 3 * static_cast<double>(network.activations());
    };
    // Winograd's: 4×4 numbers for each of the weights' 3×3.
    QCOMPARE(besideActivations(conv2d(16, 16, 3, 1)), 2.0 * 2 * sizeof(float) * 16 * 16 * 16);
    QCOMPARE(besideActivations(conv2d(16, 16, 5, 2)), 2.0 * 2 * sizeof(float) * 16 * 25 * 32 * 32);
    Layer spread = conv2d(16, 16, 3, 1);
    spread.stride = 2;
    QCOMPARE(besideActivations(spread), 2.0 * 2 * sizeof(float) * 16 * 9 * 16 * 16);
}

void TestPlanSize::momentsOfTheOptimizerCount()
{
    RunPlan plan = expand(experimentOf("fedavg", 4).read(), registry()).front();
    const PlanNumbers numbers{.clients = 100, .participants = 10, .model = 1e6, .moments = 2};
    QCOMPARE(planSize(plan, numbers).part("states").memory, 1e6);
    plan.local.keepOptimizerState = true;
    QCOMPARE(planSize(plan, numbers).part("states").memory, 1e6 + 2 * 100 * 1e6);
}

void TestPlanSize::modelsOnACardTakeNoneOfThisMemory()
{
    const RunPlan plan = expand(experimentOf("hcct", 4).read(), registry()).front();
    PlanNumbers numbers{.clients = 100, .participants = 100, .model = 1e8, .steps = 1e9};
    const PlanSize here = planSize(plan, numbers);
    numbers.onCard = true;
    const PlanSize there = planSize(plan, numbers);
    QCOMPARE(there.memory(),
             here.memory() - here.part("models").memory - here.part("round").memory);
    QCOMPARE(there.part("states").memory, here.part("states").memory); // written from here
    QCOMPARE(there.disk(), here.disk());
    QVERIFY(usesCard("cuda") && !usesCard("cpu"));
}

/// FedAvg with a hundred thousand clients of which a hundred train: no part grows with the square
/// of the clients, and none has a model of each.
void TestPlanSize::aModelForAllTakesNoRoomOfEachClient()
{
    RunPlan plan = expand(experimentOf("fedavg", 4).read(), registry()).front();
    plan.rounds = 100;
    PlanNumbers numbers{.clients = 1e5, .participants = 100, .model = 31400, .samples = 4e5};
    QCOMPARE_LT(planSize(plan, numbers).memory(), 1.5e9);
    plan.algorithm.name = "independent";
    QCOMPARE_GT(planSize(plan, numbers).memory(), 2 * 1e5 * 31400);
    plan.algorithm.name = "hcct";
    QCOMPARE_GT(planSize(plan, numbers).memory(), 3 * 8e10);
}

void TestPlanSize::theRunStoreGrowsAsForeseen_data()
{
    QTest::addColumn<QByteArray>("algorithm");
    for (const char* algorithm : {"fedavg", "hcct", "ditto", "ifca"})
        QTest::newRow(algorithm) << QByteArray(algorithm);
}

void TestPlanSize::theRunStoreGrowsAsForeseen()
{
    QFETCH(QByteArray, algorithm);
    SmallExperiment small = experimentOf(algorithm, 40);
    small.model = "mlr";
    small.rounds = 20;
    Experiment experiment = small.read();
    experiment.keepModels = "none";
    const std::vector<RunPlan> plans = expand(experiment, registry());
    QVERIFY(RunStore::open(file()));
    const auto before = static_cast<double>(std::filesystem::file_size(file()));
    {
        Witness witness;
        RunQueue queue(options(), witness);
        queue.add(experiment, plans);
        queue.waitUntilIdle();
        QVERIFY2(witness.troubles().empty(), first(witness.troubles()));
    }
    QCOMPARE(statuses(), std::vector{RunStatus::Finished});
    const double grown = static_cast<double>(std::filesystem::file_size(file())) - before;
    RunData data(DataFolders{});
    const auto room = roomOfRuns(plans, data, 1, {});
    QVERIFY(room.has_value());
    qInfo("grew by %.0f bytes, foreseen were %.0f", grown, room->disk);
    QCOMPARE_LE(grown, room->disk * 2);
    QCOMPARE_LE(room->disk, grown * 2);
}

void TestPlanSize::keptThingsStayWithinTheirRoom()
{
    RunPlan plan = expand(experimentOf("independent", 4).read(), registry()).front();
    plan.rounds = 100;
    plan.keepStatesMegabytes = 25;
    plan.keepModelsMegabytes = 10;
    PlanNumbers numbers{.clients = 10, .participants = 10, .model = 1e6};
    PlanSize size = planSize(plan, numbers);
    QCOMPARE(size.part("states").disk, 0.0);
    QCOMPARE(size.part("states").meanwhile, 2e7);
    QCOMPARE(size.part("finalModels").disk, 1e7);
    plan.keepStates = 50;
    QCOMPARE(planSize(plan, numbers).part("states").disk, 2e7);
    plan.keepStates = 10; // ten of them do not fit
    QCOMPARE(planSize(plan, numbers).part("states").disk, 2.5e7);
    numbers.roundsDone = 85; // eight of the ten, and a state to go on from, are there
    QCOMPARE(planSize(plan, numbers).part("states").disk, 2e7);
    QCOMPARE(planSize(plan, numbers).part("states").meanwhile, 1e7);
    numbers.clients = 11;
    QCOMPARE(planSize(plan, numbers).part("finalModels").disk, 0.0);
}

void TestPlanSize::matricesStayWithinTheirRoom()
{
    SmallExperiment small = experimentOf("hcct", 40);
    small.model = "mlr";
    small.rounds = 100;
    std::vector<RunPlan> plans = expand(small.read(), registry());
    RunData data(DataFolders{});
    const auto said = [&] { return roomOfRuns(plans, data, 1, {})->matrices; };
    // 40² pairs with 12 bytes each.
    QCOMPARE(said(),
             std::vector<std::string>{"A keeps its matrices over all pairs of clients in every "
                                      "round: 19.2 kB a round, up to 1.9 MB in all."});
    plans.front().keepMatricesMegabytes = 1;
    QCOMPARE(
        said(),
        std::vector<std::string>{
            "A keeps its matrices over all pairs of clients every 2 rounds and in its first "
            "and its last (keepMatricesMegabytes is 1): 19.2 kB a round, up to 1.0 MB in all."});
    plans.front().keepMatricesEvery = 200;
    QCOMPARE(said(),
             std::vector<std::string>{
                 "A keeps its matrices over all pairs of clients in its first round that has them "
                 "and its last: 19.2 kB a round, up to 38.4 kB in all."});
    PlanNumbers many{.clients = 1e4, .participants = 1e4, .model = 4};
    QCOMPARE(planSize(plans.front(), many).part("matrices").disk, 2 * 12e8);
}

void TestPlanSize::allRunsAddUp()
{
    SmallExperiment small;
    small.seeds = "[1, 2, 3]";
    small.arms = R"([{"name": "A", "algorithm": {"name": "fedavg"}},
                     {"name": "B", "algorithm": {"name": "independent"}}])";
    const std::vector<RunPlan> plans = expand(small.read(), registry());
    RunData data(DataFolders{});
    const auto all = roomOfRuns(plans, data, 1, {});
    const auto one = roomOfRuns(std::span(plans).first(1), data, 1, {});
    const auto second = std::ranges::find(plans, std::size_t{1}, &RunPlan::armIndex);
    const auto other = roomOfRuns(std::span(second, 1), data, 1, {});
    QVERIFY(all && one && other);
    QVERIFY(std::abs(all->disk - 3 * (one->disk + other->disk)) < 1);
    QCOMPARE(all->memory, std::max(one->memory, other->memory));
    QVERIFY(all->lack.empty());

    const auto little = roomOfRuns(plans, data, 1, {.memory = 1e3, .disk = 1e12});
    QVERIFY2(contains(little->lack, "The run A, seed 1 needs about "), little->lack.c_str());
    QVERIFY2(contains(little->lack, " of memory (mostly "), little->lack.c_str());
    QVERIFY2(contains(little->lack, ", and 1.0 kB are available. This machine would refuse it."),
             little->lack.c_str());
    const auto full =
        roomOfRuns(plans, data, 1, {.memory = 1e12, .disk = all->meanwhile + all->disk - 1});
    QVERIFY2(contains(full->lack, "The last ones would be refused."), full->lack.c_str());
}

void TestPlanSize::aRunThatTheDiskCannotHoldIsRefused()
{
    const Experiment experiment = hugeExperiment();
    const std::vector<RunPlan> plans = expand(experiment, registry());
    RunData data(DataFolders{});
    const MachineRoom room = MachineRoom::of(file());
    if (!room.disk || roomOfRuns(plans, data, 1, room)->lack.empty())
        QSKIP("the disk here holds more than ten terabytes, or the system does not tell");
    Witness witness;
    RunQueue queue(options(), witness);
    queue.add(experiment, plans);
    queue.waitUntilIdle();
    QCOMPARE(statuses(), std::vector{RunStatus::Failed});
    const std::vector<std::string> troubles = witness.troubles();
    QCOMPARE(troubles.size(), std::size_t{1});
    QVERIFY2(contains(troubles.front(), "It needs about ")
                 && contains(troubles.front(),
                             " GB of disk for the run store (mostly results of rounds, ")
                 && contains(troubles.front(), " are free.")
                 && contains(troubles.front(), "set COTERIE_ANYWAY=1 in the environment"),
             troubles.front().c_str());
    QVERIFY(witness.headers().empty()); // it has not begun
}

void TestPlanSize::aRunThatCannotGoOnForLackOfRoomCanBeResumedLater()
{
    const Experiment experiment = hugeExperiment();
    RunData data(DataFolders{});
    const MachineRoom room = MachineRoom::of(file());
    if (!room.disk || roomOfRuns(plans(experiment), data, 1, room)->lack.empty())
        QSKIP("the disk here holds more than ten terabytes, or the system does not tell");
    qputenv("COTERIE_ANYWAY", "1");
    playUntil(1, experiment, options());
    qunsetenv("COTERIE_ANYWAY");
    QCOMPARE(statuses(), std::vector{RunStatus::Stopped});
    const auto roundsDone = [this] { return (*store())->run(1)->roundsDone; };
    const int before = roundsDone();
    {
        Witness witness;
        RunQueue queue(options(), witness);
        queue.resume({1});
        queue.waitUntilIdle();
        QCOMPARE(witness.troubles().size(), std::size_t{1});
        QVERIFY2(contains(witness.troubles().front(), " of disk for the run store"),
                 first(witness.troubles()));
    }
    QCOMPARE(statuses(), std::vector{RunStatus::Stopped}); // not failed: "resume --all" takes it
    const std::string reason = (*store())->run(1)->reason;
    QVERIFY2(contains(reason, "could not begin (It needs about "), reason.c_str());
    QCOMPARE(roundsDone(), before);
}

COTERIE_SECTION(TestPlanSize)

} // namespace tst_plan_size

#include "tst_plan_size.moc"
