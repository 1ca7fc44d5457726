#pragma once

#include "core/data/dataset.h"
#include "core/data/formats/bytes.h"

#include <filesystem>

namespace coterie {

/// The content of an IDX file of bytes, MNIST's format: a big-endian header of magic number and
/// dimensions, then the values.
struct IdxArray
{
    std::vector<std::size_t> dimensions;
    std::vector<std::uint8_t> values;
};

/// Reads an IDX file, plain or gzip. The file is not trusted: its header must announce
/// `dimensionCount` dimensions, none zero, and exactly the bytes that follow. Memory stays under
/// twice the announced size for any file.
[[nodiscard]] Result<IdxArray> readIdx(ByteSource& source, std::size_t dimensionCount);

/// Images and their labels: as many of one as of the other, every label from `firstLabel` on and
/// fewer than `classes` of them.
[[nodiscard]] Result<Samples> readIdxSamples(ByteSource& images,
                                             ByteSource& labels,
                                             std::size_t classes,
                                             std::size_t firstLabel = 0);
[[nodiscard]] Result<Samples> readIdxSamples(const std::filesystem::path& images,
                                             const std::filesystem::path& labels,
                                             std::size_t classes,
                                             std::size_t firstLabel = 0);

} // namespace coterie
