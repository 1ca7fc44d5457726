#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"

#include <array>
#include <string_view>

namespace coterie {

struct PFedMeParameters
{
    double pull = 15;         ///< λ
    int innerSteps = 5;       ///< K
    int localRounds = 20;     ///< R
    double modelRate = 0.005; ///< η
    double beta = 1;
    double weightDecayTheta = 0;
    bool restarts = false; ///< each solve starts at w_i instead of the last θ_i
    Aggregation aggregation = Aggregation::BySize;
};

inline constexpr std::array<std::string_view, 2> kPFedMeStarts{"previous", "center"};

inline constexpr std::array kPFedMeParameters{
    bind<&PFedMeParameters::pull>(
        {.name = "lambda",
         .title = "Pull of the global model",
         .minimum = 0,
         .meaning = "Strength of the pull of the personal model towards the client's copy of the "
                    "global one",
         .symbol = "λ",
         .equation = "pFedMe eq. (2)",
         .live = true}),
    bind<&PFedMeParameters::innerSteps>(
        {.name = "innerSteps",
         .minimum = 1,
         .maximum = 1000000,
         .unit = "steps",
         .meaning = "Steps on one mini-batch that find a personal model; their length is the arm's "
                    "learning rate",
         .symbol = "K",
         .equation = "pFedMe Algorithm 1"}),
    bind<&PFedMeParameters::localRounds>(
        {.name = "localRounds",
         .minimum = 1,
         .maximum = 1000000,
         .unit = "local rounds",
         .meaning = "Personal models found, one after another, before the server averages",
         .symbol = "R",
         .equation = "pFedMe Algorithm 1"}),
    bind<&PFedMeParameters::modelRate>(
        {.name = "modelRate",
         .title = "Global model's step",
         .minimum = 0,
         .minimumExcluded = true,
         .meaning = "Step of a client's copy of the global model, times λ, towards the personal "
                    "one",
         .symbol = "η",
         .equation = "pFedMe Algorithm 1"}),
    bind<&PFedMeParameters::beta>({.name = "beta",
                                   .title = "Weight of the mean",
                                   .minimum = 0,
                                   .meaning = "Share of the clients' mean in the next global model",
                                   .symbol = "β",
                                   .equation = "pFedMe Algorithm 1"}),
    bind<&PFedMeParameters::weightDecayTheta>(
        {.name = "weightDecayTheta",
         .title = "Personal weight decay",
         .minimum = 0,
         .meaning = "This times θ is added to the gradient of θ",
         .profileCodeNumber = 1e-3}),
    bind<&PFedMeParameters::restarts>(
        {.name = "thetaInit",
         .title = "Solve starts from",
         .words = kPFedMeStarts,
         .meaning = "A solve starts at the last personal model of this round, or at the client's "
                    "copy of the global one (center)",
         .equation = "pFedMe Algorithm 1"}),
    bind<&PFedMeParameters::aggregation>(kAggregationParameter),
};

/// A personal model θ_i near each client's copy w_i of the global model, which follows it: the
/// gradient of a Moreau envelope (Dinh et al. 2020, Algorithm 1; ALGORITHMS §7.6). Evaluated is
/// θ_i; the authors' code evaluates w_i under that name, so both are reported. The paper lets
/// everybody find a θ_i and averages the w_i of those drawn; here only they work, as with every
/// other method: the same w for less, while θ_i of the others is that of an earlier round.
class PFedMe final : public Configured<GlobalModelAlgorithm, PFedMeParameters>
{
public:
    explicit PFedMe(const PFedMeParameters& parameters)
        : Configured(parameters)
    {
        keeps("personalModels", m_personal.rows);
        keeps("localModels", m_local.rows);
    }

    void start(Federation& federation) override
    {
        m_model.start(federation);
        m_personal.start(federation);
        m_local.start(federation);
    }
    void round(Federation& federation, RoundReport& report) override;
    [[nodiscard]] ModelsInUse models() const override;

private:
    PersonalModels m_personal; ///< θ_i
    PersonalModels m_local;    ///< w_i
};

inline constexpr auto kPFedMe = madeAs<Algorithm, PFedMe, PFedMeParameters>(
    {.name = "pfedme",
     .title = "pFedMe",
     .meaning =
         "Every client finds a personal model near its copy of the global one, which follows "
         "it; the copies are averaged. Local work is the inner steps of one mini-batch in "
         "each local round; the arm's local steps and epochs do not count. A client that is "
         "not drawn does no work and keeps its last personal model; in the paper all clients "
         "work.",
     .paper = "Dinh et al. 2020",
     .parameters = kPFedMeParameters});

} // namespace coterie
