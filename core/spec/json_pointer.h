#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// RFC 6901: "" is the whole document, "/a/0" a member and an item; "~1" is "/", "~0" is "~".
/// Absent if the text is no pointer.
[[nodiscard]] std::optional<std::vector<std::string>> pointerSteps(std::string_view pointer);
/// One step as it is written behind the others, with its slash.
[[nodiscard]] std::string pointerStep(std::string_view key);
/// The index that a step into a list names: digits without a leading zero.
[[nodiscard]] std::optional<std::size_t> indexOfStep(std::string_view step);

} // namespace coterie
