#pragma once

#include "core/experiment/experiment.h"

#include <filesystem>

namespace coterie {

/// Gives files of weights and of modules that stand beside the experiment's own file, in `folder`,
/// their absolute names, so that a stored run finds them from anywhere. Other names stay: they are
/// looked for in the data folders and the working directory. An empty folder changes nothing.
void placeWeights(Experiment& experiment, const std::filesystem::path& folder);

} // namespace coterie
