#include "core/collab/leaf_order.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace coterie {
namespace {

/// Clients that stand together, with what decides where.
struct Block
{
    std::vector<int> clients;
    double places = 0; ///< sum of their earlier places
    int smallest = 0;

    [[nodiscard]] double meanPlace() const { return places / static_cast<double>(clients.size()); }
};

bool standsBefore(const Block& a, const Block& b)
{
    return std::pair(a.meanPlace(), a.smallest) < std::pair(b.meanPlace(), b.smallest);
}

Block joined(Block a, Block b)
{
    if (standsBefore(b, a))
        std::swap(a, b);
    a.clients.insert(a.clients.end(), b.clients.begin(), b.clients.end());
    a.places += b.places;
    a.smallest = std::min(a.smallest, b.smallest);
    return a;
}

/// All blocks of a list in one, by their places.
Block inARow(std::vector<Block> blocks)
{
    std::ranges::sort(blocks, standsBefore);
    Block all = std::move(blocks.front());
    for (std::size_t i = 1; i < blocks.size(); ++i) {
        all.clients.insert(all.clients.end(), blocks[i].clients.begin(), blocks[i].clients.end());
        all.places += blocks[i].places;
        all.smallest = std::min(all.smallest, blocks[i].smallest);
    }
    return all;
}

} // namespace

std::vector<int>
leafOrder(const Grouping& grouping, std::size_t clients, std::span<const int> previous)
{
    std::map<int, double> placeOf;
    for (std::size_t place = 0; place < previous.size(); ++place)
        placeOf[previous[place]] = static_cast<double>(place);
    std::map<int, Block> trees;
    for (const std::vector<int>& group : grouping.groups)
        for (const int client : group) {
            const auto place = placeOf.find(client);
            trees[client] = {.clients = {client},
                             .places = place == placeOf.end() ? static_cast<double>(previous.size())
                                                              : place->second,
                             .smallest = client};
        }
    int node = static_cast<int>(clients);
    for (const Merge& merge : grouping.merges) {
        Block both = joined(std::move(trees[merge.left]), std::move(trees[merge.right]));
        trees.erase(merge.left);
        trees.erase(merge.right);
        trees[node++] = std::move(both);
    }
    // A group that did not come about by merging holds several trees.
    std::map<int, std::size_t> groupOf;
    for (std::size_t group = 0; group < grouping.groups.size(); ++group)
        for (const int client : grouping.groups[group])
            groupOf[client] = group;
    std::map<std::size_t, std::vector<Block>> treesOf;
    for (auto& [root, block] : trees)
        treesOf[groupOf[block.smallest]].push_back(std::move(block));
    std::vector<Block> groups;
    for (auto& [group, blocks] : treesOf)
        groups.push_back(inARow(std::move(blocks)));
    return groups.empty() ? std::vector<int>() : inARow(std::move(groups)).clients;
}

} // namespace coterie
