#pragma once

#include "core/collab/linear_algebra.h"

#include <ATen/core/Tensor.h>

namespace coterie {

/// A matrix in the CPU's memory as core/collab reads it.
template <typename Number>
[[nodiscard]] Rows<Number> rowsOf(const at::Tensor& matrix)
{
    return {.data = matrix.data_ptr<Number>(),
            .count = static_cast<std::size_t>(matrix.size(0)),
            .columns = static_cast<std::size_t>(matrix.size(1)),
            .stride = static_cast<std::size_t>(matrix.stride(0))};
}

} // namespace coterie
