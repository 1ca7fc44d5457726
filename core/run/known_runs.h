#pragma once

#include "core/base/result.h"
#include "core/experiment/experiment.h"
#include "core/store/run_store.h"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// What a run computes is its identity (runIdentity()), not the name of its experiment or arm. So
/// an experiment also has runs that were computed under another name.

/// The experiment's runs among these, with the names, places and sweeps that its arms have. A run
/// that several arms or sweep points compute stands in the place of its name, and in each of the
/// others that has no finished run of its own, unchanged by hand, with this seed.
[[nodiscard]] std::vector<RunRow> runsOf(const Experiment& experiment, std::vector<RunRow> rows);

/// Takes from an experiment's runs the finished ones of other experiments that were changed by hand
/// or resumed elsewhere, where their arm has an unchanged one of this sweep point and seed, which
/// they would hide. Their numbers, ascending.
[[nodiscard]] Result<std::vector<std::int64_t>>
takeOutChanged(RunStore& store, const std::string& experiment, std::vector<RunRow>& rows);

/// Keeps the first of plans that compute the same.
void leaveOutRepeated(std::vector<RunPlan>& plans);

/// Whether a plan tells all that its numbers hang on: not with the user's own files or a script,
/// which may change.
[[nodiscard]] bool isFullyTold(const RunPlan& plan);

/// For each plan the newest of these runs that has its result to the bit, if there is one: it is
/// finished, was never changed by hand, resumed elsewhere or imported, and this process, on this
/// device (empty: the plan's) and with so many ranks (as in ranksOfRun()), computes with the same
/// program and libraries. The user's own files may change, so runs on them are never known. A
/// module from PyTorch may compute by itself, on the processor, so its run there is known whatever
/// the device.
[[nodiscard]] std::vector<std::optional<std::int64_t>> knownRuns(std::span<const RunPlan> plans,
                                                                 std::span<const RunRow> rows,
                                                                 const std::string& device,
                                                                 int ranks = 0);
/// For each plan the newest of these runs that waits to be resumed and would end, here and on this
/// device and with so many ranks, with the result that the plan has from its beginning.
[[nodiscard]] std::vector<std::optional<std::int64_t>>
unfinishedRuns(std::span<const RunPlan> plans,
               std::span<const RunRow> rows,
               const std::string& device,
               int ranks = 0);

/// The identities of the runs among these with this status, which were computed for this store and
/// never changed by hand. Whatever program, libraries and device computed them.
[[nodiscard]] std::set<std::string> identitiesOf(std::span<const RunRow> rows, RunStatus status);

} // namespace coterie
