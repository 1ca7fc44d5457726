#include "app/decoder/decoded.h"
#include "tests/fuzz/checks.h"
#include "tests/fuzz/reader_targets.h"

#include <array>
#include <variant>

namespace coterie::fuzz {

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 22; ///< of a picture, for speed

/// What we check before and after a library decodes. The libraries are not ours and not watched.
void requireWhole(const decoder::Outcome& outcome)
{
    if (const auto* refused = std::get_if<decoder::Refused>(&outcome))
        return require(!refused->words.empty());
    if (const auto* large = std::get_if<decoder::TooLarge>(&outcome))
        return require(large->needs > kMostBytes);
    const auto& picture = std::get<decoder::Decoded>(outcome);
    require(picture.channels == 1 || picture.channels == 3);
    std::visit(
        [&](const auto& planes) {
            require(!planes.empty()
                    && planes.size() == picture.channels * picture.height * picture.width);
        },
        picture.planes);
}

void readPng(Bytes bytes)
{
    requireWhole(decoder::decodePng(bytes, kMostBytes));
}

void readJpeg(Bytes bytes)
{
    requireWhole(decoder::decodeJpeg(bytes, kMostBytes));
}

constexpr std::array kTargets{ReaderTarget{.name = "png", .read = &readPng},
                              ReaderTarget{.name = "jpeg", .read = &readJpeg}};

} // namespace

std::span<const ReaderTarget> pictureTargets()
{
    return kTargets;
}

} // namespace coterie::fuzz
