#include "core/data/preprocess/resample.h"

#include <algorithm>
#include <cmath>

namespace coterie {

namespace {

Taps areaTaps(double from, double to, std::size_t oldSize)
{
    Taps taps;
    taps.first = static_cast<std::size_t>(from);
    const auto end = std::min(static_cast<std::size_t>(std::ceil(to)), oldSize);
    double sum = 0;
    for (std::size_t pixel = taps.first; pixel < end; ++pixel) {
        const double covered = std::min(to, static_cast<double>(pixel + 1))
                               - std::max(from, static_cast<double>(pixel));
        taps.weights.push_back(std::max(covered, 0.0));
        sum += taps.weights.back();
    }
    for (double& weight : taps.weights)
        weight /= sum;
    return taps;
}

Taps bilinearTaps(double centre, std::size_t oldSize)
{
    const double last = static_cast<double>(oldSize - 1);
    const double place = std::clamp(centre - 0.5, 0.0, last); // pixel i has its centre at i + 0.5
    const double first = std::min(std::floor(place), std::max(last - 1, 0.0));
    Taps taps;
    taps.first = static_cast<std::size_t>(first);
    if (oldSize == 1)
        taps.weights = {1};
    else
        taps.weights = {1 - (place - first), place - first};
    return taps;
}

} // namespace

std::vector<Taps> resampleTaps(std::size_t oldSize, std::size_t newSize, ResampleMethod method)
{
    const double ratio = static_cast<double>(oldSize) / static_cast<double>(newSize);
    std::vector<Taps> taps;
    for (std::size_t pixel = 0; pixel < newSize; ++pixel) {
        const double from = static_cast<double>(pixel) * ratio;
        taps.push_back(method == ResampleMethod::Area
                           ? areaTaps(from, static_cast<double>(pixel + 1) * ratio, oldSize)
                           : bilinearTaps(from + ratio / 2, oldSize));
    }
    return taps;
}

} // namespace coterie
