#pragma once

#include "core/algorithms/fed_avg.h"

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

inline constexpr std::array kAssumptionOneParameters{
    bind<&AssumptionOneParameters::average, &FedAvgParameters::aggregation>(kAggregationParameter),
    bind<&AssumptionOneParameters::every>(
        {.name = "every",
         .title = "Measure every",
         .minimum = 1,
         .unit = "rounds",
         .meaning = "Rounds between two measurements; each costs about as much as a local epoch of "
                    "all clients",
         .equation = "HiCS-FL §6.2"}),
    bind<&AssumptionOneParameters::withRate>(
        {.name = "withRate",
         .title = "Times the learning rate",
         .meaning = "Multiplies gradients by the learning rate, as in the paper's figure",
         .symbol = "η",
         .equation = "HiCS-FL Figure 6"}),
    bind<&AssumptionOneParameters::share>(
        {.name = "share",
         .title = "Share within the curves",
         .minimum = 0,
         .maximum = 1,
         .minimumExcluded = true,
         .maximumExcluded = true,
         .meaning = "Share of the points that lie between the two fitted curves",
         .equation = "HiCS-FL Figure 6"}),
};

/// FedAvg that measures, before a round, the distance of each client's gradient of all its samples
/// from that of a super-client with all data (HiCS-FL §6.2, Figure 6). By Assumption 1 (eq. 3) the
/// distance falls as the entropy of the client's labels rises. The curves κ − ρ·exp(β(H − ln C))
/// with a share of the points between them are fitted to the points of all rounds measured so far,
/// as in the figure, and reported every round; the curves of one round alone are among the values
/// of that round.
class AssumptionOne final : public FedAvg
{
public:
    explicit AssumptionOne(const AssumptionOneParameters& parameters)
        : FedAvg(parameters.average)
        , m_parameters(parameters)
    {
        keeps("entropies", m_entropies);
        keeps("distances", m_distances);
        keeps("curves", m_curves);
    }

    void round(Federation& federation, RoundReport& report) override;

private:
    void measure(Federation& federation, RoundReport& report);

    AssumptionOneParameters m_parameters;
    std::vector<double> m_entropies; ///< of every client in every round measured
    std::vector<double> m_distances; ///< of the same
    std::vector<double> m_curves; ///< β, ρ and κ of the upper curve through them, then the lower
};

inline constexpr auto kAssumptionOne = madeAs<Algorithm, AssumptionOne, AssumptionOneParameters>(
    {.name = "assumptionOne",
     .title = "FedAvg, measuring Assumption 1",
     .meaning = "FedAvg that also measures the distance of each client's gradient from that of all "
                "data together, to compare it with the entropy of the client's labels.",
     .paper = "HiCS-FL §6.2",
     .parameters = kAssumptionOneParameters});

} // namespace coterie
