#include "core/store/free_space.h"

#include <algorithm>

namespace coterie {

FreeSpace::FreeSpace(std::vector<Extent> used)
{
    std::ranges::sort(used, {}, &Extent::offset);
    for (const Extent& extent : used) {
        if (extent.offset > m_end)
            m_gaps.push_back({.offset = m_end, .length = extent.offset - m_end});
        m_end = std::max(m_end, extent.offset + wholeBlocks(extent.length));
    }
}

Extent FreeSpace::take(std::uint64_t length)
{
    const std::uint64_t needed = wholeBlocks(length);
    const auto gap = std::ranges::find_if(
        m_gaps, [needed](const Extent& extent) { return extent.length >= needed; });
    if (gap == m_gaps.end()) {
        const Extent taken{.offset = m_end, .length = length};
        m_end += needed;
        return taken;
    }
    const Extent taken{.offset = gap->offset, .length = length};
    gap->offset += needed;
    gap->length -= needed;
    if (gap->length == 0)
        m_gaps.erase(gap);
    return taken;
}

} // namespace coterie
