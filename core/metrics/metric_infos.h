#pragma once

#include "core/metrics/metric_values.h"

#include <optional>
#include <span>
#include <string_view>

namespace coterie {

/// Which way a metric improves.
enum class Better
{
    Neither, ///< it says what happened, not how well
    Higher,
    Lower
};

/// What there is to say about one metric of ALGORITHMS §12: its name in the store, in exports and
/// in `reference`.
struct MetricInfo
{
    std::string_view name;
    std::string_view
        unit; ///< "percent", "share" (0..1), "bits", "round", "count"; empty for losses and indices
    std::string_view meaning;
    Better better = Better::Neither;
    bool isReported = false; ///< not worked out here: one of RoundReport::roundValues
};

/// How the metric reads on screen; empty where its name, spelt out, is as good.
[[nodiscard]] std::string_view metricTitle(std::string_view name);

/// All metrics, in the order tables and exports list them.
[[nodiscard]] std::span<const MetricInfo> metricInfos();
/// Nothing if there is no metric of this name.
[[nodiscard]] const MetricInfo* findMetric(std::string_view name);

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
