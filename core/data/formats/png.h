#pragma once

#include "core/data/dataset.h"
#include "core/data/formats/bytes.h"
#include "core/data/formats/memory_limit.h"

#include <map>
#include <optional>

namespace coterie {

/// A picture in planes: grey, or red, green and blue.
struct PngPicture
{
    SampleShape shape;
    std::vector<std::uint8_t> values;
};

/// Decodes a PNG of eight bits a channel: grey, colour or palette; an alpha channel is dropped.
/// Interlaced pictures and other depths are refused. Every chunk's checksum is compared. The limit
/// of memory must allow as many `pictures` of its size.
[[nodiscard]] Result<PngPicture> readPng(ByteSource& source, std::size_t pictures = 1);

/// Pictures that come one by one, all of the size and colours of the first, as the samples of a
/// data set.
class PictureList
{
public:
    /// Reserves room for `expected` pictures, so that they are in memory only once.
    explicit PictureList(std::size_t expected)
        : m_expected(expected)
    {}

    /// Decodes a PNG and appends it, unless all expected ones are there.
    [[nodiscard]] Result<void> append(ByteSource& png, std::int32_t label);
    [[nodiscard]] std::size_t count() const { return m_samples.labels.size(); }
    [[nodiscard]] Samples take()
    {
        m_held.reset();
        return std::move(m_samples);
    }

private:
    std::size_t m_expected = 0;
    Samples m_samples;
    std::optional<MemoryHeld> m_held; // once their size is known
};

/// A text of lines "FILE LABEL", as MNIST-M has: each file once, labels from 0 to classes - 1.
[[nodiscard]] Result<std::map<std::string, std::int32_t>> readLabelLines(ByteSource& source,
                                                                         std::size_t classes);

} // namespace coterie
