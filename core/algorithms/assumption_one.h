#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/fed_avg.h"
#include "core/experiment/parameters.h"

#include <array>
#include <vector>

namespace coterie {

struct AssumptionOneParameters
{
    FedAvgParameters average;
    int every = 1;        ///< rounds
    bool withRate = true; ///< ‖η∇F_k − η∇F‖², as in the paper's Figure 6
    double share = 0.95;
};

/// FedAvg that looks, before a round, at how far each client's gradient of all its samples is from
/// that of a super-client who holds everybody's (HiCS-FL §6.2, Figure 6). By Assumption 1 (eq. 3)
/// the distance falls as the entropy of the client's labels rises; the curves κ − ρ·exp(β(H − ln
/// C)) that hold a share of the points between them are fitted to the points of all rounds measured
/// so far, as the figure's are, and told every round; those of one round alone stand among the
/// values of the rounds measured.
class AssumptionOne final : public Algorithm
{
public:
    explicit AssumptionOne(const AssumptionOneParameters& parameters);

    void start(Federation& federation) override { m_average.start(federation); }
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override { return m_average.models(); }
    [[nodiscard]] State state() const override;
    void restore(const State& state) override;

private:
    void measure(Federation& federation, RoundReport& report);

    AssumptionOneParameters m_parameters;
    FedAvg m_average;
    std::vector<double> m_entropies; ///< of every client in every round measured
    std::vector<double> m_distances; ///< of the same
    std::vector<double> m_curves; ///< β, ρ and κ of the upper curve through them, then the lower
};

[[nodiscard]] std::unique_ptr<Algorithm> makeAssumptionOne(const RunPlan& plan);

inline constexpr std::array kAssumptionOneParameters{
    kAggregationParameter,
    ParameterDescriptor{.name = "every",
                        .title = "Measure every",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .defaultNumber = 1,
                        .unit = "rounds",
                        .meaning = "How often gradients are measured; each time costs about as "
                                   "much as a local epoch of everybody",
                        .equation = "HiCS-FL §6.2"},
    ParameterDescriptor{.name = "withRate",
                        .title = "Times the learning rate",
                        .type = ParameterType::Boolean,
                        .defaultNumber = 1,
                        .meaning = "Distances of gradients times the learning rate, as drawn in "
                                   "the paper; otherwise of the gradients as they are",
                        .symbol = "η",
                        .equation = "HiCS-FL Figure 6"},
    ParameterDescriptor{.name = "share",
                        .title = "Share within the curves",
                        .minimum = 0,
                        .maximum = 1,
                        .minimumExcluded = true,
                        .maximumExcluded = true,
                        .defaultNumber = 0.95,
                        .meaning = "Share of the points that the two fitted curves hold between "
                                   "them",
                        .equation = "HiCS-FL Figure 6"},
};

inline constexpr NamedPart kAssumptionOne{
    .name = "assumptionOne",
    .title = "FedAvg, measuring Assumption 1",
    .meaning = "FedAvg that also measures how far each client's gradient is from that of all data "
               "together, to hold it against the entropy of the client's labels.",
    .paper = "HiCS-FL §6.2",
    .parameters = kAssumptionOneParameters};

} // namespace coterie
