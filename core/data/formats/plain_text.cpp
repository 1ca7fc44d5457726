#include "core/data/formats/plain_text.h"

#include "core/base/filled.h"
#include "core/base/printable.h"
#include "core/base/try.h"
#include "core/data/formats/memory_limit.h"
#include "core/data/formats/natural_order.h"
#include "core/data/formats/text_lines.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <map>
#include <unordered_map>
#include <utility>

namespace coterie {

namespace {

constexpr std::size_t kPiece = std::size_t{64} * 1024;
constexpr std::size_t kMostOwners = 100'000; // clients of a partition
constexpr std::size_t kLongestName = 60;     // bytes of a speaker's name
constexpr char32_t kByteOrderMark = 0xFEFF;

constexpr std::array<std::pair<char32_t, std::string_view>, 3> kNamed{
    {{U' ', "space"}, {U'\t', "tab"}, {U'\n', "new line"}}};

/// In pieces first: a text that grows as it is read would take three times its size.
Result<std::string> wholeText(ByteSource& source)
{
    const std::uint64_t most = mostOfText(source);
    std::deque<std::string> pieces;
    std::size_t total = 0;
    std::vector<std::uint8_t> piece(kPiece);
    for (std::size_t count = kPiece; count == kPiece;) {
        COTERIE_TRY(count, source.read(piece));
        total += count;
        COTERIE_CHECK(checkMemory(source, total));
        if (total > most)
            return failAt(
                source,
                source.offset(),
                filled("the text unpacks to more than {} bytes; unpack it beforehand", most));
        pieces.emplace_back(reinterpret_cast<const char*>(piece.data()), count);
    }
    std::string text;
    text.reserve(total);
    for (; !pieces.empty(); pieces.pop_front())
        text.append(pieces.front());
    return text;
}

std::string_view trimmed(std::string_view line)
{
    constexpr std::string_view kBlanks = " \t";
    const std::size_t first = line.find_first_not_of(kBlanks);
    if (first == line.npos)
        return {};
    return line.substr(first, line.find_last_not_of(kBlanks) - first + 1);
}

char32_t inPairs(char32_t letter, bool capitalsAreOdd)
{
    return (letter % 2 == 1) == capitalsAreOdd ? letter + 1 : letter;
}

/// Without the environment's locale, so that a text is the same on every machine.
char32_t small(char32_t letter)
{
    const auto isIn = [letter](char32_t first, char32_t last) {
        return letter >= first && letter <= last;
    };
    if (isIn(U'A', U'Z') || (isIn(0xC0, 0xDE) && letter != 0xD7) // Latin
        || (isIn(0x391, 0x3A9) && letter != 0x3A2)               // Greek
        || isIn(0x410, 0x42F))                                   // Cyrillic
        return letter + 32;
    if (isIn(0x400, 0x40F))
        return letter + 80;
    if (isIn(0x100, 0x12F) || isIn(0x132, 0x137) || isIn(0x14A, 0x177) || isIn(0x460, 0x481)
        || isIn(0x48A, 0x4BF) || isIn(0x4D0, 0x52F))
        return inPairs(letter, false);
    if (isIn(0x139, 0x148) || isIn(0x179, 0x17E))
        return inPairs(letter, true);
    return letter == 0x178 ? 0xFF : letter; // Ÿ
}

/// Reads a text line by line and gives each character the number of its first occurrence; the
/// numbers become those of the sorted alphabet at the end.
class Numbering
{
public:
    Numbering(const std::string& file, const CharacterOptions& options)
        : m_file(file)
        , m_options(options)
    {}

    Result<CharacterText> read(std::string_view text)
    {
        if (!text.empty()) {
            const auto [first, length] = nextCharacter(text);
            if (first == kByteOrderMark)
                text.remove_prefix(length);
        }
        while (!text.empty()) {
            const std::size_t end = text.find_first_of("\r\n");
            const std::string_view line = text.substr(0, end);
            ++m_line;
            const bool ends = end != text.npos;
            COTERIE_CHECK(take(line, ends));
            const bool two = ends && text.substr(end).starts_with("\r\n");
            text.remove_prefix(ends ? end + (two ? 2 : 1) : text.size());
        }
        COTERIE_CHECK(checkOwners());
        sortOwners();
        sortAlphabet();
        return std::move(m_text);
    }

private:
    Result<void> take(std::string_view line, bool ends)
    {
        if (m_options.owners == TextOwners::None) {
            if (m_text.texts.empty())
                m_text.texts.emplace_back();
            return append(line, ends);
        }
        if (trimmed(line).empty()) {
            m_afterEmpty = true;
            return {};
        }
        const bool begins = std::exchange(m_afterEmpty, false);
        if (m_options.owners == TextOwners::Blocks && begins) {
            COTERIE_CHECK(newOwner(filled("block {}", m_text.texts.size() + 1)));
        }
        if (const std::string_view speaker = speakerIn(line);
            m_options.owners == TextOwners::Speakers && begins && !speaker.empty())
            return speaks(speaker, line);
        if (m_text.texts.empty()) {
            m_text.leftOut += line.size() + (ends ? 1 : 0);
            return {};
        }
        return append(line, true);
    }

    Result<void> speaks(std::string_view speaker, std::string_view line)
    {
        std::size_t column = 1;
        for (std::string_view rest = line; !rest.empty(); ++column) {
            const auto [code, length] = nextCharacter(rest);
            COTERIE_CHECK(checkCharacter(code, length, column));
            rest.remove_prefix(length);
        }
        const auto [found, isNew] = m_speakers.try_emplace(std::string(speaker), 0);
        if (isNew) {
            COTERIE_CHECK(newOwner(found->first));
            found->second = m_owner;
        }
        m_owner = found->second;
        return {};
    }

    Result<void> newOwner(std::string name)
    {
        if (m_text.texts.size() == kMostOwners)
            return failHere(1, filled("more than {} clients", kMostOwners));
        m_owner = m_text.texts.size();
        m_text.texts.push_back({.name = std::move(name)});
        return {};
    }

    Result<void> append(std::string_view line, bool ends)
    {
        std::vector<std::uint8_t>& characters = m_text.texts[m_owner].characters;
        std::size_t column = 1;
        for (std::string_view rest = line; !rest.empty(); ++column) {
            const auto [code, length] = nextCharacter(rest);
            COTERIE_CHECK(checkCharacter(code, length, column));
            COTERIE_TRY(const std::uint8_t number,
                        numberOf(m_options.lowerCase ? small(code) : code, column));
            characters.push_back(number);
            rest.remove_prefix(length);
        }
        if (ends) {
            COTERIE_TRY(const std::uint8_t number, numberOf(U'\n', column));
            characters.push_back(number);
        }
        return {};
    }

    Result<std::uint8_t> numberOf(char32_t code, std::size_t column)
    {
        if (const auto known = m_numbers.find(code); known != m_numbers.end())
            return known->second;
        if (m_text.alphabet.size() == kMostCharacters)
            return failHere(column,
                            filled("\"{}\" is one more than the {} different characters that a "
                                   "text may have; \"letters\": \"lowerCase\" needs fewer",
                                   characterName(code),
                                   kMostCharacters));
        const auto number = static_cast<std::uint8_t>(m_text.alphabet.size());
        m_numbers.emplace(code, number);
        m_text.alphabet.push_back(code);
        return number;
    }

    [[nodiscard]] Result<void>
    checkCharacter(char32_t code, std::size_t length, std::size_t column) const
    {
        if (length == 1 && code >= 0x80) {
            std::array<char, 16> digits{};
            std::snprintf(digits.data(), digits.size(), "0x%02X", static_cast<unsigned>(code));
            return failHere(
                column, filled("the byte {} is not UTF-8; save the text in UTF-8", digits.data()));
        }
        if (code == 0)
            return failHere(column, "a zero byte; the file must be a text");
        return {};
    }

    [[nodiscard]] Unexpected<Error> failHere(std::size_t column, const std::string& what) const
    {
        return fail(m_file, filled("line {}, column {}: {}", m_line, column, what));
    }

    [[nodiscard]] Result<void> checkOwners() const
    {
        if (m_options.owners == TextOwners::Speakers && m_text.texts.empty())
            return fail(m_file,
                        "no line after an empty one is a name with a colon, NAME:, which says who "
                        "speaks; choose another \"client\"");
        return {};
    }

    void sortOwners()
    {
        if (m_options.owners == TextOwners::Speakers)
            std::ranges::sort(m_text.texts, [](const OwnedText& a, const OwnedText& b) {
                return naturallyBefore(a.name, b.name);
            });
    }

    void sortAlphabet()
    {
        std::ranges::sort(m_text.alphabet);
        std::vector<std::uint8_t> sorted(m_text.alphabet.size());
        for (std::size_t place = 0; place < sorted.size(); ++place)
            sorted[m_numbers.at(m_text.alphabet[place])] = static_cast<std::uint8_t>(place);
        for (OwnedText& text : m_text.texts)
            for (std::uint8_t& character : text.characters)
                character = sorted[character];
    }

    std::string m_file;
    CharacterOptions m_options;
    CharacterText m_text;
    std::unordered_map<char32_t, std::uint8_t> m_numbers;
    std::map<std::string, std::size_t> m_speakers;
    std::size_t m_owner = 0; // of the lines that follow
    std::uint64_t m_line = 0;
    bool m_afterEmpty = true;
};

} // namespace

Result<CharacterText> readCharacters(ByteSource& source, const CharacterOptions& options)
{
    COTERIE_TRY(const std::string text, wholeText(source));
    COTERIE_CHECK(checkMemory(source, std::uint64_t{2} * text.size())); // and its numbers
    return Numbering(source.name(), options).read(text);
}

std::string_view speakerIn(std::string_view line)
{
    std::string_view name = trimmed(line);
    if (!name.ends_with(':'))
        return {};
    name.remove_suffix(1);
    name = trimmed(name);
    return name.size() <= kLongestName ? name : std::string_view();
}

std::string characterName(char32_t character)
{
    for (const auto& [code, name] : kNamed)
        if (code == character)
            return std::string(name);
    std::string text;
    if (character < 0x80) {
        text = static_cast<char>(character);
    } else {
        const int units = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3; // after the first
        constexpr std::array<unsigned, 4> kFirst{0, 0xC0, 0xE0, 0xF0};
        text = static_cast<char>(kFirst[static_cast<std::size_t>(units)]
                                 | character >> static_cast<unsigned>(6 * units));
        for (int unit = units - 1; unit >= 0; --unit)
            text +=
                static_cast<char>(0x80U | (character >> static_cast<unsigned>(6 * unit) & 0x3FU));
    }
    const bool isMark = character >= 0x300 && character <= 0x36F; // stands over the one before
    const bool isBlank = character == 0xA0 || character == 0x1680
                         || (character >= 0x2000 && character <= 0x200F) || character == 0x202F
                         || character == 0x205F || character == 0x3000;
    if (!isMark && !isBlank && character != 0xAD && printable(text, LineEnds::Escape) == text)
        return text;
    std::array<char, 12> digits{};
    std::snprintf(digits.data(), digits.size(), "U+%04X", static_cast<unsigned>(character));
    return digits.data();
}

std::string_view shownCharacter(std::string_view name)
{
    if (name == kNamed[0].second || name == kNamed[1].second)
        return " ";
    if (name == kNamed[2].second)
        return "⏎";
    return name.starts_with("U+") ? "·" : name;
}

} // namespace coterie
