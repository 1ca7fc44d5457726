#include "core/collaboration/collaboration_weights.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tst_collaboration_weights {

using namespace coterie;

namespace {

/// ALGORITHMS §3.1: g_i = (2,0), then (1.5,0.5), (−1,0), (0,2), with 16, 32, 16 and 16 samples.
const std::vector<double> kGradients{2, 0, 1.5, 0.5, -1, 0, 0, 2};
const std::vector<double> kSizes{16, 32, 16, 16};

Rows<double> rowsOf(const std::vector<double>& values)
{
    return {.data = values.data(), .count = values.size() / 2, .columns = 2, .stride = 2};
}

std::vector<double> ratiosOf(const std::vector<double>& gradients, std::size_t own = 0)
{
    return similarityRatios(gradientProducts(rowsOf(gradients), own), own);
}

bool near(const std::vector<double>& found, const std::vector<double>& expected, double within)
{
    return std::ranges::equal(
        found, expected, [&](double a, double b) { return std::abs(a - b) <= within; });
}

double sumOf(const std::vector<double>& values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

} // namespace

class TestCollaborationWeights : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ratiosOfTheWorkedExample()
    {
        QVERIFY((ratiosOf(kGradients) == std::vector<double>{1, 0.875, 0, 0}));
        QCOMPARE(ratiosOf(kGradients, 1)[0], 0.8); // not symmetric
        const GradientProducts products = gradientProducts(rowsOf(kGradients), 0);
        QVERIFY((squaredGradientDistances(products, 0) == std::vector<double>{0, 0.5, 9, 8}));
        QCOMPARE(products.squaredNorms[0], 4.0);
    }

    void weightsOfTheWorkedExample_data()
    {
        QTest::addColumn<bool>("binary");
        QTest::addColumn<bool>("rowSumOne");
        QTest::addColumn<bool>("sizes");
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("second");
        QTest::addColumn<double>("theorySum");
        QTest::newRow("binary, theory")
            << true << false << true << 0.363636 << 0.727273 << 1.090909;
        QTest::newRow("binary, row sum one")
            << true << true << true << 0.333333 << 0.666667 << 1.090909;
        QTest::newRow("continuous, theory")
            << false << false << true << 0.395062 << 0.691358 << 1.086420;
        QTest::newRow("continuous, row sum one, the code's")
            << false << true << false << 0.533333 << 0.466667 << 1.875 / 1.765625;
        QTest::newRow("continuous by size")
            << false << true << true << 0.363636 << 0.636364 << 1.086420;
    }

    void weightsOfTheWorkedExample()
    {
        QFETCH(bool, binary);
        QFETCH(bool, rowSumOne);
        QFETCH(bool, sizes);
        QFETCH(double, first);
        QFETCH(double, second);
        QFETCH(double, theorySum);
        const WeightRule rule{.criterion = binary ? Criterion::Binary : Criterion::Continuous,
                              .threshold = 0.1,
                              .rowSumOne = rowSumOne};
        const WeightRow row = collaborationWeights(rule,
                                                   ratiosOf(kGradients),
                                                   sizes ? std::span<const double>(kSizes)
                                                         : std::span<const double>());
        QVERIFY(near(row.weights, {first, second, 0, 0}, 1e-6));
        QVERIFY(std::abs(row.theorySum - theorySum) < 1e-6);
    }

    void sumsStayWithinTheTheorysBounds()
    {
        std::vector<double> gradients{1, 0.5};
        for (int k = 1; k < 40; ++k) {
            gradients.push_back(std::cos(0.3 * k) * (0.2 + 0.04 * k));
            gradients.push_back(std::sin(0.3 * k + 0.2));
        }
        const std::vector<double> ratios = ratiosOf(gradients);
        for (const double threshold : {0.05, 0.1, 0.5, 1.0}) {
            WeightRule rule{.threshold = threshold, .rowSumOne = false};
            const WeightRow theory = collaborationWeights(rule, ratios);
            QVERIFY(theory.theorySum >= 1 - 1e-12);
            QVERIFY(theory.theorySum <= 1 / threshold + 1e-12);
            QVERIFY(std::abs(sumOf(theory.weights) - theory.theorySum) < 1e-12);
            rule.rowSumOne = true;
            const WeightRow normal = collaborationWeights(rule, ratios);
            QVERIFY(std::abs(sumOf(normal.weights) - 1) < 1e-12);
            QVERIFY(normal.weights[0] > 0);
        }
    }

    void thresholdOneLeavesOnlyEqualGradients()
    {
        const WeightRow row = collaborationWeights({.threshold = 1.0}, ratiosOf(kGradients));
        QVERIFY((row.weights == std::vector<double>{1, 0, 0, 0}));
        std::vector<double> equal{2, 0, 2, 0, 1.9, 0};
        QVERIFY((collaborationWeights({.threshold = 1.0}, ratiosOf(equal)).weights
                 == std::vector<double>{0.5, 0.5, 0}));
    }

    void aRatioAtTheThresholdCounts()
    {
        QVERIFY(collaborationWeights({.threshold = 0.875}, ratiosOf(kGradients)).weights[1] > 0);
        QCOMPARE(collaborationWeights({.threshold = 0.8751}, ratiosOf(kGradients)).weights[1], 0.0);
    }

    void ratiosDoNotChangeWithAScaleAndBoundTheCosine()
    {
        std::vector<double> scaled = kGradients;
        for (double& value : scaled)
            value *= 8; // a power of two: exactly
        QVERIFY(ratiosOf(scaled) == ratiosOf(kGradients));
        const GradientProducts products = gradientProducts(rowsOf(kGradients), 0);
        for (std::size_t k = 0; k < 4; ++k) {
            const double cosine = products.withOwn[k]
                                  / std::sqrt(products.squaredNorms[0] * products.squaredNorms[k]);
            QVERIFY(ratiosOf(kGradients)[k] <= cosine * cosine + 1e-15);
        }
    }

    void zeroGradientsFollowTheConventions()
    {
        QVERIFY((ratiosOf({0, 0, 0, 0, 1, 0}) == std::vector<double>{1, 1, 0}));
        QVERIFY((ratiosOf({1, 0, 0, 0}) == std::vector<double>{1, 0})); // Z_ik = Z_i
    }

    void whatIsNotFiniteIsNotAlike()
    {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        QVERIFY((ratiosOf({1, 0, nan, 0, 1, 0}) == std::vector<double>{1, 0, 1}));
        QVERIFY((ratiosOf({nan, 0, 1, 0}) == std::vector<double>{1, 0}));
    }

    void floatRowsGiveTheSameRatios()
    {
        const std::vector<float> values(kGradients.begin(), kGradients.end());
        const Rows<float> rows{.data = values.data(), .count = 4, .columns = 2, .stride = 2};
        QVERIFY(similarityRatios(gradientProducts(rows, 0), 0) == ratiosOf(kGradients));
    }
};

COTERIE_SECTION(TestCollaborationWeights)

} // namespace tst_collaboration_weights

#include "tst_collaboration_weights.moc"
