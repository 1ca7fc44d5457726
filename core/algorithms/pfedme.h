#pragma once

#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/model_sets.h"
#include "core/experiment/parameters.h"

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

/// A personal model θ_i near each client's copy w_i of the global model, which follows it: the
/// gradient of a Moreau envelope (Dinh et al. 2020, Algorithm 1; ALGORITHMS §7.6). Evaluated is
/// θ_i; the authors' code evaluates w_i under that name, so both are reported. The paper lets
/// everybody find a θ_i and averages the w_i of those drawn; here only they work, as with every
/// other method: the same w for less, while θ_i of the others is that of an earlier round.
class PFedMe final : public KeepingAlgorithm
{
public:
    explicit PFedMe(const PFedMeParameters& parameters);

    void start(Federation& federation) override;
    void round(Federation& federation, RoundReport& report) override;
    void setParameters(const ParameterSet& parameters) override
    {
        m_parameters.pull = parameters.real("lambda");
    }
    [[nodiscard]] ModelsInUse models() const override;

private:
    PFedMeParameters m_parameters;
    GlobalModel m_model;       ///< w
    PersonalModels m_personal; ///< θ_i
    PersonalModels m_local;    ///< w_i
};

[[nodiscard]] std::unique_ptr<Algorithm> makePFedMe(const RunPlan& plan);

inline constexpr std::array<std::string_view, 2> kPFedMeStarts{"previous", "center"};

inline constexpr std::array kPFedMeParameters{
    ParameterDescriptor{.name = "lambda",
                        .title = "Pull of the global model",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .defaultNumber = 15,
                        .meaning = "How near the personal model stays to the client's copy of the "
                                   "global one",
                        .symbol = "λ",
                        .equation = "pFedMe eq. (2)",
                        .live = true},
    ParameterDescriptor{.name = "innerSteps",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .maximum = 1000000,
                        .defaultNumber = 5,
                        .unit = "steps",
                        .meaning = "Steps on one mini-batch that find a personal model; their "
                                   "length is the arm's learning rate",
                        .symbol = "K",
                        .equation = "pFedMe Algorithm 1"},
    ParameterDescriptor{.name = "localRounds",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .maximum = 1000000,
                        .defaultNumber = 20,
                        .unit = "local rounds",
                        .meaning = "Personal models found, one after another, before the server "
                                   "averages",
                        .symbol = "R",
                        .equation = "pFedMe Algorithm 1"},
    ParameterDescriptor{.name = "modelRate",
                        .title = "Global model's step",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .minimumExcluded = true,
                        .defaultNumber = 0.005,
                        .meaning = "Step of a client's copy of the global model, times λ, towards "
                                   "the personal one",
                        .symbol = "η",
                        .equation = "pFedMe Algorithm 1"},
    ParameterDescriptor{.name = "beta",
                        .title = "Weight of the mean",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .defaultNumber = 1,
                        .meaning = "Share of the clients' mean in the next global model",
                        .symbol = "β",
                        .equation = "pFedMe Algorithm 1"},
    ParameterDescriptor{.name = "weightDecayTheta",
                        .title = "Personal weight decay",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .defaultNumber = 0,
                        .meaning = "This times θ is added to its gradient",
                        .profileCodeNumber = 1e-3},
    ParameterDescriptor{.name = "thetaInit",
                        .title = "Solve starts from",
                        .type = ParameterType::Word,
                        .defaultWord = "previous",
                        .words = kPFedMeStarts,
                        .meaning = "Where a solve starts: at the last personal model of this "
                                   "round, or at the client's copy of the global one",
                        .equation = "pFedMe Algorithm 1"},
    kAggregationParameter,
};

inline constexpr NamedPart kPFedMe{
    .name = "pfedme",
    .title = "pFedMe",
    .meaning = "Every client finds a personal model near its copy of the "
               "global one, which follows it; the copies are averaged. "
               "Local work is the inner steps of one mini-batch in each local "
               "round, whatever the arm says of local steps and epochs. Whoever "
               "is not drawn does no work and keeps the personal model of the last "
               "round it took part in; the paper's clients all work.",
    .paper = "Dinh et al. 2020",
    .parameters = kPFedMeParameters};

} // namespace coterie
