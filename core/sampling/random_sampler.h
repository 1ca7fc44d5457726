#pragma once

#include "core/sampling/draw_log.h"
#include "core/sampling/sampler.h"

#include <array>

namespace coterie {

[[nodiscard]] std::unique_ptr<Sampler> makeRandomSampler(const ParameterSet& parameters);

inline constexpr std::array kRandomSamplerParameters{
    kCountParameter,
    ParameterDescriptor{.name = "uniform",
                        .type = ParameterType::Boolean,
                        .defaultNumber = 0,
                        .meaning =
                            "Equal chances instead of chances in proportion to a client's samples"},
};

inline constexpr NamedPart kRandomSampler{
    .name = "random",
    .title = "Random",
    .meaning =
        "A fixed number of clients, drawn without replacement in proportion to their samples.",
    .paper = "HiCS-FL (baseline)",
    .parameters = kRandomSamplerParameters};

} // namespace coterie
