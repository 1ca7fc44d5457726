#pragma once

#include "core/base/json_node.h"
#include "core/base/result.h"
#include "core/experiment/experiment.h"
#include "core/experiment/parameters.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// A new value that a person gives a setting of a running run.
struct LiveChange
{
    std::string place; ///< within the run's plan: "/rounds", "/algorithm/alpha"
    double value = 0;

    bool operator==(const LiveChange&) const = default;
};

/// A change by hand and the first round it holds for. With the experiment and the seed, these
/// determine a run's results.
struct RecordedChange
{
    int round = 0;
    LiveChange change;

    bool operator==(const RecordedChange&) const = default;
};

/// A setting that can change during a run, and its current value.
struct LiveSetting
{
    std::string place;
    const ParameterDescriptor* descriptor = nullptr; ///< of a static table
    double value = 0;
};

inline constexpr std::string_view kLearningRatePlace = "/local/optimizer/learningRate";
inline constexpr std::string_view kRoundsPlace = "/rounds";
inline constexpr std::string_view kObjectiveSection = "/local/objective/";
inline constexpr std::string_view kAlgorithmSection = "/algorithm/";

/// The settings of a plan whose descriptors are live.
[[nodiscard]] std::vector<LiveSetting> liveSettings(const RunPlan& plan, const Registry& registry);
/// Null if there is none at this place.
[[nodiscard]] LiveSetting* findSetting(std::span<LiveSetting> settings, std::string_view place);

/// The change to a typed value, or the error that the reader of experiment files would give.
/// `nextRound` is the first round it would hold for.
[[nodiscard]] Result<LiveChange>
liveChange(const LiveSetting& setting, const JsonNode& typed, int nextRound);

/// The change must fit the plan.
void makeChange(const LiveChange& change, RunPlan& plan);

/// A line for each, "3 /rounds 20"; values read back as the same numbers.
[[nodiscard]] std::string recordText(std::span<const RecordedChange> changes);
[[nodiscard]] Result<std::vector<RecordedChange>> readRecord(std::string_view text);

/// "Changed by hand: Learning rate η, from 0.1 to 0.05."
[[nodiscard]] std::string sentenceOf(const LiveSetting& before, double value);

} // namespace coterie
