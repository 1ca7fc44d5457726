#pragma once

#include "core/base/json_values.h"
#include "core/base/result.h"
#include "core/report/run_record.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace coterie::cli {

enum ExitCode : int
{
    kDone = 0,
    kBadInput = 2,
    kRunFailed = 3,
    kInterrupted = 130,
};

/// Writes to standard output at once, escaping what a terminal would obey: the text may hold names
/// of strangers. A closed pipe is not an error; outputProblem() reports others.
void print(std::string_view text);
/// The bytes as they are: data for another program, and what moves the cursor.
void printRaw(std::string_view text);
/// The same as the end of a command.
[[nodiscard]] ExitCode printed(std::string_view text);
/// A sentence on standard error, after the program's name.
void complain(std::string_view sentence);

/// What a command ends with: an exit code, or the problems of its input.
using Outcome = Result<ExitCode, Problems>;
[[nodiscard]] inline Unexpected<Problems> refuse(Error error)
{
    return {{std::move(error)}};
}
[[nodiscard]] inline Unexpected<Problems> refuse(std::string sentence)
{
    return refuse(fail({}, std::move(sentence)).error);
}

/// Whether the reader of standard output closed the pipe.
[[nodiscard]] bool outputClosed();
/// Why writing to standard output failed; empty if it did not, or if the pipe was closed.
[[nodiscard]] std::string outputProblem();
/// Call once, before any file is opened: a closed pipe, and a file beyond the size that the user's
/// shell allows, become a failed write instead of a signal; what is written to a closed stream is
/// dropped.
void surviveFailedWrites();

void printJsonLine(const JsonNode& object);

/// The items as text, with the separator between them.
template <typename Range, typename Text = std::identity>
[[nodiscard]] std::string
joined(const Range& range, std::string_view separator, const Text& text = {})
{
    std::string all;
    for (bool first = true; const auto& item : range) {
        all.append(first ? "" : separator).append(std::invoke(text, item));
        first = false;
    }
    return all;
}

/// "8 s", "1 min 50 s", "2 h 05 min".
[[nodiscard]] std::string durationText(double seconds);
/// Fixed decimals for numbers of usual size, otherwise four significant digits; also "NaN", "∞".
[[nodiscard]] std::string numberText(double value, int decimals);
/// "3 5 8"
[[nodiscard]] std::string clientList(const std::vector<int>& clients);
/// "3 (Bern), 5, 8 (Basel)" where clients have names, else as clientList().
[[nodiscard]] std::string namedClients(const FederationFacts& facts,
                                       const std::vector<int>& clients);
/// "61,706"
[[nodiscard]] std::string countText(std::int64_t count);

} // namespace coterie::cli
