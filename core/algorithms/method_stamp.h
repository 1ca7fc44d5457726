#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace coterie {

/// The section of a library that has its stamp.
inline constexpr std::string_view kStampSection = "coterie_method";

/// What this program was compiled with, as a library's stamp says it.
[[nodiscard]] std::string_view programStamp();

/// Whether a library with this stamp fits this program. The error says everything that differs.
[[nodiscard]] Result<void> checkStamp(std::string_view stamp,
                                      std::string_view ours = programStamp());

} // namespace coterie
