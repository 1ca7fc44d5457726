#pragma once

#include "core/nn/network.h"

#include <torch/nn.h>

#include <vector>

namespace coterie {

/// The network built from LibTorch's own modules, with its weights read from one row.
class ReferenceModules
{
public:
    ReferenceModules(const Network& network,
                     const at::Tensor& parameters,
                     const at::Tensor& buffers);

    torch::nn::Sequential& modules() { return m_modules; }
    /// Names as LibTorch registers them, to be compared with the layout's.
    [[nodiscard]] std::vector<std::string> parameterNames() const;
    [[nodiscard]] std::vector<std::string> bufferNames() const;
    /// The gradients of all parameters and the running statistics, each as one flat row.
    [[nodiscard]] at::Tensor gradientRow() const;
    [[nodiscard]] at::Tensor bufferRow() const;

private:
    torch::nn::Sequential m_modules;
};

} // namespace coterie
