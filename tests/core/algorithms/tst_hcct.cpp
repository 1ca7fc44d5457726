#include "core/algorithms/given_groups.h"
#include "core/algorithms/hcct.h"
#include "core/algorithms/hcct_partition.h"
#include "core/algorithms/personal_head.h"
#include "core/collaboration/utility_partition.h"
#include "core/math/similarity.h"
#include "tests/core/algorithms/plane_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <cmath>
#include <stdexcept>

namespace tst_hcct {

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

Played pictures(const RunPlan& plan)
{
    return {plan, small::pictures(150), small::shards({31, 7, 18}), small::convolutional()};
}

bool sameModels(const Played& a, const Played& b)
{
    for (std::size_t i = 0; i < a.federation.clients(); ++i)
        if (!small::same(a.modelOf(i).parameters, b.modelOf(i).parameters)
            || !small::same(a.modelOf(i).buffers, b.modelOf(i).buffers))
            return false;
    return true;
}

const NamedValues* values(const std::vector<NamedValues>& lists, const std::string& name)
{
    const auto place = std::ranges::find(lists, name, &NamedValues::name);
    return place == lists.end() ? nullptr : &*place;
}

/// Clients 0 and 1 hold the first two classes of a table, clients 2 and 3 the third.
Shards twoKinds(const Dataset& dataset, std::size_t each)
{
    Shards shards(4);
    std::array<std::size_t, 2> next{0, 2};
    for (std::size_t sample = 0; sample < dataset.train.labels.size(); ++sample) {
        const std::size_t kind = dataset.train.labels[sample] == 2 ? 1 : 0;
        std::size_t& client = next[kind];
        if (shards[client].train.size() == each && client % 2 == 0)
            ++client;
        if (shards[client].train.size() < each)
            shards[client].train.push_back(static_cast<std::int32_t>(sample));
    }
    for (Shard& shard : shards)
        shard.test = {0, 1};
    return shards;
}

} // namespace

class TestHcct : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void stepOfTheReferenceComesOut()
    {
        // ALGORITHMS §2.1: w = (1, −2), η = 0.1, clients 1 and 2 of H1: new w = (0.915, −2.045).
        ModelRows ends{.parameters = at::tensor({0.9F, -2.0F, 0.92F, -2.06F}).view({2, 2}),
                       .buffers = at::empty({2, 0})};
        ModelRows group = ModelRows::empty(1, ends);
        average(ends, std::vector<std::size_t>{0, 1}, std::vector<double>{100, 300}, group, 0);
        QCOMPARE_LT(std::abs(group.parameters[0][0].item<double>() - 0.915), 1e-6);
        QCOMPARE_LT(std::abs(group.parameters[0][1].item<double>() + 2.045), 1e-6);
    }

    void stepOfTheReferenceComesOutOfUpdatesAndOfMeans()
    {
        // The same by the engine: gradients (1, 0) and (0.8, 0.6), 100 and 300 samples, one step.
        RunPlan plan = planOf("hcct", {{"alpha", 1e9}, {"bootstrap", std::string("global")}});
        plan.local.localEpochs.reset();
        plan.local.localSteps = 1;
        Played played = small::slopePlay(plan, {{1, 0, 100}, {0.8, 0.6, 300}});
        const at::Tensor start = at::tensor({1.0, -2.0}, at::kDouble);
        small::set(played, "models", start.repeat({2, 1}));
        (void)played.play(1);
        const at::Tensor byMeans = played.modelOf(0).parameters[0];
        const at::Tensor updates = played.federation.lastTrained().updates().to(at::kDouble);
        const at::Tensor byUpdates = start - 0.1 * (0.25 * updates[0] + 0.75 * updates[1]);
        const at::Tensor expected = at::tensor({0.915, -2.045}, at::kDouble);
        QCOMPARE_LT(small::distance(updates[1], at::tensor({0.8, 0.6}, at::kDouble)), 1e-6);
        QCOMPARE_LT(small::distance(byMeans, expected), 1e-6);
        QCOMPARE_LT(small::distance(byUpdates, expected), 1e-6);
        QVERIFY(small::same(played.modelOf(1).parameters[0], byMeans));
    }

    void groupUpdatesOfTheFirstExampleAreThoseOfTheReference_data()
    {
        using Pair = QList<double>;
        QTest::addColumn<QList<int>>("members");
        QTest::addColumn<Pair>("mean");
        QTest::addColumn<Pair>("cosines");
        // ALGORITHMS §2.1, "Intermediate" of H1.
        QTest::newRow("1 and 2") << QList<int>{0, 1} << Pair{0.85, 0.45}
                                 << Pair{0.883788, 0.987763};
        QTest::newRow("1 and 3") << QList<int>{0, 2} << Pair{0.5, 0.5} << Pair{0.707107, 0.707107};
        QTest::newRow("2 and 3") << QList<int>{1, 2} << Pair{0.6, 0.7} << Pair{0.976187, 0.759257};
    }

    void groupUpdatesOfTheFirstExampleAreThoseOfTheReference()
    {
        QFETCH(QList<int>, members);
        QFETCH(QList<double>, mean);
        QFETCH(QList<double>, cosines);
        const ModelRows updates{
            .parameters = at::tensor({1.0, 0.0, 0.8, 0.6, 0.0, 1.0}, at::kDouble).view({3, 2}),
            .buffers = at::empty({3, 0}, at::kDouble)};
        const std::array<double, 3> sizes{100, 300, 100};
        std::vector<std::size_t> ids;
        std::vector<double> weights;
        for (const int member : members) {
            ids.push_back(static_cast<std::size_t>(member));
            weights.push_back(sizes[ids.back()]);
        }
        ModelRows group = ModelRows::empty(1, updates);
        average(updates, ids, weights, group, 0); // ĝ
        const auto product = [](const at::Tensor& a, const at::Tensor& b) {
            return at::dot(a, b).item<double>();
        };
        for (qsizetype j = 0; j < 2; ++j) {
            QCOMPARE_LT(std::abs(group.parameters[0][j].item<double>() - mean[j]), 1e-12);
            const at::Tensor own = updates.parameters[members[j]];
            const at::Tensor mixed = group.parameters[0];
            const double cosine =
                cosineFromProducts(product(own, mixed), product(own, own), product(mixed, mixed));
            QCOMPARE_LT(std::abs(cosine - cosines[j]), 1e-6);
        }
    }

    void degenerateCasesAreIdentities_data()
    {
        QTest::addColumn<RunPlan>("left");
        QTest::addColumn<RunPlan>("right");
        const ParameterValue global = std::string("global");
        const RunPlan fedAvg = planOf("fedavg");
        const RunPlan independent = planOf("independent");
        QTest::newRow("HCCT, α = 0: Independent")
            << planOf("hcct", {{"alpha", 0.0}}) << independent;
        QTest::newRow("HCCT, α = 1e9: FedAvg")
            << planOf("hcct", {{"alpha", 1e9}, {"bootstrap", global}}) << fedAvg;
        QTest::newRow("HCCT, α = 1e9, from singletons: FedAvg")
            << planOf("hcct", {{"alpha", 1e9}}) << fedAvg;
        QTest::newRow("HCCT, K = 1: FedAvg")
            << planOf("hcct", {{"fixedGroups", std::int64_t{1}}, {"bootstrap", global}}) << fedAvg;
        QTest::newRow("HCCT, K = N: Independent")
            << planOf("hcct", {{"fixedGroups", std::int64_t{3}}, {"alpha", 1e9}}) << independent;
        QTest::newRow("HCCT-P, empty head: HCCT")
            << planOf("hcctP", {{"headLayers", std::int64_t{0}}, {"alpha", 20.0}})
            << planOf("hcct", {{"alpha", 20.0}});
        QTest::newRow("HCCT-P, all head: Independent")
            << planOf("hcctP", {{"headLayers", std::int64_t{9}}, {"alpha", 1e9}}) << independent;
        QTest::newRow("HCCT-P, groups of one: HCCT")
            << planOf("hcctP", {{"alpha", 0.0}}) << planOf("hcct", {{"alpha", 0.0}});
        QTest::newRow("FedPer, empty head: FedAvg")
            << planOf("fedper", {{"headLayers", std::int64_t{0}}}) << fedAvg;
        QTest::newRow("FedPer, all head: Independent")
            << planOf("fedper", {{"headLayers", std::int64_t{9}}}) << independent;
        const auto given = [](const char* groups) {
            return planOf("groups", {{"groups", std::string(groups)}});
        };
        QTest::newRow("nobody together: Independent") << given("") << independent;
        QTest::newRow("all together: FedAvg") << given("2 0 1") << fedAvg;
        QTest::newRow("FedPer: HCCT-P of one group")
            << planOf("fedper") << planOf("hcctP", {{"alpha", 1e9}, {"bootstrap", global}});
        QTest::newRow("relative α = 0: Independent")
            << planOf("hcct", {{"alphaMode", std::string("relative")}, {"alpha", 0.0}})
            << independent;
    }

    void degenerateCasesAreIdentities()
    {
        QFETCH(RunPlan, left);
        QFETCH(RunPlan, right);
        Played one = pictures(left);
        Played other = pictures(right);
        (void)one.play(1); // without a global start the first round differs in the models in use
        (void)other.play(1);
        for (int round = 1; round < 4; ++round) {
            (void)small::playRound(one.federation, *one.algorithm, *one.sampler, round);
            (void)small::playRound(other.federation, *other.algorithm, *other.sampler, round);
            QVERIFY(sameModels(one, other));
        }
    }

    void aGroupOfOneKeepsItsHeadAnyway()
    {
        // ALGORITHMS §2.3: beside a larger group, who is alone does with HCCT-P what it does with
        // HCCT. The first updates, and with them the groups, are the same.
        const auto make = [](const char* algorithm) {
            return pictures(
                planOf(algorithm,
                       {{"fixedGroups", std::int64_t{2}}, {"repartitionEvery", std::int64_t{0}}}));
        };
        Played withHeads = make("hcctP");
        Played whole = make("hcct");
        const Groups groups = withHeads.play(4).grouping->groups;
        QVERIFY(groups == whole.play(4).grouping->groups);
        QCOMPARE(groups.size(), std::size_t{2});
        for (const std::vector<int>& group : groups)
            for (const int member : group) {
                const auto client = static_cast<std::size_t>(member);
                QCOMPARE(small::same(withHeads.modelOf(client).parameters,
                                     whole.modelOf(client).parameters),
                         group.size() == 1);
                if (group.size() == 1)
                    QVERIFY(small::same(withHeads.modelOf(client).buffers,
                                        whole.modelOf(client).buffers));
            }
    }

    void singleLayerMakesHcctEAndHcctOne()
    {
        const auto play = [](const RunPlan& plan) {
            Played played(plan,
                          small::table(200, 6, 3),
                          small::shards({31, 27, 18, 40}),
                          Network("line", {.channels = 6}, {linear(6, 3)}, Loss::CrossEntropy));
            const RoundReport report = played.play(4);
            return std::pair(report.grouping->groups, played.modelOf(2).parameters.clone());
        };
        const auto [groups, model] = play(planOf("hcct", {{"alpha", 4.0}}));
        const auto [groupsE, modelE] = play(planOf("hcctE", {{"alpha", 4.0}}));
        QVERIFY(groups == groupsE);
        QVERIFY(groups.size() > 1 && groups.size() < 4);
        QVERIFY(small::same(model, modelE));
    }

    void clientsAreGroupedByWhatTheyHold()
    {
        const auto dataset = small::table(400, 6, 3);
        Played played(planOf("hcct", {{"alpha", 15.0}}),
                      dataset,
                      twoKinds(*dataset, 40),
                      small::perceptron());
        const RoundReport report = played.play(3);
        QVERIFY((report.grouping->groups == Groups{{0, 1}, {2, 3}}));
        QCOMPARE(report.grouping->merges.size(), std::size_t{2});
        QVERIFY(report.grouping->refused.has_value());
        for (const Merge& merge : report.grouping->merges)
            QCOMPARE_LT(std::abs(*merge.dataGain + *merge.similarityLoss - merge.score), 1e-15);
        // A is the blocks; both clients of a group use one model.
        QCOMPARE(report.collaboration->at(0, 1), 0.5);
        QCOMPARE(report.collaboration->at(0, 2), 0.0);
        QVERIFY(small::same(played.modelOf(0).parameters, played.modelOf(1).parameters));
        QVERIFY(!small::same(played.modelOf(0).parameters, played.modelOf(2).parameters));
        QCOMPARE(report.gram->at(1, 3), report.gram->at(3, 1));
        QVERIFY(report.similarity->at(0, 1) > report.similarity->at(0, 2));
        const NamedValues* utility = values(report.clientValues, "utility");
        QVERIFY(utility && utility->values.size() == 4);
        double before = 4 - 4 * 15.0 / 40; // four singletons: 1 − α/D each
        for (const Merge& merge : report.grouping->merges)
            before += merge.score;
        double after = 0;
        for (const std::optional<double>& value : utility->values)
            after += *value;
        QCOMPARE_LT(std::abs(before - after), 1e-12);
    }

    void whatIfReturnsTheRecordedGroupsAndOthers()
    {
        const RunPlan plan = planOf("hcct", {{"alpha", 4.0}});
        Played played = tablePlay(plan, small::shards({31, 27, 18, 40}));
        for (int round = 0; round < 4; ++round) {
            const RoundReport report =
                small::playRound(played.federation, *played.algorithm, *played.sampler, round);
            const Result<Grouping> same = whatIf(plan, played.federation.facts(), report, {});
            QCOMPARE(same.has_value(), round > 0);
            if (!same)
                continue;
            QVERIFY(*same == *report.grouping);
            const auto groups = [&](const WhatIf& change) {
                return whatIf(plan, played.federation.facts(), report, change)->groups.size();
            };
            QCOMPARE(groups({.alpha = 0.0}), std::size_t{4});
            QCOMPARE(groups({.alpha = 1e9}), std::size_t{1});
            QCOMPARE(groups({.alpha = 1e9, .fixedGroups = 3}), std::size_t{3});
        }
        RunPlan fedAvg = planOf("fedavg");
        RoundReport second;
        second.round = 2;
        const Result<Grouping> refused = whatIf(fedAvg, played.federation.facts(), second, {});
        QCOMPARE(refused.error().sentence(),
                 std::string("round 2: the run's algorithm, fedavg, forms no groups by utility"));
    }

    void groupsAreFormedWhenTheyAreDue_data()
    {
        QTest::addColumn<int>("every");
        QTest::addColumn<QList<bool>>("expected");
        using Due = QList<bool>;
        QTest::newRow("every round") << 1 << Due{false, true, true, true, true, true, true};
        QTest::newRow("once") << 0 << Due{false, true, false, false, false, false, false};
        QTest::newRow("every third") << 3 << Due{false, true, false, true, false, false, true};
    }

    void groupsAreFormedWhenTheyAreDue()
    {
        QFETCH(int, every);
        QFETCH(QList<bool>, expected);
        Played played =
            tablePlay(planOf("hcct", {{"alpha", 4.0}, {"repartitionEvery", std::int64_t{every}}}),
                      small::shards({31, 27, 18, 40}));
        Groups last;
        for (int round = 0; round < expected.size(); ++round) {
            const RoundReport report =
                small::playRound(played.federation, *played.algorithm, *played.sampler, round);
            QCOMPARE(report.gram.has_value(), expected[round]);
            if (!expected[round] && round > 1)
                QVERIFY(report.grouping->groups == last);
            QCOMPARE(values(report.clientValues, "utility") != nullptr, round > 0);
            last = report.grouping->groups;
        }
    }

    void newcomersWaitTrainAloneAndJoin()
    {
        // Four clients repeat one sample each, so their updates are equal up to rounding.
        Shards shards(4);
        for (Shard& shard : shards)
            shard.train = std::vector<std::int32_t>(12, 5);
        for (const double alpha : {1e-3, 1.0, 1e3}) {
            RunPlan plan =
                planOf("hcct", {{"alpha", alpha}, {"repartitionEvery", std::int64_t{0}}});
            plan.clients.arrivals = {{.round = 3, .clients = {1}}};
            Played played = tablePlay(plan, shards);
            const auto round = [&](int index) {
                return small::playRound(
                    played.federation, *played.algorithm, *played.sampler, index);
            };
            (void)round(0);
            QVERIFY((round(1).grouping->groups == Groups{{0, 2, 3}}));
            const RoundReport arrival = round(2);
            QVERIFY((arrival.grouping->groups == Groups{{0, 2, 3}, {1}}));
            QCOMPARE(arrival.clients[1].steps, 4);
            QVERIFY(std::ranges::any_of(arrival.events, [](const Event& event) {
                return std::holds_alternative<ClientJoined>(event.what)
                       && event.sentence.starts_with("Client 1 joins the group of client 0;");
            }));
            QVERIFY(small::same(played.modelOf(1).parameters, played.modelOf(0).parameters));
            QVERIFY((round(3).grouping->groups == Groups{{0, 1, 2, 3}}));
        }
    }

    void twoNewcomersOfOneRoundAreInOneGroupOnce()
    {
        Shards shards(4);
        for (std::size_t i = 0; i < shards.size(); ++i)
            shards[i].train = std::vector<std::int32_t>(12, i < 2 ? 5 : 40);
        RunPlan plan = planOf("hcct", {{"alpha", 1e-3}, {"repartitionEvery", std::int64_t{0}}});
        plan.clients.arrivals = {{.round = 3, .clients = {2, 3}}}; // alike, unlike the others
        Played played = tablePlay(plan, shards);
        (void)played.play(3);
        const RoundReport next =
            small::playRound(played.federation, *played.algorithm, *played.sampler, 3);
        QVERIFY((next.grouping->groups == Groups{{0, 1}, {2, 3}}));
    }

    void newcomersAreTriedOnTheMeanOfTheNewGroups()
    {
        for (const char* algorithm : {"hcct", "hcctP"}) {
            RunPlan plan = planOf(algorithm, {{"alpha", 1e9}}); // all in one from round 1 on
            plan.clients.arrivals = {{.round = 2, .clients = {1}}};
            Played played = tablePlay(plan, small::shards({31, 27, 18, 40}));
            (void)played.play(1); // everybody alone
            std::vector<at::Tensor> own;
            for (std::size_t i = 0; i < 4; ++i)
                own.push_back(played.modelOf(i).parameters[0].clone());
            (void)small::playRound(played.federation, *played.algorithm, *played.sampler, 1);
            const at::Tensor expected = (31 * own[0] + 18 * own[2] + 40 * own[3]) / 89.0;
            const Trained& trained = played.federation.lastTrained();
            const at::Tensor start =
                trained.starts.parameters[static_cast<std::int64_t>(trained.startRow[1])];
            const at::Tensor off = (start - expected).abs();
            if (plan.algorithm.name == "hcct") {
                QVERIFY(off.max().item<double>() < 1e-6);
            } else { // the head is the newcomer's own
                const Slice& bias = played.federation.network().layout().parameters.back();
                const auto from = static_cast<std::int64_t>(bias.offset);
                QVERIFY(at::equal(start.slice(0, from), own[1].slice(0, from)));
                QVERIFY(off.slice(0, 0, 4).max().item<double>() < 1e-6);
            }
        }
    }

    void newcomersOfTheReleasedCodeWaitForAPartition()
    {
        RunPlan plan = planOf("hcct",
                              {{"alpha", 1e9},
                               {"newcomerProbe", std::string("init")},
                               {"newcomerMode", std::string("repartition")}});
        plan.clients.arrivals = {{.round = 3, .clients = {1}}};
        Played played = tablePlay(plan, small::shards({31, 27, 18, 40}));
        const at::Tensor initial = played.modelOf(1).parameters.clone();
        (void)played.play(2);
        const RoundReport arrival =
            small::playRound(played.federation, *played.algorithm, *played.sampler, 2);
        QVERIFY((arrival.grouping->groups == Groups{{0, 2, 3}, {1}}));
        const Trained& trained = played.federation.lastTrained();
        QVERIFY(small::same(trained.starts.parameters[1], initial[0]));
        const RoundReport next =
            small::playRound(played.federation, *played.algorithm, *played.sampler, 3);
        QVERIFY((next.grouping->groups == Groups{{0, 1, 2, 3}}));
    }

    void groupsCanBeGiven()
    {
        QVERIFY((groupsFromText("2 0 | 3", 5) == Groups{{0, 2}, {1}, {3}, {4}}));
        QVERIFY((groupsFromText("", 2) == Groups{{0}, {1}}));
        for (const char* wrong : {"0 0", "0 5", "0 a", "-1"}) {
            bool refused = false;
            try {
                (void)groupsFromText(wrong, 5);
            } catch (const std::invalid_argument& error) {
                refused = std::string(error.what())
                          == "groups must list clients from 0 to 4, each once, with | between "
                             "groups (is \""
                                 + std::string(wrong) + "\")";
            }
            QVERIFY2(refused, wrong);
        }
    }

    void clientsMayHungerDifferently()
    {
        // Only client 3 hungers: it may join somebody, nobody else has a reason to.
        Played played =
            tablePlay(planOf("hcct", {{"clientAlphas", std::vector<double>{0, 0, 0, 1e6}}}),
                      small::shards({30, 30, 30, 30}));
        const RoundReport report = played.play(2);
        QCOMPARE(report.grouping->groups.size(), std::size_t{1}); // it hungers for everybody
        QVERIFY(report.grouping->merges.front().right == 3);
        Played wrong = tablePlay(planOf("hcct"), small::shards({30, 30}));
        Hcct tooFew({.clientAlphas = {1.0}});
        bool refused = false;
        try {
            tooFew.start(wrong.federation);
        } catch (const std::invalid_argument& error) {
            refused = std::string(error.what())
                      == "clientAlphas must have one number for each of the 2 clients (has 1)";
        }
        QVERIFY(refused);
    }

    void signsCanBeCompared()
    {
        const auto dataset = small::table(400, 6, 3);
        Played played(planOf("hcct", {{"alpha", 15.0}, {"similarity", std::string("sign")}}),
                      dataset,
                      twoKinds(*dataset, 40),
                      small::perceptron());
        const RoundReport report = played.play(3);
        QVERIFY((report.grouping->groups == Groups{{0, 1}, {2, 3}}));
        QCOMPARE(report.similarity->at(2, 2), 1.0);
        QVERIFY(!whatIf(played.federation.plan(), played.federation.facts(), report, {}));
    }

    void layersAreScoredAsInTheReference()
    {
        // ALGORITHMS §2.2: two layers of two values, two clients.
        const at::Tensor updates =
            at::tensor({1.0F, 2.0F, 0.1F, -0.1F, 3.0F, 4.0F, 0.1F, -0.3F}).view({2, 4});
        const std::vector<LayerColumns> layers{
            {.layer = 0, .name = "fc1", .first = 0, .biasFirst = 2, .last = 2},
            {.layer = 1, .name = "fc2", .first = 2, .biasFirst = 4, .last = 4}};
        const std::vector<double> official = layerScores(updates, layers, LayerScore::Official);
        QCOMPARE_LT(std::abs(official[0] - 0.5), 1e-6);
        QCOMPARE_LT(std::abs(official[1] + 0.55), 1e-6);
        const std::vector<double> between = layerScores(updates, layers, LayerScore::Between);
        QCOMPARE_LT(std::abs(between[0] - 0.4), 1e-6);
        QCOMPARE_LT(std::abs(between[1] - 0.033333), 1e-5);
        QCOMPARE(largestScore(official), std::size_t{0});
        const at::Tensor turned = updates.flip(0);
        QVERIFY(layerScores(turned, layers, LayerScore::Between) == between);
        QCOMPARE(largestScore(std::vector<double>{std::nan(""), -1.0, 2.0, 2.0}), std::size_t{2});
    }

    void layerIsChosenOnceOrByTheUser()
    {
        Played played = tablePlay(planOf("hcctE"), small::shards({31, 27, 18}));
        const RoundReport first = played.play(1);
        QVERIFY(std::ranges::any_of(
            first.events, [](const Event& event) { return kindOf(event.what) == "layerScore"; }));
        const at::Tensor chosen = statePart(played.algorithm->state(), "layer").clone();
        (void)small::playRound(played.federation, *played.algorithm, *played.sampler, 1);
        QVERIFY(small::same(statePart(played.algorithm->state(), "layer"), chosen));
        Played own =
            tablePlay(planOf("hcctE", {{"layer", std::int64_t{2}}}), small::shards({31, 27, 18}));
        (void)own.play(1);
        QCOMPARE(statePart(own.algorithm->state(), "layer").item<std::int64_t>(), 1);
        QCOMPARE(statePart(own.algorithm->state(), "updates").size(1), 5 * 3 + 3);
    }

    void releasedCodeComparesBatchCountersToo()
    {
        Played played = pictures(planOf("hcct", {{"simIncludeBuffers", true}}));
        (void)played.play(1);
        const at::Tensor updates = statePart(played.algorithm->state(), "updates");
        const ParamLayout& layout = played.federation.network().layout();
        QCOMPARE(updates.size(1),
                 static_cast<std::int64_t>(layout.parameterCount + layout.bufferCount
                                           + layout.batchNormLayers));
        // 31 samples in batches of 8, twice: 8 steps at η = 0.1 count −80 in each layer (A13).
        QCOMPARE_LT(std::abs(updates[0][-1].item<double>() + 80), 1e-4);
        QCOMPARE_LT(std::abs(updates[0][-2].item<double>() + 80), 1e-4);
        QCOMPARE_LT(std::abs(updates[1][-1].item<double>() + 20), 1e-4);
    }

    void batchCountersMakeUnlikeUpdatesLookAlike()
    {
        // ALGORITHMS §2.1, A13: five batch-norm layers, ten steps at η = 0.1, and two orthogonal
        // updates of norm 5.
        const Network network("counted",
                              {.channels = 1},
                              {batchNorm(1),
                               batchNorm(1),
                               batchNorm(1),
                               batchNorm(1),
                               batchNorm(1),
                               linear(1, 2, false)},
                              Loss::CrossEntropy);
        const ParamLayout& layout = network.layout();
        QCOMPARE(layout.batchNormLayers, std::size_t{5});
        const auto rows = [](std::size_t columns) {
            return at::zeros({2, static_cast<std::int64_t>(columns)}, at::kDouble);
        };
        Trained trained{.clients = {0, 1},
                        .ends = {.parameters = rows(layout.parameterCount),
                                 .buffers = rows(layout.bufferCount)},
                        .starts = {.parameters = rows(layout.parameterCount),
                                   .buffers = rows(layout.bufferCount)},
                        .startRow = {0, 1},
                        .results = std::vector<LocalResult>(2),
                        .learningRate = 0.1,
                        .jobRates = {0.1, 0.1}};
        for (LocalResult& result : trained.results)
            result.steps = 10;
        trained.starts.parameters[0][0] = 0.5; // (start − end)/η = 5
        trained.starts.parameters[1][1] = 0.5;
        const PersonalHead noHead(network, 0);
        const auto vectors = [&](bool withBuffers) {
            HcctParameters parameters;
            parameters.includesBuffers = withBuffers;
            return similarityVectors(trained, parameters, nullptr, noHead, layout).to(at::kDouble);
        };
        const auto cosines = [](const at::Tensor& of) { // with the mean of the two
            const auto columns = static_cast<std::size_t>(of.size(1));
            const Rows<double> each{
                .data = of.data_ptr<double>(), .count = 2, .columns = columns, .stride = columns};
            const std::vector<std::vector<int>> together{{0, 1}};
            return utilities(gram(each), std::vector<double>{100, 100}, together, {.alpha = {0}});
        };
        const at::Tensor all = vectors(true);
        const double block = all[0].narrow(0, -5, 5).norm().item<double>();
        QCOMPARE_LT(std::abs(block - 223.6), 0.05);
        for (const double cosine : cosines(vectors(false)))
            QCOMPARE_LT(std::abs(cosine - 0.707107), 1e-6);
        for (const double cosine : cosines(all))
            QCOMPARE_LT(std::abs(cosine - 0.999875), 1e-6);
    }

    void headsNeverLeaveTheirClients()
    {
        const auto heads = [](const Played& played, std::size_t client) {
            return played.modelOf(client).parameters.narrow(1, 35, 18); // the layer 5 → 3
        };
        for (const bool averaged : {false, true}) {
            Played played = tablePlay(planOf("hcctP",
                                             {{"alpha", 1e9},
                                              {"bootstrap", std::string("global")},
                                              {"headReaveragedAtStart", averaged}}),
                                      small::shards({31, 27, 18}));
            (void)played.play(2);
            QVERIFY(!small::same(heads(played, 0), heads(played, 1)));
            QVERIFY(small::same(played.modelOf(0).parameters.narrow(1, 0, 35),
                                played.modelOf(1).parameters.narrow(1, 0, 35)));
            const at::Tensor before = heads(played, 0).clone();
            const RoundReport report =
                small::playRound(played.federation, *played.algorithm, *played.sampler, 2);
            const at::Tensor start =
                played.federation.lastTrained().starts.parameters.narrow(1, 35, 18);
            QCOMPARE(small::same(start[0], before[0]), !averaged);
            QCOMPARE(report.traffic.front().bits, 32.0 * 35);
        }
    }

    void simScopeBodyComparesBodies()
    {
        Played played = tablePlay(planOf("hcctP", {{"simScope", std::string("body")}}),
                                  small::shards({31, 27, 18}));
        (void)played.play(1);
        QCOMPARE(statePart(played.algorithm->state(), "updates").size(1), 35);
    }

    void profileCodeSetsTheDefaultsOfTheReleasedCode()
    {
        const NamedPart* hcctP = findPart(registry().algorithms, "hcctP");
        const auto code = [hcctP](std::string_view name) {
            return findParameter(hcctP->parameters, name)->defaultValue(true);
        };
        QVERIFY(code("bootstrap") == ParameterValue(std::string("global")));
        QVERIFY(code("simIncludeBuffers") == ParameterValue(true));
        QVERIFY(code("headReaveragedAtStart") == ParameterValue(true));
        QVERIFY(code("newcomerProbe") == ParameterValue(std::string("init")));
        QVERIFY(code("newcomerMode") == ParameterValue(std::string("repartition")));
    }
};

COTERIE_SECTION(TestHcct)

} // namespace tst_hcct

#include "tst_hcct.moc"
