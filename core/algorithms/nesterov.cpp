#include "core/algorithms/nesterov.h"

#include <ATen/ATen.h>

namespace coterie {

void Nesterov::step(at::Tensor weights,
                    at::Tensor gradient,
                    std::span<at::Tensor> memory,
                    std::int64_t stepIndex,
                    double learningRate) const
{
    const auto k = static_cast<double>(stepIndex + 1);
    const at::Tensor moves = gradient.ne(0).any(-1, /*keepdim=*/true);
    weights.sub_(gradient, learningRate); // θ⁺
    if (stepIndex > 0 && stepIndex + 1 < m_steps) {
        gradient.copy_(weights).sub_(memory[0]).mul_(moves); // θ⁺ − θ
        memory[0].copy_(weights);
        weights.add_(gradient, (k - 1) / (k + 2)); // v
    } else {
        memory[0].copy_(weights); // (k − 1) is 0 in the first step; the last one ends at θ⁺
    }
}

} // namespace coterie
