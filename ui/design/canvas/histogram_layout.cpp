#include "ui/design/canvas/histogram_layout.h"

#include <algorithm>
#include <cmath>

namespace coterie::ui {

Histogram histogramOf(std::span<const std::int64_t> values, int most)
{
    Histogram histogram;
    if (values.empty() || most < 1)
        return histogram;
    const auto [low, high] = std::ranges::minmax(values);
    const auto binsOf = [low = double(low), high = double(high)](double width) {
        return std::floor(high / width) - std::floor(low / width) + 1;
    };
    double power = 1;
    while (true) {
        for (const double factor : {1.0, 2.0, 5.0}) {
            histogram.width = factor * power;
            if (binsOf(histogram.width) <= most)
                break;
        }
        if (binsOf(histogram.width) <= most || histogram.width > 1e15)
            break;
        power *= 10;
    }
    const double first = std::floor(double(low) / histogram.width);
    for (int bin = 0; bin < static_cast<int>(binsOf(histogram.width)); ++bin)
        histogram.bins.push_back({.low = (first + bin) * histogram.width, .count = 0});
    for (const std::int64_t value : values)
        ++histogram
              .bins[static_cast<std::size_t>(std::floor(double(value) / histogram.width) - first)]
              .count;
    for (const HistogramBin& bin : histogram.bins)
        histogram.tallest = std::max(histogram.tallest, bin.count);
    return histogram;
}

} // namespace coterie::ui
