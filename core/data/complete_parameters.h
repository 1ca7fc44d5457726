#pragma once

#include "core/spec/descriptor.h"

namespace coterie {

/// The settings with every declared parameter present: what is missing takes its default.
[[nodiscard]] inline ParameterSet completed(ParameterSet parameters,
                                            std::span<const ParameterDescriptor> declared)
{
    for (const ParameterDescriptor& parameter : declared)
        if (parameters.find(parameter.name) == nullptr)
            parameters.set(parameter.name, parameter.defaultValue());
    return parameters;
}

} // namespace coterie
