#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace coterie {

/// The next character of a UTF-8 text that is not empty, and its length in bytes. A byte that fits
/// nowhere has length 1 and is at least 0x80.
[[nodiscard]] std::pair<char32_t, std::size_t> nextCharacter(std::string_view text);

enum class LineEnds
{
    Keep,
    Escape
};

/// A text of any origin so that a terminal only shows it: control characters and those that change
/// the direction of text or are not seen become escapes as in JSON, \u001b, and bytes that are not
/// UTF-8 the replacement character. JSON keeps its meaning.
[[nodiscard]] std::string printable(std::string_view text, LineEnds lineEnds);

} // namespace coterie
