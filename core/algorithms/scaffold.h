#pragma once

#include "core/algorithms/algorithm.h"

#include <array>

namespace coterie {

struct ScaffoldParameters
{
    double serverStep = 1; ///< η_g
};

inline constexpr std::array kScaffoldParameters{
    bind<&ScaffoldParameters::serverStep>(
        {.name = "serverStep",
         .minimum = 0,
         .minimumExcluded = true,
         .meaning = "Step of the server along the participants' mean change",
         .symbol = "η_g",
         .equation = "SCAFFOLD Algorithm 1"}),
};

/// One model and control variates against client drift: a client's gradient is corrected by the
/// difference between the server's estimate of the mean gradient and its own (Karimireddy et al.
/// 2020, Algorithm 1, option II; ALGORITHMS §6.9).
class Scaffold final : public Configured<GlobalModelAlgorithm, ScaffoldParameters>
{
public:
    explicit Scaffold(const ScaffoldParameters& parameters)
        : Configured(parameters)
    {
        keeps("serverControl", m_server);
        keeps("clientControls", m_clients);
    }

    /// Refuses optimisers with a memory.
    [[nodiscard]] std::optional<Error>
    problemWith(const RunPlan& plan, const Network& network, std::size_t clients) const override;
    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;

private:
    at::Tensor m_server;  ///< c [P]
    at::Tensor m_clients; ///< c_i [clients, P]
};

inline constexpr auto kScaffold = madeAs<Algorithm, Scaffold, ScaffoldParameters>(
    {.name = "scaffold",
     .title = "SCAFFOLD",
     .meaning = "FedAvg with control variates: the difference between the mean gradient and the "
                "client's own, as estimated so far, corrects every local step. Twice the traffic. "
                "The arm's optimiser must be SGD without momentum.",
     .paper = "Karimireddy et al. 2020",
     .parameters = kScaffoldParameters});

} // namespace coterie
