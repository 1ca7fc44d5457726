#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

namespace coterie {

/// 0, 1, … count − 1.
[[nodiscard]] inline std::vector<std::size_t> indices(std::size_t count)
{
    std::vector<std::size_t> all(count);
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

} // namespace coterie
