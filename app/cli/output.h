#pragma once

#include "core/base/json_node.h"
#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace coterie::cli {

enum ExitCode : int
{
    kDone = 0,
    kBadInput = 2,
    kRunFailed = 3,
    kInterrupted = 130,
};

/// Writes to standard output at once. A closed pipe is not an error; outputProblem() reports
/// others.
void print(std::string_view text);
/// A sentence on standard error, after the program's name.
void complain(std::string_view sentence);
/// The same for an error; the exit code of bad input.
int refuse(const Error& error);
/// One sentence a line.
int refuse(const Problems& problems);

/// Whether the reader of standard output closed the pipe.
[[nodiscard]] bool outputClosed();
/// Why writing to standard output failed; empty if it did not, or if the pipe was closed.
[[nodiscard]] std::string outputProblem();
/// Call once: a closed pipe becomes a failed write instead of a signal.
void surviveClosedPipes();

/// A JSON number; NaN and infinities become the words "NaN", "Infinity" and "-Infinity", which most
/// languages read back.
[[nodiscard]] JsonNode jsonNumber(double value);
void printJsonLine(const JsonNode& object);

/// "8 s", "1 min 50 s", "2 h 05 min".
[[nodiscard]] std::string durationText(double seconds);
/// Fixed decimals for numbers of usual size, otherwise four significant digits; also "NaN", "∞".
[[nodiscard]] std::string numberText(double value, int decimals);
/// "61,706"
[[nodiscard]] std::string countText(std::int64_t count);

} // namespace coterie::cli
