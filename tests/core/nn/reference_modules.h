#pragma once

#include "core/nn/network.h"

#include <ATen/core/Tensor.h>
#include <memory>
#include <string>
#include <vector>

namespace coterie {

/// The network built from LibTorch's own modules, with its weights read from one row. Keeps their
/// header, which takes a unit a quarter of a minute, to itself.
class ReferenceModules
{
public:
    ReferenceModules(const Network& network,
                     const at::Tensor& parameters,
                     const at::Tensor& buffers);

    ~ReferenceModules();

    void train(bool training);
    [[nodiscard]] at::Tensor forward(const at::Tensor& inputs);
    /// Names as LibTorch registers them, to be compared with the layout's.
    [[nodiscard]] std::vector<std::string> parameterNames() const;
    [[nodiscard]] std::vector<std::string> bufferNames() const;
    /// The gradients of all parameters and the running statistics, each as one flat row.
    [[nodiscard]] at::Tensor gradientRow() const;
    [[nodiscard]] at::Tensor bufferRow() const;

private:
    struct Modules;
    std::unique_ptr<Modules> m_modules;
};

} // namespace coterie
