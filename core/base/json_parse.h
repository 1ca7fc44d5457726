#pragma once

#include "core/base/json_node.h"
#include "core/base/result.h"

#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

inline constexpr std::size_t kLargestText = std::size_t{16} * 1024 * 1024;
inline constexpr std::size_t kDeepestNesting = 64;
inline constexpr std::size_t kMostValues = 500'000; ///< a tree takes a hundred times a text's bytes

/// A document and the keys that occur twice in it, which JSON leaves undefined and we refuse.
struct ParsedJson
{
    JsonNode root;
    std::vector<std::pair<std::size_t, Error>> duplicates; ///< with the order of the second value
};

/// Syntax only. The error says line and column, counted in characters from 1, and has the span.
/// A text of more than `longest` bytes is refused.
[[nodiscard]] Result<ParsedJson> parseJson(std::string_view text,
                                           std::size_t longest = kLargestText);
/// The values before the place where the text stops being JSON; everything if it is JSON. What is
/// still open there ends there.
[[nodiscard]] JsonNode readableJson(std::string_view text);

} // namespace coterie
