#pragma once

#include <torch/csrc/jit/api/module.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Modules made of the TorchScript that PyTorch's own modules have, for tests without Python.

namespace coterie::scripted {

using Module = torch::jit::Module;
/// A name in the module that has it, and what it is.
using Tensors = std::vector<std::pair<std::string, std::vector<std::int64_t>>>;
using Modules = std::vector<std::pair<std::string, Module>>;

/// With random parameters in double precision and `training`, as every scripted module has.
[[nodiscard]] Module
made(const Tensors& parameters, const std::string& text, const Modules& modules = {});

[[nodiscard]] Module linear(std::int64_t inputs, std::int64_t outputs, bool bias = true);

struct Kernel
{
    std::int64_t size = 3;
    std::int64_t stride = 1;
    std::int64_t padding = 0;
    std::int64_t dilation = 1;
    std::int64_t groups = 1;
    bool bias = true;
};
/// `edges`: 2 for pictures, 3 for volumes.
[[nodiscard]] Module
convolution(std::int64_t inputs, std::int64_t outputs, const Kernel& kernel = {}, int edges = 2);
/// `settings`: momentum and epsilon; `dimensions` of what arrives.
[[nodiscard]] Module batchNorm(std::int64_t channels,
                               int dimensions = 4,
                               const std::string& settings = "0.1, 1.0000000000000001e-05");
/// "torch.relu(input)", and with weights "torch.prelu(input, self.weight)".
[[nodiscard]] Module function(const std::string& expression);
[[nodiscard]] Module function(const Tensors& parameters, const std::string& expression);
/// One after the other, as nn.Sequential is compiled.
[[nodiscard]] Module sequential(const Modules& modules);
/// The same with the names "layer0", "layer1", …
[[nodiscard]] Module inOrder(const std::vector<Module>& modules);

} // namespace coterie::scripted
