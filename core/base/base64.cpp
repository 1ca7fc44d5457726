#include "core/base/base64.h"

#include <array>
#include <cstdint>

namespace coterie {

namespace {

constexpr std::string_view kBase64Letters =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNoBase64Letter = 0xff;

constexpr auto kBase64Values = [] {
    std::array<std::uint8_t, 256> values{};
    values.fill(kNoBase64Letter);
    for (std::size_t i = 0; i < kBase64Letters.size(); ++i)
        values[static_cast<unsigned char>(kBase64Letters[i])] = static_cast<std::uint8_t>(i);
    return values;
}();

} // namespace

std::string toBase64(std::span<const std::byte> bytes)
{
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t first = 0; first < bytes.size(); first += 3) {
        std::uint32_t three = 0;
        for (std::size_t k = 0; k < 3; ++k)
            three = three << 8
                    | (first + k < bytes.size() ? static_cast<std::uint32_t>(bytes[first + k]) : 0);
        for (std::size_t k = 0; k < 4; ++k)
            text += first + k <= bytes.size() ? kBase64Letters[three >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

std::optional<std::vector<std::byte>> fromBase64(std::string_view text)
{
    if (text.size() % 4 != 0)
        return std::nullopt;
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with('=') ? 1 : 0;
    std::vector<std::byte> bytes;
    bytes.reserve(text.size() / 4 * 3);
    for (std::size_t first = 0; first < text.size(); first += 4) {
        const std::size_t missing = first + 4 == text.size() ? padding : 0;
        std::uint32_t three = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            std::uint8_t value = 0;
            if (k < 4 - missing)
                value = kBase64Values[static_cast<unsigned char>(text[first + k])];
            if (value == kNoBase64Letter)
                return std::nullopt;
            three = three << 6 | value;
        }
        for (std::size_t k = 0; k < 3 - missing; ++k)
            bytes.push_back(static_cast<std::byte>(three >> (16 - 8 * k) & 255));
        // Bits that no byte takes are zero, so that equal bytes have one text.
        if (missing > 0 && (three & ((1U << (8 * missing)) - 1)) != 0)
            return std::nullopt;
    }
    return bytes;
}

} // namespace coterie
