#pragma once

#include "core/store/run_store.h"

#include <span>
#include <string>

namespace coterie {

struct Experiment;
struct Registry;

/// The commands that compute exactly these runs again from the file of their experiment,
/// "experiment.json": its arms, sweep points and seeds as far as they are among the runs, then
/// what was forked or changed by hand. One a line. Null: another version wrote the experiment; then
/// each arm has all of its sweep points.
[[nodiscard]] std::string repeatCommands(const Experiment* experiment,
                                         std::span<const RunRow> runs,
                                         const Registry& registry);

} // namespace coterie
