#pragma once

#include "core/base/result.h"
#include "core/nn/network.h"

#include <cstddef>
#include <filesystem>
#include <string>

namespace coterie {

/// A module, and the samples that it must work on.
struct ModuleQuestion
{
    std::filesystem::path file;
    std::string output = {}; ///< see ScriptModule::load()
    SampleShape input;
    std::size_t classes = 0;
};

/// Loads a module in a process of its own, with limits of memory and time, and lets it compute
/// made-up samples: a damaged or hostile file ends that process and never this one. It is this same
/// program, which must call answerModuleTrial() first of all. Gives the SHA-256 of the bytes that
/// it read; the error says what is wrong with the file, without its name.
[[nodiscard]] Result<std::string> tryModule(const ModuleQuestion& question);

} // namespace coterie
