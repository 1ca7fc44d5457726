#include "core/math/draws.h"
#include "core/sampling/sampler.h"
#include "tests/core/sampling/draws_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

namespace tst_sampling {

using namespace coterie;
using namespace draws;

namespace {

Federation federationOf(const std::vector<std::size_t>& sizes)
{
    return {small::plan(small::sgd(0.1, 8, 1)),
            small::table(200, 6, 3),
            small::shards(sizes),
            small::perceptron(),
            1,
            "cpu"};
}

Draw drawIn(Federation& federation, Sampler& sampler, int round)
{
    federation.beginRound(round, {});
    RoundReport report = small::emptyReport(federation);
    return sampler.draw(federation, {}, report);
}

} // namespace

class TestSampling : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void drawsFollowTheirWeights()
    {
        // Sequential draws without replacement: P(i, then j) = pᵢ·pⱼ/(1 − pᵢ).
        const std::vector<double> weights{1, 2, 3, 4};
        std::map<std::pair<std::size_t, std::size_t>, double> expected;
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < 4; ++j)
                if (i != j)
                    expected[{i, j}] = weights[i] / 10 * weights[j] / (10 - weights[i]);
        constexpr int kDraws = 20000;
        std::map<std::pair<std::size_t, std::size_t>, int> counts;
        RandomStream stream({.seed = 4, .purpose = Purpose::Sampler});
        for (int d = 0; d < kDraws; ++d) {
            const auto drawn = drawWithoutReplacement(weights, 2, stream);
            QCOMPARE(drawn.size(), std::size_t{2});
            ++counts[{drawn[0], drawn[1]}];
        }
        QCOMPARE_LT(chiSquare(counts, expected, kDraws), 31.26); // 11 degrees of freedom, 0.1 %
    }

    void equalWeightsGiveEveryPairTheSameChance()
    {
        const std::vector<double> weights(5, 1.0);
        std::map<std::pair<std::size_t, std::size_t>, double> expected;
        for (std::size_t i = 0; i < 5; ++i)
            for (std::size_t j = i + 1; j < 5; ++j)
                expected[{i, j}] = 0.1;
        constexpr int kDraws = 20000;
        std::map<std::pair<std::size_t, std::size_t>, int> counts;
        RandomStream stream({.seed = 5, .purpose = Purpose::Sampler});
        for (int d = 0; d < kDraws; ++d) {
            auto drawn = drawWithoutReplacement(weights, 2, stream);
            std::ranges::sort(drawn);
            ++counts[{drawn[0], drawn[1]}];
        }
        QCOMPARE_LT(chiSquare(counts, expected, kDraws), 27.88); // 9 degrees of freedom, 0.1 %
    }

    void clientsWithoutWeightAreNeverDrawn()
    {
        const std::vector<double> weights{0, 1, 0, 1};
        RandomStream stream({.seed = 6, .purpose = Purpose::Sampler});
        for (int d = 0; d < 100; ++d) {
            auto drawn = drawWithoutReplacement(weights, 4, stream);
            std::ranges::sort(drawn);
            QVERIFY((drawn == std::vector<std::size_t>{1, 3}));
        }
    }

    void moreThanThereAreMeansAll()
    {
        Federation federation = federationOf({10, 20, 5});
        const auto sampler =
            makeSampler(small::part(samplerParts(), "random", {{"count", std::int64_t{9}}}));
        const Draw draw = drawIn(federation, *sampler, 0);
        QVERIFY((draw.clients == std::vector<std::size_t>{0, 1, 2}));
        QVERIFY(draw.weights.empty());
    }

    void everybodyTakesPartInEveryRound()
    {
        Federation federation = federationOf({10, 20, 5, 1});
        const auto sampler = makeSampler(small::part(samplerParts(), "all"));
        for (int round = 0; round < 3; ++round)
            QVERIFY((drawIn(federation, *sampler, round).clients
                     == std::vector<std::size_t>{0, 1, 2, 3}));
    }

    void drawsAreAscendingAndAFunctionOfTheRound()
    {
        Federation federation = federationOf({10, 20, 5, 9, 14, 6});
        const Part part = small::part(samplerParts(), "random", {{"count", std::int64_t{3}}});
        const auto sampler = makeSampler(part);
        const auto again = makeSampler(part);
        std::map<std::vector<std::size_t>, int> kinds;
        for (int round = 0; round < 20; ++round) {
            const Draw draw = drawIn(federation, *sampler, round);
            QCOMPARE(draw.clients.size(), std::size_t{3});
            QVERIFY(std::ranges::is_sorted(draw.clients));
            ++kinds[draw.clients];
        }
        for (int round = 19; round >= 0; --round)
            QVERIFY(drawIn(federation, *again, round).clients
                    == drawIn(federation, *sampler, round).clients);
        QVERIFY(kinds.size() > 5);
    }

    void samplesWeighUnlessChancesAreEqual()
    {
        Federation federation = federationOf({90, 5, 5, 5, 5, 5});
        const auto timesFirstDrawn = [&](bool uniform) {
            const auto sampler = makeSampler(small::part(
                samplerParts(), "random", {{"count", std::int64_t{1}}, {"uniform", uniform}}));
            int times = 0;
            for (int round = 0; round < 600; ++round)
                times += drawIn(federation, *sampler, round).clients[0] == 0 ? 1 : 0;
            return times;
        };
        // 600·90/115 = 470 and 600/6 = 100; four standard deviations are 41 and 37.
        QVERIFY(std::abs(timesFirstDrawn(false) - 470) < 41);
        QVERIFY(std::abs(timesFirstDrawn(true) - 100) < 37);
    }
};

COTERIE_SECTION(TestSampling)

} // namespace tst_sampling

#include "tst_sampling.moc"
