#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"

#include <array>
#include <string_view>

namespace coterie {

struct PerFedAvgParameters
{
    double innerRate = 0.05; ///< α
    bool hessian = false;    ///< else first order: the factor I − α∇²F is left out
    Aggregation aggregation = Aggregation::BySize;
};

inline constexpr std::array<std::string_view, 2> kPerFedAvgDerivatives{"firstOrder", "hessian"};

inline constexpr std::array kPerFedAvgParameters{
    bind<&PerFedAvgParameters::innerRate>(
        {.name = "innerRate",
         .title = "Inner learning rate",
         .range = atLeast(0),
         .meaning = "Length of the step that makes the global model personal; β, that of the "
                    "global model, is the arm's learning rate",
         .symbol = "α",
         .equation = "Per-FedAvg Algorithm 1"}),
    bind<&PerFedAvgParameters::hessian>(
        {.name = "derivative",
         .words = kPerFedAvgDerivatives,
         .meaning = "firstOrder leaves the second derivative out; hessian approximates it by "
                    "differences of gradients, at three times the work",
         .equation = "Per-FedAvg §5"}),
    bind<&PerFedAvgParameters::aggregation>(kAggregationParameter),
};

/// One local step of Per-FedAvg, spread over steps of local work that give the gradients. First
/// order takes two, with a batch each: u = w − α∇F(w; D₁), then w ← w − β∇F(u; D₂). With the
/// Hessian it takes six, two on each of three batches: v = ∇F(u; D₂), H·v from the gradients of D₃
/// at w ± δv, then w ← w − β(v − αHv). Memory holds w, v and the first of those two gradients.
class MetaStep final : public Optimizer
{
public:
    MetaStep(double innerRate, bool hessian)
        : m_innerRate(innerRate)
        , m_hessian(hessian)
    {}

    [[nodiscard]] std::size_t memoryRows() const override { return m_hessian ? 3 : 1; }
    [[nodiscard]] int batches() const { return m_hessian ? 3 : 2; }
    [[nodiscard]] int stepsPerBatch() const { return m_hessian ? 2 : 1; }
    void step(at::Tensor weights,
              at::Tensor gradient,
              std::span<at::Tensor> memory,
              std::int64_t stepIndex,
              double learningRate) const override;
    /// Jobs bring β.
    [[nodiscard]] double learningRate() const override { return 0; }

private:
    double m_innerRate;
    bool m_hessian;
};

/// A global model from which one gradient step makes a good personal one (Fallah et al. 2020,
/// Algorithm 1; ALGORITHMS §7.5). A client's personal model is u_i = w − α∇F_i(w) on one of its
/// training batches; pFedMe's code adapts on test batches, which this does not.
class PerFedAvg final : public Configured<GlobalModelAlgorithm, PerFedAvgParameters>
{
public:
    explicit PerFedAvg(const PerFedAvgParameters& parameters)
        : Configured(parameters)
        , m_step(parameters.innerRate, parameters.hessian)
    {
        keeps("personalModels", m_personal.rows);
    }

    void start(Federation& federation) override
    {
        m_model.start(federation);
        m_personal.start(federation);
        adapt(federation);
    }
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override { return m_personal.inUse(&m_model); }

private:
    void adapt(Federation& federation);

    MetaStep m_step;
    PersonalModels m_personal; ///< u_i
};

} // namespace coterie
