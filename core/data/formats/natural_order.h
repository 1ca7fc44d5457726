#pragma once

#include <string_view>

namespace coterie {

/// Whether a name comes before another as people sort them: runs of digits count as numbers, so
/// that "site 2" comes before "site 10"; everything else goes by bytes. A total order: equal only
/// for equal names.
[[nodiscard]] bool naturallyBefore(std::string_view a, std::string_view b);

} // namespace coterie
