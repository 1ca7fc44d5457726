#pragma once

#include "core/algorithms/algorithm.h"

#include <array>

namespace coterie {

struct FedDynParameters
{
    double alpha = 0.1; ///< α
};

inline constexpr std::array kFedDynParameters{
    bind<&FedDynParameters::alpha>({.name = "alpha",
                                    .title = "Strength of the regulariser",
                                    .minimum = 0,
                                    .minimumExcluded = true,
                                    .meaning = "Strength of the dynamic regulariser",
                                    .symbol = "α",
                                    .equation = "FedDyn Algorithm 1; μ in HiCS-FL §6.8.2"}),
};

/// One model; a linear term, learnt from round to round, makes the clients' own optima agree with
/// the common one (Acar et al. 2021, Algorithm 1; ALGORITHMS §6.10). The norm of the proximal term
/// is squared, as in the paper; HiCS-FL's released code drops the square.
class FedDyn final : public Configured<GlobalModelAlgorithm, FedDynParameters>
{
public:
    explicit FedDyn(const FedDynParameters& parameters)
        : Configured(parameters)
    {
        keeps("serverTerm", m_server);
        keeps("clientTerms", m_clients);
    }

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;

private:
    at::Tensor m_clients; ///< g_k [clients, P]
    at::Tensor m_server;  ///< h [P]
};

inline constexpr auto kFedDyn = madeAs<Algorithm, FedDyn, FedDynParameters>(
    {.name = "feddyn",
     .title = "FedDyn",
     .meaning = "Adds a proximal and a linear term to each client's loss. The linear term changes "
                "every round, so that the common optimum becomes each client's own.",
     .paper = "Acar et al. 2021",
     .parameters = kFedDynParameters});

} // namespace coterie
