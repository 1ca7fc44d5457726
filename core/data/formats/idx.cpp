#include "core/data/formats/idx.h"

#include "core/base/try.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/memory_limit.h"

#include <limits>

namespace coterie {

namespace {

Result<std::uint32_t> readWord(ByteSource& source, const std::string& meaning)
{
    std::array<std::uint8_t, 4> bytes{};
    COTERIE_CHECK(readExactly(source, bytes, meaning));
    return big32(bytes.data());
}

std::string dimensionName(std::size_t dimension, std::size_t dimensionCount)
{
    if (dimension == 0)
        return "the number of samples";
    if (dimensionCount == 3)
        return dimension == 1 ? "the number of rows" : "the number of columns";
    return filled("the size of dimension {}", dimension + 1);
}

} // namespace

Result<IdxArray> readIdx(ByteSource& source, std::size_t dimensionCount)
{
    constexpr std::uint32_t kUnsignedBytes = 0x0800; // 2048 + dimensions: 2049 labels, 2051 images
    const std::uint32_t neededMagic = kUnsignedBytes + static_cast<std::uint32_t>(dimensionCount);
    COTERIE_TRY(const std::uint32_t magic, readWord(source, "the magic number"));
    if (magic != neededMagic)
        return failAt(source,
                      0,
                      filled("the magic number must be {}: IDX, unsigned bytes, {} {} (is {})",
                             neededMagic,
                             dimensionCount,
                             dimensionCount == 1 ? "dimension" : "dimensions",
                             magic));

    IdxArray array;
    std::uint64_t announced = 1;
    for (std::size_t dimension = 0; dimension < dimensionCount; ++dimension) {
        const std::uint64_t place = source.offset();
        const std::string meaning = dimensionName(dimension, dimensionCount);
        COTERIE_TRY(const std::uint32_t size, readWord(source, meaning));
        if (size == 0
            || size > static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max()))
            return failAt(
                source,
                place,
                filled("{} must be at least 1 (is {})", meaning, static_cast<std::int32_t>(size)));
        if (announced > kMostBytes / size)
            return failAt(
                source, place, filled("the header announces more than {} bytes", kMostBytes));
        announced *= size;
        array.dimensions.push_back(size);
    }
    COTERIE_TRY(array.values, readBytes(source, announced));
    COTERIE_CHECK(
        expectEnd(source, filled("the {} bytes of values its header announces", announced)));
    return array;
}

Result<Samples>
readIdxSamples(ByteSource& images, ByteSource& labels, std::size_t classes, std::size_t firstLabel)
{
    COTERIE_TRY(const IdxArray labelArray, readIdx(labels, 1));
    const MemoryHeld heldLabels(labelArray.values.size());
    COTERIE_TRY(IdxArray imageArray, readIdx(images, 3));
    const std::size_t count = imageArray.dimensions[0];
    if (labelArray.dimensions[0] != count)
        return failAt(labels,
                      4,
                      filled("must have as many labels as {} has images (has {} for {})",
                             images.name(),
                             labelArray.dimensions[0],
                             count));

    COTERIE_CHECK(checkMemory(labels.name(), imageArray.values.size() + 3 * count)); // 4 bytes each
    constexpr std::uint64_t kLabelStart = 8;
    Samples samples;
    samples.labels.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t label = labelArray.values[i];
        if (label < firstLabel || label - firstLabel >= classes)
            return failAt(labels,
                          kLabelStart + i,
                          filled("the label of sample {} must be from {} to {} (is {})",
                                 i,
                                 firstLabel,
                                 firstLabel + classes - 1,
                                 label));
        samples.labels.push_back(static_cast<std::int32_t>(label - firstLabel));
    }
    samples.shape = {
        .channels = 1, .height = imageArray.dimensions[1], .width = imageArray.dimensions[2]};
    samples.values = std::move(imageArray.values);
    return samples;
}

Result<Samples> readIdxSamples(const std::filesystem::path& images,
                               const std::filesystem::path& labels,
                               std::size_t classes,
                               std::size_t firstLabel)
{
    COTERIE_TRY(const ByteSourcePointer labelSource, openUnpacked(labels));
    COTERIE_TRY(const ByteSourcePointer imageSource, openUnpacked(images));
    return readIdxSamples(*imageSource, *labelSource, classes, firstLabel);
}

} // namespace coterie
