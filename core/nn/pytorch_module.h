#pragma once

#include "core/data/formats/safetensors.h"
#include "core/nn/network.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// A Python file whose class `Model` is this network in PyTorch, with the names of ParamLayout.
[[nodiscard]] std::string pytorchModule(const Network& network, bool isDouble);

/// A model's state as PyTorch has it, from its parameters and then its running statistics, which
/// must be as many as the layout says. Coterie does not count batches: num_batches_tracked is 0,
/// which PyTorch does not use where the momentum is fixed.
template <typename Number>
[[nodiscard]] std::vector<NamedTensor> pytorchState(const ParamLayout& layout,
                                                    std::span<const Number> numbers);

} // namespace coterie
