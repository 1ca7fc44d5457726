#pragma once

#include "ui/watch/curve_lines.h"

#include <vector>

namespace coterie::ui {

/// Runs of one arm and design that differ by their seed alone, by their places.
using SeedGroup = std::vector<std::size_t>;

/// Groups in the order of their first runs; a run that is like no other is alone. A run stays alone
/// that has fewer rounds than the longest of its design: a mean over other seeds in each round
/// would jump. So do one that was changed by hand, and a second run of a seed.
[[nodiscard]] std::vector<SeedGroup> seedGroups(const std::vector<RunCurves>& runs);

/// The mean over these runs of the chosen metric, of the global model's error and of what was
/// spent, at the rounds that all of them have.
struct SeedMean
{
    RunCurves run; ///< has no number and no clients
    Curve deviation;
};
[[nodiscard]] SeedMean meanOverSeeds(const std::vector<RunCurves>& runs,
                                     const SeedGroup& group,
                                     const CurveChoice& choice);

} // namespace coterie::ui
