#pragma once

#include "core/data/formats/bytes.h"

#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// The most different characters of a text: their numbers are kept as bytes.
inline constexpr std::size_t kMostCharacters = 256;

/// Who owns the lines of a text.
enum class TextOwners
{
    None,     ///< nobody: it is one text
    Speakers, ///< the name in a line "NAME:" after an empty line owns the lines below it
    Blocks    ///< each block of lines between empty lines is its own owner's
};

struct CharacterOptions
{
    TextOwners owners = TextOwners::None;
    bool lowerCase = false; ///< makes letters of Latin, Greek and Cyrillic small
};

/// The text of one owner, or of the whole file: the number of each character in the alphabet.
struct OwnedText
{
    std::string name = {}; ///< "HAMLET", "block 3"; empty: nobody's
    std::vector<std::uint8_t> characters = {};
};

struct CharacterText
{
    std::vector<char32_t> alphabet; ///< every character that occurs, sorted
    std::vector<OwnedText> texts;   ///< of speakers as people sort names, of blocks in order
    std::uint64_t leftOut = 0;      ///< bytes before the first speaker
};

/// A text in UTF-8. Ends of lines become \n, also \r\n and \r; a byte order mark is skipped. With
/// owners, empty lines and the lines that name a speaker are no part of any text.
[[nodiscard]] Result<CharacterText> readCharacters(ByteSource& source,
                                                   const CharacterOptions& options);

/// The speaker that a line without its end names, if it follows an empty line; empty: none.
[[nodiscard]] std::string_view speakerIn(std::string_view line);

/// A character as a name: itself, or "space", "tab", "new line", or its number "U+00AD" if it
/// cannot be seen.
[[nodiscard]] std::string characterName(char32_t character);
/// What to print for a character of this name within a text, in one line.
[[nodiscard]] std::string_view shownCharacter(std::string_view name);

} // namespace coterie
