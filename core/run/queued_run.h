#pragma once

#include "core/run/queue_events.h"
#include "core/store/leases.h"
#include "core/store/run_store.h"

#include <optional>
#include <string>

namespace coterie {

class Recorder;
class Run;

/// A run that waits for its turn in a queue; it is in the store.
struct QueuedRun
{
    std::int64_t id = 0;
    std::string experimentName;
    RunPlan plan;
    std::optional<Environment> before; ///< of a resumed run: what its rounds so far depended on
    RunLease lease;                    ///< nobody else computes it while this exists
};

/// The device a run of this plan computes on, if the queue was given `wanted` or nothing.
[[nodiscard]] const std::string& deviceFor(const RunPlan& plan, const std::string& wanted);

/// A stored run that can be continued here. The error says why it is skipped.
[[nodiscard]] Result<QueuedRun>
resumedRun(RunStore& store, RunLeases& leases, std::int64_t id, const std::string& wantedDevice);

/// Brings a resumed run to where it was; an outcome if its stored rounds already decided that.
[[nodiscard]] Result<std::optional<RunOutcome>>
continueRun(RunStore& store, const QueuedRun& queued, Run& run, Recorder& recorder);

} // namespace coterie
