#include "core/collab/metric_sheet.h"

#include <cmath>

namespace coterie {

void MetricSheet::putError(std::string_view name, const std::optional<double>& accuracy)
{
    if (accuracy)
        put(name, errorOf(*accuracy));
}

double meanOf(std::span<const double> values)
{
    double sum = 0;
    for (const double value : values)
        sum += value;
    return sum / static_cast<double>(values.size());
}

double deviationOf(std::span<const double> values)
{
    const double mean = meanOf(values);
    double sum = 0;
    for (const double value : values)
        sum += (value - mean) * (value - mean);
    return std::sqrt(sum / static_cast<double>(values.size()));
}

double errorOf(double accuracy)
{
    return 100.0 * (1.0 - accuracy);
}

} // namespace coterie
