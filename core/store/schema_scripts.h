#pragma once

#include <cstdint>
#include <string_view>

namespace coterie {

/// The statements that bring the tables of this version to the next one; version 0 has no tables.
/// A released script never changes: the tables of a store must be as these make them.
[[nodiscard]] std::string_view migrationScript(std::int64_t version);

} // namespace coterie
