#pragma once

#include "core/store/plan_settings.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// Before the round of a change by hand: "5 → 40 (round 12)".
inline constexpr std::string_view kChangeRound = " (round ";

/// A setting as it is named in a text: "alpha = 5 → 40 (round 12)".
struct DesignPoint
{
    std::string name; ///< as in a sweep: "alpha", "partition/alpha"
    std::string value;

    bool operator==(const DesignPoint&) const = default;
};

/// The setting's value in that run, with the rounds of changes by hand: "5 → 40 (round 12)".
[[nodiscard]] std::string
valueWithRounds(const RunRow& run, const std::string& pointer, const std::string& value);

enum class PointOrder
{
    RarestFirst, ///< what the fewest runs share: of a text that may be cut at its end
    Same         ///< for all runs: of a column of a table
};

/// What a run is besides its experiment, arm and seed: its sweep point, the settings that tell it
/// from other runs of these names, and those that were changed by hand.
[[nodiscard]] std::vector<DesignPoint> designPoints(const RunRow& run,
                                                    const RunSettings& settings,
                                                    PointOrder order = PointOrder::RarestFirst);

/// The same of a group of runs of different arms: in what all of them differ from others of their
/// names.
[[nodiscard]] std::vector<DesignPoint> commonPoints(std::span<const RunRow* const> runs,
                                                    const RunSettings& settings);

/// "alpha = 5 → 40 (round 12), rounds = 20", in the same order for all runs; just the sweep point
/// where nothing else tells runs apart.
[[nodiscard]] std::string designText(const RunRow& run, const RunSettings& settings);

} // namespace coterie
