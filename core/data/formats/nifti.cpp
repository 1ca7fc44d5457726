#include "core/data/formats/nifti.h"

#include "core/base/as_read.h"
#include "core/base/try.h"
#include "core/experiment/parameters.h"

#include <bit>
#include <cmath>

namespace coterie {

namespace {

constexpr std::size_t kHeaderSize = 348;

/// The header's fields (nifti1.h), in the file's byte order.
struct Header
{
    std::array<std::uint8_t, kHeaderSize> bytes{};
    bool bigEndian = false;

    [[nodiscard]] std::int16_t word(std::size_t at) const
    {
        const std::uint16_t value = little16(bytes.data() + at);
        return static_cast<std::int16_t>(
            bigEndian ? static_cast<std::uint16_t>(value << 8 | value >> 8) : value);
    }
    [[nodiscard]] float real(std::size_t at) const
    {
        return std::bit_cast<float>(bigEndian ? big32(bytes.data() + at)
                                              : little32(bytes.data() + at));
    }
};

Result<std::array<std::size_t, 3>> sizeOf(const ByteSource& source, const Header& header)
{
    constexpr std::size_t kDimensions = 40; // dim[0 … 7]
    const int count = header.word(kDimensions);
    if (count < 3 || count > 7)
        return failAt(source,
                      kDimensions,
                      filled("must have 3 dimensions, or more of size 1 (has {})", count));
    std::array<std::size_t, 3> size{};
    for (int i = 1; i <= count; ++i) {
        const std::size_t place = kDimensions + 2 * static_cast<std::size_t>(i);
        const int length = header.word(place);
        const bool fits = i <= 3 ? length >= 1 : length == 1;
        if (!fits)
            return failAt(
                source,
                place,
                filled("dimension {} must be {} (is {})", i, i <= 3 ? "at least 1" : "1", length));
        if (i <= 3)
            size[static_cast<std::size_t>(i - 1)] = static_cast<std::size_t>(length);
    }
    return size;
}

/// The file's first index runs fastest, ours last.
std::vector<float>
reordered(const Numbers& numbers, const std::array<std::size_t, 3>& size, float slope, float offset)
{
    std::vector<float> values(size[0] * size[1] * size[2]);
    std::visit(
        [&](const auto& held) {
            std::size_t from = 0;
            for (std::size_t z = 0; z < size[2]; ++z)
                for (std::size_t y = 0; y < size[1]; ++y)
                    for (std::size_t x = 0; x < size[0]; ++x)
                        values[(x * size[1] + y) * size[2] + z] =
                            static_cast<float>(held[from++]) * slope + offset;
        },
        numbers);
    return values;
}

} // namespace

Unexpected<Error> Volume::failAt(std::size_t index, const std::string& allowed) const
{
    const std::size_t x = index / (size[1] * size[2]);
    const std::size_t y = index / size[2] % size[1];
    const std::size_t z = index % size[2];
    return place.failAt((z * size[1] + y) * size[0] + x,
                        filled("voxel ({}, {}, {}) must be {} (is {})",
                               x,
                               y,
                               z,
                               allowed,
                               shortestText(asRead(values[index]))));
}

Result<Volume> readNifti(ByteSource& source)
{
    Header header;
    COTERIE_CHECK(readExactly(source, header.bytes, "the header of a NIfTI file"));
    header.bigEndian = big32(header.bytes.data()) == kHeaderSize;
    if (!header.bigEndian && little32(header.bytes.data()) != kHeaderSize)
        return failAt(source, 0, "must be a NIfTI-1 file (the header size is not 348)");
    constexpr std::array<std::uint8_t, 4> kOneFile{'n', '+', '1', 0};
    if (!std::equal(kOneFile.begin(), kOneFile.end(), header.bytes.begin() + 344))
        return failAt(source, 344, "must be \"n+1\", a NIfTI-1 file with its values in it");
    COTERIE_TRY(const auto size, sizeOf(source, header));
    const int code = header.word(70);
    const NumberType* type = numberType(&NumberType::nifti, code);
    if (type == nullptr)
        return failAt(
            source,
            70,
            filled("the data type must be 2, 4, 8, 16, 64, 512 or 768, real numbers (is {})",
                   code));
    const float start = header.real(108);
    constexpr float kLatestStart = 1 << 20;
    if (!(start >= 352 && start <= kLatestStart) || std::floor(start) != start)
        return failAt(
            source,
            108,
            filled("the values must begin at 352 to 1048576 (is {})", shortestText(asRead(start))));
    const float slope = header.real(112);
    const float offset = header.real(116);
    if (!std::isfinite(slope) || !std::isfinite(offset))
        return failAt(source, 112, "slope and intercept must be finite");
    COTERIE_CHECK(skipExactly(
        source, static_cast<std::uint64_t>(start) - kHeaderSize, "the header's extensions"));
    const std::uint64_t count = std::uint64_t{size[0]} * size[1] * size[2]; // under 2⁴⁵
    constexpr std::uint64_t kMostVoxels = std::uint64_t{1} << 27;
    if (count > kMostVoxels)
        return failAt(source,
                      kNiftiSizePlace,
                      filled("a volume of {} voxels, at most {} are read", count, kMostVoxels));
    COTERIE_TRY(NumberArray array, readNumbers(source, *type, header.bigEndian, {}, count));
    COTERIE_CHECK(expectEnd(source, filled("the {} values its header announces", count)));
    Volume volume{
        .size = size,
        .values = reordered(array.values, size, slope == 0 ? 1 : slope, slope == 0 ? 0 : offset),
        .place = std::move(array.place)};
    if (const std::optional<std::size_t> wrong = firstNotFinite(volume.values))
        return volume.failAt(*wrong, "finite");
    return volume;
}

Volume resizedByArea(const Volume& volume, const std::array<std::size_t, 3>& size)
{
    Volume result{.size = size, .values = {}, .place = {}};
    result.values.reserve(size[0] * size[1] * size[2]);
    const auto first = [&](std::size_t axis, std::size_t i) {
        return i * volume.size[axis] / size[axis];
    };
    const auto last = [&](std::size_t axis, std::size_t i) {
        return ((i + 1) * volume.size[axis] + size[axis] - 1) / size[axis];
    };
    for (std::size_t x = 0; x < size[0]; ++x)
        for (std::size_t y = 0; y < size[1]; ++y)
            for (std::size_t z = 0; z < size[2]; ++z) {
                double sum = 0;
                std::size_t count = 0;
                for (std::size_t i = first(0, x); i < last(0, x); ++i)
                    for (std::size_t j = first(1, y); j < last(1, y); ++j)
                        for (std::size_t k = first(2, z); k < last(2, z); ++k, ++count)
                            sum += static_cast<double>(
                                volume.values[(i * volume.size[1] + j) * volume.size[2] + k]);
                result.values.push_back(static_cast<float>(sum / static_cast<double>(count)));
            }
    return result;
}

} // namespace coterie
