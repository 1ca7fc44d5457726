#pragma once

#include "core/base/result.h"
#include "core/summary/reported_experiment.h"

#include <string>

namespace coterie {

// The figures of a report, as markup; empty where there is nothing to draw.

/// The figures that the experiment describes, of curves and of points. Of one that these runs do
/// not make, why.
[[nodiscard]] Result<std::string>
describedFigures(RunStore& store, const ReportedExperiment& experiment, std::size_t most);
/// Test errors by round, or for regression losses; none if the experiment describes it.
[[nodiscard]] Result<std::string> mainFigure(RunStore& store, const ReportedExperiment& experiment);
[[nodiscard]] Result<std::string> lossFigure(RunStore& store, const ReportedExperiment& experiment);
/// The matrices of each arm's first run, in its last round.
[[nodiscard]] Result<std::string> matrices(RunStore& store, const ReportedExperiment& experiment);

} // namespace coterie
