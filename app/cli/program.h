#pragma once

#include <span>
#include <string_view>

namespace coterie::cli {

/// The whole command line: the words after the program's name, to its exit code.
[[nodiscard]] int runProgram(std::span<const std::string_view> words);

} // namespace coterie::cli
