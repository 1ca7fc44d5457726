#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/global_model.h"

#include <span>
#include <vector>

namespace coterie {

struct CanonicalMaxFlParameters
{
    int warmupSteps = 100;
    double epsilon = 1e-2;
    double globalRate = 1;
};

/// q_i = sig(z_i)(1 − sig(z_i)): most for clients for whom the global model is about as good as
/// their own threshold.
[[nodiscard]] std::vector<double> appealWeights(std::span<const double> lossesAboveThreshold);

/// MAXFL as its authors have it (Cho et al. 2022; ALGORITHMS §6.3): all train, and the one global
/// model follows them by appealWeights() of z_i = F_i(w) − ρ_i, ρ_i being the loss of what client i
/// learns alone in a few steps.
class CanonicalMaxFl final : public Algorithm
{
public:
    explicit CanonicalMaxFl(const CanonicalMaxFlParameters& parameters)
        : m_parameters(parameters)
    {}

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override { return m_model.inUse(); }
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    void prepare(Federation& federation);

    CanonicalMaxFlParameters m_parameters;
    GlobalModel m_model;              ///< w
    std::vector<double> m_thresholds; ///< ρ_i
};

} // namespace coterie
