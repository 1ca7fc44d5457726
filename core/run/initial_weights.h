#pragma once

#include "core/base/result.h"
#include "core/data/catalog.h"
#include "core/experiment/experiment.h"

#include <functional>
#include <optional>
#include <span>
#include <string>

namespace coterie {

class Network;
struct ModelRows;

/// The row of weights that a plan's runs begin with, on the CPU and in the plan's precision;
/// nothing for a plan that draws them. The file must have the names and shapes of the network, as
/// an export of models has them, and the bytes that the plan knows it by. The error names all
/// tensors that are missing, too many or of another shape, with their layers.
[[nodiscard]] Result<std::optional<ModelRows>>
initialWeights(const RunPlan& plan, const Network& network, const DataFolders& folders);

/// A digest from elsewhere for a file that cannot be read; empty if there is none.
using KnownDigest = std::function<std::string(const InitialWeights& weights)>;

/// Puts the digests of files of weights into the experiment where it does not have them, so that a
/// file that changes later is another experiment. Each file is read once.
[[nodiscard]] Result<void> identifyWeights(Experiment& experiment,
                                           const DataFolders& folders,
                                           const KnownDigest& otherwise = {});
/// And into the plans that were made of it.
[[nodiscard]] Result<void>
identifyWeights(Experiment& experiment, std::span<RunPlan> plans, const DataFolders& folders);

} // namespace coterie
