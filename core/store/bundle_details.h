#pragma once

#include "core/base/result.h"
#include "core/report/run_record.h"
#include "core/store/report_rows.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What the tables of a bundle lack of its runs: details.jsonl, with a line for each run, followed
/// by one for each of its rounds.
namespace coterie {

struct RunRow;

inline constexpr std::string_view kDetailsFile = "details.jsonl";

struct RunDetails
{
    int planned = 0; ///< rounds
    FederationFacts facts;
};

struct RoundDetails
{
    int round = 0;
    std::optional<Score> officialTest;
    std::optional<Score> pooledTrain;
    std::optional<std::size_t> groups; ///< how many; also those without a member
    std::optional<std::size_t> clusters;
    std::string clusterStopReason;
    MatrixSizes matrices;
    std::vector<std::string> events; ///< see eventJson(); empty where that gives nothing
};

/// A line without its end.
[[nodiscard]] std::string detailsLine(const RunRow& run, const FederationFacts& facts);
[[nodiscard]] std::string detailsLine(const RoundReport& report);
/// And back. The error's message says what is wrong with the line.
[[nodiscard]] Result<RunDetails> readRunDetails(const std::string& line);
[[nodiscard]] Result<RoundDetails> readRoundDetails(const std::string& line);

} // namespace coterie
