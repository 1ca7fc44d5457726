#pragma once

#include "core/base/matrix.h"
#include "core/base/result.h"
#include "core/report/round_report.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// The protocol of docs/extending.md.
inline constexpr int kExternalProtocol = 1;
/// A line from a command may be this long, beside a matrix of all clients.
inline constexpr std::size_t kLongestExternalLine = std::size_t{16} << 20;
/// With a matrix of float64 in base64, whose N² numbers take 32/3 bytes each.
[[nodiscard]] constexpr std::size_t longestExternalLine(std::size_t clients)
{
    return kLongestExternalLine + clients * clients * 32 / 3;
}
/// The rows of A may sum to anything this near to one.
inline constexpr double kRowSumTolerance = 1e-6;

/// What a command was asked, as far as its answer must fit.
struct ExternalQuestion
{
    int round = 1;               ///< counted from 1
    std::vector<bool> isPresent; ///< by client: whether it has joined
};

/// What a command chose for one round. It has a matrix or groups, or both.
struct ExternalAnswer
{
    std::optional<Matrix> collaboration; ///< A: every row is finite and sums to one
    /// Every client that has joined in one; ascending, as Grouping wants them.
    std::optional<std::vector<std::vector<int>>> groups;
    std::vector<Merge> merges;
    std::vector<NamedValues> values; ///< one of each client
    std::string sentence;            ///< for the log, on one line; may be empty
    std::optional<std::vector<std::byte>> state;
};

/// The error says which part of the answer is wrong.
[[nodiscard]] Result<ExternalAnswer> readExternalAnswer(std::string_view line,
                                                        const ExternalQuestion& question);

/// The answer to the first message: that the command speaks this protocol.
[[nodiscard]] Result<void> readExternalReady(std::string_view line);

} // namespace coterie
