#pragma once

#include "core/data/formats/picture_messages.h"
#include "core/data/formats/picture_reader.h"

#include <optional>
#include <string>
#include <string_view>

namespace coterie {

// What the program believes of an answer of coterie-decoder. A file that somebody made to harm it
// may have taken that process over, so nothing that it says is taken as said.

/// The head of an answer, which is followed by what it announces; nothing if it is none.
[[nodiscard]] std::optional<PictureAnswer> pictureAnswerIn(std::string_view answer);

/// The picture that a head of that kind announces, made of all that follows it. An error names the
/// file.
[[nodiscard]] Result<Picture>
pictureIn(const std::string& file, const PictureAnswer& head, std::string_view following);

/// The words that follow a head, as they can be shown.
[[nodiscard]] std::string wordsIn(std::string_view following);

} // namespace coterie
