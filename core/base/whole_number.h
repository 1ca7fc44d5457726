#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string_view>

namespace coterie {

/// The whole number that a user typed. `place` names it in the error.
[[nodiscard]] Result<std::int64_t> readWhole(std::string_view place,
                                             std::string_view text,
                                             std::int64_t minimum,
                                             std::int64_t maximum);

} // namespace coterie
