#pragma once

#include "core/base/json_node.h"
#include "core/base/result.h"
#include "core/experiment/experiment.h"
#include "core/experiment/parameters.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// One setting of a run that is given another value by hand while the run goes on.
struct LiveChange
{
    std::string place; ///< within the run's plan: "/rounds", "/algorithm/alpha"
    double value = 0;

    bool operator==(const LiveChange&) const = default;
};

/// A setting that may be changed so, and the value it has now.
struct LiveSetting
{
    std::string place;
    const ParameterDescriptor* descriptor = nullptr; ///< of a static table
    double value = 0;
};

// The places that somebody has to know: a first learning rate is also what others are measured by,
// and rounds that are done cannot be taken back.
inline constexpr std::string_view kLearningRatePlace = "/local/optimizer/learningRate";
inline constexpr std::string_view kRoundsPlace = "/rounds";
inline constexpr std::string_view kObjectiveSection = "/local/objective/";
inline constexpr std::string_view kAlgorithmSection = "/algorithm/";

/// The settings of a plan whose descriptors say that they are live.
[[nodiscard]] std::vector<LiveSetting> liveSettings(const RunPlan& plan, const Registry& registry);
/// Null if there is none at this place.
[[nodiscard]] LiveSetting* findSetting(std::span<LiveSetting> settings, std::string_view place);

/// The change that a typed value asks for, or why it cannot be, in the words of the file's reader.
/// `nextRound` is the first that it would hold for.
[[nodiscard]] Result<LiveChange>
liveChange(const LiveSetting& setting, const JsonNode& typed, int nextRound);

/// Gives the setting its value; the change fits the plan.
void makeChange(const LiveChange& change, RunPlan& plan);

/// "Changed by hand: Learning rate η, from 0.1 to 0.05."
[[nodiscard]] std::string sentenceOf(const LiveSetting& before, double value);
/// What such a sentence tells of this setting, to the bit; nothing if it tells of another.
struct ToldChange
{
    std::optional<double> from; ///< not told by versions that could change nothing but the rate
    double to = 0;
};
[[nodiscard]] std::optional<ToldChange> toldChange(std::string_view sentence,
                                                   const LiveSetting& setting);

} // namespace coterie
