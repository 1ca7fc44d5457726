#include "core/math/linear_algebra.h"
#include "tests/core/math/linkage_fixture.h"
#include "tests/core/math/matrix_of.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace tst_linkage {

using namespace coterie;
using namespace linkage_fixture;
using coterie::tests::matrixOf;

namespace {

/// The distances of ALGORITHMS §5, clients A–D: λ·angle + (1−λ)|ΔĤ| of the bias updates, λ = 0.1, T
/// = 0.0025.
Matrix workedDistances()
{
    const Matrix updates = matrixOf({{4e-3, 4e-3, -4e-3, -4e-3},
                                     {12e-3, -4e-3, -4e-3, -4e-3},
                                     {-4e-3, 12e-3, -4e-3, -4e-3},
                                     {1e-3, -1e-3, 0.5e-3, -0.5e-3}});
    std::array<double, 4> entropy{};
    for (std::size_t client = 0; client < 4; ++client) {
        double total = 0;
        for (const double value : updates.row(client))
            total += std::exp(value / 0.0025);
        for (const double value : updates.row(client)) {
            const double share = std::exp(value / 0.0025) / total;
            entropy[client] -= share * std::log(share);
        }
    }
    const Matrix angles = angleMatrix(gram(updates));
    Matrix distances(4, 4);
    for (std::size_t u = 0; u < 4; ++u)
        for (std::size_t v = 0; v < 4; ++v)
            if (u != v)
                distances.at(u, v) =
                    0.1 * angles.at(u, v) + 0.9 * std::abs(entropy[u] - entropy[v]);
    return distances;
}

} // namespace

class TestLinkage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wardOfTheWorkedExample();
    void linkagesOnALine_data();
    void linkagesOnALine();
    void wardHeightIsTheCentroidDistance();
    void permutedPointsGiveTheSameTree();
    void fewPointsNeedFewMerges();
    void equalPointsMergeInOrderAtZero();
    void equalHeightsComeBySmallestMember();
    void notANumberIsInfinitelyFar();
    void cutsToExactlyAsManyClustersAsAsked();
    void cutsAForestOfMerges();
    void manyPointsTakeMoments();
};

void TestLinkage::wardOfTheWorkedExample()
{
    // ALGORITHMS §5, "Numbers".
    const Matrix distances = workedDistances();
    QVERIFY(std::abs(distances.at(0, 1) - 0.835075) < 1e-6
            && std::abs(distances.at(0, 3) - 0.588932) < 1e-6);
    QVERIFY(std::abs(distances.at(1, 2) - 0.191063) < 1e-6
            && std::abs(distances.at(2, 3) - 1.410351) < 1e-6);
    const std::vector<Merge> rows = agglomerate(distancesOfRows(distances), Linkage::Ward);
    QCOMPARE(text(rows),
             text({Step{1, 2, 0.315951, 2}, Step{0, 3, 1.092691, 2}, Step{4, 5, 2.572989, 4}}));
    const std::vector<Merge> condensed = agglomerate(distances, Linkage::Ward);
    QCOMPARE(text(condensed),
             text({Step{1, 2, 0.191063, 2}, Step{0, 3, 0.588932, 2}, Step{4, 5, 1.509048, 4}}));
    const std::vector<int> expected{0, 1, 1, 0};
    QVERIFY(cutToClusters(rows, 4, 2) == expected);
    QVERIFY(cutToClusters(condensed, 4, 2) == expected);
}

void TestLinkage::linkagesOnALine_data()
{
    QTest::addColumn<int>("linkage");
    QTest::addColumn<QString>("expected");
    // Points at 0, 1, 3, 7; worked out by hand.
    QTest::newRow("single") << 0 << text({Step{0, 1, 1, 2}, Step{2, 4, 2, 3}, Step{3, 5, 4, 4}});
    QTest::newRow("complete") << 1 << text({Step{0, 1, 1, 2}, Step{2, 4, 3, 3}, Step{3, 5, 7, 4}});
    QTest::newRow("average")
        << 2 << text({Step{0, 1, 1, 2}, Step{2, 4, 2.5, 3}, Step{3, 5, 17.0 / 3.0, 4}});
    // sqrt(2·2·1/3)·2.5 and sqrt(2·3·1/4)·(7 − 4/3)
    QTest::newRow("Ward") << 3
                          << text({Step{0, 1, 1, 2},
                                   Step{2, 4, std::sqrt(4.0 / 3.0) * 2.5, 3},
                                   Step{3, 5, std::sqrt(1.5) * 17.0 / 3.0, 4}});
}

void TestLinkage::linkagesOnALine()
{
    QFETCH(int, linkage);
    QFETCH(QString, expected);
    const Matrix points = matrixOf({{0}, {1}, {3}, {7}});
    QCOMPARE(
        text(agglomerate(distancesOfRows(points), kLinkages[static_cast<std::size_t>(linkage)])),
        expected);
}

void TestLinkage::wardHeightIsTheCentroidDistance()
{
    // Of Euclidean points, Ward's height is sqrt(2|u||v|/(|u|+|v|))·‖centroid u − centroid v‖
    // (SciPy's scale).
    std::mt19937 engine(11);
    std::normal_distribution<double> normal;
    Matrix points(40, 5);
    for (double& value : points.values)
        value = normal(engine);
    const std::vector<Merge> merges = agglomerate(distancesOfRows(points), Linkage::Ward);
    std::vector<std::vector<double>> sums;
    std::vector<double> sizes;
    for (std::size_t point = 0; point < 40; ++point) {
        sums.emplace_back(points.row(point).begin(), points.row(point).end());
        sizes.push_back(1);
    }
    for (const Merge& merge : merges) {
        const auto u = static_cast<std::size_t>(merge.left);
        const auto v = static_cast<std::size_t>(merge.right);
        double squared = 0;
        std::vector<double> sum(5);
        for (std::size_t k = 0; k < 5; ++k) {
            squared += std::pow(sums[u][k] / sizes[u] - sums[v][k] / sizes[v], 2);
            sum[k] = sums[u][k] + sums[v][k];
        }
        const double expected =
            std::sqrt(2 * sizes[u] * sizes[v] / (sizes[u] + sizes[v]) * squared);
        QVERIFY(std::abs(merge.score - expected) < 1e-12 * (1 + expected));
        sums.push_back(sum);
        sizes.push_back(sizes[u] + sizes[v]);
    }
}

void TestLinkage::permutedPointsGiveTheSameTree()
{
    const std::size_t count = 25;
    const Matrix distances = randomDistances(count, false, 77);
    std::vector<std::size_t> order(count);
    for (std::size_t point = 0; point < count; ++point)
        order[point] = (point * 7 + 3) % count;
    Matrix permuted(count, count);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < count; ++j)
            permuted.at(i, j) = distances.at(order[i], order[j]);
    for (const Linkage linkage : kLinkages) {
        const std::vector<Merge> merges = agglomerate(distances, linkage);
        const std::vector<Merge> mergesPermuted = agglomerate(permuted, linkage);
        for (std::size_t clusters = 1; clusters <= count; ++clusters) {
            const std::vector<int> labels = cutToClusters(merges, count, clusters);
            const std::vector<int> labelsPermuted = cutToClusters(mergesPermuted, count, clusters);
            for (std::size_t i = 0; i < count; ++i)
                for (std::size_t j = 0; j < count; ++j)
                    QCOMPARE(labelsPermuted[i] == labelsPermuted[j],
                             labels[order[i]] == labels[order[j]]);
        }
    }
}

void TestLinkage::fewPointsNeedFewMerges()
{
    for (const Linkage linkage : kLinkages) {
        QVERIFY(agglomerate(Matrix(0, 0), linkage).empty());
        QVERIFY(agglomerate(Matrix(1, 1), linkage).empty());
        QCOMPARE(text(agglomerate(matrixOf({{0, 2}, {2, 0}}), linkage)), text({Step{0, 1, 2, 2}}));
    }
    QVERIFY(cutToClusters({}, 0, 3).empty());
    QVERIFY(cutToClusters({}, 1, 1) == std::vector<int>{0});
    QVERIFY(groupsOfLabels({}).empty());
}

void TestLinkage::equalPointsMergeInOrderAtZero()
{
    const std::vector<Step> expected{{0, 1, 0, 2}, {2, 5, 0, 3}, {3, 6, 0, 4}, {4, 7, 0, 5}};
    for (const Linkage linkage : kLinkages) {
        QCOMPARE(text(agglomerate(Matrix(5, 5), linkage)), text(expected));
        QCOMPARE(text(agglomerate(distancesOfRows(Matrix(5, 3, 0.1)), linkage)), text(expected));
    }
}

void TestLinkage::equalHeightsComeBySmallestMember()
{
    // Three pairs at the same distance, far from each other; the chain meets the last pair before
    // the middle one.
    const Matrix points = matrixOf({{0}, {101}, {100}, {1}, {21}, {20}});
    const std::vector<Merge> merges = agglomerate(distancesOfRows(points), Linkage::Complete);
    QCOMPARE(text(merges),
             text({Step{0, 3, 1, 2},
                   Step{1, 2, 1, 2},
                   Step{4, 5, 1, 2},
                   Step{6, 8, 21, 4},
                   Step{7, 9, 101, 6}}));
}

void TestLinkage::notANumberIsInfinitelyFar()
{
    Matrix distances = matrixOf({{0, 1, 5}, {1, 0, 5}, {5, 5, 0}});
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t other = 0; other < 2; ++other)
        distances.at(2, other) = distances.at(other, 2) = nan;
    for (const Linkage linkage : kLinkages) {
        QCOMPARE(text(agglomerate(distances, linkage)),
                 text({Step{0, 1, 1, 2}, Step{2, 3, kInfinity, 3}}));
        const std::vector<Merge> allUnknown = agglomerate(Matrix(4, 4, nan), linkage);
        QCOMPARE(allUnknown.size(), std::size_t{3});
        QCOMPARE(allUnknown.back().score, kInfinity);
    }
}

void TestLinkage::cutsToExactlyAsManyClustersAsAsked()
{
    for (const Linkage linkage : kLinkages)
        for (unsigned seed = 0; seed < 20; ++seed) {
            const std::size_t count = 17;
            const std::vector<Merge> merges =
                agglomerate(randomDistances(count, seed % 2 == 0, seed), linkage);
            std::vector<int> coarser(count, 0);
            for (std::size_t clusters = 1; clusters <= count; ++clusters) {
                const std::vector<int> labels = cutToClusters(merges, count, clusters);
                int next = 0; // labels appear in the order of their smallest members
                for (const int label : labels) {
                    QVERIFY(label <= next);
                    next = std::max(next, label + 1);
                }
                QCOMPARE(next, static_cast<int>(clusters));
                for (std::size_t i = 0; i < count; ++i) // one cluster more splits one
                    for (std::size_t j = 0; j < count; ++j)
                        QVERIFY(labels[i] != labels[j] || coarser[i] == coarser[j]);
                coarser = labels;
            }
            QVERIFY(cutToClusters(merges, count, 0) == std::vector<int>(count, 0));
            QVERIFY(cutToClusters(merges, count, 99) == cutToClusters(merges, count, count));
        }
}

void TestLinkage::cutsAForestOfMerges()
{
    // Merges by gain may stop early: two trees of five clients are the fewest clusters there are.
    std::vector<Merge> forest(3);
    forest[0].left = 1;
    forest[0].right = 4;
    forest[1].left = 0;
    forest[1].right = 2;
    forest[2].left = 5;
    forest[2].right = 3;
    QVERIFY((cutToClusters(forest, 5, 1) == std::vector<int>{0, 1, 0, 1, 1}));
    QVERIFY((cutToClusters(forest, 5, 3) == std::vector<int>{0, 1, 0, 2, 1}));
}

void TestLinkage::manyPointsTakeMoments()
{
    const std::size_t count = tests::underSanitizer() ? 400 : 2000;
    const Matrix distances = randomDistances(count, false, 5);
    for (const Linkage linkage : kLinkages) {
        const double before = tests::threadMilliseconds();
        QCOMPARE(agglomerate(distances, linkage).size(), count - 1);
        const double took = tests::threadMilliseconds() - before;
        qInfo("linkage %d of %zu points: %.0f ms", static_cast<int>(linkage), count, took);
        // 40 ms here; a cubic algorithm takes a minute.
        QVERIFY(took < 5'000 * tests::slowness());
    }
    const double before = tests::threadMilliseconds();
    QCOMPARE(agglomerate(distancesOfRows(distances), Linkage::Ward).size(), count - 1);
    qInfo("Ward on %zu rows: %.0f ms", count, tests::threadMilliseconds() - before);
}

COTERIE_SECTION(TestLinkage)

} // namespace tst_linkage

#include "tst_linkage.moc"
