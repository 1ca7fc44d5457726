#pragma once

#include "core/train/local_work.h"

namespace coterie {

/// Nesterov's accelerated gradient for a solve of K steps, as sFedHP may use for its inner problem
/// (§III-B; ALGORITHMS §4): θ⁺ = v − η∇H(v), v = θ⁺ + ((k−1)/(k+2))(θ⁺ − θ), θ = θ⁺. The model
/// under training is v, and θ after the last step. A row whose gradient is zero has arrived and
/// stays.
class Nesterov final : public Optimizer
{
public:
    explicit Nesterov(int steps)
        : m_steps(steps)
    {}

    [[nodiscard]] std::size_t memoryRows() const override { return 1; }
    void step(at::Tensor weights,
              at::Tensor gradient,
              std::span<at::Tensor> memory,
              std::int64_t stepIndex,
              double learningRate) const override;
    /// Jobs bring their own.
    [[nodiscard]] double learningRate() const override { return 0; }

private:
    int m_steps;
};

} // namespace coterie
