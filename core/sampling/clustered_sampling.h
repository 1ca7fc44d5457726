#pragma once

#include "core/sampling/draw_log.h"
#include "core/sampling/sampler.h"

#include <array>

namespace coterie {

[[nodiscard]] std::unique_ptr<Sampler> makeClusteredSampling(const ParameterSet& parameters);
/// For a sampler that only sometimes draws like this: its own log counts all draws, and it keeps
/// it.
[[nodiscard]] std::unique_ptr<Sampler> makeClusteredSampling(const ParameterSet& parameters,
                                                             DrawLog& log);

inline constexpr std::array kClusteredSamplingParameters{
    kCountParameter,
    ParameterDescriptor{.name = "warmUp",
                        .title = "Warm-up rounds",
                        .type = ParameterType::Integer,
                        .minimum = 0,
                        .defaultNumber = 10,
                        .unit = "rounds",
                        .meaning = "Rounds of draws in proportion to the clients' samples before "
                                   "their updates are clustered",
                        .equation = "released code"},
    ParameterDescriptor{.name = "waitForAll",
                        .title = "Wait for every client",
                        .type = ParameterType::Boolean,
                        .defaultNumber = 1,
                        .meaning = "These rounds go on until every client has taken part",
                        .profileCodeNumber = 0},
    ParameterDescriptor{
        .name = "zeroNormAngle",
        .title = "Angle to no update",
        .minimum = 0,
        .maximum = 3.141592653589793,
        .defaultNumber = 1.5707963267948966,
        .unit = "radians",
        .meaning = "The angle to an update without length, such as that of a client not yet seen",
        .profileCodeNumber = 0},
    kWardModeParameter,
};

inline constexpr NamedPart kClusteredSampling{
    .name = "clusteredSampling",
    .title = "Clustered sampling",
    .meaning = "Clusters clients by the angles between their updates and draws one from each of K "
               "distributions, unbiased: average uniformly. Whoever is drawn twice trains once and "
               "counts twice, with methods that average their participants.",
    .paper = "Fraboni et al. 2021 (Algorithm 2); HiCS-FL (baseline)",
    .parameters = kClusteredSamplingParameters};

} // namespace coterie
