#pragma once

#include <memory>

namespace coterie {
struct RunPlan;
} // namespace coterie

namespace coterie::ui {

struct RunCurves;

/// The plan as it held in a round: what was changed by hand earlier or later, the run's events
/// tell. Null where the run has none.
[[nodiscard]] std::shared_ptr<const RunPlan> planAt(const RunCurves& run, int round);

} // namespace coterie::ui
