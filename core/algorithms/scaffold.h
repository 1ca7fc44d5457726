#pragma once

#include "core/algorithms/algorithm.h"
#include "core/algorithms/model_sets.h"
#include "core/experiment/parameters.h"

#include <array>

namespace coterie {

struct ScaffoldParameters
{
    double serverStep = 1; ///< η_g
};

/// One model and control variates against client drift: a client's gradient is corrected by the
/// difference between the server's estimate of the mean gradient and its own (Karimireddy et al.
/// 2020, Algorithm 1, option II; ALGORITHMS §6.9).
class Scaffold final : public KeepingAlgorithm
{
public:
    explicit Scaffold(const ScaffoldParameters& parameters);

    /// Refuses optimisers with a memory.
    [[nodiscard]] std::optional<Error>
    problemWith(const RunPlan& plan, const Network& network, std::size_t clients) const override;
    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override { return m_model.inUse(); }

private:
    ScaffoldParameters m_parameters;
    GlobalModel m_model;
    at::Tensor m_server;  ///< c [P]
    at::Tensor m_clients; ///< c_i [clients, P]
};

[[nodiscard]] std::unique_ptr<Algorithm> makeScaffold(const RunPlan& plan);

inline constexpr std::array kScaffoldParameters{
    ParameterDescriptor{.name = "serverStep",
                        .minimum = 0,
                        .minimumExcluded = true,
                        .defaultNumber = 1,
                        .meaning = "How far the server goes along the participants' mean change",
                        .symbol = "η_g",
                        .equation = "SCAFFOLD Algorithm 1"},
};

inline constexpr NamedPart kScaffold{
    .name = "scaffold",
    .title = "SCAFFOLD",
    .meaning = "FedAvg with control variates: every local step is corrected by what the client "
               "and the server know of the gradients of others. Twice the traffic. The arm's "
               "optimiser has to be SGD without momentum.",
    .paper = "Karimireddy et al. 2020",
    .parameters = kScaffoldParameters};

} // namespace coterie
