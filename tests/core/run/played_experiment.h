#pragma once

#include "core/metrics/metrics.h"
#include "core/report/round_report.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coterie::test {

/// What one arm did with one seed.
struct PlayedRun
{
    std::vector<RoundReport> reports; ///< report t after t rounds
    std::vector<std::vector<NamedMetric>> metrics;

    /// As it is in the newest round that has it.
    [[nodiscard]] double last(std::string_view metric) const;
    /// Means over the newest rounds that have it.
    [[nodiscard]] double meanOfLast(std::string_view metric, std::size_t rounds) const;
    /// The first round whose metric is at least this.
    [[nodiscard]] std::optional<int> firstRoundAt(std::string_view metric, double least) const;
};

/// By arm, then seed (and sweep point, where an arm has one).
using PlayedArms = std::map<std::string, std::vector<PlayedRun>>;

struct PlayedPart
{
    std::vector<std::string> arms = {};    ///< all, if empty
    std::vector<std::uint64_t> seeds = {}; ///< those of the file, if empty
    /// Ends a run early.
    std::function<bool(const PlayedRun&)> enough = {};
};

/// Plays a shipped experiment without a store: `file` lies below experiments/. Ends the program
/// where the file is not good.
[[nodiscard]] PlayedArms playExperiment(const std::string& file, const PlayedPart& part = {});

/// One metric's last value, seed by seed.
[[nodiscard]] std::vector<double> lastValues(const std::vector<PlayedRun>& runs,
                                             std::string_view metric);
/// How often left is above right, pair by pair.
[[nodiscard]] int pairsAbove(const std::vector<double>& left, const std::vector<double>& right);
/// For a line of output.
[[nodiscard]] std::string inLine(const std::vector<double>& values);

} // namespace coterie::test
