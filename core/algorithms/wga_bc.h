#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/gradient_probe.h"
#include "core/algorithms/model_sets.h"
#include "core/experiment/parameters.h"
#include "core/train/optimizers.h"

#include <array>
#include <optional>

namespace coterie {

struct WgaBcParameters
{
    std::optional<double> share; ///< α; none: (N−1)/N
    double biasRate = 1e-4;      ///< β
    bool sharedBatches = false;
};

/// Weighted gradient averaging with bias correction: a client steps along its own gradient and the
/// others' mean at its model, less what that mean is usually off by (Chayti et al. 2021; ALGORITHMS
/// §7.3). The weights τ_k are the helpers' training samples and sum to 1, which All-for-one's
/// released code misses.
class WgaBc final : public Algorithm
{
public:
    explicit WgaBc(const WgaBcParameters& parameters);

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    void setParameters(const ParameterSet& parameters) override;
    [[nodiscard]] ModelsInUse models() const override { return m_models.inUse(); }
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    WgaBcParameters m_parameters;
    PersonalModels m_models; ///< x
    at::Tensor m_bias;       ///< c, [N, P]
    RowOptimizer m_optimizer;
};

[[nodiscard]] std::unique_ptr<Algorithm> makeWgaBc(const RunPlan& plan);

inline constexpr std::array kWgaBcParameters{
    ParameterDescriptor{.name = "alpha",
                        .title = "Weight of the others",
                        .type = ParameterType::Real,
                        .minimum = -1,
                        .maximum = 1,
                        .defaultNumber = -1,
                        .meaning = "Share of the others' gradients in a step; below 0: (N−1)/N",
                        .symbol = "α",
                        .equation = "WGA-BC Algorithm 1",
                        .live = true},
    ParameterDescriptor{.name = "beta",
                        .title = "Bias learning rate",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .maximum = 1,
                        .defaultNumber = 1e-4,
                        .meaning = "How fast the bias of the others' mean gradient is learnt",
                        .symbol = "β",
                        .equation = "WGA-BC Algorithm 1"},
    kSharedBatchesParameter,
};

inline constexpr NamedPart kWgaBc{
    .name = "wgaBc",
    .title = "WGA-BC",
    .meaning = "Steps along the own gradient and the mean of the others', corrected by a running "
               "estimate of its bias.",
    .paper = "Chayti et al. 2021",
    .parameters = kWgaBcParameters};

} // namespace coterie
