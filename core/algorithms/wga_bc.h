#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/gradient_probe.h"

#include <array>

namespace coterie {

struct WgaBcParameters
{
    double share = -1;      ///< α; below 0: (N−1)/N
    double biasRate = 1e-4; ///< β
    bool sharedBatches = false;
};

inline constexpr std::array kWgaBcParameters{
    bind<&WgaBcParameters::share>(
        {.name = "alpha",
         .title = "Weight of the others",
         .minimum = -1,
         .maximum = 1,
         .meaning = "Share of the other clients' gradients in a step; below 0: (N−1)/N",
         .symbol = "α",
         .equation = "WGA-BC Algorithm 1",
         .live = true}),
    bind<&WgaBcParameters::biasRate>(
        {.name = "beta",
         .title = "Bias learning rate",
         .minimum = 0,
         .maximum = 1,
         .meaning = "Rate at which the bias of the other clients' mean gradient is learnt",
         .symbol = "β",
         .equation = "WGA-BC Algorithm 1"}),
    bind<&WgaBcParameters::sharedBatches>(kSharedBatchesParameter),
};

/// Weighted gradient averaging with bias correction: a client steps along its own gradient and the
/// others' mean at its model, less what that mean is usually off by (Chayti et al. 2021; ALGORITHMS
/// §7.3). The weights τ_k are the helpers' training samples and sum to 1, which All-for-one's
/// released code misses.
class WgaBc final : public Configured<PersonalModelsAlgorithm, WgaBcParameters>
{
public:
    explicit WgaBc(const WgaBcParameters& parameters)
        : Configured(parameters)
    {
        keeps("bias", m_bias);
        keeps("optimizer/", m_optimizer);
    }

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;

private:
    at::Tensor m_bias; ///< c, [N, P]
    RowOptimizer m_optimizer;
};

inline constexpr auto kWgaBc = madeAs<Algorithm, WgaBc, WgaBcParameters>(
    {.name = "wgaBc",
     .title = "WGA-BC",
     .meaning = "Steps along the client's own gradient and the mean of the other clients' "
                "gradients, corrected by a running estimate of its bias.",
     .paper = "Chayti et al. 2021",
     .parameters = kWgaBcParameters});

} // namespace coterie
