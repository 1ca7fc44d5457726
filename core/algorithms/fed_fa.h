#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/model_sets.h"
#include "core/experiment/parameters.h"

#include <span>
#include <vector>

namespace coterie {

/// a_i = −log₂(max(A_i, 1e−7)): the less accurate the global model is on a client's training data,
/// the more the client counts (FedFA as HCCT uses it, ALGORITHMS §6.4).
[[nodiscard]] std::vector<double> inaccuracyWeights(std::span<const double> accuracies);

/// w ← Σ a_i w_i / Σ a_i; by size where the model is right everywhere and all a_i are 0.
class FedFa final : public Algorithm
{
public:
    void start(Federation& federation) override { m_model.start(federation); }
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override { return m_model.inUse(); }
    [[nodiscard]] State state() const override { return m_model.state(); }
    void restore(const State& state) override { m_model.restore(state); }

private:
    GlobalModel m_model;
};

[[nodiscard]] std::unique_ptr<Algorithm> makeFedFa(const RunPlan& plan);

inline constexpr NamedPart kFedFa{
    .name = "fedfa",
    .title = "FedFA",
    .meaning = "FedAvg in which clients count the more, the worse the global model does on their "
               "training data.",
    .paper = "Huang et al. 2020, as used in HCCT"};

} // namespace coterie
