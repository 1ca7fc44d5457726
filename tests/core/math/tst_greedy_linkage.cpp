#include "tests/core/math/linkage_fixture.h"
#include "tests/sections.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace tst_greedy_linkage {

using namespace coterie;
using namespace linkage_fixture;

namespace {

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

/// The fast algorithms against the greedy one that they compute.
class TestGreedyLinkage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void agreesWithTheGreedyAlgorithm_data();
    void agreesWithTheGreedyAlgorithm();
    void withoutTiesEqualsTheGreedyAlgorithm();
};

void TestGreedyLinkage::agreesWithTheGreedyAlgorithm_data()
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

void TestGreedyLinkage::agreesWithTheGreedyAlgorithm()
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

void TestGreedyLinkage::withoutTiesEqualsTheGreedyAlgorithm()
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

COTERIE_SECTION(TestGreedyLinkage)

} // namespace tst_greedy_linkage

#include "tst_greedy_linkage.moc"
