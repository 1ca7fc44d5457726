#pragma once

#include "core/data/dataset.h"
#include "core/data/formats/byte_source.h"

namespace coterie {

/// A picture in planes: grey, or red, green and blue.
struct PngPicture
{
    SampleShape shape;
    std::vector<std::uint8_t> values;
};

/// Decodes a PNG of eight bits a channel: grey, colour or palette; an alpha channel is dropped.
/// Interlaced pictures and other depths are refused. Every chunk's checksum is compared.
[[nodiscard]] Result<PngPicture> readPng(ByteSource& source);

} // namespace coterie
