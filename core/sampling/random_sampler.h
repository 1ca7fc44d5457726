#pragma once

#include "core/sampling/sampler.h"

#include <array>

namespace coterie {

[[nodiscard]] std::unique_ptr<Sampler> makeRandomSampler(const ParameterSet& parameters);

/// `count` sequential draws without replacement; each client left has a chance in proportion to its
/// weight.
[[nodiscard]] std::vector<std::size_t>
drawWithoutReplacement(std::span<const double> weights, std::size_t count, RandomStream& stream);

inline constexpr std::array kRandomSamplerParameters{
    ParameterDescriptor{.name = "count",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .defaultNumber = 1,
                        .unit = "clients",
                        .meaning = "How many take part in a round; more than there are means all",
                        .symbol = "K",
                        .equation = "HiCS-FL Algorithm 1",
                        .required = true},
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
