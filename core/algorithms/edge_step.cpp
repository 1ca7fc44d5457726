#include "core/algorithms/edge_step.h"

#include "core/collab/weighted_draw.h"
#include "core/nn/kernels.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <cmath>

namespace coterie {

at::Tensor EdgeStep::centres(const at::Tensor& means, const at::Tensor& w) const
{
    return (means * lambda1).add_(w, lambda2).div_(lambda1 + lambda2);
}

at::Tensor EdgeStep::models(const at::Tensor& w, const at::Tensor& centres) const
{
    at::Tensor slope = (w - centres).mul_(lambda2);
    if (gamma > 0)
        slope.add_(smoothL1Slope(w, rho), gamma);
    return w - slope.mul_(rate);
}

at::Tensor smoothL1Slope(const at::Tensor& x, double rho)
{
    const auto factor = static_cast<float>(1 / rho);
    const bool fits = x.is_cpu() && x.is_contiguous() && x.scalar_type() == at::kFloat;
    if (!fits || !std::isfinite(factor))
        return (x / rho).tanh_();
    at::Tensor slopes = at::empty_like(x);
    kernels<float>().tanhs(
        x.data_ptr<float>(), factor, slopes.data_ptr<float>(), static_cast<std::size_t>(x.numel()));
    return slopes;
}

std::vector<std::size_t>
drawnPlaces(const Federation& federation, std::size_t edges, std::size_t count)
{
    RandomStream stream = federation.stream(Purpose::Algorithm);
    std::vector<std::size_t> drawn =
        drawWithoutReplacement(std::vector<double>(edges, 1.0), count == 0 ? edges : count, stream);
    std::ranges::sort(drawn);
    return drawn;
}

} // namespace coterie
