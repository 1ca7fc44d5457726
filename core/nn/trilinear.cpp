#include "core/nn/trilinear.h"

#include <ATen/TensorOperators.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/matmul.h>

namespace coterie {
namespace {

/// Row o says how much place o of the enlarged line takes from each place of the line: the two
/// nearest ones by their distance, at the ends the last one alone.
at::Tensor interpolation(std::int64_t from, std::int64_t to, const at::TensorOptions& options)
{
    const double step = static_cast<double>(from) / static_cast<double>(to);
    const at::Tensor places = ((at::arange(to, options) + 0.5) * step - 0.5)
                                  .clamp_min(0)
                                  .clamp_max(static_cast<double>(from - 1));
    const at::Tensor distances = (places.unsqueeze(1) - at::arange(from, options)).abs();
    return (1 - distances).clamp_min(0);
}

} // namespace

at::Tensor enlargedByProducts(const at::Tensor& volumes, const std::array<std::int64_t, 3>& size)
{
    const auto along = [&](std::size_t axis) {
        return interpolation(
            volumes.size(static_cast<std::int64_t>(axis) + 2), size[axis], volumes.options());
    };
    at::Tensor value = at::matmul(along(0), volumes.flatten(3, 4))
                           .unflatten(3, {volumes.size(3), volumes.size(4)});
    value = at::matmul(along(1), value);
    return at::matmul(value, along(2).t());
}

} // namespace coterie
