#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/model_sets.h"
#include "core/experiment/parameters.h"

#include <array>

namespace coterie {

struct FedDynParameters
{
    double alpha = 0.1; ///< α
};

/// One model; a linear term, learnt from round to round, makes the clients' own optima agree with
/// the common one (Acar et al. 2021, Algorithm 1; ALGORITHMS §6.10). The square of the norm in the
/// proximal term is kept, which HiCS-FL's released code drops.
class FedDyn final : public KeepingAlgorithm
{
public:
    explicit FedDyn(const FedDynParameters& parameters);

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override { return m_model.inUse(); }

private:
    FedDynParameters m_parameters;
    GlobalModel m_model;
    at::Tensor m_clients; ///< g_k [clients, P]
    at::Tensor m_server;  ///< h [P]
};

[[nodiscard]] std::unique_ptr<Algorithm> makeFedDyn(const RunPlan& plan);

inline constexpr std::array kFedDynParameters{
    ParameterDescriptor{.name = "alpha",
                        .title = "Strength of the regulariser",
                        .minimum = 0,
                        .minimumExcluded = true,
                        .defaultNumber = 0.1,
                        .meaning = "Strength of the dynamic regulariser",
                        .symbol = "α",
                        .equation = "FedDyn Algorithm 1; μ in HiCS-FL §6.8.2"},
};

inline constexpr NamedPart kFedDyn{
    .name = "feddyn",
    .title = "FedDyn",
    .meaning = "Each client's loss gets a proximal and a linear term that changes every round, so "
               "that what all agree on is also best for each.",
    .paper = "Acar et al. 2021",
    .parameters = kFedDynParameters};

} // namespace coterie
