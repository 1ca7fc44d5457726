#pragma once

#include "core/experiment/live_change.h"
#include "core/report/run_record.h"
#include "core/store/run_store.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

/// A fork is a run that has the first rounds of a stored one, its parent, and goes on from there
/// with changed settings: those that can change while a run goes on. So it is a resumed run whose
/// first changes by hand are known before it begins. It starts from the nearest stored state of its
/// parent and computes the rounds between again, which must come out the same.

/// Which states the plan keeps, so that forks begin there.
[[nodiscard]] StateKeeping keepingOf(const RunPlan& plan);

/// What a fork of this run after this round may change, with the values of that round. The error
/// says why the run cannot be forked there.
[[nodiscard]] Result<std::vector<LiveSetting>> forkSettings(const RunRow& parent, int round);

/// The change to a typed value: "/algorithm/alpha", "40". The error of a setting that cannot change
/// says why.
[[nodiscard]] Result<LiveChange>
forkChange(const RunRow& parent, int round, std::string_view place, std::string_view typed);

/// Adds a run that a queue can resume. The changes hold from the round after `round` on; without
/// any, it repeats its parent, but for what was changed by hand there after `round`.
[[nodiscard]] Result<std::int64_t>
addFork(RunStore& store, std::int64_t parent, int round, std::span<const LiveChange> changes);

/// What is wrong with a round that was computed: a sentence, or nothing.
using RoundRefusal = std::function<std::optional<std::string>(const RoundReport&)>;

/// Refuses a round of a branch that its parent has too, with other numbers. Throws RunStopped if
/// the parent cannot be read now, but perhaps later.
[[nodiscard]] RoundRefusal parentComparison(RunStore& store, const Branch& branch);

} // namespace coterie
