#include "tests/core/sampling/draws_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tst_hics_draws {

using namespace coterie;
using namespace draws;

/// Whom HiCS-FL and its oracle draw, and what they tell of it.
class TestHicsDraws : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hicsSeesEverybodyOnceFirst()
    {
        Play play(planWith("hicsFl", {{"count", std::int64_t{3}}}),
                  small::shards({20, 9, 31, 14, 20, 8, 12}));
        std::set<std::size_t> seen;
        std::size_t drawn = 0;
        for (int round = 0; round < 3; ++round) { // ⌈7/3⌉
            const RoundReport report = play.round(round);
            seen.insert(play.drawn.begin(), play.drawn.end());
            drawn += play.drawn.size();
            QVERIFY(!report.samplingClusters);
        }
        QCOMPARE(seen.size(), std::size_t{7});
        QCOMPARE(drawn, std::size_t{7}); // pairwise disjoint: the last covering round has one
        QVERIFY(play.round(3).samplingClusters.has_value());
        QCOMPARE(play.drawn.size(), std::size_t{3});
    }

    void hicsInBlocksLeavesOutTheRest()
    {
        Play play(planWith("hicsFl",
                           {{"count", std::int64_t{3}},
                            {"warmUp", std::string("blocks")},
                            {"inCluster", std::string("uniform")}}),
                  small::shards({20, 9, 31, 14, 20, 8, 12}));
        static_cast<void>(play.round(0));
        QVERIFY((play.drawn == Ids{0, 1, 2}));
        static_cast<void>(play.round(1));
        QVERIFY((play.drawn == Ids{3, 4, 5}));
        // Client 6 was never seen: it looks perfectly balanced.
        const RoundReport report = play.round(2);
        const NamedValues* estimated = valuesNamed(report.clientValues, "estimatedEntropy");
        QVERIFY(std::abs(*estimated->values[6] - std::log(3.0)) < 1e-12);
    }

    void hicsTellsWhatItSawAndDrew()
    {
        Play play(planWith("hicsFl", {{"count", std::int64_t{2}}, {"temperature", 0.05}}),
                  unevenShards());
        RoundReport report;
        for (int round = 0; round < 4; ++round)
            report = play.round(round);
        const NamedValues* truth = valuesNamed(report.clientValues, "trueEntropy");
        const NamedValues* estimated = valuesNamed(report.clientValues, "estimatedEntropy");
        QVERIFY(truth && estimated);
        for (std::size_t k = 0; k < 6; ++k) {
            QVERIFY(std::abs(*truth->values[k] - (k % 2 == 0 ? std::log(3.0) : 0.0)) < 1e-12);
            for (std::size_t j = 0; j < 6; ++j) // whoever holds one class looks it
                if (k % 2 == 0 && j % 2 == 1)
                    QVERIFY(*estimated->values[k] > *estimated->values[j]);
        }
        QCOMPARE(report.samplingClusters->groups.size(), std::size_t{2}); // M = K
        QCOMPARE(report.samplingClusters->merges.size(), std::size_t{5});
        QVERIFY(!report.grouping); // nobody shares a model with a cluster
        const NamedValues* chance = valuesNamed(report.groupValues, "clusterChance");
        const NamedValues* mean = valuesNamed(report.groupValues, "clusterEntropy");
        QVERIFY(std::abs(sumOf(*chance) - 1) < 1e-12);
        QCOMPARE(*chance->values[0] > *chance->values[1], *mean->values[0] > *mean->values[1]);
        QVERIFY(std::abs(report.metrics.at("samplingSharpness") - 4 * (1 - 3.0 / 40)) < 1e-12);
        QVERIFY(std::abs(sumOf(*valuesNamed(report.clientValues, "drawChance")) - 1) < 1e-12);
        const NamedValues* staleness = valuesNamed(report.clientValues, "staleness");
        for (const std::optional<double>& rounds : staleness->values)
            QVERIFY(*rounds >= 1 && *rounds <= 3);
        std::set<double> places;
        for (const auto& place : valuesNamed(report.clientValues, "drawPlace")->values)
            if (place)
                places.insert(*place);
        QVERIFY((places == std::set<double>{1, 2}));
    }

    void hicsPrefersBalancedClientsEarly()
    {
        Play play(planWith("hicsFl", {{"count", std::int64_t{2}}, {"temperature", 0.02}}, 400),
                  unevenShards());
        int balanced = 0;
        for (int round = 0; round < 60; ++round) {
            static_cast<void>(play.round(round));
            if (round >= 3)
                for (const std::size_t k : play.drawn)
                    balanced += k % 2 == 0 ? 1 : 0;
        }
        QVERIFY2(balanced > 0.7 * 2 * 57, qPrintable(QString::number(balanced)));
    }

    void hicsWithEverybodyIsUniformFedAvg()
    {
        const Shards shards = small::shards({20, 9, 31});
        Play hics(planWith("hicsFl", {{"count", std::int64_t{3}}}), shards);
        Play all(planWith("all", {}), shards);
        for (int round = 0; round < 4; ++round) {
            static_cast<void>(hics.round(round));
            static_cast<void>(all.round(round));
        }
        QVERIFY(small::same(hics.algorithm->models().global->parameters,
                            all.algorithm->models().global->parameters));
    }

    void hicsWithOneClusterFollowsTheLawOfRandom()
    {
        // After its covering rounds HiCS-FL with M = 1 is a draw ∝ p, whatever γ⁰.
        const std::vector<std::size_t> sizes{10, 20, 30, 40};
        std::map<Ids, double> expected;
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < 4; ++j)
                if (i != j)
                    expected[{std::min(i, j), std::max(i, j)}] +=
                        static_cast<double>(sizes[i] * sizes[j])
                        / (100.0 * (100.0 - static_cast<double>(sizes[i])));
        QCOMPARE_LT(lawOf("hicsFl",
                          {{"count", std::int64_t{2}}, {"clusters", std::int64_t{1}}},
                          sizes,
                          expected),
                    20.52); // 5 degrees of freedom, 0.1 %
        QCOMPARE_LT(lawOf("random", {{"count", std::int64_t{2}}}, sizes, expected), 20.52);
        // Power-of-choice with as few candidates as participants takes whoever was drawn.
        QCOMPARE_LT(lawOf("powD",
                          {{"count", std::int64_t{2}}, {"candidates", std::int64_t{2}}},
                          sizes,
                          expected),
                    20.52);
    }

    void hicsWithoutSharpnessAndAClusterEachIsUniform()
    {
        std::map<Ids, double> expected;
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = i + 1; j < 4; ++j)
                expected[{i, j}] = 1.0 / 6;
        QCOMPARE_LT(
            lawOf("hicsFl",
                  {{"count", std::int64_t{2}}, {"clusters", std::int64_t{4}}, {"gamma0", 0.0}},
                  {10, 20, 30, 40},
                  expected),
            20.52);
    }

    void moreClustersThanClientsAreRefused()
    {
        for (const char* name : {"hicsFl", "hicsProbe", "oracleHics"}) {
            const auto sampler =
                makeSampler(small::part(samplerParts(), name, {{"clusters", std::int64_t{7}}}));
            QVERIFY(!sampler->problemWith(small::perceptron(), 7));
            QCOMPARE(
                sampler->problemWith(small::perceptron(), 6)->sentence(),
                std::string("/sampler/clusters: must be at most 6, the number of clients (is 7)"));
        }
    }

    void oracleKnowsFromTheStart()
    {
        Play play(planWith("oracleHics", {{"count", std::int64_t{2}}, {"gamma0", 50.0}}, 400),
                  unevenShards());
        const RoundReport report = play.round(0);
        QVERIFY(report.samplingClusters.has_value());
        for (const std::size_t k : play.drawn)
            QVERIFY(k % 2 == 0); // e⁵⁵ to 1
    }

private:
    /// χ² of the draws in rounds after everybody was seen against an expected law of pairs.
    double lawOf(std::string_view sampler,
                 Settings settings,
                 const std::vector<std::size_t>& sizes,
                 const std::map<Ids, double>& expected)
    {
        constexpr int kDraws = 3000;
        Play play(planWith(sampler, settings, kDraws + 9), small::shards(sizes));
        for (int round = 0; round < 4; ++round)
            static_cast<void>(play.round(round));
        std::map<Ids, int> counts;
        for (int d = 0; d < kDraws; ++d) {
            play.federation.beginRound(d + 4, {});
            RoundReport report = small::emptyReport(play.federation);
            ++counts[play.sampler->draw(play.federation, play.algorithm->models(), report).clients];
        }
        return chiSquare(counts, expected, kDraws);
    }
};

COTERIE_SECTION(TestHicsDraws)

} // namespace tst_hics_draws

#include "tst_hics_draws.moc"
