#pragma once

#include <span>
#include <string>
#include <string_view>

namespace coterie {

/// The valid word closest to a misspelt one (Damerau–Levenshtein, at most a third of its letters);
/// empty if none.
[[nodiscard]] std::string nearestWord(std::string_view word,
                                      std::span<const std::string_view> valid);

} // namespace coterie
