#pragma once

#include "core/experiment/parameters.h"

#include <optional>

namespace coterie::ui {

/// Maps a slider's steps to parameter values, linearly or logarithmically for ranges without end or
/// over decades. It covers usual values; the field beside it takes all others.
struct SliderScale
{
    static constexpr int kSteps = 200;

    double low = 0;
    double high = 1;
    bool logarithmic = false;
    bool whole = false;

    /// Nothing for non-numbers or ranges without a usual value.
    [[nodiscard]] static std::optional<SliderScale> of(const ParameterDescriptor& descriptor);

    /// Rounded to few digits.
    [[nodiscard]] double valueAt(int step) const;
    /// The nearest step, clamped.
    [[nodiscard]] int stepOf(double value) const;
};

} // namespace coterie::ui
