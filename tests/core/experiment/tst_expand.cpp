#include "core/experiment/experiment_json.h"
#include "core/experiment/sweep_text.h"
#include "tests/core/experiment/random_experiment.h"
#include "tests/core/experiment/sample_registry.h"
#include "tests/sections.h"

#include <QtTest>

#include <set>

namespace tst_expand {

using namespace coterie;

namespace {

Experiment parsed(std::string_view json)
{
    const Result<Experiment, Problems> result = parseExperiment(json, sample::kRegistry);
    if (!result)
        qFatal("%s", sentences(result.error()).c_str());
    return *result;
}

std::vector<RunPlan> runs(std::string_view json)
{
    return expand(parsed(json), sample::kRegistry);
}

/// One line per run: "arm/seed pointer=value …".
QStringList described(const std::vector<RunPlan>& plans)
{
    QStringList lines;
    for (const RunPlan& plan : plans) {
        std::string line = plan.armName + "/" + std::to_string(plan.seed);
        for (const SweepPoint& point : plan.sweep)
            line += " " + point.pointer + "=" + toText(point.value);
        lines << QString::fromStdString(line);
    }
    return lines;
}

void checkComplete(const Part& part, std::span<const NamedPart> known)
{
    const NamedPart* named = findPart(known, part.name);
    QVERIFY(named != nullptr);
    QCOMPARE(part.parameters.all().size(), named->parameters.size());
    for (std::size_t index = 0; index < named->parameters.size(); ++index) {
        const Parameter& parameter = part.parameters.all()[index];
        const ParameterDescriptor& descriptor = named->parameters[index];
        QCOMPARE(std::string_view(parameter.name), descriptor.name);
        QCOMPARE(parameter.values.size(), std::size_t{1});
        QVERIFY(!parameter.swept);
        QCOMPARE(parameter.values[0].index(), descriptor.defaultValue().index());
    }
}

} // namespace

class tst_Expand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void armsThenSeedsThenSweepPoints();
    void sweepsOfOneArmAreNested();
    void aCommonSweepIsTakenByEveryArmThatInheritsIt();
    void aSweepOfTheDataIsTakenByEveryArm();
    void newcomersJoinBesideThePartitionsClients();
    void sweptValuesReachTheirPart();
    void armsOverridesAreResolved();
    void partsAreCompletedByProfile();
    void partitionSeedIsFixedOrTheRuns();
    void everyPlanIsCompleteAndReadsBack();
    void countsOfRunsAgreeWithSweeps();
    void arrivalsAfterAShortArmReadBack();
    void plansFromBeforeAParameterGetItsDefault();
    void plansWhoseAlgorithmLeavesOutTheLastClientReadBack();
    void aRunIsWhatItComputes();
    void brokenPlansAreRefused_data();
    void brokenPlansAreRefused();
};

void tst_Expand::armsThenSeedsThenSweepPoints()
{
    const QStringList wanted{"A/1",
                             "A/2",
                             "B/1 /arms/1/algorithm/alpha=1",
                             "B/1 /arms/1/algorithm/alpha=10",
                             "B/2 /arms/1/algorithm/alpha=1",
                             "B/2 /arms/1/algorithm/alpha=10"};
    QCOMPARE(described(runs(R"({"schema": 1, "name": "x", "seeds": [1, 2], "arms": [
        {"name": "A", "algorithm": {"name": "fedavg"}},
        {"name": "B", "algorithm": {"name": "hcct", "alpha": {"sweep": [1, 10]}}}]})")),
             wanted);
}

void tst_Expand::sweepsOfOneArmAreNested()
{
    const QStringList wanted{
        "A/1 /arms/0/algorithm/alpha=1 /arms/0/sampler/share=0.5 /arms/0/model/dropout=0",
        "A/1 /arms/0/algorithm/alpha=1 /arms/0/sampler/share=0.5 /arms/0/model/dropout=0.5",
        "A/1 /arms/0/algorithm/alpha=1 /arms/0/sampler/share=1 /arms/0/model/dropout=0",
        "A/1 /arms/0/algorithm/alpha=1 /arms/0/sampler/share=1 /arms/0/model/dropout=0.5",
        "A/1 /arms/0/algorithm/alpha=2 /arms/0/sampler/share=0.5 /arms/0/model/dropout=0",
        "A/1 /arms/0/algorithm/alpha=2 /arms/0/sampler/share=0.5 /arms/0/model/dropout=0.5",
        "A/1 /arms/0/algorithm/alpha=2 /arms/0/sampler/share=1 /arms/0/model/dropout=0",
        "A/1 /arms/0/algorithm/alpha=2 /arms/0/sampler/share=1 /arms/0/model/dropout=0.5"};
    QCOMPARE(described(runs(R"({"schema": 1, "name": "x", "arms": [{"name": "A",
        "algorithm": {"name": "hcct", "alpha": {"sweep": [1, 2]}},
        "sampler": {"name": "random", "share": {"sweep": [0.5, 1]}},
        "model": {"name": "mlp", "dropout": {"sweep": [0, 0.5]}}}]})")),
             wanted);
}

void tst_Expand::aCommonSweepIsTakenByEveryArmThatInheritsIt()
{
    const QStringList wanted{"A/1 /local/optimizer/learningRate=0.1",
                             "A/1 /local/optimizer/learningRate=0.2",
                             "B/1 /local/optimizer/learningRate=0.1",
                             "B/1 /local/optimizer/learningRate=0.2",
                             "C/1",
                             "D/1 /arms/3/local/optimizer/schedule/every=1",
                             "D/1 /arms/3/local/optimizer/schedule/every=2"};
    QCOMPARE(described(runs(R"({"schema": 1, "name": "x",
        "local": {"optimizer": {"name": "sgd", "learningRate": {"sweep": [0.1, 0.2]}}},
        "arms": [{"name": "A", "algorithm": {"name": "fedavg"}},
                 {"name": "B", "algorithm": {"name": "fedavg"}, "local": {"batch": 5}},
                 {"name": "C", "algorithm": {"name": "fedavg"}, "local": {"optimizer": {"learningRate": 1}}},
                 {"name": "D", "algorithm": {"name": "fedavg"}, "local": {"optimizer": {"name": "adam",
                     "schedule": {"name": "step", "every": {"sweep": [1, 2]}}}}}]})")),
             wanted);
}

void tst_Expand::aSweepOfTheDataIsTakenByEveryArm()
{
    const QStringList wanted{"A/1 /data/partition/clients=2",
                             "A/1 /data/partition/clients=3",
                             "B/1 /data/partition/clients=2 /arms/1/algorithm/alpha=1",
                             "B/1 /data/partition/clients=2 /arms/1/algorithm/alpha=10",
                             "B/1 /data/partition/clients=3 /arms/1/algorithm/alpha=1",
                             "B/1 /data/partition/clients=3 /arms/1/algorithm/alpha=10"};
    const std::vector<RunPlan> plans = runs(R"({"schema": 1, "name": "x",
        "data": {"partition": {"scheme": "iid", "clients": {"sweep": [2, 3]}}},
        "arms": [{"name": "A", "algorithm": {"name": "fedavg"}},
                 {"name": "B", "algorithm": {"name": "hcct", "alpha": {"sweep": [1, 10]}}}]})");
    QCOMPARE(described(plans), wanted);
    QCOMPARE(plans[1].data.partition.parameters.integer("clients"), std::int64_t{3});
    QCOMPARE(plans[2].data.partition.parameters.integer("clients"), std::int64_t{2});
}

void tst_Expand::newcomersJoinBesideThePartitionsClients()
{
    const auto file = [](std::string_view clients, std::string_view arrivals) {
        return R"({"schema": 1, "name": "x", "rounds": 50,
            "data": {"partition": {"scheme": "iid", "clients": )"
               + std::string(clients) + R"(}}, "clients": {"arrivals": )" + std::string(arrivals)
               + R"(}, "arms": [{"name": "A", "algorithm": {"name": "fedavg"}},
                   {"name": "B", "algorithm": {"name": "hcct", "alpha": {"sweep": [1, 10]}}}]})";
    };
    const std::vector<RunPlan> plans =
        runs(file("10", R"({"newcomers": {"sweep": [0, 2]}, "rounds": [40, 10]})"));
    const QStringList wanted{"A/1 /clients/arrivals/newcomers=0",
                             "A/1 /clients/arrivals/newcomers=2",
                             "B/1 /clients/arrivals/newcomers=0 /arms/1/algorithm/alpha=1",
                             "B/1 /clients/arrivals/newcomers=0 /arms/1/algorithm/alpha=10",
                             "B/1 /clients/arrivals/newcomers=2 /arms/1/algorithm/alpha=1",
                             "B/1 /clients/arrivals/newcomers=2 /arms/1/algorithm/alpha=10"};
    QCOMPARE(described(plans), wanted);
    QCOMPARE(sweepText(plans[4].sweep), std::string("newcomers = 2, alpha = 1"));
    QVERIFY(plans[0].clients.arrivals.empty());
    QVERIFY((plans[1].clients.arrivals
             == std::vector<Arrival>{{.round = 10, .clients = {10, 11}},
                                     {.round = 40, .clients = {12, 13}}}));

    // They are the runs of files that list who joins when.
    const auto identity = [&](std::string_view clients, std::string_view arrivals) {
        return runIdentity(runs(file(clients, arrivals))[0]);
    };
    QCOMPARE(runIdentity(plans[0]), identity("10", "[]"));
    const std::string_view listed =
        R"([{"round": 10, "clients": [10, 11]}, {"round": 40, "clients": [12, 13]}])";
    QCOMPARE(runIdentity(plans[1]), identity("14", listed));
    QCOMPARE(identity("10", R"({"newcomers": 2, "rounds": [10, 40]})"), identity("14", listed));
    for (const RunPlan& plan : plans) {
        const Result<RunPlan, Problems> back = parsePlan(writePlan(plan), sample::kRegistry);
        QVERIFY2(back, back ? "" : sentences(back.error()).c_str());
        QVERIFY(*back == plan);
    }

    // At every point of a sweep of the partition too.
    const std::vector<RunPlan> both =
        runs(file(R"({"sweep": [3, 5]})", R"({"newcomers": 1, "rounds": [7]})"));
    QCOMPARE(both[0].data.partition.parameters.integer("clients"), std::int64_t{4});
    QCOMPARE(both[1].clients.arrivals.at(0).clients, std::vector<int>{5});
}

void tst_Expand::sweptValuesReachTheirPart()
{
    const std::vector<RunPlan> plans = runs(R"({"schema": 1, "name": "x", "arms": [{"name": "A",
        "algorithm": {"name": "hcct", "alpha": {"sweep": [1, 2]}, "levels": {"sweep": [[], [1, 2]]}},
        "local": {"optimizer": {"name": "sgd", "momentum": {"sweep": [0.5]}}}}]})");
    QCOMPARE(plans.size(), std::size_t{4});
    QCOMPARE(plans[3].algorithm.parameters.real("alpha"), 2.0);
    QCOMPARE(std::get<std::vector<double>>(plans[2].algorithm.parameters.value("levels")),
             std::vector<double>());
    QCOMPARE(std::get<std::vector<double>>(plans[3].algorithm.parameters.value("levels")),
             (std::vector<double>{1, 2}));
    QCOMPARE(plans[0].local.optimizer.parameters.real("momentum"), 0.5);
}

void tst_Expand::armsOverridesAreResolved()
{
    const std::vector<RunPlan> plans = runs(R"({"schema": 1, "name": "x", "rounds": 9,
        "local": {"batch": 8},
        "arms": [{"name": "A", "algorithm": {"name": "fedavg"}},
                 {"name": "B", "algorithm": {"name": "fedavg"}, "rounds": 3, "model": {"name": "mlp"},
                  "local": {"localSteps": 4}, "sampler": {"name": "random"}}]})");
    QCOMPARE(plans[0].rounds, 9);
    QCOMPARE(plans[0].model.model.name, std::string("mlr"));
    QCOMPARE(plans[0].sampler.name, std::string("all"));
    QCOMPARE(*plans[0].local.localEpochs, 1);
    QCOMPARE(plans[1].armIndex, std::size_t{1});
    QCOMPARE(plans[1].rounds, 3);
    QCOMPARE(plans[1].model.model.name, std::string("mlp"));
    QVERIFY(!plans[0].modelOfArm);
    QVERIFY(plans[1].modelOfArm);
    QCOMPARE(plans[1].local.batch, 8);
    QCOMPARE(*plans[1].local.localSteps, 4);
    QVERIFY(!plans[1].local.localEpochs);
    QCOMPARE(plans[1].sampler.parameters.real("share"), 0.5);
}

void tst_Expand::partsAreCompletedByProfile()
{
    const std::string_view file = R"({"schema": 1, "name": "x", "profile": "PROFILE",
        "arms": [{"name": "A", "algorithm": {"name": "hcct", "alpha": 3}}]})";
    const auto parametersUnder = [file](std::string_view profile) {
        std::string json(file);
        json.replace(json.find("PROFILE"), 7, profile);
        return runs(json).at(0).algorithm.parameters;
    };
    QCOMPARE(parametersUnder("paper").integer("every"), std::int64_t{1});
    QCOMPARE(parametersUnder("paper").word("similarity"), std::string("cosine"));
    QCOMPARE(parametersUnder("code").integer("every"), std::int64_t{5});
    QCOMPARE(parametersUnder("code").word("similarity"), std::string("sign"));
    QCOMPARE(parametersUnder("code").real("alpha"), 3.0);
}

void tst_Expand::partitionSeedIsFixedOrTheRuns()
{
    Experiment experiment = parsed(R"({"schema": 1, "name": "x", "seeds": [5, 6],
        "arms": [{"name": "A", "algorithm": {"name": "fedavg"}}]})");
    std::vector<RunPlan> plans = expand(experiment, sample::kRegistry);
    QCOMPARE(plans[0].partitionSeed, std::uint64_t{5});
    QCOMPARE(plans[1].partitionSeed, std::uint64_t{6});
    experiment.partitionSeed = 77;
    plans = expand(experiment, sample::kRegistry);
    QCOMPARE(plans[0].partitionSeed, std::uint64_t{77});
    QCOMPARE(plans[1].partitionSeed, std::uint64_t{77});
}

void tst_Expand::everyPlanIsCompleteAndReadsBack()
{
    RandomStream stream({.seed = 11, .purpose = Purpose::Synthesise});
    for (int turn = 0; turn < 60; ++turn) {
        const std::vector<RunPlan> plans = expand(randomExperiment(stream), sample::kRegistry);
        QVERIFY(!plans.empty());
        // Some random sweeps make thousands of runs; a spread of them says as much.
        for (std::size_t index = 0; index < plans.size(); index += 1 + plans.size() / 16) {
            const RunPlan& plan = plans[index];
            checkComplete(plan.algorithm, sample::kAlgorithms);
            checkComplete(plan.sampler, sample::kSamplers);
            checkComplete(plan.model.model, sample::kNamedModels);
            checkComplete(plan.local.optimizer, sample::kOptimizers);
            checkComplete(plan.local.schedule, sample::kSchedules);
            checkComplete(plan.local.objective, sample::kObjectives);
            checkComplete(plan.data.dataset, sample::kDatasets);
            checkComplete(plan.data.partition, sample::kPartitions);
            for (const Part& step : plan.data.preprocess)
                checkComplete(step, sample::kSteps);
            const std::string written = writePlan(plan);
            QVERIFY(written.find('\n') == std::string::npos);
            const Result<RunPlan, Problems> back = parsePlan(written, sample::kRegistry);
            QVERIFY2(back, back ? "" : sentences(back.error()).c_str());
            QVERIFY2(*back == plan, written.c_str());
        }
    }
}

void tst_Expand::countsOfRunsAgreeWithSweeps()
{
    RandomStream stream({.seed = 12, .purpose = Purpose::Synthesise});
    for (int turn = 0; turn < 50; ++turn) {
        const Experiment experiment = randomExperiment(stream);
        std::set<std::string> distinct;
        const std::vector<RunPlan> plans = expand(experiment, sample::kRegistry);
        for (const RunPlan& plan : plans)
            distinct.insert(writePlan(plan));
        QCOMPARE(distinct.size(), plans.size());
        QVERIFY(plans.size() >= experiment.arms.size() * experiment.seeds.size());
    }
}

void tst_Expand::arrivalsAfterAShortArmReadBack()
{
    const std::vector<RunPlan> plans = runs(R"({"schema": 1, "name": "x", "rounds": 9,
        "clients": {"arrivals": [{"round": 8, "clients": [1]}]},
        "arms": [{"name": "A", "algorithm": {"name": "fedavg"}, "rounds": 3},
                 {"name": "B", "algorithm": {"name": "fedavg"}}]})");
    const Result<RunPlan, Problems> back = parsePlan(writePlan(plans[0]), sample::kRegistry);
    QVERIFY2(back, back ? "" : sentences(back.error()).c_str());
    QVERIFY(*back == plans[0]);
}

/// Not the released code's value, which such a run did not play with.
void tst_Expand::plansFromBeforeAParameterGetItsDefault()
{
    const RunPlan plan = runs(R"({"schema": 1, "name": "x", "profile": "code",
        "arms": [{"name": "A", "algorithm": {"name": "hcct"}}]})")[0];
    std::string older = writePlan(plan);
    const std::string parameter = R"("every":5,)";
    QVERIFY(older.find(parameter) != std::string::npos);
    older.erase(older.find(parameter), parameter.size());
    const Result<RunPlan, Problems> back = parsePlan(older, sample::kRegistry);
    QVERIFY(back);
    RunPlan expected = plan;
    expected.algorithm.parameters.set("every", std::int64_t{1});
    QVERIFY(*back == expected);
    QCOMPARE(back->profile, Profile::Code);
}

/// All-for-one had the setting for itself.
void tst_Expand::plansWhoseAlgorithmLeavesOutTheLastClientReadBack()
{
    RunPlan plan = runs(R"({"schema": 1, "name": "x",
        "arms": [{"name": "A", "algorithm": {"name": "hcct"}}]})")[0];
    for (const bool isLeftOut : {true, false}) {
        std::string older = writePlan(plan);
        const std::string algorithm = R"("algorithm":{"name":"hcct",)";
        QVERIFY(older.find(algorithm) != std::string::npos);
        older.insert(older.find(algorithm) + algorithm.size(),
                     std::string(R"("excludeLastClient":)") + (isLeftOut ? "true," : "false,"));
        const Result<RunPlan, Problems> back = parsePlan(older, sample::kRegistry);
        QVERIFY2(back, back ? "" : sentences(back.error()).c_str());
        RunPlan expected = plan;
        expected.excludeLastClient = isLeftOut;
        QVERIFY(*back == expected);
        QVERIFY(*parsePlan(writePlan(*back), sample::kRegistry) == expected);
    }
}

void tst_Expand::aRunIsWhatItComputes()
{
    const auto identities = [](std::string_view json) {
        std::set<std::string> found;
        for (const RunPlan& plan : runs(json))
            found.insert(runIdentity(plan));
        return found;
    };
    // Names, places, sweeps and a model that only its arm has make no other run.
    const std::set<std::string> one = identities(R"({"schema": 1, "name": "x", "device": "cpu",
        "model": {"name": "mlp"}, "checkpointSeconds": 1, "retryMinutes": 7, "description": "d",
        "arms": [{"name": "A", "algorithm": {"name": "hcct", "alpha": 3}}]})");
    QCOMPARE(one.size(), std::size_t{1});
    const std::set<std::string> two = identities(R"({"schema": 1, "name": "y", "arms": [
        {"name": "B", "algorithm": {"name": "fedavg"}, "model": {"name": "mlp"}},
        {"name": "C", "algorithm": {"name": "hcct", "alpha": {"sweep": [3, 4]}},
         "model": {"name": "mlp"}}]})");
    QCOMPARE(two.size(), std::size_t{3});
    QVERIFY(two.contains(*one.begin()));
    for (const char* setting : {R"("rounds": 11)",
                                R"("seeds": [2])",
                                R"("partitionSeed": 2)",
                                R"("evaluateEvery": 2)",
                                R"("excludeLastClient": true)"})
        QVERIFY2(!identities(std::string(R"({"schema": 1, "name": "x", "model": {"name": "mlp"},
            "arms": [{"name": "A", "algorithm": {"name": "hcct", "alpha": 3}}], )")
                             + setting + '}')
                      .contains(*one.begin()),
                 setting);
}

void tst_Expand::brokenPlansAreRefused_data()
{
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("to");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("syntax") << "{\"experiment\""
                            << "{experiment"
                            << "line 1, column 2: a key must be in double quotes (is experiment)";
    QTest::newRow("missing") << "\"rounds\":10,"
                             << ""
                             << "/rounds: is missing";
    QTest::newRow("range") << "\"seed\":1"
                           << "\"seed\":-1"
                           << "/seed: must be a whole number from 0 to 9223372036854775807 (is -1)";
    QTest::newRow("sweep elsewhere") << "/arms/0/algorithm/alpha"
                                     << "/arms/0/algorithm/beta"
                                     << "/sweep/0/pointer: must be the place of a parameter of "
                                        "this run (is \"/arms/0/algorithm/beta\")";
}

void tst_Expand::brokenPlansAreRefused()
{
    QFETCH(const QString, from);
    QFETCH(const QString, to);
    QFETCH(const QString, sentence);
    const RunPlan plan = runs(R"({"schema": 1, "name": "x",
        "arms": [{"name": "A", "algorithm": {"name": "hcct", "alpha": {"sweep": [4]}}}]})")[0];
    QString json = QString::fromStdString(writePlan(plan));
    QVERIFY(json.contains(from));
    json.replace(from, to);
    const Result<RunPlan, Problems> back = parsePlan(json.toStdString(), sample::kRegistry);
    QVERIFY(!back);
    QCOMPARE(QString::fromStdString(sentences(back.error())), sentence);
}

COTERIE_SECTION(tst_Expand)

} // namespace tst_expand

#include "tst_expand.moc"
