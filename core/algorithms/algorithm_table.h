#pragma once

#include "core/algorithms/algorithm.h"

#include <string_view>

namespace coterie {

[[nodiscard]] bool isAlgorithm(std::string_view name);

/// Adds a method at the end of the list of algorithms, where everything finds it that finds those
/// of the program. Its name must be free. Only before the first call of registry(), whose tables
/// do not change.
void addAlgorithm(const MadePart<Algorithm>& method);

} // namespace coterie
