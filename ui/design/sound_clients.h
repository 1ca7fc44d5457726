#pragma once

#include "core/base/json_node.h"
#include "core/experiment/experiment.h"

#include <QString>

#include <optional>
#include <vector>

namespace coterie::ui {

/// The text of an experiment to begin with: small, complete, and free of problems, so that it runs
/// as it stands and every field shows what belongs there.
[[nodiscard]] QString newExperiment();

/// A run that tells who holds what.
struct ClientsPlan
{
    RunPlan run;             ///< the experiment's in its data, clients, rounds and split
    bool seedVaries = false; ///< runs with another seed have another split
};

/// The first of these runs; there is one at least.
[[nodiscard]] ClientsPlan clientsPlan(const Experiment& experiment,
                                      const std::vector<RunPlan>& plans);
/// Who holds what in an experiment that has problems, if they are not about that: its clients and
/// data as they would be if all the rest were in order. Absent where data or clients have problems
/// of their own.
[[nodiscard]] std::optional<ClientsPlan> soundClients(const JsonNode& experiment,
                                                      const Registry& registry);

} // namespace coterie::ui
