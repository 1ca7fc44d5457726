#pragma once

#include "core/report/round_report.h"

#include <optional>
#include <span>
#include <vector>

namespace coterie::ui {

/// What the axis of a dendrogram counts. Gains need not fall from merge to merge, so a forest of
/// gains is drawn by order unless the user asks otherwise; a tree of distances by its heights.
enum class MergeAxis
{
    Order,
    Score
};

/// One bracket: from both children at their values to the value of the merge.
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

/// Where everything of a dendrogram goes: places count leaves from 0, values are those of the axis.
struct DendrogramLayout
{
    std::vector<int> leaves; ///< the client at each place
    std::vector<DendrogramBracket> brackets;
    std::optional<DendrogramBracket> refused;
    double lowest = 0; ///< of all values drawn, the leaves' 0 among them
    double highest = 0;
    std::size_t nonFinite = 0; ///< merges whose score cannot be placed; they stand at the end

    bool operator==(const DendrogramLayout&) const = default;
};

/// Clients of one group, at neighbouring places.
struct DendrogramGroup
{
    std::size_t first = 0; ///< places, both within
    std::size_t last = 0;
    int colour = 0; ///< the group's colour number

    [[nodiscard]] std::size_t size() const { return last - first + 1; }
    bool operator==(const DendrogramGroup&) const = default;
};

/// The groups as they stand along the leaves, by the clients' colour numbers; −1: in no group.
[[nodiscard]] std::vector<DendrogramGroup> groupsAlong(std::span<const int> leaves,
                                                       std::span<const int> colourOfClient);

/// Over leaves in the order of leafOrder(), all clients. `steps` draws only the first so many
/// merges, for the player; absent: all, and the refused one.
[[nodiscard]] DendrogramLayout layOutDendrogram(const Grouping& grouping,
                                                std::span<const int> leaves,
                                                MergeAxis axis,
                                                std::optional<int> steps = {});

/// The groups that a tree of distances falls into when it is cut at this height, each ascending and
/// in the order of their first clients: a merge holds if it and all merges below it lie at or under
/// the cut.
[[nodiscard]] std::vector<std::vector<int>>
groupsUnderCut(const Grouping& grouping, std::size_t clients, double height);

/// The cut with one group fewer (`direction` 1) or more (−1): between two heights at which clients
/// are joined, or beyond all of them. Where there is none, the cut stays.
[[nodiscard]] double cutBeside(const Grouping& grouping, double cut, int direction);

} // namespace coterie::ui
