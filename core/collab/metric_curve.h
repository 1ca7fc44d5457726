#pragma once

#include "core/collab/metric_infos.h"

#include <optional>
#include <span>
#include <vector>

namespace coterie {

/// One point of a metric's curve.
struct CurvePoint
{
    int round = 0;
    double value = 0;

    bool operator==(const CurvePoint&) const = default;
};

/// The first round after training began whose value reaches the target, from below or, where less
/// is better, from above; rounds count from 1. Nothing if none does.
[[nodiscard]] std::optional<int>
roundsToTarget(std::span<const CurvePoint> curve, double target, Better better = Better::Higher);
/// The Savitzky–Golay curve through the points after training began.
[[nodiscard]] std::vector<CurvePoint> smoothed(std::span<const CurvePoint> curve);

} // namespace coterie
