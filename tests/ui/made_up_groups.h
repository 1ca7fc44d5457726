#pragma once

#include "core/report/round_report.h"

/// Groupings for tests of what is done with them.
namespace made_up {

/// ALGORITHMS §2.1, example H2 with α = 10: six clients, groups {0,1,2}, {3,4}, {5}. The benefits
/// are those of the reference; the split into parts is data α/D = 0.1 for equal sizes and the rest.
inline coterie::Grouping sixClients()
{
    using coterie::Merge;
    using coterie::MergeKind;
    const auto merge = [](int left, int right, double score, int size) {
        return Merge{.left = left,
                     .right = right,
                     .score = score,
                     .kind = MergeKind::Gain,
                     .size = size,
                     .dataGain = 0.1,
                     .similarityLoss = score - 0.1};
    };
    coterie::Grouping grouping;
    grouping.groups = {{0, 1, 2}, {3, 4}, {5}};
    grouping.merges = {
        merge(0, 1, 0.092389, 2), merge(3, 4, 0.089044, 2), merge(6, 2, 0.059573, 3)};
    grouping.stopReason = "no merge gains";
    grouping.refused = merge(7, 5, -1.061953, 3);
    return grouping;
}

/// Ward's tree of ALGORITHMS §5: (1,2) at 0.315951, (0,3) at 1.092691, all at 2.572989.
inline coterie::Grouping fourLeaves()
{
    using coterie::Merge;
    using coterie::MergeKind;
    coterie::Grouping grouping;
    grouping.groups = {{0, 3}, {1, 2}};
    grouping.merges = {
        Merge{.left = 1, .right = 2, .score = 0.315951, .kind = MergeKind::Distance, .size = 2},
        Merge{.left = 0, .right = 3, .score = 1.092691, .kind = MergeKind::Distance, .size = 2},
        Merge{.left = 4, .right = 5, .score = 2.572989, .kind = MergeKind::Distance, .size = 4}};
    return grouping;
}

} // namespace made_up
