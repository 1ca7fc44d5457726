#pragma once

#include "core/base/result.h"
#include "core/experiment/experiment.h"
#include "core/experiment/parameters.h"
#include "core/nn/network.h"

#include <span>

namespace coterie {

/// The models an experiment may name (ALGORITHMS §10).
[[nodiscard]] std::span<const NamedPart> modelParts();

/// The network for this data: models with a fixed input refuse other shapes with a sentence; the
/// number of outputs follows the data set's classes (0 classes: one regression output).
[[nodiscard]] Result<Network>
makeNetwork(const Part& model, const SampleShape& input, std::size_t classes);

} // namespace coterie
