#include "core/collab/metric_curve.h"

#include "core/collab/savitzky_golay.h"

#include <algorithm>

namespace coterie {

std::optional<int> roundsToTarget(std::span<const CurvePoint> curve, double target, Better better)
{
    const auto place = std::ranges::find_if(curve, [&](const CurvePoint& point) {
        const bool isReached =
            better == Better::Lower ? point.value <= target : point.value >= target;
        return point.round > 0 && isReached;
    });
    return place == curve.end() ? std::nullopt : std::optional(place->round);
}

std::vector<CurvePoint> smoothed(std::span<const CurvePoint> curve)
{
    std::vector<CurvePoint> points;
    std::vector<double> values;
    for (const CurvePoint& point : curve) {
        if (point.round <= 0)
            continue;
        points.push_back(point);
        values.push_back(point.value);
    }
    const std::vector<double> smooth = savitzkyGolay(values);
    for (std::size_t i = 0; i < points.size(); ++i)
        points[i].value = smooth[i];
    return points;
}

} // namespace coterie
