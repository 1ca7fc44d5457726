#include "core/collaboration/collaboration_weights.h"
#include "core/math/linear_algebra.h"
#include "core/math/similarity.h"
#include "tests/sections.h"

#include <QTest>

#include <cmath>
#include <vector>

namespace tst_attention {

using namespace coterie;

namespace {

Matrix rowsOf(const std::vector<std::vector<double>>& values)
{
    Matrix matrix(values.size(), values.front().size());
    for (std::size_t i = 0; i < values.size(); ++i)
        for (std::size_t j = 0; j < values[i].size(); ++j)
            matrix.at(i, j) = values[i][j];
    return matrix;
}

double largestGap(const Matrix& a, const Matrix& b)
{
    double gap = 0;
    for (std::size_t i = 0; i < a.values.size(); ++i)
        gap = std::max(gap, std::abs(a.values[i] - b.values[i]));
    return gap;
}

double sumOf(std::span<const double> row)
{
    double sum = 0;
    for (const double value : row)
        sum += value;
    return sum;
}

} // namespace

class TestAttention : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void attentionGivesTheReferenceNumbers()
    {
        // ALGORITHMS §7.7: w = (0,0), (1,0), (0,2), σ = 2, α_K = 1.
        const Matrix squares = rowsOf({{0, 1, 4}, {1, 0, 5}, {4, 5, 0}});
        const Matrix expected = rowsOf({{0.629067, 0.303265, 0.067668},
                                        {0.303265, 0.655692, 0.041042},
                                        {0.067668, 0.041042, 0.891290}});
        QCOMPARE_LT(largestGap(attention(squares, 2, 1), expected), 2e-6);
    }

    void heuristicAttentionGivesTheReferenceNumbers()
    {
        // ALGORITHMS §7.7: w = (1,0), (1,1), (0,2), s = 5, ξ_ii = 0.5.
        const Matrix models = rowsOf({{1, 0}, {1, 1}, {0, 2}});
        const Matrix xi = heuristicAttention(cosineMatrix(gram(models)), 0.5, 5);
        const Matrix expected =
            rowsOf({{0.5, 0.485841, 0.014159}, {0.25, 0.5, 0.25}, {0.014159, 0.485841, 0.5}});
        QCOMPARE_LT(largestGap(xi, expected), 1e-6);
        double first = 0;
        double second = 0;
        for (std::size_t j = 0; j < 3; ++j) {
            first += xi.at(0, j) * models.at(j, 0);
            second += xi.at(0, j) * models.at(j, 1);
        }
        QCOMPARE_LT(std::abs(first - 0.985841), 1e-6); // u_1
        QCOMPARE_LT(std::abs(second - 0.514159), 1e-6);
    }

    void rowsSumToOneEvenWhereOthersWantMore()
    {
        // Equal models, σ = 0.1: everybody else asks for ten times the whole.
        const Matrix equal(3, 3, 0.0);
        const Matrix greedy = attention(equal, 0.1, 1);
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE_LT(std::abs(sumOf(greedy.row(i)) - 1), 1e-12);
            QCOMPARE(greedy.at(i, i), 0.0);
            QVERIFY(greedy.at(i, (i + 1) % 3) > 0);
        }
        const Matrix steep = heuristicAttention(Matrix(3, 3, 1.0), 0.25, 1e6);
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE_LT(std::abs(sumOf(steep.row(i)) - 1), 1e-12);
    }

    void whoeverIsAloneKeepsToItself()
    {
        QCOMPARE(attention(Matrix(1, 1, 0.0), 1, 1).at(0, 0), 1.0);
        QCOMPARE(heuristicAttention(Matrix(1, 1, 1.0), 0.1, 10).at(0, 0), 1.0);
        const Matrix apart = heuristicAttention(Matrix(2, 2, 1.0), 1, 10);
        QCOMPARE(apart.at(0, 0), 1.0);
        QCOMPARE(apart.at(0, 1), 0.0);
    }
};

COTERIE_SECTION(TestAttention)

} // namespace tst_attention

#include "tst_attention.moc"
