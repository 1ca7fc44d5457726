#pragma once

#include "core/base/result.h"

#include <optional>
#include <string_view>

namespace coterie {

/// Reads a section of a shared library, without loading it, so that none of its code runs. `file`
/// is the whole file, and what is found is a part of it. Nothing if it has no such section; an
/// error if it is no shared library of 64-bit Linux for this kind of processor.
[[nodiscard]] Result<std::optional<std::string_view>> sectionOf(std::string_view file,
                                                                std::string_view section);

} // namespace coterie
