#include "ui/views/dendrogram_layout.h"

#include "core/math/linkage.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace coterie::ui {

namespace {

double valueOf(const Merge& merge, std::size_t index, MergeAxis axis)
{
    return axis == MergeAxis::Order ? static_cast<double>(index + 1) : merge.score;
}

} // namespace

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
    const std::vector<bool> sound = soundMerges(grouping, leaves.size());
    const std::size_t shown =
        steps ? std::min(grouping.merges.size(), static_cast<std::size_t>(std::max(0, *steps)))
              : grouping.merges.size();
    for (std::size_t index = 0; index < shown; ++index) {
        const Merge& merge = grouping.merges[index];
        Point joined;
        if (sound[index]) {
            const DendrogramBracket bracket =
                bracketOf(merge, static_cast<int>(index), valueOf(merge, index, axis));
            layout.brackets.push_back(bracket);
            joined = {.place = bracket.place(), .value = bracket.value};
        }
        points.push_back(joined);
    }
    const auto isDrawn = [&](int node) {
        return node >= 0 && static_cast<std::size_t>(node) < points.size();
    };
    if (!steps && grouping.refused && isDrawn(grouping.refused->left)
        && isDrawn(grouping.refused->right) && grouping.refused->left != grouping.refused->right) {
        const double value = axis == MergeAxis::Order
                                 ? static_cast<double>(grouping.merges.size()) + 1
                                 : grouping.refused->score;
        layout.refused = bracketOf(*grouping.refused, -1, value);
        layout.highest = std::max(layout.highest, layout.refused->value);
    }
    return layout;
}

std::vector<DendrogramGroup> groupsAlong(std::span<const int> leaves,
                                         std::span<const int> colourOfClient)
{
    std::vector<DendrogramGroup> groups;
    for (std::size_t place = 0; place < leaves.size(); ++place) {
        const auto client = static_cast<std::size_t>(leaves[place]);
        const int colour = client < colourOfClient.size() ? colourOfClient[client] : -1;
        if (colour < 0)
            continue;
        const bool continues =
            !groups.empty() && groups.back().colour == colour && groups.back().last + 1 == place;
        if (continues)
            groups.back().last = place;
        else
            groups.push_back({.first = place, .last = place, .colour = colour});
    }
    return groups;
}

std::vector<std::vector<int>>
groupsUnderCut(const Grouping& grouping, std::size_t clients, double height)
{
    const std::vector<bool> sound = soundMerges(grouping, clients);
    std::vector<std::vector<int>> nodes(clients); // empty once merged into another
    for (std::size_t client = 0; client < clients; ++client)
        nodes[client] = {static_cast<int>(client)};
    for (std::size_t index = 0; index < grouping.merges.size(); ++index) {
        const Merge& merge = grouping.merges[index];
        std::vector<int> joined;
        if (sound[index] && merge.score <= height) {
            std::vector<int>& left = nodes[static_cast<std::size_t>(merge.left)];
            std::vector<int>& right = nodes[static_cast<std::size_t>(merge.right)];
            if (!left.empty() && !right.empty()) { // else one of them is beyond the cut
                std::ranges::merge(left, right, std::back_inserter(joined));
                left.clear();
                right.clear();
            }
        }
        nodes.push_back(std::move(joined));
    }
    std::erase_if(nodes, [](const std::vector<int>& node) { return node.empty(); });
    std::ranges::sort(nodes);
    return nodes;
}

double cutBeside(const Grouping& grouping, double cut, int direction)
{
    std::set<double> heights{0};
    for (const Merge& merge : grouping.merges)
        if (std::isfinite(merge.score))
            heights.insert(merge.score);
    std::vector<double> stops;
    for (auto height = heights.begin(); std::next(height) != heights.end(); ++height)
        stops.push_back((*height + *std::next(height)) / 2);
    stops.push_back(*heights.rbegin()); // where all are one group
    // Two cuts between the same heights give the same groups.
    const auto heightsBelow = [&](double at) {
        return std::distance(heights.begin(), heights.upper_bound(at));
    };
    const auto isBeside = [&](double stop) {
        return (heightsBelow(stop) - heightsBelow(cut)) * direction > 0;
    };
    if (direction < 0)
        std::ranges::reverse(stops); // the nearest first
    const auto next = std::ranges::find_if(stops, isBeside);
    return next == stops.end() ? cut : *next;
}

} // namespace coterie::ui
