#pragma once

#include "core/sampling/sampler.h"

namespace coterie {

/// Cross-silo federations: everybody takes part in every round.
[[nodiscard]] std::unique_ptr<Sampler> makeAllSampler(const ParameterSet&);

inline constexpr NamedPart kAllSampler{
    .name = "all", .title = "Everybody", .meaning = "Every client takes part in every round."};

} // namespace coterie
