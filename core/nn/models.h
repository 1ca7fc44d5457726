#pragma once

#include "core/base/result.h"
#include "core/experiment/experiment.h"
#include "core/experiment/parameters.h"
#include "core/nn/network.h"

#include <span>
#include <string>
#include <vector>

namespace coterie {

/// The models that ship (ALGORITHMS §10).
[[nodiscard]] std::span<const NamedPart> modelParts();
/// What an experiment can name: those, kOwnLayers, whose layers it lists itself, and last
/// kTorchScript, a module from PyTorch.
[[nodiscard]] std::span<const NamedPart> modelChoices();

/// The network of a shipped model for this data. A model with a fixed input refuses other shapes.
/// The number of outputs follows the data set's classes (0 classes: one regression output).
[[nodiscard]] Result<Network>
makeNetwork(const Part& model, const SampleShape& input, std::size_t classes);

/// The same for whatever an experiment can name: an error is at the setting of the layer that does
/// not fit, "/model/layers/4/channels". A module must have been loaded in this process: see
/// keepModule().
[[nodiscard]] Result<Network>
networkFor(const ModelSettings& model, const SampleShape& input, std::size_t classes);

/// "the network Small VGG", within a sentence; "the network" where it is the user's own.
[[nodiscard]] std::string inSentence(const Network& network);

/// The layers of a shipped model, as an experiment would list them.
[[nodiscard]] Result<std::vector<LayerSettings>> layersOfModel(const Part& model);

/// The network for the data of the model's paper, as far as the model leaves a choice: 10 classes
/// where any number is possible.
[[nodiscard]] Result<Network> usualNetwork(const std::string& model);

} // namespace coterie
