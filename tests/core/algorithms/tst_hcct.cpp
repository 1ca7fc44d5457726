#include "core/algorithms/given_groups.h"
#include "core/algorithms/hcct.h"
#include "core/algorithms/hcct_partition.h"
#include "core/math/similarity.h"
#include "tests/core/algorithms/hcct_bed.h"
#include "tests/core/algorithms/plane_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tst_hcct {

using namespace coterie;
using namespace hcct_bed;
using small::Played;
using small::tablePlay;

namespace {

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

    /// HCCT Theorem 2: of gradients (1, 0) and (1.6, 1.2), whether short batches count or not.
    void gradientNormsAreMeasuredOverAllSamplesAndChangeNothing()
    {
        for (const bool dropsLast : {false, true}) {
            RunPlan plan = planOf("hcct", {{"alpha", 50.0}});
            plan.local.batch = 5;
            plan.local.dropLast = dropsLast;
            Played plain = small::slopePlay(plan, {{1, 0, 10}, {1.6, 1.2, 300}});
            plan.algorithm.parameters.set("gradientNorms", true);
            Played measuring = small::slopePlay(plan, {{1, 0, 10}, {1.6, 1.2, 300}});
            const RoundReport without = plain.play(2);
            const RoundReport with = measuring.play(2);
            const auto norms =
                std::ranges::find(with.clientValues, "squaredGradientNorm", &NamedValues::name);
            QVERIFY(norms != with.clientValues.end());
            QCOMPARE_LT(std::abs(*norms->values[0] - 1), 1e-6);
            QCOMPARE_LT(std::abs(*norms->values[1] - 4), 1e-5);
            QCOMPARE(with.clientValues.size(), without.clientValues.size() + 1);
            for (std::size_t i = 0; i < 2; ++i)
                QVERIFY(small::same(plain.modelOf(i).parameters, measuring.modelOf(i).parameters));
        }
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
