#include "ui/compare/run_columns.h"

#include "ui/say.h"

#include <array>

namespace coterie::ui {

namespace {

/// In the order of RunColumns::Column.
std::array<RunColumnInfo, RunColumns::FixedColumns> fixedColumnInfos()
{
    constexpr bool kNumeric = true;
    constexpr int kPercentDecimals = 2;
    constexpr int kLossDecimals = 3;
    return {RunColumnInfo{"run",
                          say("Run"),
                          say("The run's number in the store; newer runs have greater ones"),
                          kNumeric},
            {"experiment", say("Experiment"), say("The experiment the run belongs to")},
            {"arm", say("Arm"), say("Which of the experiment's methods ran")},
            {"setting",
             say("Setting"),
             say("The values of this run where the experiment tries several")},
            {"seed", say("Seed"), say("What the run's random numbers were drawn from"), kNumeric},
            {"state", say("State"), say("Runs that were stopped can be resumed")},
            {"rounds", say("Rounds"), say("Rounds done, of those planned"), kNumeric},
            {"error",
             say("Last error %"),
             say("Mean test error over clients after the newest round, 100 · (1 − accuracy); of "
                 "the global model where clients have none of their own"),
             kNumeric,
             kPercentDecimals},
            {"best",
             say("Best error %"),
             say("The same in the best round so far"),
             kNumeric,
             kPercentDecimals},
            {"loss",
             say("Training loss"),
             say("Mean training loss of the newest round; the pooled one of centralised training"),
             kNumeric,
             kLossDecimals},
            {"begun", say("Created"), say("When the run was put in the queue, in local time")},
            {"tag", say("Tags"), say("Words of your own, parted by commas; edit them in place")},
            {"note", say("Note"), say("A line of your own; edit it in place")},
            {"device", say("Device"), say("Where it trained")}};
}

} // namespace

const RunColumnInfo& runColumnInfo(int column)
{
    static const auto kInfos = fixedColumnInfos();
    return kInfos[static_cast<std::size_t>(column)];
}

} // namespace coterie::ui
