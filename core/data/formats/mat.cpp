#include "core/data/formats/mat.h"

#include "core/base/try.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/memory_limit.h"
#include "core/data/formats/numbers.h"

#include <optional>

namespace coterie {

namespace {

// Data types of "MAT-File Format" (MathWorks), table 1-1.
constexpr std::uint32_t kInt8 = 1;
constexpr std::uint32_t kInt32 = 5;
constexpr std::uint32_t kUInt32 = 6;
constexpr std::uint32_t kMatrix = 14;
constexpr std::uint32_t kCompressed = 15;

/// The tag before every piece of data. A small element has up to four bytes of data in its tag.
struct Tag
{
    std::uint32_t type = 0;
    std::uint32_t size = 0;
    bool small = false;

    [[nodiscard]] std::uint64_t padding() const
    {
        return small ? 4 - std::min<std::uint32_t>(size, 4) : (8 - size % 8) % 8;
    }
};

Result<Tag> readTag(ByteSource& source, std::string_view meaning)
{
    const std::uint64_t place = source.offset();
    std::array<std::uint8_t, 4> word{};
    COTERIE_CHECK(readExactly(source, word, meaning));
    const std::uint32_t first = little32(word.data());
    if (const std::uint32_t smallSize = first >> 16; smallSize > 0) {
        if (smallSize > 4)
            return failAt(source,
                          place,
                          filled("{}: a small element must have at most 4 bytes (has {})",
                                 meaning,
                                 smallSize));
        return Tag{.type = first & 0xFFFF, .size = smallSize, .small = true};
    }
    COTERIE_CHECK(readExactly(source, word, meaning));
    return Tag{.type = first, .size = little32(word.data())};
}

/// A short element: flags, dimensions or a name.
Result<std::vector<std::uint8_t>>
readShort(ByteSource& source, std::uint32_t type, std::string_view meaning)
{
    constexpr std::uint32_t kLongest = 4096;
    const std::uint64_t place = source.offset();
    COTERIE_TRY(const Tag tag, readTag(source, meaning));
    if (tag.type != type || tag.size > kLongest)
        return failAt(source,
                      place,
                      filled("must be {} of type {}, at most {} bytes (is type {} of {} bytes)",
                             meaning,
                             type,
                             kLongest,
                             tag.type,
                             tag.size));
    std::vector<std::uint8_t> bytes(tag.size);
    COTERIE_CHECK(readExactly(source, bytes, meaning));
    COTERIE_CHECK(skipExactly(source, tag.padding(), meaning));
    return bytes;
}

struct MatrixHead
{
    std::string name;
    std::vector<std::size_t> dimensions;
    std::uint64_t count = 1;
    std::uint32_t arrayClass = 0;
    bool complex = false;
};

Result<MatrixHead> readHead(ByteSource& source)
{
    MatrixHead head;
    const std::uint64_t place = source.offset();
    COTERIE_TRY(const std::vector<std::uint8_t> flags,
                readShort(source, kUInt32, "the flags of an array"));
    if (flags.size() < 8)
        return failAt(source, place, "must be 8 bytes of array flags");
    head.arrayClass = flags[0];
    head.complex = (flags[1] & 0x08) != 0;

    const std::uint64_t dimensionPlace = source.offset();
    COTERIE_TRY(const std::vector<std::uint8_t> dimensions,
                readShort(source, kInt32, "the dimensions of an array"));
    for (std::size_t at = 0; at + 4 <= dimensions.size(); at += 4) {
        const auto size = static_cast<std::int32_t>(little32(dimensions.data() + at));
        if (size < 0)
            return failAt(
                source,
                dimensionPlace,
                filled("dimension {} of an array must be at least 0 (is {})", at / 4 + 1, size));
        const auto length = static_cast<std::uint64_t>(size);
        if (length > 0 && head.count > kMostBytes / length)
            return failAt(
                source, dimensionPlace, filled("an array of more than {} values", kMostBytes));
        head.dimensions.push_back(length);
        head.count *= length;
    }
    COTERIE_TRY(const std::vector<std::uint8_t> name,
                readShort(source, kInt8, "the name of an array"));
    head.name.assign(name.begin(), name.end());
    return head;
}

Result<NumberArray> readValues(ByteSource& source, const MatrixHead& head)
{
    constexpr std::uint32_t kFirstNumeric = 6; // double; below: cells, structs, text, sparse
    constexpr std::uint32_t kLastNumeric = 15;
    const std::uint64_t place = source.offset();
    if (head.arrayClass < kFirstNumeric || head.arrayClass > kLastNumeric || head.complex)
        return failAt(source, place, head.name + " is no array of real numbers");
    COTERIE_TRY(const Tag tag, readTag(source, "the values of " + head.name));
    const NumberType* type = numberType(&NumberType::mat, tag.type);
    if (type == nullptr)
        return failAt(
            source,
            place,
            filled("{} must be stored as unsigned bytes or wider numbers (is data type {})",
                   head.name,
                   tag.type));
    if (tag.size != head.count * type->bytes)
        return failAt(source,
                      place,
                      filled("{} holds {} bytes, its dimensions need {}",
                             head.name,
                             tag.size,
                             head.count * type->bytes));
    COTERIE_TRY(NumberArray array, readNumbers(source, *type, false, head.dimensions, head.count));
    COTERIE_CHECK(skipExactly(source, tag.padding(), "the values of " + head.name));
    return array;
}

/// Reads the matrix if it is one of the named ones.
Result<void> readMatrix(ByteSource& source,
                        std::span<const std::string_view> names,
                        std::vector<std::optional<NumberArray>>& found)
{
    COTERIE_TRY(const MatrixHead head, readHead(source));
    const auto name = std::ranges::find(names, head.name);
    if (name == names.end())
        return {};
    std::uint64_t bytes = 0;
    for (const std::optional<NumberArray>& array : found)
        bytes += array ? bytesOf(array->values) : 0;
    const MemoryHeld held(bytes);
    COTERIE_TRY(found[static_cast<std::size_t>(name - names.begin())], readValues(source, head));
    return {};
}

Result<void> readCompressed(ByteSource& file,
                            const std::string& name,
                            std::uint64_t size,
                            std::span<const std::string_view> names,
                            std::vector<std::optional<NumberArray>>& found)
{
    COTERIE_TRY(const ByteSourcePointer unpacked,
                inflated(partOf(file, size, name + " (unpacked)"), DeflateWrapper::Zlib));
    COTERIE_TRY(const Tag tag, readTag(*unpacked, "the tag of a compressed array"));
    if (tag.type != kMatrix)
        return {};
    const ByteSourcePointer matrix = partOf(*unpacked, tag.size, unpacked->name());
    return readMatrix(*matrix, names, found);
}

/// Reads the named arrays and skips all others. All of them must exist; they are returned in the
/// order of `names`, the first index running fastest.
Result<std::vector<NumberArray>> readMat(ByteSource& source,
                                         std::span<const std::string_view> names)
{
    std::array<std::uint8_t, 128> header{};
    COTERIE_CHECK(readExactly(source, header, "the header of a MATLAB 5 file"));
    if (header[126] != 'I' || header[127] != 'M' || little16(header.data() + 124) != 0x0100)
        return failAt(source, 124, "must be version 0x0100 of a little-endian MATLAB 5 file");

    std::vector<std::optional<NumberArray>> found(names.size());
    while (std::ranges::any_of(found, [](const auto& array) { return !array; })) {
        std::array<std::uint8_t, 8> tag{};
        const std::uint64_t place = source.offset();
        COTERIE_TRY(const std::size_t count, source.read(tag));
        if (count == 0)
            break;
        if (count < tag.size())
            return failAt(
                source, place, "the file ends inside the tag of an array (8 bytes expected)");
        const std::uint32_t type = little32(tag.data());
        const std::uint32_t size = little32(tag.data() + 4);
        if (size > source.largestContent())
            return failAt(
                source,
                place,
                filled("an array of {} bytes is announced, the file cannot hold it", size));
        const std::uint64_t start = source.offset();
        const std::string name = filled("{}: array at byte {}", source.name(), place);
        if (type == kMatrix) {
            const ByteSourcePointer matrix = partOf(source, size, name);
            COTERIE_CHECK(readMatrix(*matrix, names, found));
        } else if (type == kCompressed) {
            COTERIE_CHECK(readCompressed(source, name, size, names, found));
        }
        COTERIE_CHECK(skipExactly(source, size - (source.offset() - start), "an array"));
    }
    std::vector<NumberArray> arrays;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (!found[i])
            return fail(source.name(), "must have an array named " + std::string(names[i]));
        arrays.push_back(std::move(*found[i]));
    }
    return arrays;
}

} // namespace

Result<Samples> readMatPictures(ByteSource& source, bool tenIsZero)
{
    constexpr std::array<std::string_view, 2> kNames{"X", "y"};
    COTERIE_TRY(std::vector<NumberArray> arrays, readMat(source, kNames));
    NumberArray& pictures = arrays[0];
    const std::vector<std::size_t>& dimensions = pictures.dimensions;
    auto* bytes = std::get_if<std::vector<std::uint8_t>>(&pictures.values);
    constexpr std::size_t kLargestSide = 4096;
    if (bytes == nullptr || bytes->empty() || dimensions.size() != 4 || dimensions[0] > kLargestSide
        || dimensions[1] > kLargestSide || (dimensions[2] != 1 && dimensions[2] != 3))
        return fail(source.name(), "X must be height × width × 1 or 3 channels × samples in bytes");
    const std::size_t count = dimensions[3];
    if (countOf(arrays[1].values) != count)
        return fail(source.name(),
                    filled("y must have as many labels as X has pictures (has {} for {})",
                           countOf(arrays[1].values),
                           count));
    Samples samples;
    const MemoryHeld held(bytes->size());
    COTERIE_TRY(samples.labels,
                labelsOf(arrays[1].values, arrays[1].place, tenIsZero ? 1 : 0, tenIsZero ? 10 : 9));
    if (tenIsZero)
        std::ranges::replace(samples.labels, 10, 0);
    samples.shape = {.channels = dimensions[2], .height = dimensions[0], .width = dimensions[1]};
    transposeBlocks(*bytes, dimensions[0], dimensions[1]); // columns come first
    samples.values = std::move(*bytes);
    return samples;
}

} // namespace coterie
