#pragma once

#include "ui/watch/seed_groups.h"

namespace coterie::ui {

/// Adds the lines and bands that the choice makes of one run. `name` is the run's.
void addRun(const RunCurves& run,
            const QString& name,
            std::size_t variant,
            const CurveChoice& choice,
            PlotPicture& picture);

/// Adds the seeds of an arm as one line with its band. Above them come the clients and groups of a
/// run that is looked at.
void addSeeds(const std::vector<RunCurves>& runs,
              const SeedGroup& group,
              const QString& name,
              std::size_t variant,
              const CurveChoice& choice,
              PlotPicture& picture);

/// Of what is chosen; empty if the run did not report it.
[[nodiscard]] const MetricCurves& curvesOf(const RunCurves& run, const CurveChoice& choice);

/// "FedAvg, seed 1: global model", for the line beside the one of that name.
[[nodiscard]] QString globalName(const QString& run);

} // namespace coterie::ui
