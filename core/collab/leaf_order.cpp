#include "core/collab/leaf_order.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace coterie {
namespace {

/// Clients that stand together, with what decides where.
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
        Branch joined{.isJoined = !sound[m]}; // nothing hangs on one that does not stand
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
