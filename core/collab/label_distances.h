#pragma once

#include "core/report/matrix.h"

#include <cstdint>
#include <span>
#include <vector>

namespace coterie {

/// Total variation ½ Σ_c |p_ic − p_jc| between the label distributions of every two clients, 0 for
/// equal ones and 1 for such that share no label. A client without samples has no distribution: its
/// row and column are NaN.
[[nodiscard]] Matrix labelDistances(std::span<const std::vector<std::int64_t>> classCounts);

} // namespace coterie
