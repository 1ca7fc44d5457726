#pragma once

#include "ui/runs/run_view_model.h"

#include <span>
#include <vector>

namespace coterie::ui {

using CurvePointers = std::vector<const Curve*>;

/// Mean of several curves and their spread (of the population, ddof 0).
struct CurveSpread
{
    Curve mean;
    Curve deviation;
    Curve lowest;
    Curve highest;
};

/// For each round in which at least `least` of them were measured.
[[nodiscard]] CurveSpread spreadOf(const CurvePointers& curves, std::size_t least = 1);

/// A curve for each probability: the quantile of the values of each round in which any was
/// measured, between neighbours by linear interpolation. NaN counts as the highest value.
[[nodiscard]] std::vector<Curve> quantilesOf(const CurvePointers& curves,
                                             std::span<const double> probabilities);

/// Those of the clients that have any.
[[nodiscard]] CurvePointers pointersTo(const std::vector<Curve>& curves);

} // namespace coterie::ui
