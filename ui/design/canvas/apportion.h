#pragma once

#include "ui/design/canvas/partition_sketch.h"

#include <span>

namespace coterie::ui {

/// Whole numbers in these proportions whose sum is `total`: the exact shares rounded down, and the
/// largest remainders up, the first of equals. All zeros if the proportions are.
[[nodiscard]] KindCounts apportioned(std::span<const std::int64_t> proportions, std::int64_t total);

/// The same with no number above its limit; what does not fit goes to those that have room. The sum
/// is `total`, or that of the limits if this is less.
[[nodiscard]] KindCounts apportionedWithin(std::span<const std::int64_t> proportions,
                                           std::span<const std::int64_t> limits,
                                           std::int64_t total);

} // namespace coterie::ui
