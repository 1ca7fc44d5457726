#pragma once

#include <array>
#include <string_view>

namespace coterie {

inline constexpr std::array<std::string_view, 10> kDigitNames{
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};

} // namespace coterie
