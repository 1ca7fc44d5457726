#pragma once

#include "core/sampling/heterogeneity_draw.h"
#include "core/sampling/sampler.h"

#include <array>

namespace coterie {

[[nodiscard]] std::unique_ptr<Sampler> makeOracleHics(const ParameterSet& parameters);

inline constexpr std::array kOracleHicsParameters{
    kCountParameter,
    kClustersParameter,
    kLambdaParameter,
    kGamma0Parameter,
    kAnnealRoundsParameter,
    kInClusterParameter,
    kWardModeParameter,
    kZeroNormAngleParameter,
};

inline constexpr NamedPart kOracleHics{
    .name = "oracleHics",
    .title = "HiCS-FL with true entropies",
    .meaning = "As HiCS-FL, but told every client's labels instead of guessing from updates, so "
               "it needs no first look at everybody. Possible in a simulation only.",
    .paper = "HiCS-FL (released code)",
    .parameters = kOracleHicsParameters};

} // namespace coterie
