#include "core/data/detect_text.h"

#include "core/base/lower_case.h"
#include "core/base/printable.h"
#include "core/data/formats/plain_text.h"

#include <algorithm>
#include <array>
#include <string>

namespace coterie {

namespace {

constexpr std::size_t kLongestCharacter = 4;
constexpr std::ptrdiff_t kEnoughSpeakers = 2;

bool hasTextsEnding(const std::filesystem::path& file)
{
    constexpr std::array<std::string_view, 4> kEndings{".txt", ".text", ".md", ".txt.gz"};
    const std::string name = lowerCase(file.filename().string());
    return std::ranges::any_of(kEndings,
                               [&](std::string_view ending) { return name.ends_with(ending); });
}

/// Whether it is UTF-8 without zero bytes; the last character may be cut off.
bool isText(std::string_view text)
{
    while (!text.empty()) {
        const auto [code, length] = nextCharacter(text);
        if (code == 0 || (length == 1 && code >= 0x80))
            return code >= 0xC0 && text.size() < kLongestCharacter;
        text.remove_prefix(length);
    }
    return true;
}

/// Letters, or bytes of other alphabets, are far more than digits.
bool isProse(std::string_view text)
{
    std::size_t letters = 0;
    std::size_t digits = 0;
    for (const char each : text) {
        const auto byte = static_cast<unsigned char>(each);
        letters += (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte >= 0x80;
        digits += byte >= '0' && byte <= '9';
    }
    return letters > 4 * digits;
}

std::ptrdiff_t speakersIn(std::string_view text)
{
    std::ptrdiff_t speakers = 0;
    bool afterEmpty = true;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        speakers += afterEmpty && !speakerIn(line).empty();
        afterEmpty = line.find_first_not_of(" \t") == line.npos;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return speakers;
}

} // namespace

std::optional<DetectedData> textFile(const std::filesystem::path& file,
                                     std::span<const std::uint8_t> begin,
                                     const std::optional<DetectedData>& table)
{
    const std::string_view text(reinterpret_cast<const char*>(begin.data()), begin.size());
    if (!hasTextsEnding(file) || !isText(text) || !isProse(text))
        return std::nullopt;
    const Parameter* separator = table ? table->dataset.parameters.find("separator") : nullptr;
    if (table && (separator == nullptr || toText(separator->values.front()) != "blank"))
        return std::nullopt;
    const bool speaks = speakersIn(text) >= kEnoughSpeakers;
    Part part = partAt("characters", file);
    if (speaks)
        part.parameters.set("client", std::string("speaker"));
    return DetectedData{.dataset = std::move(part),
                        .meaning = std::string("A text: the next character is predicted")
                                   + (speaks ? "; lines NAME: say who speaks." : ".")};
}

} // namespace coterie
