#pragma once

#include "core/collaboration/sufficient_table.h"
#include "ui/views/plain_table.h"
#include "ui/views/plot_picture.h"

#include <vector>

namespace coterie::ui {

/// All-for-one's Figure 1: how many clients suffice over the precision, a line for each spread.
[[nodiscard]] PlotPicture sufficientPicture(const std::vector<SufficientCurve>& curves);
/// The numbers behind it: a row per precision and a column per spread.
[[nodiscard]] PlainTable sufficientTable(const std::vector<SufficientCurve>& curves);

} // namespace coterie::ui
