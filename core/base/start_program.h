#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace coterie {

/// A program that this one starts beside itself. It gets none of this one's files and connections
/// but those named here, and signals as every program has them that a shell starts.
struct ProgramStart
{
    static constexpr int kNothing = -1; ///< reads an end at once, what is written is lost
    static constexpr int kAsHere = -2;  ///< that of this program

    std::vector<std::string> command;   ///< its name, which is not empty, and its arguments
    std::filesystem::path program = {}; ///< where it is; empty: its name, which PATH may find
    std::filesystem::path folder = {};  ///< where it runs; empty: here
    /// Beside this program's own variables, or instead of those of the same name.
    std::vector<std::pair<std::string, std::string>> environment = {};
    /// What begins so of this program's own it does not get.
    std::span<const std::string_view> without = {};
    int input = kNothing; ///< a descriptor of this program, or one of the constants
    int output = kNothing;
    int errors = kAsHere;
    /// It has a process group of its own: Ctrl-C in the terminal is for this program, which then
    /// ends the other.
    bool ownGroup = true;
};

/// 0 and its process, or the system's error number.
[[nodiscard]] int startProgram(const ProgramStart& wanted, pid_t& process);

} // namespace coterie
