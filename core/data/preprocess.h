#pragma once

#include "core/data/dataset.h"
#include "core/spec/descriptor.h"
#include "core/spec/result.h"

#include <span>

namespace coterie {

/// The steps "preprocess" may list.
[[nodiscard]] std::span<const NamedPart> preprocessParts();

/// How a stored value becomes the network's input after these steps. Each step is affine, so all of
/// them together are one scale and offset per channel, and the samples themselves stay as they are.
/// Step 1 begins where the data set's own scale ends: 0 to 1 for bytes.
[[nodiscard]] Result<InputScale> preprocessedScale(const Dataset& dataset,
                                                   std::span<const Part> steps);

} // namespace coterie
