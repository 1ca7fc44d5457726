#pragma once

#include <string>

namespace coterie {

/// "coterie 0.1.0, engine 1f3c5a7e": the version, and a digest of the sources that core was
/// compiled from (cmake/engine_digest.cmake). Of equal names the results are equal where all else
/// is.
[[nodiscard]] std::string programName();

} // namespace coterie
