#pragma once

#include "core/collab/metrics.h"

#include <optional>
#include <span>
#include <string_view>

namespace coterie {

/// The few numbers by which a run is judged at a glance, the same on every screen and in every
/// table. Errors are in percent. Absent means not measured; NaN and infinity are measurements.
struct HeadlineNumbers
{
    std::optional<double> testError;
    std::optional<double> bestTestError; ///< of the best round so far
    std::optional<double> testLoss;
    std::optional<double> trainLoss;
    std::optional<double> globalTestError; ///< of the one global model, where there is one

    bool operator==(const HeadlineNumbers&) const = default;
};

/// The value of a metric by its name, if it is there.
[[nodiscard]] std::optional<double> findMetric(std::span<const NamedMetric> metrics,
                                               std::string_view name);

/// Reads them from the metrics of one round, or from the newest value of every metric of a run. A
/// method without personal models is judged by its global one, centralised training by its pooled
/// numbers.
[[nodiscard]] HeadlineNumbers headlineOf(std::span<const NamedMetric> metrics);

} // namespace coterie
