#pragma once

#include "core/experiment/experiment.h"

#include <string>
#include <string_view>

namespace coterie {

/// The model that is a module from PyTorch, and its settings.
inline constexpr std::string_view kTorchScript = "torchScript";
inline constexpr std::string_view kModulePath = "path";
inline constexpr std::string_view kModuleOutput = "output";
inline constexpr std::string_view kModuleDigest = "sha256"; ///< of the file; empty: not looked at

/// The only value of a text setting; empty if there is none, or several.
[[nodiscard]] std::string textSetting(const Part& part, std::string_view name);

/// The file of the module that a model names; empty: it names none.
[[nodiscard]] std::string modulePath(const ModelSettings& model);

} // namespace coterie
