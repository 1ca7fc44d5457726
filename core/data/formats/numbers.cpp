#include "core/data/formats/numbers.h"

#include "core/base/try.h"
#include "core/data/formats/bytes.h"
#include "core/experiment/parameters.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

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

void convert(std::span<const std::uint8_t> bytes, NumberFormat format, float* out)
{
    switch (format.type) {
    case NumberType::Unsigned8:
        return convertAs<std::uint8_t>(bytes, format.bigEndian, out);
    case NumberType::Signed16:
        return convertAs<std::int16_t>(bytes, format.bigEndian, out);
    case NumberType::Unsigned16:
        return convertAs<std::uint16_t>(bytes, format.bigEndian, out);
    case NumberType::Signed32:
        return convertAs<std::int32_t>(bytes, format.bigEndian, out);
    case NumberType::Unsigned32:
        return convertAs<std::uint32_t>(bytes, format.bigEndian, out);
    case NumberType::Signed64:
        return convertAs<std::int64_t>(bytes, format.bigEndian, out);
    case NumberType::Unsigned64:
        return convertAs<std::uint64_t>(bytes, format.bigEndian, out);
    case NumberType::Float32:
        return convertAs<float>(bytes, format.bigEndian, out);
    case NumberType::Float64:
        return convertAs<double>(bytes, format.bigEndian, out);
    }
}

} // namespace

std::size_t byteSize(NumberType type)
{
    switch (type) {
    case NumberType::Unsigned8:
        return 1;
    case NumberType::Signed16:
    case NumberType::Unsigned16:
        return 2;
    case NumberType::Signed32:
    case NumberType::Unsigned32:
    case NumberType::Float32:
        return 4;
    case NumberType::Signed64:
    case NumberType::Unsigned64:
    case NumberType::Float64:
        return 8;
    }
    return 1;
}

std::size_t countOf(const Numbers& numbers)
{
    return std::visit([](const auto& held) { return held.size(); }, numbers);
}

Unexpected<Error> NumberPlace::failAt(std::size_t index, const std::string& what) const
{
    return fail(file, "at byte " + std::to_string(start + index * width) + ": " + what);
}

NumberPlace placeOfNext(const ByteSource& source, NumberType type)
{
    return {.file = source.name(), .start = source.offset(), .width = byteSize(type)};
}

std::optional<std::size_t> firstNotFinite(std::span<const float> numbers)
{
    const auto found =
        std::ranges::find_if(numbers, [](float number) { return !std::isfinite(number); });
    if (found == numbers.end())
        return std::nullopt;
    return static_cast<std::size_t>(found - numbers.begin());
}

Result<Numbers> readNumbers(ByteSource& source, NumberFormat format, std::uint64_t count)
{
    const std::size_t size = byteSize(format.type);
    if (count > kMostBytes)
        return failAt(source,
                      source.offset(),
                      "the header announces " + std::to_string(count) + " values, at most "
                          + std::to_string(kMostBytes) + " bytes of them are read");
    if (size == 1) {
        COTERIE_TRY(std::vector<std::uint8_t> bytes, readBytes(source, count));
        return Numbers{std::move(bytes)};
    }
    const std::uint64_t announced = count * size;
    COTERIE_CHECK(checkAnnounced(source, announced));
    const std::uint64_t start = source.offset();
    std::vector<float> values;
    std::array<std::uint8_t, 65536> buffer; // a multiple of every size
    const std::size_t perPiece = buffer.size() / size;
    while (values.size() < count) {
        const auto piece =
            static_cast<std::size_t>(std::min<std::uint64_t>(count - values.size(), perPiece));
        const std::span<std::uint8_t> room = std::span(buffer).first(piece * size);
        const Result<std::size_t> got = source.read(room);
        if (!got)
            return failInside(got.error(), start, announced);
        if (*got < room.size())
            return failShort(source, start, values.size() * size + *got, announced);
        // Doubled, but never beyond what was announced.
        if (values.capacity() < values.size() + piece)
            values.reserve(static_cast<std::size_t>(
                std::min<std::uint64_t>(count, std::max(values.size() * 2, perPiece * 4))));
        values.resize(values.size() + piece);
        convert(room, format, values.data() + values.size() - piece);
    }
    return Numbers{std::move(values)};
}

Result<std::vector<std::int32_t>>
labelsOf(const Numbers& numbers, const NumberPlace& place, std::int32_t first, std::int32_t last)
{
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
                    return place.failAt(labels.size(),
                                        "the label of sample " + std::to_string(labels.size())
                                            + " must be a whole number from "
                                            + std::to_string(first) + " to " + std::to_string(last)
                                            + " (is " + shortestText(static_cast<double>(number))
                                            + ')');
                labels.push_back(static_cast<std::int32_t>(number));
            }
            return {};
        },
        numbers));
    return labels;
}

} // namespace coterie
