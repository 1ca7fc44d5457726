#include "ui/compare/run_columns.h"

#include "ui/words.h"

#include <array>

namespace coterie::ui {

namespace {

/// In the order of RunColumns::Column.
std::array<RunColumnInfo, RunColumns::FixedColumns> fixedColumnInfos()
{
    constexpr bool kNumeric = true;
    constexpr int kPercentDecimals = 2;
    constexpr int kLossDecimals = 3;
    return {
        RunColumnInfo{"run",
                      say("Run"),
                      say("Number of the run in the store; newer runs have higher numbers"),
                      kNumeric},
        {"experiment", say("Experiment"), say("Experiment that the run belongs to")},
        {"arm", say("Arm"), say("Method that ran")},
        {"displayName",
         say("Display name"),
         say("Your own name for the run; experiment and arm keep theirs. F2 sets it")},
        {"setting",
         say("Setting"),
         say("Shows how the run differs from other runs of its arm: its values in the "
             "experiment's sweep, settings that differ from those of another experiment of this "
             "name, and settings that were changed by hand")},
        {"seed", say("Seed"), say("Seed of the run's random numbers"), kNumeric},
        {"state", say("State"), say("State of the run; stopped runs can be resumed")},
        {"rounds", say("Rounds"), say("Rounds done and planned"), kNumeric},
        {"error",
         say("Last error %"),
         say("Mean test error over clients after the last round, 100 · (1 − accuracy); that of "
             "the global model if clients have no models of their own"),
         kNumeric,
         kPercentDecimals},
        {"best",
         say("Best error %"),
         say("The same in the best round so far"),
         kNumeric,
         kPercentDecimals},
        {"loss",
         say("Training loss"),
         say("Mean training loss of the last round; the pooled loss for centralised training"),
         kNumeric,
         kLossDecimals},
        {"begun", say("Created"), say("Local time when the run was queued")},
        {"folder",
         say("Folder"),
         say("Folder that the run is in, as a path; drag runs to another")},
        {"tag", say("Tags"), say("Your own words, separated by commas; edit them in place")},
        {"note", say("Note"), say("Your own note; edit it in place")},
        {"device", say("Device"), say("Device that the run trained on")},
        {"store",
         say("Store"),
         say("The store beside your own that the run is in; it is only read. Empty: your own "
             "store")}};
}

} // namespace

const RunColumnInfo& runColumnInfo(int column)
{
    static const auto kInfos = fixedColumnInfos();
    return kInfos[static_cast<std::size_t>(column)];
}

} // namespace coterie::ui
