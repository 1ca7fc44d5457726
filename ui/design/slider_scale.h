#pragma once

#include "core/spec/descriptor.h"

#include <optional>

namespace coterie::ui {

/// How a slider's steps stand for the values of a parameter: evenly, or by equal factors where the
/// range has no end or spans decades. It covers the values people choose; the field beside it takes
/// all others.
struct SliderScale
{
    static constexpr int kSteps = 200;

    double low = 0;
    double high = 1;
    bool logarithmic = false;
    bool whole = false;

    /// Nothing for what is no number, or where no end can be guessed.
    [[nodiscard]] static std::optional<SliderScale> of(const ParameterDescriptor& descriptor);

    /// With few digits, so that the field reads well.
    [[nodiscard]] double valueAt(int step) const;
    /// The nearest; the ends for values beyond them.
    [[nodiscard]] int stepOf(double value) const;
};

} // namespace coterie::ui
