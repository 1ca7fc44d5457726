#pragma once

#include "core/base/result.h"
#include "core/nn/network.h"

#include <cstddef>
#include <memory>
#include <string>

namespace coterie {

class ScriptModule;

/// A module from PyTorch with the settings that an experiment gives it.
struct NamedModule
{
    std::string name; ///< of the network
    std::shared_ptr<const ScriptModule> module;
    std::string output = {}; ///< the setting that ScriptModule::load() had
};

/// The network of a module for these samples: a list of layers where its graph says what one can,
/// so that all that works with layers works with it, else the module itself. Which of the two is
/// decided by the module and the samples' shape alone. Both begin with the module's values, and
/// their tensors have its names. The error is without the file's name.
[[nodiscard]] Result<Network>
networkOfModule(const NamedModule& named, const SampleShape& input, std::size_t classes);

/// Which of the two it is, and why. Empty: the network is of no module.
[[nodiscard]] std::string moduleSentence(const Network& network);

} // namespace coterie
