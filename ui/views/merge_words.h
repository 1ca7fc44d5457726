#pragma once

#include "core/report/round_report.h"

#include <QString>

#include <span>

namespace coterie::ui {

/// "{0, 3, 7}"; a long list is cut: "{0, 3, 7, … 41 clients}".
[[nodiscard]] QString membersText(std::span<const int> members);
/// All of them, "0 3 7".
[[nodiscard]] QString allMembersText(std::span<const int> members);
/// What one merge joined and why: "{0, 1} + {4}: gain 0.0596 = more data +0.067, less alike
/// −0.0071". The refused merge has the index −1.
[[nodiscard]] QString mergeText(const Grouping& grouping, int clients, int merge);
/// "3 groups of 10 clients; stopped because no merge gains".
[[nodiscard]] QString groupingText(const Grouping& grouping);

} // namespace coterie::ui
