#pragma once

#include "core/base/packed_bytes.h"

#include <ATen/core/Tensor.h>
#include <cstddef>

namespace coterie {

/// Rows between a device's memory and the messages of ranks, which are in the processor's memory.

[[nodiscard]] std::size_t sizeOfRow(const at::Tensor& row);
void putRow(PackedBytes& bytes, const at::Tensor& row);
/// Into the memory of that row.
void getRow(UnpackedBytes& bytes, const at::Tensor& row);

} // namespace coterie
