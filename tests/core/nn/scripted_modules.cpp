#include "tests/core/nn/scripted_modules.h"

#include <ATen/ATen.h>

namespace coterie::scripted {

Module made(const Tensors& parameters, const std::string& text, const Modules& modules)
{
    Module module("Made");
    module.register_attribute("training", c10::BoolType::get(), true);
    for (const auto& [name, sizes] : parameters)
        module.register_parameter(
            name, (0.4 * at::randn(sizes, at::kDouble)).requires_grad_(true), false);
    for (const auto& [name, inner] : modules)
        module.register_module(name, inner);
    module.define(text);
    return module;
}

Module linear(std::int64_t inputs, std::int64_t outputs, bool bias)
{
    Tensors parameters{{"weight", {outputs, inputs}}};
    if (bias)
        parameters.push_back({"bias", {outputs}});
    return made(parameters,
                std::string("def forward(self, input: Tensor) -> Tensor:\n"
                            "  return torch.linear(input, self.weight, ")
                    + (bias ? "self.bias)\n" : "None)\n"));
}

Module convolution(std::int64_t inputs, std::int64_t outputs, const Kernel& kernel, int edges)
{
    const auto list = [edges](std::int64_t number) {
        std::string text = "[";
        for (int i = 0; i < edges; ++i)
            text += (i == 0 ? "" : ", ") + std::to_string(number);
        return text + "], ";
    };
    std::vector<std::int64_t> sizes{outputs, inputs / kernel.groups};
    sizes.insert(sizes.end(), static_cast<std::size_t>(edges), kernel.size);
    Tensors parameters{{"weight", sizes}};
    if (kernel.bias)
        parameters.push_back({"bias", {outputs}});
    return made(parameters,
                "def forward(self, input: Tensor) -> Tensor:\n"
                "  return torch.conv"
                    + std::to_string(edges) + "d(input, self.weight, "
                    + (kernel.bias ? "self.bias, " : "None, ") + list(kernel.stride)
                    + list(kernel.padding) + list(kernel.dilation) + std::to_string(kernel.groups)
                    + ")\n");
}

Module batchNorm(std::int64_t channels, int dimensions, const std::string& settings)
{
    Module module = made({{"weight", {channels}}, {"bias", {channels}}},
                         "def unused(self, input: Tensor) -> Tensor:\n"
                         "  return input\n");
    module.register_buffer("running_mean", at::randn({channels}, at::kDouble));
    module.register_buffer("running_var", at::rand({channels}, at::kDouble) + 0.5);
    module.register_buffer("num_batches_tracked", at::zeros({}, at::kLong));
    module.define("def forward(self, input: Tensor) -> Tensor:\n"
                  "  assert input.dim() == "
                  + std::to_string(dimensions)
                  + ", \"expected another number of dimensions\"\n"
                    "  if self.training:\n"
                    "    self.num_batches_tracked.add_(1)\n"
                    "  if self.training:\n"
                    "    sizes = input.size()\n"
                    "    count = sizes[0]\n"
                    "    for i in range(len(sizes) - 2):\n"
                    "      count *= sizes[i + 2]\n"
                    "    assert count != 1, \"expected more than 1 value per channel\"\n"
                    "  return torch.batch_norm(input, self.weight, self.bias, self.running_mean, "
                    "self.running_var, self.training, "
                  + settings + ", True)\n");
    return module;
}

Module function(const Tensors& parameters, const std::string& expression)
{
    return made(parameters,
                "def forward(self, input: Tensor) -> Tensor:\n  return " + expression + "\n");
}

Module function(const std::string& expression)
{
    return function({}, expression);
}

Module sequential(const Modules& modules)
{
    std::string text = "def forward(self, input: Tensor) -> Tensor:\n";
    for (const auto& [name, module] : modules)
        text += "  input = self." + name + ".forward(input)\n";
    return made({}, text + "  return input\n", modules);
}

Module inOrder(const std::vector<Module>& modules)
{
    Modules named;
    for (std::size_t i = 0; i < modules.size(); ++i)
        named.push_back({"layer" + std::to_string(i), modules[i]});
    return sequential(named);
}

} // namespace coterie::scripted
