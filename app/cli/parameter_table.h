#pragma once

#include "core/spec/descriptor.h"

#include <span>
#include <string>

namespace coterie::cli {

/// Everything a table of parameters says, a line each.
[[nodiscard]] std::string parameterTable(std::span<const ParameterDescriptor> parameters,
                                         std::size_t indent);

} // namespace coterie::cli
