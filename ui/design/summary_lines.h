#pragma once

#include "core/experiment/experiment.h"
#include "core/run/forecast.h"

#include <QString>

#include <optional>
#include <vector>

namespace coterie::ui {

/// A line of the estimate: "Runs: 20".
struct SummaryLine
{
    QString name;
    QString value;
    QString tip;             ///< how the value was found
    bool isForecast = false; ///< measured or counted, possibly for an earlier version

    bool operator==(const SummaryLine&) const = default;
};

/// The estimate of an experiment: counts at once, the rest with a forecast.
[[nodiscard]] std::vector<SummaryLine> summaryLines(const Experiment& experiment,
                                                    const std::vector<RunPlan>& plans,
                                                    const std::optional<Forecast>& forecast);

[[nodiscard]] std::vector<SummaryLine> clientLines(const Forecast& forecast);

} // namespace coterie::ui
