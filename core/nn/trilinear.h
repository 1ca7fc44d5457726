#pragma once

#include <ATen/core/Tensor.h>
#include <array>
#include <cstdint>

namespace coterie {

/// Volumes [N, C, depth, height, width] enlarged to that size, trilinear with corners not aligned:
/// at::upsample_trilinear3d as one matrix product along each axis. On a GPU the gradient of
/// LibTorch's own adds in no fixed order; that of a product is the same in every run.
[[nodiscard]] at::Tensor enlargedByProducts(const at::Tensor& volumes,
                                            const std::array<std::int64_t, 3>& size);

} // namespace coterie
