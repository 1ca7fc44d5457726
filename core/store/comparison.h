#pragma once

#include "core/experiment/experiment.h"
#include "core/metrics/metric_infos.h"
#include "core/store/statistics.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// When the seeds of one arm reached a target. A seed that never did counts as later than any
/// round, so that an arm does not look faster by failing. The median is absent where it falls on
/// one.
struct ReachedRounds
{
    std::optional<double> median; ///< rounds; of an even count the mean of the middle two
    std::size_t reached = 0;      ///< seeds

    bool operator==(const ReachedRounds&) const = default;
};

/// From the round of each seed, if it reached the target.
[[nodiscard]] ReachedRounds reachedRounds(std::span<const std::optional<int>> ofSeeds);

/// Rounds to target of one arm at one sweep point, by the measured and by the smoothed curve
/// (Savitzky–Golay, 13 points, order 3: one lucky round does not count).
struct ArmTarget
{
    std::string arm;
    std::string sweep;
    /// Seeds whose finished runs have the metric, or that have only an unfinished one which had
    /// reached the target by its measured curve.
    std::size_t measured = 0;
    ReachedRounds raw;
    ReachedRounds smoothed;
    /// The first arm's median over this one's; absent if one of them has none.
    std::optional<double> speedUp;
    std::optional<double> smoothedSpeedUp;
};

/// In the order of the arms.
[[nodiscard]] Result<std::vector<ArmTarget>> targetRounds(RunStore& store,
                                                          const std::vector<ArmSummary>& arms,
                                                          std::string_view metric,
                                                          double target,
                                                          Better better);

/// One row of a table of a paper's numbers and ours.
struct ComparisonRow
{
    std::string arm = {};
    std::string sweep = {};
    std::optional<Spread> ours = {}; ///< absent: no finished run has this metric
    /// Of each run's best tested round by the metric itself; absent where neither way is better.
    std::optional<Spread> best = {};
    /// In place of `ours` where the paper counts rounds to a target.
    std::optional<ArmTarget> rounds = {};
    std::optional<Reference::Value> paper = {};
    /// Ours − the paper's; of rounds, of the median over seeds.
    std::optional<double> difference = {};
    /// Ours over clients and seeds together, where the metric is a mean over clients.
    std::optional<double> clientDeviation = {};
    /// √(s² + s²) of both deviations over seeds, where a missing one counts as 0; absent if both
    /// are missing, or if the paper's spreads over clients.
    std::optional<double> jointDeviation = {};
    /// Of rounds: the paper's ArmTarget::speedUp.
    std::optional<double> paperSpeedUp = {};

    /// Whether the difference is no larger than the joint deviation; absent without either.
    [[nodiscard]] std::optional<bool> isWithin() const;
};

struct Comparison
{
    std::string source; ///< "HCCT, Table 4, Digit"
    std::string metric;
    std::string unit;
    Reference::Over deviationOver = Reference::Over::Seeds; ///< the paper's deviations
    std::optional<double> target = {}; ///< the rows hold rounds until the metric gets here
    Better better = Better::Neither;   ///< of the metric
    std::vector<ComparisonRow>
        rows; ///< our arms in their order, then the paper's methods that no arm has
};

/// Compares with each reference: last values and the best, in the reference's unit, or rounds to
/// its target.
[[nodiscard]] Result<std::vector<Comparison>> compare(RunStore& store,
                                                      const std::vector<ArmSummary>& summaries,
                                                      std::span<const Reference> references);

} // namespace coterie
