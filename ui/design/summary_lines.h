#pragma once

#include "core/run/forecast.h"
#include "core/spec/experiment.h"

#include <QString>

#include <optional>
#include <vector>

namespace coterie::ui {

/// One fact of the live summary.
struct SummaryLine
{
    QString name;
    QString value;
    QString tip;             ///< how the value came about
    bool isForecast = false; ///< measured, for the experiment as it was then

    bool operator==(const SummaryLine&) const = default;
};

/// What an experiment amounts to, as far as it is known: counts at once, the rest when a forecast
/// is there.
[[nodiscard]] std::vector<SummaryLine> summaryLines(const Experiment& experiment,
                                                    const std::vector<RunPlan>& plans,
                                                    const std::optional<Forecast>& forecast);

/// Of a federation alone: how many clients, and what they hold.
[[nodiscard]] std::vector<SummaryLine> clientLines(const Forecast& forecast);

} // namespace coterie::ui
