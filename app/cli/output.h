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

/// Writes to standard output at once. A closed pipe takes no more and is not an error; what else
/// went wrong is told by outputProblem().
void print(std::string_view text);
/// A sentence on standard error, after the program's name.
void complain(std::string_view sentence);
/// The same for an error; the exit code of bad input.
int refuse(const Error& error);
/// One sentence a line.
int refuse(const Problems& problems);

/// Whether the reader of standard output went away: what is left to say is for nobody.
[[nodiscard]] bool outputClosed();
/// Why standard output did not take everything; empty if it did, or if its reader went away.
[[nodiscard]] std::string outputProblem();
/// Once per program: a reader that goes away becomes a failed write instead of a signal.
void surviveClosedPipes();

/// A number as JSON has it; NaN and infinities, which JSON lacks, as the words "NaN", "Infinity"
/// and "-Infinity" that most languages read back.
[[nodiscard]] JsonNode jsonNumber(double value);
void printJsonLine(const JsonNode& object);

/// "8 s", "1 min 50 s", "2 h 05 min": what a person says, not what a clock shows.
[[nodiscard]] std::string durationText(double seconds);
/// Fixed decimals where the number is of a usual size, else four significant digits; "NaN" and "∞"
/// are said, not hidden.
[[nodiscard]] std::string numberText(double value, int decimals);
/// "61,706"
[[nodiscard]] std::string countText(std::int64_t count);

} // namespace coterie::cli
