#pragma once

#include <torch/csrc/jit/api/module.h>

#include <string>

namespace coterie {

/// What is known of a module's program before it runs.
struct ScriptProgram
{
    bool draws = false;       ///< a pass may draw random numbers
    std::string problem = {}; ///< why it cannot be trained as every other network; empty: it can
};

[[nodiscard]] ScriptProgram programOf(const torch::jit::Module& module);

} // namespace coterie
