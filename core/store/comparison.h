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
/// round, so an arm cannot look faster by failing: the median is absent once it falls on such a
/// seed.
struct ReachedRounds
{
    std::optional<double> median; ///< rounds; of an even count the mean of the middle two
    std::size_t reached = 0;      ///< seeds

    bool operator==(const ReachedRounds&) const = default;
};

/// Of one round, or nothing, for each seed.
[[nodiscard]] ReachedRounds reachedRounds(std::span<const std::optional<int>> ofSeeds);

/// Rounds to target of one arm at one sweep point, by the measured curve and by the smoothed one
/// (Savitzky–Golay, 13 points, order 3: one lucky round does not count as arrived).
struct ArmTarget
{
    std::string arm;
    std::string sweep;
    std::size_t measured = 0; ///< seeds whose runs have the metric at all
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

/// One line of a table that puts a paper's numbers beside ours.
struct ComparisonRow
{
    std::string arm = {};
    std::string sweep = {};
    std::optional<Spread> ours = {}; ///< absent: no finished run has this metric
    /// In place of `ours` where the paper counts rounds to a target.
    std::optional<ArmTarget> rounds = {};
    std::optional<Reference::Value> paper = {};
    /// Ours − the paper's; of rounds, of the median over seeds.
    std::optional<double> difference = {};
    /// √(s² + s²) of both deviations, one that is not given counting as 0; absent where there is no
    /// deviation at all: a paper without one beside a single run of ours.
    std::optional<double> jointDeviation = {};
    /// Of rounds: the paper's for our first arm over its for this one, as ArmTarget::speedUp.
    std::optional<double> paperSpeedUp = {};

    /// Whether the difference is no larger than the joint deviation; absent without either.
    [[nodiscard]] std::optional<bool> isWithin() const;
};

struct Comparison
{
    std::string source; ///< "HCCT, Table 4, Digit"
    std::string metric;
    std::string unit;
    std::optional<double> target = {}; ///< the rows hold rounds until the metric gets here
    Better better = Better::Neither;   ///< of the metric
    std::vector<ComparisonRow>
        rows; ///< our arms in their order, then the paper's methods that no arm has
};

/// Beside each of the references: last values, or rounds to its target. Last values come in the
/// reference's unit: a share is turned into percent where the paper gives percent.
[[nodiscard]] Result<std::vector<Comparison>> compare(RunStore& store,
                                                      const std::vector<ArmSummary>& summaries,
                                                      std::span<const Reference> references);

} // namespace coterie
