#include "core/metrics/metrics.h"
#include "tests/core/sampling/draws_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tst_every_sampler {

using namespace coterie;
using namespace draws;

namespace {

const std::vector<std::string> kNewSamplers{
    "powD", "clusteredSampling", "divFl", "hicsFl", "hicsProbe", "oracleHics"};

} // namespace

/// What holds whichever sampler draws, and with whatever it is combined.
class TestEverySampler : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRoundHasTheAskedNumber_data()
    {
        QTest::addColumn<QString>("sampler");
        for (const std::string& name : kNewSamplers)
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }

    void everyRoundHasTheAskedNumber()
    {
        QFETCH(QString, sampler);
        Play play(planWith(sampler.toStdString(), {{"count", std::int64_t{3}}}),
                  small::shards({20, 9, 31, 14, 20, 8, 12}));
        double drawnSoFar = 0;
        for (int round = 0; round < 16; ++round) {
            const RoundReport report = play.round(round);
            // HiCS-FL first sees everybody once: 3, 3 and then the one that is left of 7.
            const std::size_t asked = sampler == "hicsFl" && round == 2 ? 1 : 3;
            QCOMPARE(play.drawn.size(), asked);
            QVERIFY(std::ranges::is_sorted(play.drawn));
            if (sampler != "clusteredSampling") // which may draw a client twice
                QCOMPARE(std::set<std::size_t>(play.drawn.begin(), play.drawn.end()).size(), asked);
            drawnSoFar += static_cast<double>(asked);
            QCOMPARE(sumOf(*valuesNamed(report.clientValues, "timesDrawn")), drawnSoFar);
        }
    }

    void moreThanThereAreMeansAll_data() { everyRoundHasTheAskedNumber_data(); }

    void moreThanThereAreMeansAll()
    {
        QFETCH(QString, sampler);
        if (sampler == "clusteredSampling")
            QSKIP("draws with replacement");
        Play play(planWith(sampler.toStdString(), {{"count", std::int64_t{9}}}),
                  small::shards({20, 9, 31}));
        for (int round = 0; round < 3; ++round) {
            static_cast<void>(play.round(round));
            QVERIFY((play.drawn == Ids{0, 1, 2}));
        }
    }

    void restoredSamplersContinueAlike_data()
    {
        everyRoundHasTheAskedNumber_data();
        QTest::newRow("hicsFl behind its gate") << "hicsFl"; // clustered sampling draws
        QTest::newRow("divFl of old updates") << "divFl";
    }

    void restoredSamplersContinueAlike()
    {
        QFETCH(QString, sampler);
        RunPlan plan = planWith(sampler.toStdString(), {{"count", std::int64_t{2}}});
        const std::string row = QTest::currentDataTag();
        if (row == "hicsFl behind its gate")
            plan.sampler.parameters.set("varGate", 1e-12);
        if (row == "divFl of old updates")
            plan.sampler.parameters.set("refresh", std::string("participants"));
        const Shards shards = small::shards({20, 9, 31, 14, 20});
        Play one(plan, shards);
        Play other(plan, shards);
        for (int round = 0; round < 13; ++round)
            static_cast<void>(one.round(round));
        other.sampler->restore(one.sampler->state());
        other.algorithm->restore(one.algorithm->state());
        for (int round = 13; round < 18; ++round) {
            QVERIFY(one.round(round) == other.round(round));
            QVERIFY(one.drawn == other.drawn);
        }
        QCOMPARE(one.sampler->state().size(), other.sampler->state().size());
    }

    void choosingForNothingCostsNothing()
    {
        // What each round's choice costs is a number with every sampler that chooses.
        for (const std::string name :
             {"random", "clusteredSampling", "hicsFl", "hicsProbe", "oracleHics", "powD"}) {
            Play play(planWith(name, {{"count", std::int64_t{2}}}), unevenShards());
            for (int round = 0; round < 4; ++round) {
                const RoundReport report = play.round(round);
                const bool asks = (name == "powD" && round > 0) // its first round is random
                                  || (name == "hicsProbe" && round == 0);
                const Metrics metrics = MetricTracker(play.federation.facts()).add(report);
                for (const char* cost : {"selectionSamples", "selectionBits"}) {
                    QVERIFY2(metrics.contains(cost), name.c_str());
                    QCOMPARE(metrics.at(cost) > 0, asks);
                    // Nothing is a number of the round, not one for each of many clients.
                    QCOMPARE(valuesNamed(report.clientValues, cost) != nullptr, asks);
                }
            }
        }
        Play stale(planWith("divFl",
                            {{"count", std::int64_t{2}}, {"refresh", std::string("participants")}}),
                   unevenShards());
        QCOMPARE(stale.round(0).metrics.at("selectionBits"), 0.0);
    }

    void profileCodeSetsTheValuesOfTheReleasedCode()
    {
        const auto code = [](std::string_view sampler, std::string_view parameter) {
            const NamedPart* part = findPart(samplerParts(), sampler);
            return findParameter(part->parameters, parameter)->defaultValue(true);
        };
        QVERIFY(code("powD", "candidateFactor") == ParameterValue(2.0));
        QVERIFY(code("clusteredSampling", "waitForAll") == ParameterValue(false));
        QVERIFY(code("clusteredSampling", "zeroNormAngle") == ParameterValue(0.0));
        QVERIFY(code("divFl", "refresh") == ParameterValue(std::string("localWork")));
        QVERIFY(code("hicsFl", "temperature") == ParameterValue(0.001));
        QVERIFY(code("hicsFl", "lambda") == ParameterValue(1.0 / 11));
        QVERIFY(code("hicsFl", "signal") == ParameterValue(std::string("fcRowMean")));
        QVERIFY(code("hicsFl", "distanceVec") == ParameterValue(std::string("fcWeightBias")));
        QVERIFY(code("hicsFl", "refresh") == ParameterValue(std::string("warmUpOnly")));
        QVERIFY(code("hicsFl", "warmUp") == ParameterValue(std::string("blocks")));
        QVERIFY(code("hicsFl", "inCluster") == ParameterValue(std::string("uniform")));
        QVERIFY(code("hicsFl", "varGate") == ParameterValue(0.1));
        QVERIFY(code("hicsFl", "zeroNormAngle") == ParameterValue(0.0));
        // Without a profile's word the paper's stand.
        QVERIFY(findParameter(findPart(samplerParts(), "powD")->parameters, "candidateFactor")
                    ->defaultValue()
                == ParameterValue(0.0));
    }

    void rehearsalLeavesNoTrace()
    {
        RunPlan plan = planWith("all", {});
        plan.local = small::sgd(0.1, 8, 1, 0.9);
        plan.local.keepOptimizerState = true;
        plan.local.objective = small::part(objectiveParts(), "moon");
        Play plain(plan, unevenShards());
        Play rehearsed(plan, unevenShards());
        for (int round = 0; round < 3; ++round) {
            static_cast<void>(plain.round(round));
            rehearsed.federation.beginRound(round, {});
            std::vector<LocalJob> jobs;
            for (std::size_t k = 0; k < 6; ++k)
                jobs.push_back({.client = k});
            const Trained before =
                rehearsed.federation.rehearse(jobs, *rehearsed.algorithm->models().global);
            static_cast<void>(rehearsed.round(round));
            QVERIFY(small::same(before.ends.parameters,
                                rehearsed.federation.lastTrained().ends.parameters));
        }
        QVERIFY(small::same(plain.algorithm->models().global->parameters,
                            rehearsed.algorithm->models().global->parameters));
    }

    void samplersCombineWithAnyLocalWorkAndAlgorithm()
    {
        for (const char* objective : {"plain", "proximal", "moon"})
            for (const char* algorithm : {"fedavg", "feddyn", "scaffold"}) {
                RunPlan plan = planWith("hicsFl", {{"count", std::int64_t{2}}});
                plan.algorithm = small::part(registry().algorithms, algorithm);
                plan.local.objective = small::part(objectiveParts(), objective);
                Play play(plan, unevenShards());
                for (int round = 0; round < 5; ++round)
                    static_cast<void>(play.round(round));
                QVERIFY(
                    play.algorithm->models().global->parameters.isfinite().all().item().toBool());
            }
    }

    void everySamplerCombinesWithEveryKindOfWork_data()
    {
        QTest::addColumn<QString>("sampler");
        for (const NamedPart& part : samplerParts())
            QTest::newRow(part.name.data()) << QString::fromUtf8(part.name.data());
    }

    void everySamplerCombinesWithEveryKindOfWork()
    {
        QFETCH(QString, sampler);
        // Less than their defaults, where a round would take many steps.
        const std::map<std::string, std::string> shortened{
            {"sfedhp", "edgeRounds"}, {"hierfavg", "edgeRounds"}, {"pfedme", "localRounds"}};
        for (const LocalSettings& local : kindsOfSteps())
            for (const char* algorithm :
                 {"fedavg", "feddyn", "sfedhp", "hierfavg", "pfedme", "fedamp"}) {
                RunPlan plan = planWith(sampler.toStdString(), {});
                if (sampler != "all")
                    plan.sampler.parameters.set("count", std::int64_t{3});
                plan.algorithm = small::part(registry().algorithms, algorithm);
                if (const auto parameter = shortened.find(algorithm); parameter != shortened.end())
                    plan.algorithm.parameters.set(parameter->second, std::int64_t{2});
                plan.local = local;
                Play play(plan, unevenShards());
                const auto row = [&](std::size_t client) {
                    const ModelsInUse models = play.algorithm->models();
                    return models.personal
                        ->parameters[static_cast<std::int64_t>(models.personalRow[client])];
                };
                const at::Tensor before = row(0).clone();
                for (int round = 0; round < 4; ++round) // HiCS-FL has seen all six after two
                    static_cast<void>(play.round(round));
                const std::string what =
                    std::string(algorithm) + " with " + play.federation.plan().local.optimizer.name;
                for (std::size_t client = 0; client < 6; ++client)
                    QVERIFY2(row(client).isfinite().all().item().toBool(), what.c_str());
                if (sampler == "all")
                    QVERIFY2(!small::same(row(0), before), what.c_str());
            }
    }
};

COTERIE_SECTION(TestEverySampler)

} // namespace tst_every_sampler

#include "tst_every_sampler.moc"
