#include "core/algorithms/fed_fa.h"
#include "core/algorithms/maxfl.h"
#include "core/algorithms/model_sets.h"
#include "tests/core/algorithms/plane_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <array>
#include <cmath>
#include <set>

namespace tst_clustered {

using namespace coterie;
using small::Played;
using small::tablePlay;

namespace {

using Setting = std::pair<std::string_view, ParameterValue>;

RunPlan planOf(std::string_view algorithm, std::initializer_list<Setting> settings = {})
{
    RunPlan plan = small::plan(small::sgd(0.1, 8, 2), algorithm);
    for (const auto& [name, value] : settings)
        plan.algorithm.parameters.set(name, value);
    return plan;
}

const ParameterValue kOne = std::int64_t{1};

RoundReport playRound(Played& played, int round)
{
    return small::playRound(played.federation, *played.algorithm, *played.sampler, round);
}

bool isNear(const std::vector<double>& values, const std::vector<double>& expected)
{
    return std::ranges::equal(values, expected, [](double a, double b) {
        return std::abs(a - b) <= 1e-5 * std::max(1.0, std::abs(b));
    });
}

std::vector<double> normalised(std::vector<double> values)
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    for (double& value : values)
        value /= sum;
    return values;
}

} // namespace

class TestClustered : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void degenerateCasesAreFedAvg_data()
    {
        QTest::addColumn<RunPlan>("plan");
        QTest::newRow("IFCA, one model") << planOf("ifca", {{"models", kOne}});
        QTest::newRow("FLSC, one model") << planOf("flsc", {{"models", kOne}, {"perClient", kOne}});
        QTest::newRow("MAXFL, everybody appealed") << planOf("maxfl", {{"thresholdFactor", 1e300}});
    }

    void degenerateCasesAreFedAvg()
    {
        QFETCH(RunPlan, plan);
        const auto make = [](const RunPlan& from) {
            return Played(
                from, small::pictures(150), small::shards({31, 7, 18}), small::convolutional());
        };
        Played played = make(plan);
        Played fedAvg = make(planOf("fedavg"));
        for (int round = 0; round < 4; ++round) {
            const RoundReport report = playRound(played, round);
            const RoundReport expected = playRound(fedAvg, round);
            QVERIFY(*report.collaboration == *expected.collaboration);
            for (std::size_t i = 0; i < 3; ++i) {
                QVERIFY(small::same(played.modelOf(i).parameters, fedAvg.modelOf(i).parameters));
                QVERIFY(small::same(played.modelOf(i).buffers, fedAvg.modelOf(i).buffers));
            }
        }
    }

    void fedFaWeighsByInaccuracyAsInTheReference()
    {
        // ALGORITHMS §6.4.
        QVERIFY(isNear(normalised(inaccuracyWeights(std::vector{0.5, 0.25, 1.0})),
                       {1.0 / 3, 2.0 / 3, 0}));
        const std::vector<double> weights = inaccuracyWeights(std::vector{0.5, 0.25, 1.0, 0.0});
        QVERIFY(isNear({weights.back()}, {23.253497}));
        QVERIFY(isNear(normalised(weights), {0.038090, 0.076180, 0, 0.885730}));
        QVERIFY(!std::signbit(weights[2]));
    }

    void fedFaReportsWhatItWeighsBy()
    {
        Played played = tablePlay(planOf("fedfa"), small::shards({31, 27, 18}));
        const RoundReport report = played.play(2);
        const NamedValues& accuracy = report.clientValues[0];
        const NamedValues& weight = report.clientValues[1];
        QCOMPARE(accuracy.name, std::string("globalTrainAccuracy"));
        double sum = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE_LT(std::abs(*weight.values[i] + std::log2(*accuracy.values[i])), 1e-12);
            sum += *weight.values[i];
        }
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE_LT(std::abs(report.collaboration->at(0, i) - *weight.values[i] / sum), 1e-12);
    }

    void maxFlAppealIsThatOfTheReference()
    {
        // ALGORITHMS §6.3.
        const std::vector<double> q = appealWeights(std::vector{0.5, 0.0, -2.0});
        QVERIFY(isNear(q, {0.235004, 0.25, 0.104994}));
        QVERIFY(isNear(normalised(q), {0.398313, 0.423731, 0.177956}));
    }

    void maxFlWithoutAppealIsIndependentAfterTheFirstRound()
    {
        const Shards shards = small::shards({31, 27, 18});
        Played maxFl = tablePlay(planOf("maxfl", {{"thresholdFactor", 0.0}}), shards);
        Played fedAvg = tablePlay(planOf("fedavg"), shards);
        (void)maxFl.play(1);
        (void)fedAvg.play(1);
        Played independent = tablePlay(planOf("independent"), shards);
        State state = independent.algorithm->state();
        state.front().values = fedAvg.modelOf(0).parameters.repeat({3, 1});
        independent.algorithm->restore(state);
        for (int round = 1; round < 4; ++round) {
            const RoundReport report = playRound(maxFl, round);
            (void)playRound(independent, round);
            QCOMPARE(report.grouping->groups.size(), std::size_t{3});
            for (std::size_t i = 0; i < 3; ++i)
                QVERIFY(
                    small::same(maxFl.modelOf(i).parameters, independent.modelOf(i).parameters));
        }
    }

    void maxFlComparesLossWithTheWayAClientWentAlone()
    {
        Played played = tablePlay(planOf("maxfl"), small::shards({31, 27, 18}));
        (void)played.play(1);
        const State state = played.algorithm->state();
        const at::Tensor alone = statePart(state, "alone");
        const at::Tensor global = statePart(state, "global").clone();
        const RoundReport report = playRound(played, 1);
        const NamedValues& loss = report.clientValues[0];
        const NamedValues& threshold = report.clientValues[1];
        std::vector<int> expected;
        for (std::size_t i = 0; i < 3; ++i) {
            const at::Tensor way =
                (alone[static_cast<std::int64_t>(i)] - global[0]).to(at::kDouble);
            QCOMPARE_LT(std::abs(*threshold.values[i] - way.square().sum().item<double>()), 1e-4);
            if (*loss.values[i] < *threshold.values[i])
                expected.push_back(static_cast<int>(i));
        }
        for (const std::vector<int>& group : report.grouping->groups)
            QVERIFY(group.size() == 1 || group == expected);
    }

    void maxFlMeasuresTheWayAsInTheReference()
    {
        // ALGORITHMS §6.3: ‖(1,2) − (0.5,1)‖² = 1.25. At w = (0.5, 1) the losses are 1 and 2.25.
        Played played = small::planePlay(
            planOf("maxfl"),
            {{.first = 1, .second = 1, .target = 2.5F}, {.first = 1, .second = 1, .target = 3}});
        small::set(played, "alone", at::tensor({1.0, 2.0, 1.0, 2.0}));
        small::set(played, "global", at::tensor({0.5, 1.0}));
        const RoundReport report = playRound(played, 1);
        const NamedValues& loss = report.clientValues[0];
        const NamedValues& threshold = report.clientValues[1];
        QCOMPARE(*loss.values[0], 1.0);
        QCOMPARE(*loss.values[1], 2.25);
        QCOMPARE(threshold.name, std::string("appealThreshold"));
        QCOMPARE(*threshold.values[0], 1.25);
        QCOMPARE(*threshold.values[1], 1.25);
        const at::Tensor global = statePart(played.algorithm->state(), "global");
        QVERIFY(small::same(global[0], played.modelOf(0).parameters[0])); // only client 0 shaped w
        QVERIFY(!small::same(global[0], played.modelOf(1).parameters[0]));
    }

    void maxFlGoesAloneForAWholeRunAtTheFirstRate()
    {
        // v_i is Independent's model after E·T epochs in one go; the schedule has not begun.
        RunPlan plan = planOf("maxfl");
        plan.rounds = 3;
        plan.local.schedule = small::part(scheduleParts(), "exponential", {{"factor", 0.5}});
        const Shards shards = small::shards({31, 27, 18});
        Played maxFl = tablePlay(plan, shards);
        (void)maxFl.play(1);
        plan.algorithm = small::part(registry().algorithms, "independent");
        plan.local.localEpochs = 2 * 3;
        Played alone = tablePlay(plan, shards);
        (void)alone.play(1);
        const at::Tensor found = statePart(maxFl.algorithm->state(), "alone");
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(
                small::same(found[static_cast<std::int64_t>(i)], alone.modelOf(i).parameters[0]));
    }

    void canonicalMaxFlTakesAStepShortenedByItsAppeal()
    {
        // Identical clients: all q are equal, so w moves by |S|q/(|S|q+ε) of FedAvg's way.
        Shards shards(3);
        for (Shard& shard : shards)
            shard.train = std::vector<std::int32_t>(12, 5);
        Played maxFl = tablePlay(planOf("maxfl", {{"mode", std::string("canonical")}}), shards);
        Played fedAvg = tablePlay(planOf("fedavg"), shards);
        const at::Tensor start = fedAvg.modelOf(0).parameters.clone();
        const RoundReport report = maxFl.play(1);
        (void)fedAvg.play(1);
        const NamedValues& appeal = report.clientValues[1];
        QCOMPARE(appeal.name, std::string("appeal"));
        const double q = *appeal.values[0];
        QVERIFY(std::abs(*appeal.values[2] - q) < 1e-9 && q > 0 && q <= 0.25);
        const at::Tensor expected =
            start + (fedAvg.modelOf(0).parameters - start) * (3 * q / (3 * q + 1e-2));
        QCOMPARE_LT(small::distance(maxFl.modelOf(1).parameters, expected), 1e-6);
    }

    void clientsChooseTheSmallestLosses()
    {
        // ALGORITHMS §6.5: (.9,.4),(.3,.8),(.5,.5) ⇒ 2,1,1.
        QVERIFY((smallestLosses(std::vector{0.9, 0.4}, 1) == std::vector<std::size_t>{1}));
        QVERIFY((smallestLosses(std::vector{0.3, 0.8}, 1) == std::vector<std::size_t>{0}));
        QVERIFY((smallestLosses(std::vector{0.5, 0.5}, 1) == std::vector<std::size_t>{0}));
        // §6.6, N_g = 2 ⇒ {2,3},{3,1},{1,2}.
        using Chosen = std::vector<std::size_t>;
        QVERIFY((smallestLosses(std::vector{0.9, 0.4, 0.6}, 2) == Chosen{1, 2}));
        QVERIFY((smallestLosses(std::vector{0.3, 0.8, 0.2}, 2) == Chosen{0, 2}));
        QVERIFY((smallestLosses(std::vector{0.5, 0.5, 0.7}, 2) == Chosen{0, 1}));
        QVERIFY((smallestLosses(std::vector{std::nan(""), 0.5, 0.7}, 2) == Chosen{1, 2}));
    }

    void ifcaFromOneStartPutsEverybodyInTheFirstCluster()
    {
        const Shards shards = small::shards({31, 27, 18});
        Played ifca = tablePlay(planOf("ifca", {{"init", std::string("same")}}), shards);
        Played fedAvg = tablePlay(planOf("fedavg"), shards);
        const RoundReport report = ifca.play(1);
        (void)fedAvg.play(1);
        QCOMPARE(report.grouping->groups.size(), std::size_t{1});
        QVERIFY(small::same(ifca.modelOf(1).parameters, fedAvg.modelOf(1).parameters));
    }

    void ifcaMeansOfThoseWhoChoseAModel()
    {
        Played ifca = tablePlay(planOf("ifca", {{"models", std::int64_t{2}}}),
                                small::shards({31, 27, 18, 25}));
        for (int round = 0; round < 4; ++round) {
            const State before = ifca.algorithm->state();
            const RoundReport report = playRound(ifca, round);
            std::size_t members = 0;
            for (const std::vector<int>& group : report.grouping->groups) {
                members += group.size();
                for (const int client : group)
                    QVERIFY(small::same(
                        ifca.modelOf(static_cast<std::size_t>(client)).parameters,
                        ifca.modelOf(static_cast<std::size_t>(group.front())).parameters));
            }
            QCOMPARE(members, std::size_t{4});
            for (std::size_t i = 0; i < 4; ++i) { // nobody chose a model that fits worse
                const double first = *report.clientValues[0].values[i];
                const double second = *report.clientValues[1].values[i];
                const std::size_t start = ifca.federation.lastTrained().startRow[i];
                QCOMPARE(start, second < first ? std::size_t{1} : std::size_t{0});
            }
        }
    }

    void ifcaDoesNotMindTheOrderOfItsModels()
    {
        const std::array<std::size_t, 3> moved{2, 0, 1}; // model j of the one is moved[j] there
        const auto make = [] {
            return Played(planOf("ifca", {{"models", std::int64_t{3}}}),
                          small::pictures(150),
                          small::shards({31, 7, 18, 25}),
                          small::convolutional());
        };
        Played one = make();
        Played other = make();
        const auto isMoved = [&](const std::string& name) {
            const at::Tensor here = statePart(one.algorithm->state(), name);
            const at::Tensor there = statePart(other.algorithm->state(), name);
            for (std::size_t j = 0; j < moved.size(); ++j)
                if (!small::same(here[static_cast<std::int64_t>(j)],
                                 there[static_cast<std::int64_t>(moved[j])]))
                    return false;
            return true;
        };
        for (const char* name : {"models", "modelBuffers"}) {
            const at::Tensor here = statePart(one.algorithm->state(), name);
            small::set(other, name, at::stack({here[1], here[2], here[0]}));
            QVERIFY(isMoved(name));
        }
        std::set<std::size_t> chosen;
        for (int round = 0; round < 4; ++round) {
            const RoundReport report = playRound(one, round);
            const RoundReport same = playRound(other, round);
            QVERIFY(report.grouping->groups == same.grouping->groups);
            QVERIFY(*report.collaboration == *same.collaboration);
            const ModelsInUse here = one.algorithm->models();
            const ModelsInUse there = other.algorithm->models();
            for (std::size_t i = 0; i < 4; ++i) {
                QCOMPARE(there.personalRow[i], moved[here.personalRow[i]]);
                chosen.insert(here.personalRow[i]);
            }
            QVERIFY(isMoved("models") && isMoved("modelBuffers"));
        }
        QVERIFY(chosen.size() > 1); // else there is little to move
    }

    void ifcaOfTheReleasedCodeBeginsWithFedAvg()
    {
        const Shards shards = small::shards({31, 27, 18});
        Played ifca = tablePlay(planOf("ifca",
                                       {{"init", std::string("same")},
                                        {"start", std::string("membersMean")},
                                        {"firstRound", std::string("global")}}),
                                shards);
        Played fedAvg = tablePlay(planOf("fedavg"), shards);
        for (int round = 0; round < 3; ++round) { // the clusters collapse: FedAvg all along
            (void)playRound(ifca, round);
            (void)playRound(fedAvg, round);
            QVERIFY(small::same(ifca.modelOf(2).parameters, fedAvg.modelOf(2).parameters));
        }
    }

    /// The first round of FedAvg changes the first model alone. From w⁰ = 0 it goes to 2.5, further
    /// from the first client's optimum 1 than w⁰ is: that client then takes a model that is w⁰.
    void ifcaAfterARoundOfFedAvgLeavesTheOtherModelsAsTheyWere()
    {
        RunPlan plan =
            planOf("ifca", {{"init", std::string("same")}, {"firstRound", std::string("global")}});
        plan.local = small::sgd(1.0, 1, 1);
        Played ifca = small::scalarPlay(plan);
        small::startAtZero(ifca);
        (void)playRound(ifca, 0);
        const at::Tensor models = statePart(ifca.algorithm->state(), "models").flatten();
        QCOMPARE_LT(std::abs(models[0].item<double>() - 2.5), 1e-6);
        for (std::int64_t model = 1; model < models.size(0); ++model)
            QCOMPARE(models[model].item<double>(), 0.0);
        const RoundReport report = playRound(ifca, 1);
        QCOMPARE_LT(std::abs(*report.clientValues[0].values[0] - 1.125), 1e-6);
        QCOMPARE_LT(std::abs(*report.clientValues[1].values[0] - 0.5), 1e-6);
        QVERIFY((ifca.federation.lastTrained().startRow == std::vector<std::size_t>{1, 0}));
    }

    void flscOfAllModelsIsFedAvgFromTheSecondRoundOn()
    {
        const Shards shards = small::shards({31, 27, 18});
        Played flsc = tablePlay(
            planOf("flsc", {{"models", std::int64_t{3}}, {"perClient", std::int64_t{3}}}), shards);
        (void)flsc.play(1);
        Played fedAvg = tablePlay(planOf("fedavg"), shards);
        State state = fedAvg.algorithm->state();
        state.front().values = flsc.modelOf(0).parameters.clone();
        fedAvg.algorithm->restore(state);
        for (int round = 1; round < 4; ++round) {
            (void)playRound(flsc, round);
            (void)playRound(fedAvg, round);
            QCOMPARE_LT(small::distance(flsc.modelOf(1).parameters, fedAvg.modelOf(1).parameters),
                        1e-6);
        }
    }

    void flscOfOneModelAClientIsIfca()
    {
        // ALGORITHMS §6.6; FLSC's first choice is drawn, so the two part from its models after it.
        const auto make = [](const RunPlan& plan) {
            return Played(
                plan, small::pictures(150), small::shards({31, 7, 18, 25}), small::convolutional());
        };
        Played flsc = make(planOf("flsc", {{"models", std::int64_t{3}}, {"perClient", kOne}}));
        Played ifca = make(planOf("ifca", {{"models", std::int64_t{3}}}));
        (void)flsc.play(1);
        for (const char* name : {"models", "modelBuffers"})
            small::set(ifca, name, statePart(flsc.algorithm->state(), name).clone());
        for (int round = 1; round < 5; ++round) {
            const RoundReport report = playRound(flsc, round);
            const RoundReport expected = playRound(ifca, round);
            QVERIFY(report.grouping->groups == expected.grouping->groups);
            QVERIFY(*report.collaboration == *expected.collaboration);
            for (std::size_t i = 0; i < 4; ++i) {
                QVERIFY(small::same(flsc.modelOf(i).parameters, ifca.modelOf(i).parameters));
                QVERIFY(small::same(flsc.modelOf(i).buffers, ifca.modelOf(i).buffers));
            }
        }
    }

    void flscStandsAsItIsDescribed()
    {
        const NamedPart& flsc = *findPart(registry().algorithms, "flsc");
        const auto described = [&flsc](std::string_view name) {
            return findParameter(flsc.parameters, name)->defaultValue();
        };
        QVERIFY(described("models") == ParameterValue(std::int64_t{5}));
        QVERIFY(described("perClient") == ParameterValue(std::int64_t{2}));
    }

    void flscGroupsOverlapAndBothModelsAreTested()
    {
        RunPlan plan =
            planOf("flsc", {{"models", std::int64_t{3}}, {"perClient", std::int64_t{2}}});
        Played flsc = tablePlay(plan, small::shards({31, 27, 18, 25}));
        const RoundReport report = flsc.play(3);
        std::vector<int> memberships(4, 0);
        for (const std::vector<int>& group : report.grouping->groups)
            for (const int client : group)
                ++memberships[static_cast<std::size_t>(client)];
        QVERIFY((memberships == std::vector<int>{2, 2, 2, 2}));
        QCOMPARE(report.clientValues.back().name, std::string("ownModelTestAccuracy"));
        plan.algorithm.parameters.set("personalModel", std::string("own"));
        Played own = tablePlay(plan, small::shards({31, 27, 18, 25}));
        (void)own.play(1);
        QVERIFY(small::same(own.modelOf(1).parameters[0],
                            own.federation.lastTrained().ends.parameters[1]));
    }

    void flscOfTheReleasedCodeKeepsTheFirstRate()
    {
        RunPlan plan = planOf("flsc", {{"decaysRate", false}});
        plan.local.schedule = small::part(scheduleParts(), "exponential", {{"factor", 0.5}});
        Played flsc = tablePlay(plan, small::shards({31, 27}));
        (void)flsc.play(3);
        QCOMPARE(flsc.federation.learningRate(), 0.025);
        QCOMPARE(flsc.federation.lastTrained().jobRates[1], 0.1);
    }
};

COTERIE_SECTION(TestClustered)

} // namespace tst_clustered

#include "tst_clustered.moc"
