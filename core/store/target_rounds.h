#pragma once

#include "core/collab/metric_infos.h"
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

} // namespace coterie
