#include "core/algorithms/anchor_term.h"

#include "core/nn/kernels.h"

#include <ATen/ATen.h>
#include <cmath>

namespace coterie {

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

AnchorTerm::AnchorTerm(const AnchorTermParameters& parameters, std::size_t clients)
    : m_parameters(parameters)
    , m_residuals(clients, 0.0)
{}

void AnchorTerm::addGradient(const LocalPoint& point, at::Tensor gradient) const
{
    const auto& [pull, decay, gamma, rho, stopBelow, steps] = m_parameters;
    if (pull + decay > 0)
        gradient.add_(point.weights, pull + decay).sub_(point.anchor, pull);
    if (gamma > 0)
        gradient.add_(smoothL1Slope(point.weights, rho), gamma);
    const bool last = point.step + 1 == steps;
    if (stopBelow <= 0 && !last)
        return;
    const at::Tensor squares = (gradient * gradient).sum(-1, /*keepdim=*/true, at::kDouble);
    if (last) {
        const at::Tensor here = squares.reshape(-1).to(at::kCPU);
        for (std::size_t j = 0; j < point.clients.size(); ++j)
            m_residuals[point.clients[j]] = here.data_ptr<double>()[j];
    }
    if (stopBelow > 0) // NaN times zero is still NaN, so that a diverged client stays visible
        gradient.mul_(squares > stopBelow);
}

} // namespace coterie
