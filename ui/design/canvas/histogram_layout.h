#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace coterie::ui {

/// How many values lie from `low` on and below the next bin's.
struct HistogramBin
{
    double low = 0;
    std::size_t count = 0;

    bool operator==(const HistogramBin&) const = default;
};

struct Histogram
{
    std::vector<HistogramBin> bins;
    double width = 1; ///< of each bin
    std::size_t tallest = 0;

    bool operator==(const Histogram&) const = default;
};

/// Bins of one round width, at most so many, that cover all values; whole numbers never share a bin
/// of less than 1. Empty for no values.
[[nodiscard]] Histogram histogramOf(std::span<const std::int64_t> values, int most);

} // namespace coterie::ui
