#include "core/collaboration/gaussian_process.h"
#include "core/collaboration/gaussian_tree.h"
#include "tests/core/math/matrix_of.h"
#include "tests/sections.h"

#include <QTest>

#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

namespace tst_gaussian_tree {

using namespace coterie;
using coterie::tests::matrixOf;

namespace {

RandomStream streamOf(std::uint32_t number)
{
    return RandomStream({.seed = 11, .purpose = Purpose::Head, .client = number});
}

struct Moments
{
    double mean = 0;
    double variance = 0;
    double standardError = 0;
};

Moments momentsOf(const std::vector<double>& values)
{
    const auto count = static_cast<double>(values.size());
    Moments moments;
    moments.mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    for (const double value : values)
        moments.variance += (value - moments.mean) * (value - moments.mean) / (count - 1);
    moments.standardError = std::sqrt(moments.variance / count);
    return moments;
}

std::vector<double> draws(double c, std::size_t count)
{
    RandomStream stream = streamOf(static_cast<std::uint32_t>(100 + 10 * std::abs(c)));
    std::vector<double> values(count);
    for (double& value : values)
        value = polyaGamma(c, stream);
    return values;
}

double logistic(double f)
{
    return 1 / (1 + std::exp(-f));
}

/// ∫ g(f) N(f; 0, variance) df, by the trapezium rule.
double normalMean(double variance, const std::function<double(double)>& g)
{
    constexpr int kSteps = 20000;
    const double reach = 12 * std::sqrt(variance);
    double sum = 0;
    double weights = 0;
    for (int i = 0; i <= kSteps; ++i) {
        const double f = -reach + 2 * reach * i / kSteps;
        const double weight = std::exp(-f * f / (2 * variance));
        sum += weight * g(f);
        weights += weight;
    }
    return sum / weights;
}

/// Three classes of a few samples around points of their own; classes are 2, 5 and 7.
LabelledRows threeClasses(std::size_t perClass, std::uint32_t number)
{
    RandomStream stream = streamOf(number);
    const double centres[3][3] = {{0, 0, 0}, {1, 0.5, 0}, {-0.5, 1, 1}};
    const std::int32_t labels[3] = {2, 5, 7};
    LabelledRows rows{.rows = Matrix(3 * perClass, 3), .labels = {}};
    for (std::size_t i = 0; i < rows.rows.rows; ++i) {
        for (std::size_t k = 0; k < 3; ++k)
            rows.rows.at(i, k) = centres[i % 3][k] + 0.3 * stream.normal();
        rows.labels.push_back(labels[i % 3]);
    }
    return rows;
}

/// The largest difference between slopes and central differences of the loss.
double worstSlope(LabelledRows& moved, const Matrix& slopes, const std::function<double()>& loss)
{
    constexpr double kStep = 1e-5;
    double worst = 0;
    for (std::size_t i = 0; i < moved.rows.values.size(); ++i) {
        double& value = moved.rows.values[i];
        const double here = value;
        value = here + kStep;
        const double above = loss();
        value = here - kStep;
        const double below = loss();
        value = here;
        worst = std::max(worst, std::abs((above - below) / (2 * kStep) - slopes.values[i]));
    }
    return worst;
}

double length(const Matrix& matrix)
{
    return std::sqrt(
        std::inner_product(matrix.values.begin(), matrix.values.end(), matrix.values.begin(), 0.0));
}

} // namespace

/// pFedGP's mathematics: ALGORITHMS §7.8.
class TestGaussianTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void polyaGammaHasItsMoments_data()
    {
        QTest::addColumn<double>("c");
        for (const double c : {0.0, 0.3, -1.0, 2.0, 3.5, 8.0, -30.0})
            QTest::addRow("c = %g", c) << c;
    }

    /// E = tanh(c/2)/(2c), ¼ at 0; Var = (sinh c − c)/(4c³ cosh²(c/2)), 1/24 at 0; and the Laplace
    /// transform E[e^−tω] = cosh(c/2)/cosh√((c²/2 + t)/2), which determines the distribution.
    void polyaGammaHasItsMoments()
    {
        QFETCH(double, c);
        const std::vector<double> values = draws(c, 60000);
        const Moments found = momentsOf(values);
        const double mean = c == 0 ? 0.25 : std::tanh(c / 2) / (2 * c);
        const double root = std::cosh(c / 2);
        const double variance =
            c == 0 ? 1.0 / 24 : (std::sinh(c) - c) / (4 * c * c * c * root * root);
        QCOMPARE_LT(std::abs(found.mean - mean), 4 * found.standardError);
        QCOMPARE_LT(std::abs(found.variance / variance - 1), 0.05);
        for (const double t : {1.0, 5.0, 40.0}) {
            std::vector<double> powers;
            for (const double value : values)
                powers.push_back(std::exp(-t * value));
            const Moments transform = momentsOf(powers);
            const double expected = root / std::cosh(std::sqrt((c * c / 2 + t) / 2));
            QCOMPARE_LT(std::abs(transform.mean - expected), 4 * transform.standardError);
        }
    }

    void polyaGammaOfNoNumberIsNone()
    {
        RandomStream stream = streamOf(1);
        QVERIFY(std::isnan(polyaGamma(std::numeric_limits<double>::quiet_NaN(), stream)));
        QVERIFY(std::isnan(polyaGamma(std::numeric_limits<double>::infinity(), stream)));
        QVERIFY(polyaGamma(500, stream) > 0); // far out the masses overflow; the draw does not
    }

    void quadratureIsExactForPolynomials()
    {
        const NormalQuadrature quadrature = normalQuadrature(20);
        double expected = 1; // (2k − 1)!!
        for (int k = 0; k < 12; ++k) {
            double even = 0;
            double odd = 0;
            for (std::size_t q = 0; q < 20; ++q) {
                even += quadrature.weights[q] * std::pow(quadrature.points[q], 2 * k);
                odd += quadrature.weights[q] * std::pow(quadrature.points[q], 2 * k + 1);
            }
            QCOMPARE_LT(std::abs(even / expected - 1), 1e-11);
            QCOMPARE_LT(std::abs(odd / expected), 1e-8);
            expected *= 2 * k + 1;
        }
    }

    void logisticMeanIsTheIntegral()
    {
        const NormalQuadrature quadrature = normalQuadrature(20);
        for (const auto& [mean, variance] : {std::pair{0.0, 4.0}, {1.5, 0.3}, {-2.0, 8.0}}) {
            const LogisticMean found = logisticMean(quadrature, mean, variance);
            const double shift = mean;
            const double expected =
                normalMean(variance, [shift](double f) { return logistic(shift + f); });
            QCOMPARE_LT(std::abs(found.value - expected), 1e-4);
            constexpr double kStep = 1e-5;
            const auto at = [&](double m, double v) {
                return logisticMean(quadrature, m, v).value;
            };
            const double byMean = (at(mean + kStep, variance) - at(mean - kStep, variance));
            const double byVariance = (at(mean, variance + kStep) - at(mean, variance - kStep));
            QCOMPARE_LT(std::abs(byMean / (2 * kStep) - found.meanSlope), 1e-9);
            QCOMPARE_LT(std::abs(byVariance / (2 * kStep) - found.varianceSlope), 1e-9);
        }
    }

    void classesAreSplitWhereTheyAreFarApart()
    {
        // 0 and 2 lie together, 1 and 3 far away from them; 3 is a little apart from 1.
        const Matrix means = matrixOf({{0, 0}, {10, 0}, {0, 1}, {10, 3}});
        const std::vector<ClassSplit> expected{{.left = {0, 2}, .right = {1, 3}},
                                               {.left = {0}, .right = {2}},
                                               {.left = {1}, .right = {3}}};
        QVERIFY(classTree(means) == expected);
        QVERIFY(classTree(matrixOf({{1, 1}})).empty());
        QCOMPARE(classTree(Matrix(5, 2, 1.0)).size(), std::size_t{4}); // equal means too
        QCOMPARE(classTree(Matrix(3, 2, std::numeric_limits<double>::quiet_NaN())).size(),
                 std::size_t{2});
    }

    /// Two known samples, by the inverse of a 2×2 matrix.
    void latentIsTheNormalPosterior()
    {
        const BinaryProcess process(matrixOf({{2, 0.5}, {0.5, 2}}), {0.5, -0.5});
        const std::vector<double> weights{0.2, 0.1};
        const BinaryProcess::Latent latent = process.latent(weights, matrixOf({{1, 0.3}}), 2);
        // A = [[7, .5], [.5, 12]], Ω⁻¹κ = (2.5, −5), det = 83.75
        const double first = (12 * 2.5 + 0.5 * 5) / 83.75;
        const double second = (-0.5 * 2.5 - 7 * 5) / 83.75;
        QCOMPARE_LT(std::abs(latent.alpha[0] - first), 1e-14);
        QCOMPARE_LT(std::abs(latent.alpha[1] - second), 1e-14);
        QCOMPARE_LT(std::abs(latent.mean[0] - (first + 0.3 * second)), 1e-14);
        const double explained = (12 * 1 - 2 * 0.5 * 0.3 + 7 * 0.09) / 83.75;
        QCOMPARE_LT(std::abs(latent.variance[0] - (2 - explained)), 1e-14);
    }

    /// One known sample of side "yes", asked about itself: P(yes) = ∫σ²N / ∫σN, whatever the
    /// augmentation.
    void gibbsChainsMixToTheExactPosterior()
    {
        constexpr double kScale = 4;
        const BinaryProcess process(Matrix(1, 1, kScale), {0.5});
        const NormalQuadrature quadrature = normalQuadrature(20);
        RandomStream stream = streamOf(7);
        std::vector<double> found;
        for (int chain = 0; chain < 4000; ++chain) {
            const std::vector<double> weights = process.drawWeights(20, stream);
            const BinaryProcess::Latent latent =
                process.latent(weights, Matrix(1, 1, kScale), kScale);
            found.push_back(logisticMean(quadrature, latent.mean[0], latent.variance[0]).value);
        }
        const double both = normalMean(kScale, [](double f) { return logistic(f) * logistic(f); });
        const double expected = both / normalMean(kScale, logistic);
        const Moments moments = momentsOf(found);
        QCOMPARE_LT(moments.standardError, 0.003);
        QCOMPARE_LT(std::abs(moments.mean - expected), 4 * moments.standardError);
    }

    void anOnlyClassIsCertain()
    {
        LabelledRows known = threeClasses(4, 1);
        std::ranges::fill(known.labels, 6);
        RandomStream stream = streamOf(2);
        const Matrix found = gaussianTreeProbabilities({}, known, known.rows, 8, stream);
        for (std::size_t i = 0; i < found.rows; ++i)
            for (std::size_t c = 0; c < 8; ++c)
                QCOMPARE(found.at(i, c), c == 6 ? 1.0 : 0.0);
        const GaussianTreeLoss loss = gaussianTreeLoss({}, known, known, stream);
        QCOMPARE(loss.loss, 0.0);
        QCOMPARE(loss.accuracy, 1.0);
        QCOMPARE(length(loss.askedSlopes), 0.0);
    }

    void nothingKnownIsNothingSaid()
    {
        RandomStream stream = streamOf(2);
        const Matrix found = gaussianTreeProbabilities(
            {}, {.rows = Matrix(0, 3), .labels = {}}, Matrix(2, 3), 4, stream);
        QCOMPARE(found.at(1, 3), 0.25);
    }

    void probabilitiesAreOnesAndFindTheClass()
    {
        const LabelledRows known = threeClasses(20, 1);
        const LabelledRows asked = threeClasses(20, 2);
        RandomStream stream = streamOf(3);
        const Matrix found = gaussianTreeProbabilities({}, known, asked.rows, 10, stream);
        int correct = 0;
        for (std::size_t i = 0; i < found.rows; ++i) {
            const std::span<const double> row = std::as_const(found).row(i);
            QCOMPARE_LT(std::abs(std::accumulate(row.begin(), row.end(), 0.0) - 1), 1e-12);
            correct += std::ranges::max_element(row) - row.begin() == asked.labels[i] ? 1 : 0;
        }
        QCOMPARE_GE(correct, 54); // of 60: the classes' centres lie three deviations apart
        RandomStream again = streamOf(3);
        const GaussianTreeLoss loss = gaussianTreeLoss({}, known, asked, again);
        QCOMPARE_LT(std::abs(loss.accuracy * 60 - correct), 1e-9);
        double expected = 0; // the same draws give the same probabilities
        for (std::size_t i = 0; i < found.rows; ++i)
            expected -= std::log(found.at(i, static_cast<std::size_t>(asked.labels[i]))) / 60;
        QCOMPARE_LT(std::abs(loss.loss - expected), 1e-12);
    }

    /// With no Gibbs step ω ~ PG(1, 0) depends on no feature, so it is the same at the differences.
    void slopesAreThoseOfTheLoss()
    {
        LabelledRows known = threeClasses(5, 1);
        LabelledRows asked = threeClasses(4, 2);
        const GaussianTreeSettings settings{
            .kernel = {.outputScale = 8, .lengthScale = 0.8}, .gibbsSteps = 0, .chains = 3};
        const auto lossNow = [&] {
            RandomStream stream = streamOf(4);
            return gaussianTreeLoss(settings, known, asked, stream);
        };
        const GaussianTreeLoss found = lossNow();
        QVERIFY(length(found.knownSlopes) > 0.1 && length(found.askedSlopes) > 0.1);
        const auto value = [&] { return lossNow().loss; };
        QCOMPARE_LT(worstSlope(known, found.knownSlopes, value), 1e-8);
        QCOMPARE_LT(worstSlope(asked, found.askedSlopes, value), 1e-8);
    }

    void aDivergedFeatureIsNotAnError()
    {
        LabelledRows known = threeClasses(3, 1);
        known.rows.at(4, 1) = std::numeric_limits<double>::quiet_NaN();
        RandomStream stream = streamOf(5);
        const GaussianTreeLoss found = gaussianTreeLoss({}, known, threeClasses(2, 2), stream);
        QVERIFY(std::isnan(found.loss));
    }
};

COTERIE_SECTION(TestGaussianTree)

} // namespace tst_gaussian_tree

#include "tst_gaussian_tree.moc"
