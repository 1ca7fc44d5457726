#pragma once

#include "core/base/result.h"
#include "core/data/catalog.h"
#include "core/experiment/experiment.h"

#include <functional>
#include <span>
#include <string>

namespace coterie {

/// A digest from elsewhere for a file, of weights or of a module, that cannot be read; empty if
/// there is none.
using KnownDigest = std::function<std::string(const InitialWeights& weights)>;

/// Puts the digests of files of weights and of modules into the experiment where it does not have
/// them, so that a file that changes later is another experiment. Each file is read once.
[[nodiscard]] Result<void> identifyWeights(Experiment& experiment,
                                           const DataFolders& folders,
                                           const KnownDigest& otherwise = {});
/// And into the plans that were made of it.
[[nodiscard]] Result<void>
identifyWeights(Experiment& experiment, std::span<RunPlan> plans, const DataFolders& folders);

} // namespace coterie
