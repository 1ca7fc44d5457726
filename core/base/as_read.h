#pragma once

#include <array>
#include <charconv>
#include <cmath>

namespace coterie {

/// Of a float, the number that reads the same: 5.2, where a cast gives 5.199999809265137. For texts
/// and tables.
[[nodiscard]] inline double asRead(float value)
{
    if (!std::isfinite(value))
        return static_cast<double>(value);
    std::array<char, 64> letters{};
    const char* end =
        std::to_chars(letters.data(), letters.data() + letters.size(), value).ptr; // the shortest
    double read = 0;
    std::from_chars(letters.data(), end, read);
    return read;
}

} // namespace coterie
