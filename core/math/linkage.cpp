#include "core/math/linkage.h"

#include "core/base/indices.h"

#include <queue>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace coterie {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A merge as the chain finds it, before merges are put in order. Nodes 0..N−1 are points, N+m is
/// merge m found.
struct FoundMerge
{
    std::size_t left = 0;
    std::size_t right = 0;
    double height = 0;
    std::size_t size = 0;
    std::size_t smallestLeft = 0; ///< the smallest point below each side
    std::size_t smallestRight = 0;
};

double farIfNaN(double distance)
{
    return std::isnan(distance) ? kInfinity : distance;
}

/// The clusters while they merge. A cluster lives in the slot of its smallest point, so "smallest
/// slot" and "smallest member" are the same. For Ward the distances are kept squared, as its
/// recurrence uses them.
class OpenClusters
{
public:
    OpenClusters(Matrix distances, Linkage linkage)
        : m_count(distances.rows)
        , m_linkage(linkage)
        , m_distances(std::move(distances))
        , m_size(m_count, 1)
        , m_node(indices(m_count))
        , m_alive(m_node)
    {
        assert(m_distances.rows == m_distances.columns);
        for (double& distance : m_distances.values)
            distance = farIfNaN(m_linkage == Linkage::Ward ? distance * distance : distance);
    }

    [[nodiscard]] std::size_t first() const { return m_alive.front(); }
    [[nodiscard]] std::size_t none() const { return m_count; }

    /// The nearest other cluster. Of equally near ones it is `preferred` if that is among them,
    /// without which the chain could walk in circles, and else the one with the smallest member.
    [[nodiscard]] std::size_t nearest(std::size_t slot, std::size_t preferred) const
    {
        const std::span<const double> row = m_distances.row(slot);
        std::size_t best = preferred;
        for (const std::size_t other : m_alive)
            if (other != slot && (best == m_count || row[other] < row[best]))
                best = other;
        return best;
    }

    FoundMerge merge(std::size_t a, std::size_t b, std::size_t newNode)
    {
        const auto [u, v] = std::minmax(a, b);
        const double between = m_distances.at(u, v);
        m_alive.erase(std::lower_bound(m_alive.begin(), m_alive.end(), v));
        for (const std::size_t s : m_alive)
            if (s != u)
                m_distances.at(u, s) = m_distances.at(s, u) =
                    farIfNaN(distanceToUnion(u, v, s, between));
        const FoundMerge found{
            .left = m_node[u],
            .right = m_node[v],
            .height = m_linkage == Linkage::Ward ? std::sqrt(between) : between,
            .size = m_size[u] + m_size[v],
            .smallestLeft = u,
            .smallestRight = v,
        };
        m_size[u] = found.size;
        m_node[u] = newNode;
        return found;
    }

private:
    /// The Lance–Williams recurrence.
    [[nodiscard]] double
    distanceToUnion(std::size_t u, std::size_t v, std::size_t s, double between) const
    {
        const double us = m_distances.at(u, s);
        const double vs = m_distances.at(v, s);
        const auto sizeU = static_cast<double>(m_size[u]);
        const auto sizeV = static_cast<double>(m_size[v]);
        const auto sizeS = static_cast<double>(m_size[s]);
        switch (m_linkage) {
        case Linkage::Single:
            return std::min(us, vs);
        case Linkage::Complete:
            return std::max(us, vs);
        case Linkage::Average:
            return (sizeU * us + sizeV * vs) / (sizeU + sizeV);
        case Linkage::Ward:
            return ((sizeU + sizeS) * us + (sizeV + sizeS) * vs - sizeS * between)
                   / (sizeU + sizeV + sizeS);
        }
        return kInfinity;
    }

    std::size_t m_count;
    Linkage m_linkage;
    Matrix m_distances;
    std::vector<std::size_t> m_size;
    std::vector<std::size_t> m_node;
    std::vector<std::size_t> m_alive; // ascending
};

/// Follows nearest neighbours until two are nearest to each other, merges these, and goes on from
/// what is left of the chain. All four linkages are reducible (a union is no nearer to others than
/// the nearer of its parts), so this finds the merges of the greedy algorithm, in another order.
std::vector<FoundMerge> findMerges(Matrix distances, Linkage linkage)
{
    const std::size_t count = distances.rows;
    OpenClusters clusters(std::move(distances), linkage);
    std::vector<FoundMerge> found;
    std::vector<std::size_t> chain;
    while (found.size() + 1 < count) {
        if (chain.empty())
            chain.push_back(clusters.first());
        while (true) {
            const std::size_t previous =
                chain.size() > 1 ? chain[chain.size() - 2] : clusters.none();
            const std::size_t next = clusters.nearest(chain.back(), previous);
            if (next == previous)
                break;
            chain.push_back(next);
        }
        const std::size_t a = chain.back();
        chain.pop_back();
        const std::size_t b = chain.back();
        chain.pop_back();
        found.push_back(clusters.merge(a, b, count + found.size()));
    }
    return found;
}

/// Merges in ascending height, with children before their parents. A parent that rounding put below
/// its child is lifted to it, so that every prefix of the list is a set of clusters.
std::vector<Merge> inOrder(std::vector<FoundMerge> found, std::size_t count)
{
    std::vector<std::size_t> parent(found.size(), found.size());
    std::vector<int> waitingFor(found.size(), 0);
    for (std::size_t index = 0; index < found.size(); ++index)
        for (const std::size_t child : {found[index].left, found[index].right})
            if (child >= count) {
                parent[child - count] = index;
                ++waitingFor[index];
                found[index].height = std::max(found[index].height, found[child - count].height);
            }

    using Key = std::tuple<double, std::size_t, std::size_t, std::size_t>;
    std::priority_queue<Key, std::vector<Key>, std::greater<>> ready;
    const auto makeReady = [&](std::size_t index) {
        const FoundMerge& merge = found[index];
        ready.emplace(merge.height, merge.smallestLeft, merge.smallestRight, index);
    };
    for (std::size_t index = 0; index < found.size(); ++index)
        if (waitingFor[index] == 0)
            makeReady(index);

    std::vector<std::size_t> finalNode = indices(count + found.size());
    std::vector<Merge> merges;
    merges.reserve(found.size());
    while (!ready.empty()) {
        const std::size_t index = std::get<3>(ready.top());
        ready.pop();
        const FoundMerge& merge = found[index];
        const auto [left, right] = std::minmax(finalNode[merge.left], finalNode[merge.right]);
        finalNode[count + index] = count + merges.size();
        merges.push_back({.left = static_cast<int>(left),
                          .right = static_cast<int>(right),
                          .score = merge.height,
                          .kind = MergeKind::Distance,
                          .size = static_cast<int>(merge.size)});
        if (parent[index] < found.size() && --waitingFor[parent[index]] == 0)
            makeReady(parent[index]);
    }
    return merges;
}

/// Adjacent clients, with the key of their place.
struct Branch
{
    double places = 0; ///< sum of their earlier places
    double size = 0;
    int smallest = std::numeric_limits<int>::max();
    bool isJoined = false; ///< part of a larger one

    void add(const Branch& other)
    {
        places += other.places;
        size += other.size;
        smallest = std::min(smallest, other.smallest);
    }
};

bool standsBefore(const Branch& a, const Branch& b)
{
    return std::pair(a.places / a.size, a.smallest) < std::pair(b.places / b.size, b.smallest);
}

std::vector<Branch> leavesAt(std::size_t clients, std::span<const int> previous)
{
    std::vector<Branch> branches(clients);
    for (std::size_t client = 0; client < clients; ++client)
        branches[client] = {.places = static_cast<double>(previous.size()),
                            .size = 1,
                            .smallest = static_cast<int>(client)};
    for (std::size_t place = 0; place < previous.size(); ++place)
        if (const int client = previous[place];
            client >= 0 && static_cast<std::size_t>(client) < clients)
            branches[static_cast<std::size_t>(client)].places = static_cast<double>(place);
    return branches;
}

/// The leaves below a node from left to right, without recursion: a chain may be thousands deep.
template <typename LeftFirst>
void appendLeaves(const Grouping& grouping,
                  std::size_t clients,
                  std::size_t root,
                  const std::vector<bool>& sound,
                  LeftFirst leftFirst,
                  std::vector<int>& leaves)
{
    std::vector<std::size_t> open{root};
    while (!open.empty()) {
        const std::size_t node = open.back();
        open.pop_back();
        if (node < clients) {
            leaves.push_back(static_cast<int>(node));
            continue;
        }
        if (!sound[node - clients])
            continue;
        const auto left = static_cast<std::size_t>(grouping.merges[node - clients].left);
        const auto right = static_cast<std::size_t>(grouping.merges[node - clients].right);
        const bool inOrder = leftFirst(left, right);
        open.push_back(inOrder ? right : left);
        open.push_back(inOrder ? left : right);
    }
}

/// Which group each client is in; a client in none has a number of its own.
std::vector<std::size_t> groupsOf(const Grouping& grouping, std::size_t clients)
{
    std::vector<std::size_t> groups(clients);
    for (std::size_t client = 0; client < clients; ++client)
        groups[client] = grouping.groups.size() + client;
    for (std::size_t group = 0; group < grouping.groups.size(); ++group)
        for (const int client : grouping.groups[group])
            if (client >= 0 && static_cast<std::size_t>(client) < clients)
                groups[static_cast<std::size_t>(client)] = group;
    return groups;
}

} // namespace

std::vector<Merge> agglomerate(Matrix distances, Linkage linkage)
{
    const std::size_t count = distances.rows;
    return inOrder(findMerges(std::move(distances), linkage), count);
}

std::vector<int>
cutToClusters(std::span<const Merge> merges, std::size_t count, std::size_t clusters)
{
    const std::size_t wanted =
        std::clamp<std::size_t>(clusters, 1, std::max<std::size_t>(count, 1));
    const std::size_t done = std::min(merges.size(), count - std::min(count, wanted));
    // Top-down: a node belongs to the newest merge above it that was done.
    std::vector<std::size_t> root = indices(count + done);
    for (std::size_t index = done; index-- > 0;)
        for (const int child : {merges[index].left, merges[index].right})
            root[static_cast<std::size_t>(child)] = root[count + index];

    std::vector<int> labelOfRoot(root.size(), -1);
    std::vector<int> labels(count);
    int next = 0;
    for (std::size_t point = 0; point < count; ++point) {
        int& label = labelOfRoot[root[point]];
        if (label < 0)
            label = next++;
        labels[point] = label;
    }
    return labels;
}

std::vector<std::vector<int>> groupsOfLabels(std::span<const int> labels)
{
    std::vector<std::vector<int>> groups;
    for (std::size_t point = 0; point < labels.size(); ++point) {
        const auto label = static_cast<std::size_t>(labels[point]);
        if (label >= groups.size())
            groups.resize(label + 1);
        groups[label].push_back(static_cast<int>(point));
    }
    return groups;
}

std::vector<bool> soundMerges(const Grouping& grouping, std::size_t clients)
{
    std::vector<bool> free(clients, true);
    std::vector<bool> sound;
    for (const Merge& merge : grouping.merges) {
        const auto isFree = [&](int node) {
            return node >= 0 && static_cast<std::size_t>(node) < free.size()
                   && free[static_cast<std::size_t>(node)];
        };
        const bool stands = isFree(merge.left) && isFree(merge.right) && merge.left != merge.right;
        if (stands)
            for (const int node : {merge.left, merge.right})
                free[static_cast<std::size_t>(node)] = false;
        sound.push_back(stands);
        free.push_back(stands);
    }
    return sound;
}

std::vector<int>
leafOrder(const Grouping& grouping, std::size_t clients, std::span<const int> previous)
{
    const std::vector<bool> sound = soundMerges(grouping, clients);
    std::vector<Branch> branches = leavesAt(clients, previous);
    for (std::size_t m = 0; m < grouping.merges.size(); ++m) {
        Branch joined{.isJoined = !sound[m]}; // an unsound merge has no branches
        if (sound[m])
            for (const int node : {grouping.merges[m].left, grouping.merges[m].right}) {
                Branch& side = branches[static_cast<std::size_t>(node)];
                side.isJoined = true;
                joined.add(side);
            }
        branches.push_back(joined);
    }
    // A group that did not come about by merging holds several trees.
    const std::vector<std::size_t> groupOfClient = groupsOf(grouping, clients);
    std::vector<Branch> groups(grouping.groups.size() + clients);
    std::vector<std::size_t> roots;
    const auto groupOf = [&](std::size_t node) {
        return groupOfClient[static_cast<std::size_t>(branches[node].smallest)];
    };
    for (std::size_t node = 0; node < branches.size(); ++node)
        if (!branches[node].isJoined) {
            roots.push_back(node);
            groups[groupOf(node)].add(branches[node]);
        }
    std::ranges::sort(roots, [&](std::size_t a, std::size_t b) {
        if (groupOf(a) != groupOf(b))
            return standsBefore(groups[groupOf(a)], groups[groupOf(b)]);
        return standsBefore(branches[a], branches[b]);
    });
    const auto leftFirst = [&](std::size_t left, std::size_t right) {
        return standsBefore(branches[left], branches[right]);
    };
    std::vector<int> leaves;
    leaves.reserve(clients);
    for (const std::size_t root : roots)
        appendLeaves(grouping, clients, root, sound, leftFirst, leaves);
    return leaves;
}

std::vector<int> membersBelow(const Grouping& grouping, std::size_t clients, int node)
{
    std::vector<int> members;
    if (node < 0 || static_cast<std::size_t>(node) >= clients + grouping.merges.size())
        return members;
    const auto anyOrder = [](std::size_t, std::size_t) { return true; };
    appendLeaves(grouping,
                 clients,
                 static_cast<std::size_t>(node),
                 soundMerges(grouping, clients),
                 anyOrder,
                 members);
    std::ranges::sort(members);
    return members;
}

} // namespace coterie
