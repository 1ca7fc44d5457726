#include "core/math/linear_algebra.h"
#include "core/math/linkage.h"
#include "core/math/similarity.h"
#include "tests/sections.h"

#include <QElapsedTimer>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <set>

namespace tst_linkage {

using namespace coterie;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::array kLinkages{Linkage::Single, Linkage::Complete, Linkage::Average, Linkage::Ward};

struct Step
{
    int left;
    int right;
    double height;
    int size;
};

Matrix matrixOf(std::initializer_list<std::initializer_list<double>> rows)
{
    Matrix result(rows.size(), rows.begin()->size());
    std::size_t row = 0;
    for (const auto& values : rows)
        std::ranges::copy(values, result.row(row++).begin());
    return result;
}

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

QString text(const std::vector<Merge>& merges)
{
    QString result;
    for (const Merge& merge : merges)
        result += QString("%1+%2 at %3 of %4; ")
                      .arg(merge.left)
                      .arg(merge.right)
                      .arg(merge.score, 0, 'f', 6)
                      .arg(merge.size);
    return result.trimmed();
}

QString text(const std::vector<Step>& steps)
{
    std::vector<Merge> merges;
    for (const Step& step : steps)
        merges.push_back({.left = step.left,
                          .right = step.right,
                          .score = step.height,
                          .kind = MergeKind::Distance,
                          .size = step.size,
                          .dataGain = {},
                          .similarityLoss = {}});
    return text(merges);
}

/// Distances of random points; coarse coordinates give many ties.
Matrix randomDistances(std::size_t count, bool ties, unsigned seed)
{
    std::mt19937 engine(seed);
    std::uniform_real_distribution<double> uniform(0, 10);
    std::uniform_int_distribution<int> coarse(0, 3);
    Matrix points(count, ties ? 2 : 3);
    for (double& value : points.values)
        value = ties ? coarse(engine) : uniform(engine);
    return distancesOfRows(points);
}

/// Symmetric numbers that no points in any space need have.
Matrix randomDissimilarities(std::size_t count, bool ties, unsigned seed)
{
    std::mt19937 engine(seed);
    std::uniform_real_distribution<double> uniform(0.1, 1);
    std::uniform_int_distribution<int> coarse(1, 4);
    Matrix distances(count, count);
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t j = 0; j < i; ++j)
            distances.at(i, j) = distances.at(j, i) = ties ? coarse(engine) : uniform(engine);
    return distances;
}

/// The greedy algorithm as textbooks state it, O(N³): all cluster distances, by the Lance–Williams
/// recurrence.
class Greedy
{
public:
    Greedy(const Matrix& distances, Linkage linkage)
        : m_distances(distances)
        , m_linkage(linkage)
        , m_sizes(distances.rows, 1)
        , m_slotOfNode(distances.rows)
        , m_alive(distances.rows, true)
    {
        for (std::size_t point = 0; point < distances.rows; ++point)
            m_slotOfNode[point] = point;
    }

    /// The smallest distance between two clusters, and the first pair that has it.
    [[nodiscard]] double smallest(std::size_t& first, std::size_t& second) const
    {
        double best = kInfinity;
        for (std::size_t i = 0; i < m_alive.size(); ++i)
            for (std::size_t j = i + 1; j < m_alive.size(); ++j)
                if (m_alive[i] && m_alive[j] && m_distances.at(i, j) < best) {
                    best = m_distances.at(i, j);
                    first = i;
                    second = j;
                }
        return best;
    }

    [[nodiscard]] std::size_t slotOfNode(int node) const
    {
        return m_slotOfNode[static_cast<std::size_t>(node)];
    }
    [[nodiscard]] double between(std::size_t i, std::size_t j) const
    {
        return m_distances.at(i, j);
    }
    [[nodiscard]] std::size_t size(std::size_t slot) const { return m_sizes[slot]; }
    [[nodiscard]] bool alive(std::size_t slot) const { return m_alive[slot]; }

    void merge(std::size_t u, std::size_t v)
    {
        const double uv = m_distances.at(u, v);
        const auto nu = static_cast<double>(m_sizes[u]);
        const auto nv = static_cast<double>(m_sizes[v]);
        m_alive[v] = false;
        for (std::size_t s = 0; s < m_alive.size(); ++s) {
            if (!m_alive[s] || s == u)
                continue;
            const double us = m_distances.at(u, s);
            const double vs = m_distances.at(v, s);
            const auto ns = static_cast<double>(m_sizes[s]);
            double merged = 0;
            if (m_linkage == Linkage::Single)
                merged = std::min(us, vs);
            else if (m_linkage == Linkage::Complete)
                merged = std::max(us, vs);
            else if (m_linkage == Linkage::Average)
                merged = (nu * us + nv * vs) / (nu + nv);
            else
                merged = std::sqrt(((nu + ns) * us * us + (nv + ns) * vs * vs - ns * uv * uv)
                                   / (nu + nv + ns));
            m_distances.at(u, s) = m_distances.at(s, u) = merged;
        }
        m_sizes[u] += m_sizes[v];
        m_slotOfNode.push_back(u);
    }

private:
    Matrix m_distances;
    Linkage m_linkage;
    std::vector<std::size_t> m_sizes;
    std::vector<std::size_t> m_slotOfNode;
    std::vector<bool> m_alive;
};

/// What is wrong with the merges, or nothing: each must join two clusters that are, at its turn, as
/// near as any two. Equal distances may be resolved in any way, so this is what "greedy" promises.
QString faultOf(const std::vector<Merge>& merges, const Matrix& distances, Linkage linkage)
{
    if (merges.size() + 1 != std::max<std::size_t>(distances.rows, 1))
        return "wrong number of merges";
    Greedy greedy(distances, linkage);
    std::set<int> used;
    for (std::size_t index = 0; index < merges.size(); ++index) {
        const Merge& merge = merges[index];
        if (merge.kind != MergeKind::Distance || merge.left >= merge.right
            || !used.insert(merge.left).second || !used.insert(merge.right).second
            || merge.right >= static_cast<int>(distances.rows + index))
            return QString("merge %1 is not well formed").arg(index);
        if (index > 0 && merge.score < merges[index - 1].score)
            return QString("merge %1 descends").arg(index);
        const std::size_t u = greedy.slotOfNode(merge.left);
        const std::size_t v = greedy.slotOfNode(merge.right);
        if (!greedy.alive(u) || !greedy.alive(v) || u == v)
            return QString("merge %1 joins what is gone").arg(index);
        std::size_t first = 0;
        std::size_t second = 0;
        const double smallest = greedy.smallest(first, second);
        const double tolerance = 1e-9 * (1 + smallest);
        if (std::abs(greedy.between(u, v) - smallest) > tolerance
            || std::abs(merge.score - smallest) > tolerance)
            return QString("merge %1 at %2, but %3 was nearer")
                .arg(index)
                .arg(merge.score)
                .arg(smallest);
        if (merge.size != static_cast<int>(greedy.size(u) + greedy.size(v)))
            return QString("merge %1 has a wrong size").arg(index);
        greedy.merge(std::min(u, v), std::max(u, v));
    }
    return {};
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
    void agreesWithTheGreedyAlgorithm_data();
    void agreesWithTheGreedyAlgorithm();
    void withoutTiesEqualsTheGreedyAlgorithm();
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

void TestLinkage::agreesWithTheGreedyAlgorithm_data()
{
    QTest::addColumn<int>("linkage");
    QTest::addColumn<bool>("points");
    QTest::addColumn<bool>("ties");
    const char* names[] = {"single", "complete", "average", "Ward"};
    for (int linkage = 0; linkage < 4; ++linkage)
        for (const bool points : {true, false})
            for (const bool ties : {false, true})
                QTest::addRow("%s, %s%s",
                              names[linkage],
                              points ? "points" : "dissimilarities",
                              ties ? ", ties" : "")
                    << linkage << points << ties;
}

void TestLinkage::agreesWithTheGreedyAlgorithm()
{
    QFETCH(int, linkage);
    QFETCH(bool, points);
    QFETCH(bool, ties);
    const Linkage kind = kLinkages[static_cast<std::size_t>(linkage)];
    for (unsigned seed = 0; seed < 150; ++seed) {
        const std::size_t count = 2 + seed % 29;
        const Matrix distances =
            points ? randomDistances(count, ties, seed) : randomDissimilarities(count, ties, seed);
        const QString fault = faultOf(agglomerate(distances, kind), distances, kind);
        QVERIFY2(fault.isEmpty(), qPrintable(QString("seed %1: %2").arg(seed).arg(fault)));
    }
}

void TestLinkage::withoutTiesEqualsTheGreedyAlgorithm()
{
    for (const Linkage linkage : kLinkages)
        for (unsigned seed = 0; seed < 100; ++seed) {
            const std::size_t count = 3 + seed % 20;
            const Matrix distances = randomDissimilarities(count, false, 1000 + seed);
            Greedy greedy(distances, linkage);
            std::vector<int> nodeOfSlot(count);
            for (std::size_t slot = 0; slot < count; ++slot)
                nodeOfSlot[slot] = static_cast<int>(slot);
            std::vector<Step> expected;
            for (std::size_t step = 0; step + 1 < count; ++step) {
                std::size_t u = 0;
                std::size_t v = 0;
                const double height = greedy.smallest(u, v);
                const auto [left, right] = std::minmax(nodeOfSlot[u], nodeOfSlot[v]);
                greedy.merge(u, v);
                expected.push_back({left, right, height, static_cast<int>(greedy.size(u))});
                nodeOfSlot[u] = static_cast<int>(count + step);
            }
            QCOMPARE(text(agglomerate(distances, linkage)), text(expected));
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
#ifdef COTERIE_SANITIZED
    const std::size_t count = 400;
#else
    const std::size_t count = 2000;
#endif
    const Matrix distances = randomDistances(count, false, 5);
    for (const Linkage linkage : kLinkages) {
        QElapsedTimer timer;
        timer.start();
        QCOMPARE(agglomerate(distances, linkage).size(), count - 1);
        qInfo("linkage %d of %zu points: %lld ms",
              static_cast<int>(linkage),
              count,
              static_cast<long long>(timer.elapsed()));
        QVERIFY(timer.elapsed() < 5'000); // 40 ms here; a cubic algorithm takes a minute
    }
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(agglomerate(distancesOfRows(distances), Linkage::Ward).size(), count - 1);
    qInfo("Ward on %zu rows: %lld ms", count, static_cast<long long>(timer.elapsed()));
}

COTERIE_SECTION(TestLinkage)

} // namespace tst_linkage

#include "tst_linkage.moc"
