#pragma once

#include <memory>

namespace coterie {
struct RunPlan;
} // namespace coterie

namespace coterie::ui {

struct RunCurves;

/// The plan as it was in a round, with the changes by hand up to then. Null where the run has none.
[[nodiscard]] std::shared_ptr<const RunPlan> planAt(const RunCurves& run, int round);

} // namespace coterie::ui
