#include "core/collaboration/sufficient_cluster.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_sufficient_cluster {

using namespace coterie;

namespace {

/// ALGORITHMS §3.2: at distances of 0, 0.01, 0.1 and 1 from the first.
Matrix workedExample()
{
    Matrix optima(4, 2);
    optima.at(1, 0) = 0.01;
    optima.at(2, 0) = 0.1;
    optima.at(3, 0) = 1;
    return optima;
}

constexpr WeightRule kBinary{.criterion = Criterion::Binary, .threshold = 0.1};
constexpr WeightRule kContinuous{.criterion = Criterion::Continuous};

std::vector<SufficientCluster>
clustersOf(const Matrix& optima, const std::vector<double>& precisions, const WeightRule& rule)
{
    return sufficientClusters(squaredDistances(optima), precisions, rule);
}

std::vector<std::size_t> sizesOf(const Matrix& optima, const std::vector<double>& precisions)
{
    std::vector<std::size_t> sizes;
    for (const SufficientCluster& cluster : clustersOf(optima, precisions, kBinary))
        sizes.push_back(cluster.clients);
    return sizes;
}

bool near(double found, double expected)
{
    return std::abs(found - expected) < 1e-9 * std::abs(expected);
}

} // namespace

class TestSufficientCluster : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sizesOfTheWorkedExample()
    {
        QVERIFY((sizesOf(workedExample(), {1e-5, 1e-4, 1e-2, 1, 10})
                 == std::vector<std::size_t>{1, 2, 3, 4, 4}));
    }

    void sizesGrowWithPrecisionAndShrinkWithVariation()
    {
        const std::vector<double> precisions{1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1, 10};
        std::vector<std::size_t> before(precisions.size(), 20);
        for (const double variation : {0.001, 0.01, 0.1, 1.0}) {
            RandomStream stream({.seed = 1, .purpose = Purpose::Synthesise});
            const auto sizes = sizesOf(drawnOptima(20, 10, variation, stream), precisions);
            QVERIFY(std::ranges::is_sorted(sizes));
            for (std::size_t p = 0; p < sizes.size(); ++p)
                QVERIFY(sizes[p] <= before[p]);
            before = sizes;
        }
        QCOMPARE(before.front(), std::size_t{1}); // v = 1 at ε = 1e-5
    }

    void variancesOfTheWorkedExample()
    {
        // At ε = 0.01 the ratios are 1 − ‖ξ‖²/(2ε) = 1, 0.995, 0.5 and below 0.
        const std::vector<double> at{0.01};
        QVERIFY(near(clustersOf(workedExample(), at, kContinuous)[0].variance,
                     1 / (1 + 0.995 * 0.995 + 0.25)));
        QVERIFY(near(clustersOf(workedExample(), at, kBinary)[0].variance,
                     1 / (0.1 * (1 + 0.995 + 0.5))));
        // A ratio of 0.05 is above 0 and below the threshold: in the cluster, without weight.
        const std::vector<double> barely{0.005 / 0.95};
        const SufficientCluster cluster = clustersOf(workedExample(), barely, kBinary)[0];
        QCOMPARE(cluster.clients, std::size_t{3});
        QVERIFY(near(cluster.variance, 1 / (0.1 * (1 + 1 - 0.0001 / (2 * barely[0])))));
        // Alone: ψ(1) is λ or 1.
        const std::vector<double> tiny{1e-9};
        QVERIFY(near(clustersOf(workedExample(), tiny, kBinary)[0].variance, 10));
        QVERIFY(near(clustersOf(workedExample(), tiny, kContinuous)[0].variance, 1));
    }

    /// r = 1 − ‖∇R_1 − ∇R_2‖²/‖∇R_1‖² where R_1 is ε above its least, for the losses
    /// ½β‖θ + ξ‖²: what the bounds take σ²_suf from.
    void ratiosAreThoseOfTheGradients()
    {
        Matrix optima(2, 1);
        optima.at(1, 0) = 0.1;
        const std::vector<double> at{0.02};
        const double theta = std::sqrt(2 * at[0] / kFigureSmoothness);
        const double own = kFigureSmoothness * theta;
        const double other = kFigureSmoothness * (theta + optima.at(1, 0));
        const double ratio = 1 - (own - other) * (own - other) / (own * own);
        QVERIFY(near(clustersOf(optima, at, kContinuous)[0].variance, 1 / (1 + ratio * ratio)));
    }

    void boundsOfTableOne()
    {
        const BoundSetting setting{.variance = 1, .start = 1, .steps = 100}; // β = μ = 1
        QVERIFY(near(constantRateBound(setting, 0.25), std::pow(0.75, 100) + 0.125));
        QVERIFY(near(*horizonRateBound(setting), 0.005 * (1 + std::log(200.0))));
        QVERIFY(near(decreasingRateBound(setting, 2), 0.02));
        QVERIFY(near(stepsToPrecision(setting, 2, 0.01), 200));
        QVERIFY(near(gradientNormBound(setting), 2 * std::sqrt(0.02)));
        // The horizon's own step size keeps its bound.
        const double rate = std::log(200.0) / 100;
        QVERIFY(constantRateBound(setting, rate) <= *horizonRateBound(setting));
        // Less variance lowers every bound that depends on it.
        BoundSetting less = setting;
        less.variance = 0.25;
        QVERIFY(constantRateBound(less, 0.25) < constantRateBound(setting, 0.25));
        QVERIFY(*horizonRateBound(less) < *horizonRateBound(setting));
        QVERIFY(stepsToPrecision(less, 2, 0.01) < stepsToPrecision(setting, 2, 0.01));
    }

    /// A row of the theory's weights sums to (σ_ψ/σ_φ)², and η·β times that is at most 1.
    void guaranteedRatesSuitEveryRow()
    {
        QVERIFY(near(guaranteedRate(kBinary, 20, 1), 0.145));
        QVERIFY(near(guaranteedRate(kBinary, 20, 2), 0.0725));
        QVERIFY(near(guaranteedRate(kContinuous, 20, 1), 2 / (1 + std::sqrt(20.0))));
        QVERIFY(near(guaranteedRate(kBinary, 1, 1), 1)); // alone
        QVERIFY(near(guaranteedRate(kContinuous, 1, 1), 1));
        RandomStream stream({.seed = 1, .purpose = Purpose::Synthesise});
        for (int draw = 0; draw < 200; ++draw) {
            std::vector<double> ratios{1};
            for (int other = 0; other < 19; ++other)
                ratios.push_back(stream.uniform());
            for (const WeightRule& rule : {kBinary, kContinuous})
                QVERIFY(guaranteedRate(rule, ratios.size(), 1)
                            * collaborationWeights(rule, ratios).theorySum
                        <= 1 + 1e-12);
        }
        // Where it is least, the limit is met.
        for (const WeightRule& rule : {kBinary, kContinuous}) {
            const bool isBinary = rule.criterion == Criterion::Binary;
            std::vector<double> least(20, isBinary ? 0.1 : 1 / (1 + std::sqrt(20.0)));
            least[0] = 1;
            QVERIFY(near(guaranteedRate(rule, least.size(), 1)
                             * collaborationWeights(rule, least).theorySum,
                         1));
        }
    }

    void aHorizonWithoutAStepSizeHasNoBound()
    {
        QVERIFY(!horizonRateBound({.start = 0.001, .steps = 100})); // η would be below 0
        QVERIFY(!horizonRateBound({.start = 10, .steps = 1}));      // and here above 1/μ
        QVERIFY(horizonRateBound({.start = 1, .steps = 3}));
    }
};

COTERIE_SECTION(TestSufficientCluster)

} // namespace tst_sufficient_cluster

#include "tst_sufficient_cluster.moc"
