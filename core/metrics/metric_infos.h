#pragma once

#include "core/report/round_report.h"

#include <optional>
#include <span>
#include <string_view>

namespace coterie {

/// Which way a metric improves.
enum class Better
{
    Neither,
    Higher,
    Lower
};

/// A metric of ALGORITHMS §12, with its name in the store, in exports and in `reference`.
struct MetricInfo
{
    std::string_view name;
    std::string_view
        unit; ///< "percent", "share" (0..1), "bits", "round", "count"; empty for losses and indices
    std::string_view meaning;
    Better better = Better::Neither;
    bool isReported = false; ///< computed by the algorithm or the sampler
    bool isSum = false;      ///< of the numbers of this name that clients report
};

/// The title on screen; empty if the name, spelt out, is as good.
[[nodiscard]] std::string_view metricTitle(std::string_view name);

/// All metrics, in the order tables and exports list them.
[[nodiscard]] std::span<const MetricInfo> metricInfos();
/// The names of all, in that order.
[[nodiscard]] std::span<const std::string_view> metricNames();
/// Nothing if there is no metric of this name.
[[nodiscard]] const MetricInfo* findMetric(std::string_view name);

/// The main numbers of a run, the same on every screen and in every table. Errors are in percent.
/// Absent means not measured; NaN and infinity are measurements.
struct HeadlineNumbers
{
    std::optional<double> testError;
    std::optional<double> bestTestError; ///< of the best round so far
    std::optional<double> testLoss;
    std::optional<double> trainLoss;
    std::optional<double> globalTestError; ///< of the one global model, where there is one

    bool operator==(const HeadlineNumbers&) const = default;
};

/// The metric that is the standard deviation over clients of this mean over them; empty if there is
/// none.
[[nodiscard]] std::string_view deviationOverClients(std::string_view mean);

/// The value of a metric by its name, if it is there.
[[nodiscard]] std::optional<double> findMetric(const Metrics& metrics, std::string_view name);

/// From the metrics of one round, or from the newest value of each metric of a run. Without
/// personal models the global one counts, in centralised training the pooled numbers.
[[nodiscard]] HeadlineNumbers headlineOf(const Metrics& metrics);

} // namespace coterie
