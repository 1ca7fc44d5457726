#include "core/data/formats/idx.h"

#include "core/data/formats/bytes.h"
#include "core/data/formats/inflate_source.h"

#include <array>
#include <limits>

namespace coterie {

namespace {

Result<std::uint32_t> readWord(ByteSource& source, const std::string& meaning)
{
    std::array<std::uint8_t, 4> bytes{};
    if (const Result<void> done = readExactly(source, bytes, meaning); !done)
        return Unexpected<Error>{done.error()};
    return big32(bytes.data());
}

std::string dimensionName(std::size_t dimension, std::size_t dimensionCount)
{
    if (dimension == 0)
        return "the number of samples";
    if (dimensionCount == 3)
        return dimension == 1 ? "the number of rows" : "the number of columns";
    return "the size of dimension " + std::to_string(dimension + 1);
}

} // namespace

Result<IdxArray> readIdx(ByteSource& source, std::size_t dimensionCount)
{
    constexpr std::uint32_t kUnsignedBytes = 0x0800; // 2048 + dimensions: 2049 labels, 2051 images
    const std::uint32_t neededMagic = kUnsignedBytes + static_cast<std::uint32_t>(dimensionCount);
    const Result<std::uint32_t> magic = readWord(source, "the magic number");
    if (!magic)
        return Unexpected<Error>{magic.error()};
    if (*magic != neededMagic)
        return failAt(source,
                      0,
                      "the magic number must be " + std::to_string(neededMagic)
                          + ": IDX, unsigned bytes, " + std::to_string(dimensionCount)
                          + (dimensionCount == 1 ? " dimension (is " : " dimensions (is ")
                          + std::to_string(*magic) + ')');

    IdxArray array;
    std::uint64_t announced = 1;
    for (std::size_t dimension = 0; dimension < dimensionCount; ++dimension) {
        const std::uint64_t place = source.offset();
        const std::string meaning = dimensionName(dimension, dimensionCount);
        const Result<std::uint32_t> size = readWord(source, meaning);
        if (!size)
            return Unexpected<Error>{size.error()};
        if (*size == 0
            || *size > static_cast<std::uint32_t>(std::numeric_limits<std::int32_t>::max()))
            return failAt(source,
                          place,
                          meaning + " must be at least 1 (is "
                              + std::to_string(static_cast<std::int32_t>(*size)) + ')');
        announced *= *size; // at most kMostBytes · 2³¹ before the check: fits 64 bits
        if (announced > kMostBytes)
            return failAt(source,
                          place,
                          "the header announces more than " + std::to_string(kMostBytes)
                              + " bytes");
        array.dimensions.push_back(*size);
    }
    Result<std::vector<std::uint8_t>> values = readBytes(source, announced);
    if (!values)
        return Unexpected<Error>{values.error()};
    array.values = std::move(*values);
    if (const Result<void> end = expectEnd(
            source, "the " + std::to_string(announced) + " bytes of values its header announces");
        !end)
        return Unexpected<Error>{end.error()};
    return array;
}

Result<IdxArray> readIdx(const std::filesystem::path& file, std::size_t dimensionCount)
{
    const Result<ByteSourcePointer> source = openUnpacked(file);
    if (!source)
        return Unexpected<Error>{source.error()};
    return readIdx(**source, dimensionCount);
}

Result<Samples>
readIdxSamples(ByteSource& images, ByteSource& labels, std::size_t classes, std::size_t firstLabel)
{
    constexpr std::size_t kLabelDimensions = 1;
    constexpr std::size_t kImageDimensions = 3;
    const Result<IdxArray> labelArray = readIdx(labels, kLabelDimensions);
    if (!labelArray)
        return Unexpected<Error>{labelArray.error()};
    Result<IdxArray> imageArray = readIdx(images, kImageDimensions);
    if (!imageArray)
        return Unexpected<Error>{imageArray.error()};

    const std::size_t count = imageArray->dimensions[0];
    if (labelArray->dimensions[0] != count)
        return failAt(labels,
                      4,
                      "must have as many labels as " + images.name() + " has images (has "
                          + std::to_string(labelArray->dimensions[0]) + " for "
                          + std::to_string(count) + ')');

    constexpr std::uint64_t kLabelStart = 8;
    Samples samples;
    samples.labels.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t label = labelArray->values[i];
        if (label < firstLabel || label - firstLabel >= classes)
            return failAt(labels,
                          kLabelStart + i,
                          "the label of sample " + std::to_string(i) + " must be from "
                              + std::to_string(firstLabel) + " to "
                              + std::to_string(firstLabel + classes - 1) + " (is "
                              + std::to_string(label) + ')');
        samples.labels.push_back(static_cast<std::int32_t>(label - firstLabel));
    }
    samples.shape = {
        .channels = 1, .height = imageArray->dimensions[1], .width = imageArray->dimensions[2]};
    samples.values = std::move(imageArray->values);
    return samples;
}

Result<Samples> readIdxSamples(const std::filesystem::path& images,
                               const std::filesystem::path& labels,
                               std::size_t classes,
                               std::size_t firstLabel)
{
    const Result<ByteSourcePointer> labelSource = openUnpacked(labels);
    if (!labelSource)
        return Unexpected<Error>{labelSource.error()};
    const Result<ByteSourcePointer> imageSource = openUnpacked(images);
    if (!imageSource)
        return Unexpected<Error>{imageSource.error()};
    return readIdxSamples(**imageSource, **labelSource, classes, firstLabel);
}

} // namespace coterie
