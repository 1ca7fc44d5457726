#include "core/data/formats/picture_list.h"

#include "core/data/formats/png.h"
#include "core/data/formats/text_lines.h"

#include <cmath>

namespace coterie {

namespace {

std::string sizeText(const SampleShape& shape)
{
    return std::to_string(shape.width) + "×" + std::to_string(shape.height)
           + (shape.channels == 1 ? " grey" : " in colour");
}

/// Which byte of a PNG says what two shapes differ in: the width, the height or the colour type.
int placeOfDifference(const SampleShape& one, const SampleShape& other)
{
    constexpr int kWidth = 16;
    constexpr int kHeight = 20;
    constexpr int kColourType = 25;
    if (one.width != other.width)
        return kWidth;
    return one.height != other.height ? kHeight : kColourType;
}

} // namespace

Result<void> PictureList::append(ByteSource& png, std::int32_t label)
{
    const Result<PngPicture> picture = readPng(png);
    if (!picture)
        return Unexpected<Error>{picture.error()};
    auto& values = std::get<std::vector<std::uint8_t>>(m_samples.values);
    if (count() == 0) {
        constexpr std::size_t kMostRoom = std::size_t{1} << 30; // a list of names proves little
        m_samples.shape = picture->shape;
        values.reserve(picture->shape.size() < kMostRoom / (m_expected + 1)
                           ? picture->shape.size() * m_expected
                           : kMostRoom);
    }
    if (picture->shape != m_samples.shape)
        return fail(png.name(),
                    "at byte " + std::to_string(placeOfDifference(picture->shape, m_samples.shape))
                        + ": picture " + std::to_string(count()) + " is "
                        + sizeText(picture->shape) + ", " + sizeText(m_samples.shape)
                        + " needed as the ones before");
    values.insert(values.end(), picture->values.begin(), picture->values.end());
    m_samples.labels.push_back(label);
    return {};
}

Result<std::map<std::string, std::int32_t>> readLabelLines(ByteSource& source, std::size_t classes)
{
    constexpr std::size_t kMostPictures = 2'000'000;
    TextLines lines(source);
    std::map<std::string, std::int32_t> labels;
    std::vector<std::string_view> fields;
    while (true) {
        const Result<std::optional<std::string_view>> line = lines.next();
        if (!line)
            return Unexpected<Error>{line.error()};
        if (!*line)
            return labels;
        splitLine(**line, ' ', fields);
        if (fields.empty())
            continue;
        const std::optional<double> label =
            fields.size() == 2 ? numberIn(fields[1]) : std::optional<double>();
        if (!label || *label < 0 || *label >= static_cast<double>(classes)
            || std::floor(*label) != *label)
            return lines.failHere("a picture's file name and its label, 0 to "
                                  + std::to_string(classes - 1) + ", needed");
        if (labels.size() == kMostPictures)
            return lines.failHere("more than " + std::to_string(kMostPictures) + " pictures");
        if (!labels.try_emplace(std::string(fields[0]), static_cast<std::int32_t>(*label)).second)
            return lines.failHere("a second label for " + std::string(fields[0].substr(0, 80)));
    }
}

} // namespace coterie
