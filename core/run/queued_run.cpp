#include "core/run/queued_run.h"

#include "core/algorithms/registry.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/run/environment.h"
#include "core/run/run.h"

#include <utility>

namespace coterie {

namespace {

/// A long run is read without all its reports in memory at once.
constexpr int kRoundsAtATime = 128;

} // namespace

const std::string& deviceFor(const RunPlan& plan, const std::string& wanted)
{
    return wanted.empty() ? plan.device : wanted;
}

Result<QueuedRun>
resumedRun(RunStore& store, RunLeases& leases, std::int64_t id, const std::string& wantedDevice)
{
    const std::string name = "Run " + std::to_string(id);
    COTERIE_CHECK(store.run(id));
    COTERIE_TRY(RunLease lease, leases.take(id));
    COTERIE_TRY(const RunRow row, store.run(id)); // with the lease no other changes it
    if (row.status == RunStatus::Finished)
        return fail({}, name + " is finished; there is nothing to resume.");
    const Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry());
    if (!plan)
        return fail({}, name + " cannot be resumed by this version: " + sentences(plan.error()));
    // Left as it is: it can be resumed where there is a GPU, or here on another device.
    if (const Result<void> there = checkDevice(deviceFor(*plan, wantedDevice)); !there)
        return fail({}, name + " cannot be resumed here: " + there.error().sentence());
    return QueuedRun{.id = id,
                     .experimentName = row.experimentName,
                     .plan = *plan,
                     .before = row.environment,
                     .lease = std::move(lease)};
}

Result<std::optional<RunOutcome>>
continueRun(RunStore& store, const QueuedRun& queued, Run& run, Recorder& recorder)
{
    const std::optional<RunOutcome> open;
    if (!queued.before)
        return open;
    COTERIE_TRY(const CheckpointDelta checkpoint, store.loadCheckpoint(queued.id));
    if (checkpoint.round < 0)
        return open; // it was never recorded: from the start
    COTERIE_TRY(const RunRow row, store.run(queued.id));
    for (int first = 0; first <= row.roundsDone; first += kRoundsAtATime) {
        COTERIE_TRY(const std::vector<RoundReport> reports,
                    store.reports(queued.id, first, first + kRoundsAtATime - 1, false));
        for (const RoundReport& report : reports) {
            if (report.round <= checkpoint.round)
                run.recall(report);
            if (report.round < row.roundsDone)
                continue;
            // The process may have ended between storing a loss that is not finite and the
            // status.
            if (std::string reason = nonFiniteReason(report); !reason.empty())
                return std::optional(RunOutcome{.status = RunStatus::Failed,
                                                .reason = std::move(reason),
                                                .roundsDone = row.roundsDone});
        }
    }
    recorder.adopt(checkpoint);
    for (EnvironmentChanged& change :
         differences(*queued.before, currentEnvironment(run.deviceName()))) {
        std::string sentence = "Resumed with " + change.what + ' ' + change.now + " instead of "
                               + change.before + "; the last digits may differ.";
        run.note({.severity = Severity::Warning,
                  .what = std::move(change),
                  .sentence = std::move(sentence)});
    }
    COTERIE_CHECK(run.restore(checkpoint));
    return open;
}

} // namespace coterie
