#include "ui/views/dendrogram_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace coterie::ui {

namespace {

/// A node of the forest while leaves are put in order.
struct Branch
{
    double wish = 0; ///< the sum of its members' former places
    int size = 0;
    bool hasParent = false;

    [[nodiscard]] double place() const { return wish / size; }
};

/// A merge of a stored report may be damaged; what names no node is left out.
bool isKnown(const Merge& merge, std::size_t nodes)
{
    const auto known = [nodes](int node) {
        return node >= 0 && static_cast<std::size_t>(node) < nodes;
    };
    return known(merge.left) && known(merge.right) && merge.left != merge.right;
}

std::vector<Branch> branchesOf(const Grouping& grouping, int clients, std::span<const int> previous)
{
    std::vector<double> formerPlace(static_cast<std::size_t>(clients));
    std::iota(formerPlace.begin(), formerPlace.end(), 0.0);
    for (std::size_t place = 0; place < previous.size(); ++place)
        if (previous[place] >= 0 && previous[place] < clients)
            formerPlace[static_cast<std::size_t>(previous[place])] = static_cast<double>(place);

    std::vector<Branch> branches;
    for (const double place : formerPlace)
        branches.push_back({.wish = place, .size = 1});
    for (const Merge& merge : grouping.merges) {
        Branch joined;
        if (isKnown(merge, branches.size())) {
            for (const int child : {merge.left, merge.right}) {
                Branch& branch = branches[static_cast<std::size_t>(child)];
                branch.hasParent = true;
                joined.wish += branch.wish;
                joined.size += branch.size;
            }
        } else {
            joined.hasParent = true; // nothing hangs on it
        }
        branches.push_back(joined);
    }
    return branches;
}

/// The leaves below a node from left to right, without recursion: a chain may be thousands deep.
template <typename Before>
void appendLeaves(
    const Grouping& grouping, int clients, int root, Before before, std::vector<int>& leaves)
{
    std::vector<int> open{root};
    while (!open.empty()) {
        const int node = open.back();
        open.pop_back();
        if (node < clients) {
            leaves.push_back(node);
            continue;
        }
        const Merge& merge = grouping.merges[static_cast<std::size_t>(node - clients)];
        if (!isKnown(merge, static_cast<std::size_t>(node)))
            continue;
        const bool leftFirst = before(merge.left, merge.right);
        open.push_back(leftFirst ? merge.right : merge.left);
        open.push_back(leftFirst ? merge.left : merge.right);
    }
}

double valueOf(const Merge& merge, std::size_t index, MergeAxis axis)
{
    return axis == MergeAxis::Order ? static_cast<double>(index + 1) : merge.score;
}

} // namespace

std::vector<int> orderedLeaves(const Grouping& grouping, int clients, std::span<const int> previous)
{
    const std::vector<Branch> branches = branchesOf(grouping, clients, previous);
    const auto before = [&](int a, int b) {
        const double placeA = branches[static_cast<std::size_t>(a)].place();
        const double placeB = branches[static_cast<std::size_t>(b)].place();
        return placeA < placeB || (placeA == placeB && a < b);
    };
    std::vector<int> roots;
    for (std::size_t node = 0; node < branches.size(); ++node)
        if (!branches[node].hasParent)
            roots.push_back(static_cast<int>(node));
    std::ranges::sort(roots, before);
    std::vector<int> leaves;
    leaves.reserve(static_cast<std::size_t>(clients));
    for (const int root : roots)
        appendLeaves(grouping, clients, root, before, leaves);
    return leaves;
}

DendrogramLayout layOutDendrogram(const Grouping& grouping,
                                  std::span<const int> leaves,
                                  MergeAxis axis,
                                  std::optional<int> steps)
{
    struct Point
    {
        double place = 0;
        double value = 0;
    };
    DendrogramLayout layout;
    layout.leaves.assign(leaves.begin(), leaves.end());
    std::vector<Point> points(leaves.size());
    for (std::size_t place = 0; place < leaves.size(); ++place)
        points[static_cast<std::size_t>(leaves[place])].place = static_cast<double>(place);

    for (const Merge& merge : grouping.merges)
        if (axis == MergeAxis::Score && std::isfinite(merge.score)) {
            layout.lowest = std::min(layout.lowest, merge.score);
            layout.highest = std::max(layout.highest, merge.score);
        }
    if (axis == MergeAxis::Order)
        layout.highest = static_cast<double>(grouping.merges.size());
    if (grouping.refused && std::isfinite(grouping.refused->score) && axis == MergeAxis::Score) {
        layout.lowest = std::min(layout.lowest, grouping.refused->score);
        layout.highest = std::max(layout.highest, grouping.refused->score);
    }

    const auto bracketOf = [&](const Merge& merge, int index, double value) {
        const Point left = points[static_cast<std::size_t>(merge.left)];
        const Point right = points[static_cast<std::size_t>(merge.right)];
        if (!std::isfinite(value)) {
            ++layout.nonFinite;
            value = layout.highest;
        }
        return DendrogramBracket{.merge = index,
                                 .leftPlace = left.place,
                                 .rightPlace = right.place,
                                 .leftValue = left.value,
                                 .rightValue = right.value,
                                 .value = value};
    };
    const std::size_t shown =
        steps ? std::min(grouping.merges.size(), static_cast<std::size_t>(std::max(0, *steps)))
              : grouping.merges.size();
    for (std::size_t index = 0; index < shown; ++index) {
        const Merge& merge = grouping.merges[index];
        Point joined;
        if (isKnown(merge, points.size())) {
            const DendrogramBracket bracket =
                bracketOf(merge, static_cast<int>(index), valueOf(merge, index, axis));
            layout.brackets.push_back(bracket);
            joined = {.place = bracket.place(), .value = bracket.value};
        }
        points.push_back(joined);
    }
    if (!steps && grouping.refused && isKnown(*grouping.refused, points.size())) {
        const double value = axis == MergeAxis::Order
                                 ? static_cast<double>(grouping.merges.size()) + 1
                                 : grouping.refused->score;
        layout.refused = bracketOf(*grouping.refused, -1, value);
        layout.highest = std::max(layout.highest, layout.refused->value);
    }
    return layout;
}

std::vector<int> membersBelow(const Grouping& grouping, int clients, int node)
{
    std::vector<int> members;
    if (node < 0 || node >= clients + static_cast<int>(grouping.merges.size()))
        return members;
    appendLeaves(
        grouping, clients, node, [](int, int) { return true; }, members);
    std::ranges::sort(members);
    return members;
}

} // namespace coterie::ui
