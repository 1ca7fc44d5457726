#include "core/data/sample_pictures.h"

#include "core/base/as_read.h"
#include "core/data/formats/plain_text.h"
#include "core/data/preprocess/resample.h"
#include "core/data/sample_streams.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace coterie {

namespace {

/// The values that become black and white.
struct GreyRange
{
    double black = 0;
    double white = 1;

    [[nodiscard]] std::uint8_t grey(double value) const
    {
        if (!(white > black) || !std::isfinite(value))
            return 128;
        return static_cast<std::uint8_t>(
            std::lround(std::clamp((value - black) / (white - black), 0.0, 1.0) * 255));
    }
};

bool isBytes(const Samples& samples)
{
    return !samples.source && std::holds_alternative<std::vector<std::uint8_t>>(samples.values);
}

GreyRange rangeOf(std::span<const float> values, bool bytes)
{
    if (bytes)
        return {.black = 0, .white = 255};
    if (values.empty())
        return {};
    const auto [least, largest] = std::ranges::minmax(values);
    if (least >= 0 && largest <= 1)
        return {};
    if (least >= -1 && largest <= 1)
        return {.black = -1, .white = 1};
    return {.black = static_cast<double>(least), .white = static_cast<double>(largest)};
}

template <typename Real = float>
std::vector<Real> storedValues(const Samples& samples, std::int32_t index)
{
    std::vector<Real> values(samples.shape.size());
    gather(samples,
           InputScale{.scale = {1.0F}, .offset = {0.0F}},
           std::span<const std::int32_t>(&index, 1),
           values.data());
    return values;
}

/// A plane of numbers, row after row.
struct Plane
{
    std::size_t width = 0;
    std::size_t height = 0;
    std::vector<double> values;
};

Plane shrunk(const Plane& plane, std::size_t width, std::size_t height)
{
    const std::vector<Taps> across = resampleTaps(plane.width, width, ResampleMethod::Area);
    const std::vector<Taps> down = resampleTaps(plane.height, height, ResampleMethod::Area);
    Plane result{.width = width, .height = height, .values = {}};
    for (const Taps& row : down)
        for (const Taps& column : across) {
            double sum = 0;
            for (std::size_t y = 0; y < row.weights.size(); ++y)
                for (std::size_t x = 0; x < column.weights.size(); ++x)
                    sum += row.weights[y] * column.weights[x]
                           * plane.values[(row.first + y) * plane.width + column.first + x];
            result.values.push_back(sum);
        }
    return result;
}

/// The size in which a picture fits, at most as large as it is.
std::pair<std::size_t, std::size_t>
fittingSize(std::size_t width, std::size_t height, std::size_t largestSide)
{
    const std::size_t side = std::max(width, height);
    if (side <= largestSide)
        return {width, height};
    const auto scaled = [&](std::size_t size) {
        return std::max<std::size_t>(1, (size * largestSide + side / 2) / side);
    };
    return {scaled(width), scaled(height)};
}

std::size_t sliceOf(const SampleShape& shape, double depth)
{
    const auto last = static_cast<double>(shape.depth - 1);
    return static_cast<std::size_t>(std::lround(std::clamp(depth, 0.0, 1.0) * last));
}

class Painter
{
public:
    Painter(const Samples& samples, const PictureOptions& options)
        : m_samples(samples)
        , m_shape(samples.shape)
        , m_slice(sliceOf(samples.shape, options.depth))
    {
        // A row of features is one line of grey, a feature a pixel.
        m_isRow = lookOf(m_shape) == SampleLook::Table;
        m_width = m_isRow ? m_shape.channels : m_shape.width;
        m_height = m_isRow ? 1 : m_shape.height;
        std::tie(m_shownWidth, m_shownHeight) = fittingSize(m_width, m_height, options.largestSide);
    }

    [[nodiscard]] SamplePicture paint(std::int32_t index) const
    {
        const std::vector<float> values = storedValues(m_samples, index);
        const GreyRange range = rangeOf(values, isBytes(m_samples));
        SamplePicture picture{
            .width = m_shownWidth, .height = m_shownHeight, .rgb = {}, .mask = maskOf(index)};
        std::vector<Plane> planes;
        const std::size_t channels = !m_isRow && m_shape.channels == 3 ? 3 : 1;
        for (std::size_t channel = 0; channel < channels; ++channel)
            planes.push_back(plane(values, channel));
        const std::size_t pixels = m_shownWidth * m_shownHeight;
        picture.rgb.reserve(3 * pixels);
        for (std::size_t pixel = 0; pixel < pixels; ++pixel)
            for (std::size_t colour = 0; colour < 3; ++colour)
                picture.rgb.push_back(range.grey(planes[channels == 3 ? colour : 0].values[pixel]));
        return picture;
    }

private:
    [[nodiscard]] Plane plane(const std::vector<float>& values, std::size_t channel) const
    {
        const std::size_t size = m_width * m_height;
        const std::size_t begin = m_isRow ? 0 : channel * m_shape.plane() + m_slice * size;
        const auto from = values.begin() + static_cast<std::ptrdiff_t>(begin);
        Plane whole{.width = m_width,
                    .height = m_height,
                    .values = {from, from + static_cast<std::ptrdiff_t>(size)}};
        const bool fits = m_shownWidth == m_width && m_shownHeight == m_height;
        return fits ? whole : shrunk(whole, m_shownWidth, m_shownHeight);
    }

    /// Classes cannot be averaged: where the picture is shrunk, the nearest voxel counts.
    [[nodiscard]] std::vector<std::uint8_t> maskOf(std::int32_t index) const
    {
        std::vector<std::uint8_t> mask;
        if (m_samples.masks.empty())
            return mask;
        const std::size_t begin =
            static_cast<std::size_t>(index) * m_shape.plane() + m_slice * m_width * m_height;
        for (std::size_t y = 0; y < m_shownHeight; ++y)
            for (std::size_t x = 0; x < m_shownWidth; ++x)
                mask.push_back(m_samples.masks[begin + y * m_height / m_shownHeight * m_width
                                               + x * m_width / m_shownWidth]);
        return mask;
    }

    const Samples& m_samples;
    const SampleShape& m_shape;
    std::size_t m_slice;
    bool m_isRow = false;
    std::size_t m_width = 0;
    std::size_t m_height = 0;
    std::size_t m_shownWidth = 0;
    std::size_t m_shownHeight = 0;
};

} // namespace

SampleLook lookOf(const SampleShape& shape)
{
    if (shape.depth > 1)
        return SampleLook::Slice;
    return shape.plane() == 1 ? SampleLook::Table : SampleLook::Picture;
}

std::vector<SamplePicture> samplePictures(const Samples& samples,
                                          std::span<const std::int32_t> indices,
                                          const PictureOptions& options)
{
    const Painter painter(samples, options);
    std::vector<SamplePicture> pictures;
    pictures.reserve(indices.size());
    for (const std::int32_t index : indices)
        pictures.push_back(painter.paint(index));
    return pictures;
}

SamplePicture tablePicture(const Samples& samples, std::span<const std::int32_t> indices)
{
    const std::size_t columns = samples.shape.size();
    std::vector<std::vector<float>> rows;
    rows.reserve(indices.size());
    for (const std::int32_t index : indices)
        rows.push_back(storedValues(samples, index));
    std::vector<GreyRange> ranges(columns, {.black = 0, .white = 0});
    for (std::size_t column = 0; column < columns && !rows.empty(); ++column) {
        const auto value = [column](const std::vector<float>& row) { return row[column]; };
        const auto [least, largest] = std::ranges::minmax_element(rows, {}, value);
        ranges[column] = {.black = static_cast<double>(value(*least)),
                          .white = static_cast<double>(value(*largest))};
    }
    SamplePicture picture{.width = columns, .height = rows.size(), .rgb = {}, .mask = {}};
    for (const std::vector<float>& row : rows)
        for (std::size_t column = 0; column < columns; ++column)
            picture.rgb.insert(
                picture.rgb.end(), 3, ranges[column].grey(static_cast<double>(row[column])));
    return picture;
}

std::vector<double> sampleNumbers(const Samples& samples, std::int32_t index, std::size_t most)
{
    auto numbers = storedValues<double>(samples, index);
    numbers.resize(std::min(numbers.size(), most));
    if (!samples.source) // as they were written
        for (double& number : numbers)
            number = asRead(static_cast<float>(number));
    return numbers;
}

std::string sampleText(const Dataset& dataset, const Samples& samples, std::int32_t index)
{
    assert(dataset.inputsAreClasses);
    std::string text;
    for (const double number : storedValues<double>(samples, index))
        text += shownCharacter(dataset.classNames[static_cast<std::size_t>(number)]);
    return text;
}

std::vector<std::int32_t> matchingSamples(const Samples& samples,
                                          const SampleFilter& filter,
                                          std::optional<std::span<const std::int32_t>> among)
{
    const auto passes = [](const std::vector<std::int32_t>& keys,
                           const std::optional<std::int32_t>& wanted,
                           std::int32_t index) {
        return !wanted || (!keys.empty() && keys[static_cast<std::size_t>(index)] == *wanted);
    };
    std::vector<std::int32_t> all;
    if (!among) {
        all.resize(samples.count());
        std::iota(all.begin(), all.end(), 0);
        among = all;
    }
    std::vector<std::int32_t> matching;
    for (const std::int32_t index : *among)
        if (passes(samples.labels, filter.label, index)
            && passes(samples.domains, filter.domain, index))
            matching.push_back(index);
    return matching;
}

std::vector<std::int32_t> firstOfStreams(const Dataset& dataset, std::size_t each)
{
    std::vector<std::int32_t> indices;
    if (dataset.streams == 0)
        return indices;
    const StreamNumbers numbers(dataset.streams);
    for (std::size_t client = 0; client < dataset.streams; ++client)
        for (std::size_t position = 0; position < each; ++position)
            indices.push_back(numbers.number(client, position));
    return indices;
}

std::vector<std::int32_t> spreadOver(std::span<const std::int32_t> indices, std::size_t count)
{
    if (indices.size() <= count)
        return {indices.begin(), indices.end()};
    std::vector<std::int32_t> chosen;
    for (std::size_t i = 0; i < count; ++i)
        chosen.push_back(indices[i * indices.size() / count]);
    return chosen;
}

} // namespace coterie
