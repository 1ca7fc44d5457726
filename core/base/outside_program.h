#pragma once

#include "core/base/result.h"

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// What a program of the system answered.
struct ProgramAnswer
{
    int status = 0;       ///< its exit code; of a signal 128 and more, as in a shell
    std::string out;      ///< its standard output
    std::string err;      ///< its standard error
    bool hasEnded = true; ///< by itself; if not, it was killed, and may have done its work or not
};

/// Starts a program, which PATH may find, with exactly these words, without a shell, without input
/// and without the environment variables that begin with one of `without`, and waits for its end,
/// at most for the time of `patience`. Ctrl-C ends both. An error, of the kind NotFound where there
/// is no such program, says that it could not be started.
[[nodiscard]] Result<ProgramAnswer> askProgram(std::vector<std::string> command,
                                               std::span<const std::string_view> without,
                                               std::chrono::milliseconds patience);

} // namespace coterie
