#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/global_model.h"
#include "core/algorithms/personal_models.h"
#include "core/spec/descriptor.h"

#include <array>

namespace coterie {

struct PerFedAvgParameters
{
    double innerRate = 0.05; ///< α
    Aggregation aggregation = Aggregation::BySize;
};

/// One local step of Per-FedAvg, first order, spread over two steps of local work with a batch
/// each: u = w − α∇F(w; D₁), then w ← w − β∇F(u; D₂). The model under training is w, then u; what
/// is remembered is w.
class MetaStep final : public Optimizer
{
public:
    explicit MetaStep(double innerRate)
        : m_innerRate(innerRate)
    {}

    [[nodiscard]] std::size_t memoryRows() const override { return 1; }
    void step(at::Tensor weights,
              at::Tensor gradient,
              std::span<at::Tensor> memory,
              std::int64_t stepIndex,
              double learningRate) const override;
    /// Jobs bring β.
    [[nodiscard]] double learningRate() const override { return 0; }

private:
    double m_innerRate;
};

/// A global model from which one gradient step makes a good personal one (Fallah et al. 2020,
/// Algorithm 1; ALGORITHMS §7.5), first order: the factor I − α∇²F is left out. A client's personal
/// model is u_i = w − α∇F_i(w) on one of its training batches; pFedMe's code adapts on test
/// batches, which this does not.
class PerFedAvg final : public Algorithm
{
public:
    explicit PerFedAvg(const PerFedAvgParameters& parameters);

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override;
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    void adapt(Federation& federation);

    PerFedAvgParameters m_parameters;
    MetaStep m_step;
    GlobalModel m_model;       ///< w
    PersonalModels m_personal; ///< u_i
};

[[nodiscard]] std::unique_ptr<Algorithm> makePerFedAvg(const RunPlan& plan);

inline constexpr std::array kPerFedAvgParameters{
    ParameterDescriptor{.name = "innerRate",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .defaultNumber = 0.05,
                        .meaning = "Length of the step that makes the global model personal; β, "
                                   "that of the global model, is the arm's learning rate",
                        .symbol = "α",
                        .equation = "Per-FedAvg Algorithm 1"},
    kAggregationParameter,
};

inline constexpr NamedPart kPerFedAvg{
    .name = "perfedavg",
    .title = "Per-FedAvg",
    .meaning = "The clients look for a common model that one step on a client's own data makes "
               "good for that client.",
    .paper = "Fallah et al. 2020",
    .parameters = kPerFedAvgParameters};

} // namespace coterie
