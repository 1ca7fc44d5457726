#pragma once

#include "core/data/formats/bytes.h"

#include <optional>
#include <string_view>

namespace coterie {

/// How many bytes a text may have when it is unpacked: 250 for each stored one, or a mebibyte.
[[nodiscard]] std::uint64_t mostOfText(const ByteSource& source);

/// The lines of a text, one after another, without their ends (\n or \r\n). A line may have at most
/// a million characters, and a packed text can grow at most 250-fold, which stops zip bombs.
class TextLines
{
public:
    explicit TextLines(ByteSource& source);

    /// The next line; nothing at the end. It stays valid until the next call.
    [[nodiscard]] Result<std::optional<std::string_view>> next();
    /// "FILE: at byte 40 (line 3): …", the first byte and the number of the line last read.
    [[nodiscard]] Unexpected<Error> failHere(const std::string& what) const;

private:
    Result<void> refill();

    ByteSource& m_source;
    std::uint64_t m_mostBytes = 0;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0; // unread part of the buffer
    std::size_t m_end = 0;
    bool m_ended = false;
    std::uint64_t m_number = 0;
    std::uint64_t m_lineOffset = 0;
    std::uint64_t m_nextOffset = 0;
};

/// The fields of a line: between separators, or between runs of blanks if the separator is a blank.
/// A field can be in double quotes. Replaces what `fields` held.
void splitLine(std::string_view line, char separator, std::vector<std::string_view>& fields);

/// Whether a field says that its value is missing: it is empty, NA, NaN, nan or ?.
[[nodiscard]] bool isMissing(std::string_view field);

/// The number a field holds: finite, with nothing but blanks around it.
[[nodiscard]] std::optional<double> numberIn(std::string_view field);

} // namespace coterie
