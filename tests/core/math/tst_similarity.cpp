#include "core/math/linear_algebra.h"
#include "core/math/similarity.h"
#include "tests/core/math/matrix_of.h"
#include "tests/sections.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <random>

namespace tst_similarity {

using namespace coterie;
using coterie::tests::matrixOf;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

template <typename Number>
std::vector<Number> randomNumbers(std::size_t count, unsigned seed)
{
    std::mt19937 engine(seed);
    std::normal_distribution<double> normal;
    std::vector<Number> numbers(count);
    for (Number& number : numbers)
        number = static_cast<Number>(normal(engine));
    return numbers;
}

/// Each entry by its definition, in extended precision.
template <typename Number>
double largestGramError(const Matrix& gram, const Rows<Number>& rows)
{
    double worst = 0;
    for (std::size_t i = 0; i < rows.count; ++i)
        for (std::size_t j = 0; j < rows.count; ++j) {
            long double sum = 0;
            long double scale = 0;
            for (std::size_t k = 0; k < rows.columns; ++k) {
                const long double term = static_cast<long double>(rows.row(i)[k]) * rows.row(j)[k];
                sum += term;
                scale += std::abs(term);
            }
            worst = std::max(worst, static_cast<double>(std::abs(gram.at(i, j) - sum) / scale));
        }
    return worst;
}

} // namespace

class TestSimilarity : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void gramIsTheSumOfProducts_data();
    void gramIsTheSumOfProducts();
    void gramOfFloatsEqualsGramOfTheSameDoubles();
    void gramOfALayerUsesItsColumnsOnly();
    void gramRepeatsBitForBit();
    void gramKeepsFloat64Accuracy();
    void notANumberSpoilsItsOwnRowOnly();
    void gramOfNothingIsZero();
    void cosineFollowsTheConventions();
    void anglesOfTheWorkedExample();
    void zeroVectorsHaveARightAngle();
    void anglesStayInRangeUnderRounding();
    void cosineMatrixHasAnExactDiagonal();
    void distancesAgreeAndEqualRowsAreAtZero();
    void signAgreementCountsEqualSigns();
};

void TestSimilarity::gramIsTheSumOfProducts_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("columns");
    QTest::addColumn<int>("stride");
    QTest::newRow("one number") << 1 << 1 << 1;
    QTest::newRow("small, padded rows") << 3 << 5 << 9;
    QTest::newRow("more rows than columns") << 40 << 7 << 7;
    QTest::newRow("one block exactly") << 8 << 65536 << 65536;
    QTest::newRow("several blocks and a rest") << 8 << 150001 << 150010;
    QTest::newRow("narrowest blocks") << 3000 << 3 << 4;
}

void TestSimilarity::gramIsTheSumOfProducts()
{
    QFETCH(int, count);
    QFETCH(int, columns);
    QFETCH(int, stride);
    const auto n = static_cast<std::size_t>(count);
    const auto p = static_cast<std::size_t>(columns);
    const auto step = static_cast<std::size_t>(stride);
    const std::vector<float> floats = randomNumbers<float>(n * step, 1);
    const std::vector<double> doubles = randomNumbers<double>(n * step, 2);
    const Rows<float> floatRows{.data = floats.data(), .count = n, .columns = p, .stride = step};
    const Rows<double> doubleRows{.data = doubles.data(), .count = n, .columns = p, .stride = step};
    const Matrix ofFloats = gram(floatRows);
    const Matrix ofDoubles = gram(doubleRows);
    // Rounding of a float64 sum, relative to the sum of magnitudes.
    QVERIFY(largestGramError(ofFloats, floatRows) < 1e-13);
    QVERIFY(largestGramError(ofDoubles, doubleRows) < 1e-13);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < i; ++j)
            QVERIFY(ofFloats.at(i, j) == ofFloats.at(j, i)
                    && ofDoubles.at(i, j) == ofDoubles.at(j, i));
}

void TestSimilarity::gramOfFloatsEqualsGramOfTheSameDoubles()
{
    const std::vector<float> floats = randomNumbers<float>(12 * 70'000, 3);
    const std::vector<double> doubles(floats.begin(), floats.end());
    QVERIFY(
        gram(Rows<float>{.data = floats.data(), .count = 12, .columns = 70'000, .stride = 70'000})
        == gram(Rows<double>{
            .data = doubles.data(), .count = 12, .columns = 70'000, .stride = 70'000}));
}

void TestSimilarity::gramOfALayerUsesItsColumnsOnly()
{
    const Matrix rows = matrixOf({{1, 2, 3, 4}, {5, 6, 7, 8}});
    const Rows<double> all{.data = rows.values.data(), .count = 2, .columns = 4, .stride = 4};
    const auto slice = [&](std::size_t first, std::size_t last) {
        return Rows<double>{
            .data = all.data + first, .count = 2, .columns = last - first, .stride = 4};
    };
    QVERIFY(gram(slice(1, 3)) == matrixOf({{13, 33}, {33, 85}}));
    QVERIFY(gram(slice(0, 4)) == gram(rows));
    QVERIFY(gram(slice(2, 2)) == Matrix(2, 2));
}

void TestSimilarity::gramRepeatsBitForBit()
{
    const std::vector<float> floats = randomNumbers<float>(20 * 30'000, 4);
    const Rows<float> rows{.data = floats.data(), .count = 20, .columns = 30'000, .stride = 30'000};
    const Matrix first = gram(rows);
    for (int repeat = 0; repeat < 5; ++repeat) {
        // Another address and alignment of the same numbers.
        std::vector<float> moved(floats.size() + 7);
        const auto offset = static_cast<std::size_t>(repeat);
        std::ranges::copy(floats, moved.begin() + repeat);
        QVERIFY(
            gram(Rows<float>{
                .data = moved.data() + offset, .count = 20, .columns = 30'000, .stride = 30'000})
            == first);
    }
}

void TestSimilarity::gramKeepsFloat64Accuracy()
{
    // Summed in float32, the million ones after 2^24 would be lost.
    std::vector<float> row(1'000'001, 1.0F);
    row.front() = 4096.0F; // squared: 2^24
    const Matrix sum = gram(
        Rows<float>{.data = row.data(), .count = 1, .columns = row.size(), .stride = row.size()});
    QCOMPARE(sum.at(0, 0), 16'777'216.0 + 1'000'000.0);
}

void TestSimilarity::notANumberSpoilsItsOwnRowOnly()
{
    const Matrix sum = gram(matrixOf({{1, 2}, {kNaN, 1}, {3, 4}}));
    QVERIFY(std::isnan(sum.at(1, 0)) && std::isnan(sum.at(0, 1)) && std::isnan(sum.at(1, 1)));
    QCOMPARE(sum.at(0, 0), 5.0);
    QCOMPARE(sum.at(0, 2), 11.0);
    QCOMPARE(sum.at(2, 2), 25.0);
}

void TestSimilarity::gramOfNothingIsZero()
{
    QVERIFY(gram(Matrix(0, 5)) == Matrix(0, 0));
    QVERIFY(gram(Matrix(3, 0)) == Matrix(3, 3));
}

void TestSimilarity::cosineFollowsTheConventions()
{
    QCOMPARE(cosineFromProducts(24, 25, 25), 0.96);
    QCOMPARE(cosineFromProducts(-2, 1, 4), -1.0);
    // A norm below 1e-12 has no direction; one just above has.
    QCOMPARE(cosineFromProducts(0.9e-12, 0.81e-24, 1.0), 0.0);
    QCOMPARE(cosineFromProducts(1.1e-12, 1.21e-24, 1.0), 1.0);
    QCOMPARE(cosineFromProducts(0, 0, 0), 0.0);
    // The product of the squared norms would overflow.
    QCOMPARE(cosineFromProducts(1e300, 1e300, 1e300), 1.0);
    QVERIFY(std::isnan(cosineFromProducts(kNaN, 1, 1)));
}

void TestSimilarity::anglesOfTheWorkedExample()
{
    // ALGORITHMS §5, bias updates A–D.
    const Matrix updates = matrixOf({{4e-3, 4e-3, -4e-3, -4e-3},
                                     {12e-3, -4e-3, -4e-3, -4e-3},
                                     {-4e-3, 12e-3, -4e-3, -4e-3},
                                     {1e-3, -1e-3, 0.5e-3, -0.5e-3}});
    const Matrix angles = angleMatrix(gram(updates));
    const double expected[4][4] = {{0, 0.955317, 0.955317, 1.570796},
                                   {0.955317, 0, 1.910633, 0.752040},
                                   {0.955317, 1.910633, 0, 2.389553},
                                   {1.570796, 0.752040, 2.389553, 0}};
    for (std::size_t i = 0; i < 4; ++i)
        for (std::size_t j = 0; j < 4; ++j)
            QVERIFY(std::abs(angles.at(i, j) - expected[i][j]) < 1e-6);
}

void TestSimilarity::zeroVectorsHaveARightAngle()
{
    const Matrix sum = gram(matrixOf({{0, 0}, {1, 1}}));
    QCOMPARE(angleMatrix(sum).at(0, 1), std::numbers::pi / 2);
    QCOMPARE(angleMatrix(sum, 0.0).at(0, 1), 0.0);
    // Tiny but not zero: no direction, so a right angle in both.
    QCOMPARE(angleFromProducts(1e-14, 1e-28, 1.0, 0.0), std::numbers::pi / 2);
}

void TestSimilarity::anglesStayInRangeUnderRounding()
{
    QCOMPARE(angleFromProducts(1.0000000000000002, 1, 1), 0.0);
    QCOMPARE(angleFromProducts(-1.0000000000000002, 1, 1), std::numbers::pi);
    QVERIFY(std::isnan(angleFromProducts(kNaN, 1, 1)));
}

void TestSimilarity::cosineMatrixHasAnExactDiagonal()
{
    const std::vector<double> numbers = randomNumbers<double>(10 * 100, 5);
    Matrix rows(11, 100);
    std::ranges::copy(numbers, rows.values.begin()); // the last row stays zero
    const Matrix cosines = cosineMatrix(gram(rows));
    const auto product = [&](std::size_t i, std::size_t j) {
        return std::inner_product(rows.row(i).begin(), rows.row(i).end(), rows.row(j).begin(), 0.0);
    };
    const auto cosine = [&](std::size_t i, std::size_t j) {
        return cosineFromProducts(product(i, j), product(i, i), product(j, j));
    };
    for (std::size_t i = 0; i < 11; ++i)
        for (std::size_t j = 0; j < 11; ++j) {
            if (i == j)
                QCOMPARE(cosines.at(i, j), i < 10 ? 1.0 : 0.0);
            else
                QVERIFY(std::abs(cosines.at(i, j) - cosine(i, j)) < 1e-14);
            QVERIFY(cosines.at(i, j) == cosines.at(j, i));
        }
}

void TestSimilarity::distancesAgreeAndEqualRowsAreAtZero()
{
    const Matrix rows = matrixOf({{0, 0}, {3, 4}, {3, 4}, {-3, 4}});
    const Matrix expected = matrixOf({{0, 5, 5, 5}, {5, 0, 0, 6}, {5, 0, 0, 6}, {5, 6, 6, 0}});
    QVERIFY(distancesOfRows(rows) == expected);
    QVERIFY(distancesFromGram(gram(rows)) == expected);

    Matrix wide(2, 1003); // a part that fills the lanes and a rest
    for (std::size_t k = 0; k < 1003; ++k)
        wide.at(1, k) = static_cast<double>(k);
    QCOMPARE(distancesOfRows(wide).at(0, 1), std::sqrt(1002.0 * 1003.0 * 2005.0 / 6.0));

    const Matrix close = matrixOf({{1e8, 0}, {1e8, 1e-3}}); // drowns in a Gram matrix
    QCOMPARE(distancesOfRows(close).at(0, 1), 1e-3);
}

void TestSimilarity::signAgreementCountsEqualSigns()
{
    const std::vector<double> a{1, -2, 0, 3, kNaN, -0.0};
    const std::vector<double> b{5, 2, 0, 1, kNaN, 0.0};
    QCOMPARE(signAgreement(std::span<const double>(a), std::span<const double>(b)), 4.0 / 6.0);
    const std::vector<float> c{1, -1};
    const std::vector<float> d{2, -3};
    QCOMPARE(signAgreement(std::span<const float>(c), std::span<const float>(d)), 1.0);
    QCOMPARE(signAgreement(std::span<const double>(), std::span<const double>()), 1.0);
}

COTERIE_SECTION(TestSimilarity)

} // namespace tst_similarity

#include "tst_similarity.moc"
