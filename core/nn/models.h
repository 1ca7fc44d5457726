#pragma once

#include "core/base/result.h"
#include "core/experiment/experiment.h"
#include "core/experiment/parameters.h"
#include "core/nn/network.h"

#include <span>

namespace coterie {

/// The models that an experiment can name (ALGORITHMS §10).
[[nodiscard]] std::span<const NamedPart> modelParts();

/// The network for this data. A model with a fixed input refuses other shapes. The number of
/// outputs follows the data set's classes (0 classes: one regression output).
[[nodiscard]] Result<Network>
makeNetwork(const Part& model, const SampleShape& input, std::size_t classes);

/// The network for the data of the model's paper, as far as the model leaves a choice: 10 classes
/// where any number is possible.
[[nodiscard]] Result<Network> usualNetwork(const std::string& model);

} // namespace coterie
