#pragma once

#include "core/algorithms/algorithm.h"

#include <array>
#include <optional>

namespace coterie {

struct FedAmpParameters
{
    double sigma = 1;
    std::optional<double> selfWeight = {}; ///< ξ_ii of HeurFedAMP; without it FedAMP
    double sharpness = 10;                 ///< s of HeurFedAMP
    double step = 1;                       ///< α_K
    double pull = 1;                       ///< λ
};

inline constexpr std::array kFedAmpCommon{
    bind<&FedAmpParameters::step>(
        {.name = "cloudStep",
         .minimum = 0,
         .minimumExcluded = true,
         .meaning = "Length of the cloud's step; a longer one pulls clients less",
         .symbol = "α_K",
         .equation = "FedAMP eq. (4)"}),
    bind<&FedAmpParameters::pull>(
        {.name = "lambda",
         .title = "Pull of the cloud's mix",
         .minimum = 0,
         .meaning = "Strength of the pull of a client towards the model that the cloud mixed for "
                    "it",
         .symbol = "λ",
         .equation = "FedAMP eq. (1)",
         .live = true}),
};

inline constexpr auto kFedAmpParameters =
    joinedTables(std::array{bind<&FedAmpParameters::sigma>(
                     {.name = "sigma",
                      .title = "Reach of attention",
                      .minimum = 0,
                      .minimumExcluded = true,
                      .meaning = "Squared distance at which attention has fallen to 1/e",
                      .symbol = "σ",
                      .equation = "FedAMP eq. (2)"})},
                 kFedAmpCommon);

inline constexpr auto kHeurFedAmpParameters = joinedTables(
    std::array{
        bind<&FedAmpParameters::selfWeight>({.name = "selfWeight",
                                             .title = "Weight of the own model",
                                             .minimum = 0,
                                             .maximum = 1,
                                             .defaultNumber = 0.5,
                                             .meaning = "Share of a client's own model in its mix",
                                             .symbol = "ξ_ii",
                                             .equation = "HeurFedAMP; α in sFedHP"}),
        bind<&FedAmpParameters::sharpness>(
            {.name = "sharpness",
             .minimum = 0,
             .minimumExcluded = true,
             .meaning = "A larger value gives models of similar direction more weight",
             .symbol = "s",
             .equation = "HeurFedAMP eq. (11)"})},
    kFedAmpCommon);

/// Attentive message passing: the cloud mixes for every client a model u_i of those like its own,
/// and the client trains near it (Huang et al. 2021, Algorithms 1 and 2; ALGORITHMS §7.7). The pull
/// λ/(2α_K)·‖w − u_i‖² is part of the gradient; a public library detaches it by mistake.
class FedAmp final : public Configured<PersonalModelsAlgorithm, FedAmpParameters>
{
public:
    using Configured::Configured;

    void round(Federation& federation, RoundReport& report) override;

private:
    /// ξ over the clients that have joined; the others keep their own models.
    [[nodiscard]] Matrix weights(const Federation& federation) const;
};

inline constexpr auto kFedAmp = madeAs<Algorithm, FedAmp, FedAmpParameters>(
    {.name = "fedamp",
     .title = "FedAMP",
     .meaning = "Every client trains near a mix of all models in which those close to its own "
                "count most. A sampler chooses who trains. Its weights and repeated draws do not "
                "change the mixes.",
     .paper = "Huang et al. 2021",
     .parameters = kFedAmpParameters});

inline constexpr auto kHeurFedAmp = madeAs<Algorithm, FedAmp, FedAmpParameters>(
    {.name = "heurfedamp",
     .title = "HeurFedAMP",
     .meaning = "FedAMP for deep networks: closeness is the cosine, and the share of a client's "
                "own model is a setting. A sampler chooses who trains. Its weights and repeated "
                "draws do not change the mixes.",
     .paper = "Huang et al. 2021",
     .parameters = kHeurFedAmpParameters});

} // namespace coterie
