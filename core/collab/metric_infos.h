#pragma once

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

} // namespace coterie
