#pragma once

#include "core/report/run_record.h"
#include "core/run/recorder.h"
#include "core/run/run.h"
#include "core/run/run_control.h"
#include "core/run/run_queue.h"

#include <cstdint>

namespace coterie {

/// Where a run's rounds go and who may interrupt them.
struct RunSurroundings
{
    std::int64_t id = 0; ///< in the sink
    RunSink& sink;
    Recorder& recorder;
    RunControl& control;
    RunObserver& observer;
};

/// Does the rounds that are left: records each, obeys the control, and keeps the run's status in
/// the sink. What the sink refuses is told to the observer and pauses the run; proceeding tries
/// again. Ends with
/// - Finished, everything recorded;
/// - Stopped, everything up to a safe point recorded, the rest recomputed on resume;
/// - Failed, with its reason, the reports of all rounds before kept: a loss that is not finite
/// (that
///   round's report is kept too), too little memory, or a refusal of LibTorch.
/// What was changed by hand is stored before the next round begins, and what comes too late for a
/// round when the run ends; only a run stopped before round 0 is stored forgets it. Calls the
/// observer's planChanged, roundFinished and troubled.
[[nodiscard]] RunOutcome runRounds(Run& run, const RunSurroundings& surroundings);

} // namespace coterie
