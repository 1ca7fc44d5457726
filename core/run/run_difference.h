#pragma once

#include "core/store/report_difference.h"
#include "core/store/run_store.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// Something that both runs have; empty: this one does not have it.
struct TwoValues
{
    std::string name;
    std::string one;
    std::string other;
};

/// One metric of both runs in one round.
struct TwoNumbers
{
    int round = 0;
    std::string_view metric; ///< its name in metricInfos()
    double one = 0;
    double other = 0;
};

/// Where two runs part.
struct Parting
{
    int round = 0;
    ReportDifference difference;
};

/// Two stored runs side by side.
struct RunDifference
{
    std::array<RunRow, 2> runs;
    std::vector<TwoValues> settings;    ///< that differ, also by hand, by their places in the plan
    std::vector<TwoValues> environment; ///< that differs: what computed the runs
    std::optional<Parting> parting;     ///< absent: their common rounds are the same to the bit
    std::vector<TwoNumbers> numbers;    ///< of the rounds that both have, by metric and round
    /// Those of FederationFacts; empty where the runs have other ones.
    std::vector<std::string> clientNames = {};

    [[nodiscard]] int lastCommonRound() const;
    /// Of one metric.
    [[nodiscard]] std::vector<TwoNumbers> numbersOf(std::string_view metric) const;
    /// Of every metric, in the last round in which both have one that can be good or bad.
    [[nodiscard]] std::vector<TwoNumbers> lastNumbers() const;
    /// "They differ from round 7, client 3: trainLoss is 0.51 in run 3 and 0.52 in run 5."
    [[nodiscard]] std::string partingText() const;
};

/// Of runs that have rounds. Reads all rounds up to the one in which they part.
[[nodiscard]] Result<RunDifference> differenceOf(RunStore& store,
                                                 const std::array<RunRow, 2>& runs);

} // namespace coterie
