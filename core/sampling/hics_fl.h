#pragma once

#include "core/sampling/heterogeneity_draw.h"
#include "core/sampling/sampler.h"

#include <array>

namespace coterie {

[[nodiscard]] std::unique_ptr<Sampler> makeHicsFl(const ParameterSet& parameters);

inline constexpr std::array<std::string_view, 2> kSignalWords{"bias", "fcRowMean"};
inline constexpr std::array<std::string_view, 2> kDistanceVecWords{"bias", "fcWeightBias"};
inline constexpr std::array<std::string_view, 2> kHicsRefreshWords{"everyParticipation",
                                                                   "warmUpOnly"};
inline constexpr std::array<std::string_view, 2> kHicsWarmUpWords{"random", "blocks"};

inline constexpr std::array kHicsFlParameters{
    kCountParameter,
    kClustersParameter,
    ParameterDescriptor{.name = "temperature",
                        .minimum = 0,
                        .minimumExcluded = true,
                        .defaultNumber = 0.0025,
                        .meaning = "Of the softmax that turns a bias update into a distribution; "
                                   "goes with the learning rate and the local steps",
                        .symbol = "T",
                        .equation = "HiCS-FL eq. (8)",
                        .profileCodeNumber = 0.001},
    kLambdaParameter,
    kGamma0Parameter,
    kAnnealRoundsParameter,
    ParameterDescriptor{.name = "signal",
                        .title = "Entropies estimated from",
                        .type = ParameterType::Word,
                        .defaultWord = "bias",
                        .words = kSignalWords,
                        .meaning = "What entropies are estimated from: the output layer's bias, or "
                                   "the row means of its weights",
                        .symbol = "Δb",
                        .equation = "HiCS-FL eq. (8)",
                        .profileCodeWord = "fcRowMean"},
    ParameterDescriptor{.name = "distanceVec",
                        .title = "Angles measured between",
                        .type = ParameterType::Word,
                        .defaultWord = "bias",
                        .words = kDistanceVecWords,
                        .meaning = "What angles are measured between: the change of the output "
                                   "layer's bias, or of its weights and bias",
                        .equation = "HiCS-FL eq. (9)",
                        .profileCodeWord = "fcWeightBias"},
    ParameterDescriptor{.name = "refresh",
                        .title = "Updates kept",
                        .type = ParameterType::Word,
                        .defaultWord = "everyParticipation",
                        .words = kHicsRefreshWords,
                        .meaning = "Whether a client's update replaces the one before, or only "
                                   "the first one counts",
                        .equation = "HiCS-FL Algorithm 1",
                        .profileCodeWord = "warmUpOnly"},
    ParameterDescriptor{.name = "warmUp",
                        .title = "First rounds draw",
                        .type = ParameterType::Word,
                        .defaultWord = "random",
                        .words = kHicsWarmUpWords,
                        .meaning = "How everybody is seen once: drawn from those not seen yet; or, "
                                   "as the released code, in blocks of ids, leaving out the last N "
                                   "mod K",
                        .equation = "HiCS-FL Algorithm 1",
                        .profileCodeWord = "blocks"},
    kInClusterParameter,
    kWardModeParameter,
    ParameterDescriptor{.name = "varGate",
                        .title = "Least variance",
                        .minimum = 0,
                        .defaultNumber = 0,
                        .meaning = "Clustered sampling instead, in rounds where the variance of "
                                   "the estimated entropies is not below this; 0: never",
                        .equation = "released code",
                        .profileCodeNumber = 0.1},
    kZeroNormAngleParameter,
    ParameterDescriptor{.name = "signalLrNormalise",
                        .title = "Even out learning rates",
                        .type = ParameterType::Boolean,
                        .defaultNumber = 0,
                        .meaning = "Multiplies an update by η⁰/ηᵗ, so that old and new ones "
                                   "compare when the learning rate falls"},
};

inline constexpr NamedPart kHicsFl{
    .name = "hicsFl",
    .title = "HiCS-FL",
    .meaning = "Estimates how balanced a client's labels are from its update of the output layer, "
               "clusters clients by that and by the update's direction, and prefers balanced "
               "clusters early on. Nobody sends or computes anything for it; what the server "
               "computes is the time of the phase called sample.",
    .paper = "HiCS-FL (Chen, Vikalo 2024)",
    .parameters = kHicsFlParameters};

} // namespace coterie
