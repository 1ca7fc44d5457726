#pragma once

#include "core/report/round_report.h"

#include <QString>
#include <QStringList>

#include <span>

namespace coterie::ui {

/// "{0, 3, 7}", or of a long list "{0, 3, 7, … 41 clients}".
[[nodiscard]] QString membersText(std::span<const int> members);
/// All of them, "0 3 7".
[[nodiscard]] QString allMembersText(std::span<const int> members, const char* between = " ");
/// What one merge joined and why: "{0, 1} + {4}: gain +0.0596 = more data +0.067, less alike
/// −0.0071". `merge` is an index; −1 is the refused merge.
[[nodiscard]] QString mergeText(const Grouping& grouping, int clients, int merge);
/// "group 1 + client 4: gain −0.0130, not merged" and shorter forms, the longest first. Groups
/// without colours are written as lists of clients. Empty if no merge was refused.
[[nodiscard]] QStringList
refusedTexts(const Grouping& grouping, int clients, std::span<const int> colourOfClient);
/// "gain +0.5153" and shorter forms of it, the longest first.
[[nodiscard]] QStringList gainTexts(double gain);
/// "10 clients in 3 groups · no merge gains".
[[nodiscard]] QString groupingText(const Grouping& grouping);
/// "10 clients in 3 groups", or clusters.
[[nodiscard]] QString groupCountText(const Grouping& grouping, bool areClusters = false);
/// "3 groups", or sampling clusters.
[[nodiscard]] QString groupsText(qsizetype groups, bool areClusters = false);
/// "group 2", "alone" for a single client, "cluster 2" for a sampling cluster.
[[nodiscard]] QString groupName(int colour, std::size_t clients, bool isCluster);
/// With its sign and four decimals: "+0.1187", "−0.0896".
[[nodiscard]] QString gainText(double gain);

} // namespace coterie::ui
