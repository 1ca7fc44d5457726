#include "core/data/formats/numbers.h"

#include "core/base/as_read.h"
#include "core/base/try.h"
#include "core/data/formats/memory_limit.h"
#include "core/experiment/parameters.h"

#include <array>
#include <bit>
#include <cmath>

namespace coterie {

namespace {

template <typename Stored>
void convertAs(std::span<const std::uint8_t> bytes, bool bigEndian, float* out)
{
    const bool swap = bigEndian != (std::endian::native == std::endian::big);
    for (std::size_t at = 0; at + sizeof(Stored) <= bytes.size(); at += sizeof(Stored)) {
        std::array<std::uint8_t, sizeof(Stored)> one;
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), sizeof(Stored), one.begin());
        if (swap)
            std::ranges::reverse(one);
        *out++ = static_cast<float>(std::bit_cast<Stored>(one));
    }
}

template <typename Stored>
constexpr NumberType typeOf(std::string_view npy, std::uint32_t mat, std::optional<int> nifti)
{
    return {sizeof(Stored), &convertAs<Stored>, npy, mat, nifti};
}

constexpr std::array kTypes{
    typeOf<std::uint8_t>("u1", 2, 2),
    typeOf<std::int16_t>("i2", 3, 4),
    typeOf<std::uint16_t>("u2", 4, 512),
    typeOf<std::int32_t>("i4", 5, 8),
    typeOf<std::uint32_t>("u4", 6, 768),
    typeOf<float>("f4", 7, 16),
    typeOf<double>("f8", 9, 64),
    typeOf<std::int64_t>("i8", 12, std::nullopt),
    typeOf<std::uint64_t>("u8", 13, std::nullopt),
};

} // namespace

std::span<const NumberType> numberTypes()
{
    return kTypes;
}

std::size_t countOf(const Numbers& numbers)
{
    return std::visit([](const auto& held) { return held.size(); }, numbers);
}

std::uint64_t bytesOf(const Numbers& numbers)
{
    return std::visit(
        [](const auto& held) { return std::uint64_t{held.size()} * sizeof(held.front()); },
        numbers);
}

Unexpected<Error> NumberPlace::failAt(std::size_t index, const std::string& what) const
{
    return fail(file, filled("at byte {}: {}", start + index * width, what));
}

std::optional<std::size_t> firstNotFinite(std::span<const float> numbers)
{
    const auto found =
        std::ranges::find_if(numbers, [](float number) { return !std::isfinite(number); });
    if (found == numbers.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - numbers.begin());
}

Result<NumberArray> readNumbers(ByteSource& source,
                                const NumberType& type,
                                bool bigEndian,
                                std::vector<std::size_t> dimensions,
                                std::uint64_t count)
{
    NumberArray array{
        .dimensions = std::move(dimensions),
        .values = {},
        .place = {.file = source.name(), .start = source.offset(), .width = type.bytes}};
    if (type.bytes == 1) {
        COTERIE_TRY(array.values, readBytes(source, count));
        return array;
    }
    COTERIE_CHECK(checkAnnounced(source, count * type.bytes));
    COTERIE_CHECK(checkMemory(source, count * sizeof(float)));
    auto& values = array.values.emplace<std::vector<float>>();
    COTERIE_CHECK(readPieces(source, count * type.bytes, [&](std::span<const std::uint8_t> piece) {
        const std::size_t before = values.size();
        makeRoom(values, piece.size() / type.bytes, count);
        values.resize(before + piece.size() / type.bytes);
        type.convert(piece, bigEndian, values.data() + before);
    }));
    return array;
}

Result<std::vector<std::int32_t>>
labelsOf(const Numbers& numbers, const NumberPlace& place, std::int32_t first, std::int32_t last)
{
    COTERIE_CHECK(checkMemory(place.file, countOf(numbers) * sizeof(std::int32_t)));
    std::vector<std::int32_t> labels;
    labels.reserve(countOf(numbers));
    COTERIE_CHECK(std::visit(
        [&](const auto& held) -> Result<void> {
            for (const auto value : held) {
                const auto number = static_cast<float>(value);
                const bool allowed = std::floor(number) == number
                                     && number >= static_cast<float>(first)
                                     && number <= static_cast<float>(last);
                if (!allowed)
                    return place.failAt(
                        labels.size(),
                        filled(
                            "the label of sample {} must be a whole number from {} to {} (is {})",
                            labels.size(),
                            first,
                            last,
                            shortestText(asRead(number))));
                labels.push_back(static_cast<std::int32_t>(number));
            }
            return {};
        },
        numbers));
    return labels;
}

} // namespace coterie
