#pragma once

#include "core/report/round_report.h"

/// Groupings for tests of what is done with them.
namespace made_up {

/// A merge of which only the outline matters.
inline coterie::Merge merged(int left, int right, double score, int size, coterie::MergeKind kind)
{
    coterie::Merge merge;
    merge.left = left;
    merge.right = right;
    merge.score = score;
    merge.size = size;
    merge.kind = kind;
    return merge;
}

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
    constexpr auto kDistance = coterie::MergeKind::Distance;
    coterie::Grouping grouping;
    grouping.groups = {{0, 3}, {1, 2}};
    grouping.merges = {merged(1, 2, 0.315951, 2, kDistance),
                       merged(0, 3, 1.092691, 2, kDistance),
                       merged(4, 5, 2.572989, 4, kDistance)};
    return grouping;
}

} // namespace made_up
