#pragma once

#include "core/spec/experiment.h"
#include "core/store/statistics.h"
#include "core/store/target_rounds.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coterie {

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
