#include "core/base/printable.h"

#include <algorithm>
#include <array>

namespace coterie {

namespace {

struct Range
{
    char32_t first;
    char32_t last;
};

/// What does something to a text instead of being seen in it. Joiners (U+200C, U+200D) are
/// letters'.
constexpr std::array kUnseen{Range{0x00, 0x1f},
                             Range{0x7f, 0x9f},
                             Range{0x61c, 0x61c},
                             Range{0x180e, 0x180e},
                             Range{0x200b, 0x200b},
                             Range{0x200e, 0x200f},
                             Range{0x2028, 0x202e},
                             Range{0x2060, 0x206f},
                             Range{0xfeff, 0xfeff},
                             Range{0xfff9, 0xfffb},
                             Range{0xe0000, 0xe007f}};

void appendEscape(std::string& out, char32_t code)
{
    if (code >= 0x10000) { // two units of UTF-16
        appendEscape(out, 0xd800 + ((code - 0x10000) >> 10U));
        code = 0xdc00 + (code & 0x3ffU);
    }
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4)
        out += "0123456789abcdef"[code >> shift & 0xfU];
}

} // namespace

std::pair<char32_t, std::size_t> nextCharacter(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text[0]);
    const std::size_t length = first < 0x80 || first >= 0xf8 ? 1
                               : first >= 0xf0               ? 4
                               : first >= 0xe0               ? 3
                               : first >= 0xc0               ? 2
                                                             : 1;
    if (length == 1 || length > text.size())
        return {first, 1};
    char32_t code = first & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xc0U) != 0x80U)
            return {first, 1};
        code = (code << 6U) | (next & 0x3fU);
    }
    constexpr std::array<char32_t, 5> kSmallest{0, 0, 0x80, 0x800, 0x10000};
    if (code < kSmallest[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return {first, 1};
    return {code, length};
}

std::string printable(std::string_view text, LineEnds lineEnds)
{
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const auto [code, length] = nextCharacter(text);
        if (code == '\n')
            out += lineEnds == LineEnds::Keep ? "\n" : "\\n";
        else if (length == 1 && code >= 0x80)
            out += "\uFFFD";
        else if (std::ranges::any_of(kUnseen, [code = code](const Range& range) {
                     return code >= range.first && code <= range.last;
                 }))
            appendEscape(out, code);
        else
            out += text.substr(0, length);
        text.remove_prefix(length);
    }
    return out;
}

} // namespace coterie
