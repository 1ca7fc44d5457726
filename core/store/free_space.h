#pragma once

#include <cstdint>
#include <vector>

namespace coterie {

/// A piece of a file, in bytes.
struct Extent
{
    std::uint64_t offset = 0;
    std::uint64_t length = 0;

    bool operator==(const Extent&) const = default;
};

/// Finds room in a file some pieces of which are in use; what is handed out begins and ends at
/// multiples of kFileBlock.
class FreeSpace
{
public:
    explicit FreeSpace(std::vector<Extent> used);

    /// The first gap that is large enough, else the end of the file.
    [[nodiscard]] Extent take(std::uint64_t length);

private:
    std::vector<Extent> m_gaps; ///< ascending
    std::uint64_t m_end = 0;
};

/// What a disk can be asked for without a copy in between.
inline constexpr std::uint64_t kFileBlock = 4096;

[[nodiscard]] constexpr std::uint64_t wholeBlocks(std::uint64_t length)
{
    return (length + kFileBlock - 1) / kFileBlock * kFileBlock;
}

} // namespace coterie
