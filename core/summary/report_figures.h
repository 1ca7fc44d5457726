#pragma once

#include "core/base/result.h"
#include "core/summary/reported_experiment.h"

#include <string>

namespace coterie {

// The figures of a report, as markup; empty where there is nothing to draw.

/// The figures that the experiment describes, of those with lines. Of one that these runs do not
/// make, why.
[[nodiscard]] Result<std::string>
describedFigures(RunStore& store, const ReportedExperiment& experiment, std::size_t most);
/// What to do with a curve that a described figure has too, of all its runs.
enum class Described
{
    LeaveOut,
    Draw
};
/// Test errors by round, or for regression losses.
[[nodiscard]] Result<std::string>
mainFigure(RunStore& store, const ReportedExperiment& experiment, Described described);
/// None where a described figure has it.
[[nodiscard]] Result<std::string> lossFigure(RunStore& store, const ReportedExperiment& experiment);
/// The matrices of each arm's first run, in its last round.
[[nodiscard]] Result<std::string> matrices(RunStore& store, const ReportedExperiment& experiment);

} // namespace coterie
