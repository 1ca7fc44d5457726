#pragma once

#include "core/experiment/parameters.h"

#include <span>

namespace coterie {

/// The settings with every declared parameter present and of its declared type, in the order of
/// their descriptors; what is missing takes its default, sweeps stay.
[[nodiscard]] ParameterSet completed(const ParameterSet& parameters,
                                     std::span<const ParameterDescriptor> declared,
                                     bool codeProfile = false);

/// The part with its settings completed; an unknown one stays as it is.
[[nodiscard]] Part completed(const Part& part, std::span<const NamedPart> known, bool codeProfile);

} // namespace coterie
