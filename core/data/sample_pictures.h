#pragma once

#include "core/data/dataset.h"

#include <optional>
#include <span>
#include <string>

namespace coterie {

/// How samples can be shown.
enum class SampleLook
{
    Picture,
    Slice, ///< of a scan
    Table  ///< rows of numbers
};

[[nodiscard]] SampleLook lookOf(const SampleShape& shape);

/// One sample as a picture.
struct SamplePicture
{
    std::size_t width = 0;
    std::size_t height = 0;
    std::vector<std::uint8_t> rgb;  ///< three bytes a pixel, row after row
    std::vector<std::uint8_t> mask; ///< the class of each pixel, of samples with masks; else empty

    bool operator==(const SamplePicture&) const = default;
};

struct PictureOptions
{
    std::size_t largestSide = 128; ///< pixels; what is larger is shrunk, keeping its proportions
    double depth = 0.5;            ///< which slice of a scan, as a share of its depth
};

/// The chosen samples as they are stored: bytes as they are; other numbers from 0 to 1 or from −1
/// to 1 if the sample lies in that range, else from its least to its largest value. Of more than
/// three channels, or two, the first is shown. Rows of numbers become one row of grey.
[[nodiscard]] std::vector<SamplePicture> samplePictures(const Samples& samples,
                                                        std::span<const std::int32_t> indices,
                                                        const PictureOptions& options = {});

/// Rows of numbers as one grey picture, a sample a line: each column from its least value (black)
/// to its largest.
[[nodiscard]] SamplePicture tablePicture(const Samples& samples,
                                         std::span<const std::int32_t> indices);

/// The numbers of a sample as they are stored or made, at most `most` of them.
[[nodiscard]] std::vector<double>
sampleNumbers(const Samples& samples, std::int32_t index, std::size_t most);

/// A sample of a text in one line, where the data set's inputs are numbers of characters.
[[nodiscard]] std::string
sampleText(const Dataset& dataset, const Samples& samples, std::int32_t index);

/// Which samples to choose; an absent part allows all.
struct SampleFilter
{
    std::optional<std::int32_t> label = {};
    std::optional<std::int32_t> domain = {};

    bool operator==(const SampleFilter&) const = default;
};

/// The indices of the samples that pass, in order; of `among` or, where that is absent, of all.
[[nodiscard]] std::vector<std::int32_t>
matchingSamples(const Samples& samples,
                const SampleFilter& filter,
                std::optional<std::span<const std::int32_t>> among = {});

/// The first `each` samples of every client's unlimited stream, client after client.
[[nodiscard]] std::vector<std::int32_t> firstOfStreams(const Dataset& dataset, std::size_t each);

/// At most `count` of the indices, spread evenly over them.
[[nodiscard]] std::vector<std::int32_t> spreadOver(std::span<const std::int32_t> indices,
                                                   std::size_t count);

} // namespace coterie
