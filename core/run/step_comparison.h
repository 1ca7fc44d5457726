#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <string>

namespace coterie {

/// One local step of a shipped model on one thread of this machine, with plain gradient descent: as
/// the engine plans it, and through LibTorch's operators and its autograd.
struct StepComparison
{
    std::string model;
    std::size_t batch = 0;
    std::size_t parameters = 0;
    double plannedSeconds = 0;  ///< median
    double autogradSeconds = 0; ///< median
    double ratio = 0;           ///< autograd's time over the planned one, median of pairs
    double difference = 0; ///< largest of a parameter after the first step, which both begin alike
};

inline constexpr std::size_t kComparedPairs = 21;

/// Measures the model with samples of the shape that it is usually for; the two ways take turns, so
/// that other load affects both. Refuses an unknown model, and one of volumes, which has no planned
/// step; the place of the error is empty.
[[nodiscard]] Result<StepComparison>
compareSteps(const std::string& model, std::size_t batch, std::size_t pairs = kComparedPairs);

} // namespace coterie
