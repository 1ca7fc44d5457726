#pragma once

#include "core/nn/network.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace torch::jit {
struct Graph;
struct Module;
} // namespace torch::jit

namespace coterie {

/// One operation of a scripted module's forward pass, as the layer that computes the same.
struct ScriptStep
{
    Layer layer;
    std::vector<std::size_t> inputs;  ///< steps; two for Add and Concatenate
    std::vector<std::string> tensors; ///< their names in the module, as tensorsOf() orders them
    SampleShape shape;                ///< of what comes out
    std::string place;                ///< "aten::conv2d at line 12 of net.py"
};

/// What a forward pass does. The first step stands for the samples.
struct ScriptSteps
{
    std::vector<ScriptStep> steps;
    std::size_t result = 0;
};

/// How a forward pass is followed.
struct ScriptPass
{
    SampleShape input;
    std::int64_t batch = 1;
    bool training = false;
};

/// Why a forward pass cannot be told as steps. Thrown inside the reader of scripts, which makes an
/// Error of it.
struct ScriptRefusal
{
    std::string sentence;
    bool raised = false; ///< by the module itself, for a batch of this size
};

/// Follows the forward pass through its graph, in which all calls are inlined, with shapes in place
/// of numbers: nothing of the module changes. Throws ScriptRefusal, and what LibTorch throws.
[[nodiscard]] ScriptSteps
stepsOfScript(const torch::jit::Module& module, torch::jit::Graph& graph, const ScriptPass& pass);

} // namespace coterie
