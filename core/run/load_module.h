#pragma once

#include "core/base/result.h"
#include "core/data/catalog.h"
#include "core/data/dataset.h"
#include "core/experiment/experiment.h"
#include "core/experiment/external_command.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace coterie {

/// Loads the module from PyTorch that a plan names, after a process of its own could load it and
/// computed such samples; nothing to do for other plans. Only with consent, and only the bytes that
/// the plan knows; a plan that knows none gets their digest. The error has the place in the file.
[[nodiscard]] Result<void> loadModule(RunPlan& plan,
                                      const Dataset& dataset,
                                      const DataFolders& folders,
                                      const CommandConsent& consent);

/// Whether the user has agreed to load the module of a plan, as its file is now.
[[nodiscard]] bool
mayLoadModule(const RunPlan& plan, const DataFolders& folders, const CommandConsent& consent);

/// Where the words of moduleLoadOf() find their file, so that a digest of both is of the file that
/// is read.
[[nodiscard]] std::filesystem::path moduleFolder(std::span<const std::string> load,
                                                 const DataFolders& folders);

/// Whether the file of a plan's module is there and has the bytes that the plan knows; it is read,
/// but not loaded. Nothing to do for other plans.
[[nodiscard]] Result<void> checkModuleFile(const RunPlan& plan, const DataFolders& folders);

/// Whether the network of this plan is a module that this process has not loaded, so that nothing
/// can be said about it.
[[nodiscard]] bool isUnknownModule(const RunPlan& plan);

} // namespace coterie
