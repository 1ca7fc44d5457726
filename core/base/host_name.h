#pragma once

#include <string>

namespace coterie {

/// This machine's name; empty if it has none.
[[nodiscard]] std::string hostName();

} // namespace coterie
