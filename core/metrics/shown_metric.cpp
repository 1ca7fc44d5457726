#include "core/metrics/shown_metric.h"

#include "core/metrics/metric_infos.h"

namespace coterie {

ShownMetric shownMetric(std::string_view metric)
{
    const MetricInfo* info = findMetric(metric);
    if (info == nullptr)
        return {};
    // Purity and sparsity are shares too, but no counterparts of an error in percent.
    if (info->unit == "share" && metric.ends_with("Accuracy"))
        return {.factor = 100, .unit = "percent"};
    return {.unit = info->unit};
}

} // namespace coterie
