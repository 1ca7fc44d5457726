#pragma once

#include "core/report/round_report.h"

#include <optional>
#include <span>
#include <vector>

namespace coterie::ui {

/// What the axis of a dendrogram counts. Gains may rise and fall from merge to merge, so they are
/// drawn by order unless the user chooses otherwise; a tree of distances is drawn by its heights.
enum class MergeAxis
{
    Order,
    Score
};

/// Joins two children, drawn at their values, at the value of their merge.
struct DendrogramBracket
{
    int merge = -1; ///< index in Grouping::merges; −1: the refused merge
    double leftPlace = 0;
    double rightPlace = 0;
    double leftValue = 0;
    double rightValue = 0;
    double value = 0;

    [[nodiscard]] double place() const { return (leftPlace + rightPlace) / 2; }
    bool operator==(const DendrogramBracket&) const = default;
};

/// The geometry of a dendrogram. Places count leaves from 0; values are on the axis.
struct DendrogramLayout
{
    std::vector<int> leaves; ///< the client at each place
    std::vector<DendrogramBracket> brackets;
    std::optional<DendrogramBracket> refused;
    double lowest = 0; ///< of all values drawn, including the leaves' 0
    double highest = 0;
    std::size_t nonFinite = 0; ///< merges whose score is not finite; they are drawn at the end

    bool operator==(const DendrogramLayout&) const = default;
};

/// Clients of one group at neighbouring places.
struct DendrogramGroup
{
    std::size_t first = 0; ///< places, both inclusive
    std::size_t last = 0;
    int colour = 0; ///< the group's colour number

    [[nodiscard]] std::size_t size() const { return last - first + 1; }
    bool operator==(const DendrogramGroup&) const = default;
};

/// The groups along the leaves, by the clients' colour numbers; −1: in no group.
[[nodiscard]] std::vector<DendrogramGroup> groupsAlong(std::span<const int> leaves,
                                                       std::span<const int> colourOfClient);

/// `leaves` are all clients in the order of leafOrder(). With `steps`, only the first so many
/// merges are drawn; without, all and the refused one.
[[nodiscard]] DendrogramLayout layOutDendrogram(const Grouping& grouping,
                                                std::span<const int> leaves,
                                                MergeAxis axis,
                                                std::optional<int> steps = {});

/// The groups of a tree of distances that is cut at this height, each ascending, in the order of
/// their first clients. A merge holds if it and all merges below it are at or under the cut.
[[nodiscard]] std::vector<std::vector<int>>
groupsUnderCut(const Grouping& grouping, std::size_t clients, double height);

/// The next cut with fewer (`direction` 1) or more groups (−1): between two heights of merges, or
/// beyond all of them. The cut itself if there is none.
[[nodiscard]] double cutBeside(const Grouping& grouping, double cut, int direction);

} // namespace coterie::ui
