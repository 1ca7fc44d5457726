#pragma once

#include "core/base/json_node.h"
#include "core/experiment/experiment.h"

#include <QString>

#include <optional>
#include <vector>

namespace coterie::ui {

/// The text of a new experiment: small, complete and valid, so that it runs as it is.
[[nodiscard]] QString newExperiment();

/// A run that determines the clients' data.
struct ClientsPlan
{
    RunPlan run;             ///< the experiment's run, with its data, clients, rounds and partition
    bool seedVaries = false; ///< runs with another seed have another partition
};

/// The first of these runs, of which there is at least one.
[[nodiscard]] ClientsPlan clientsPlan(const Experiment& experiment,
                                      const std::vector<RunPlan>& plans);
/// The clients of an experiment whose problems lie elsewhere, as if all else were valid. Absent if
/// data or clients have problems.
[[nodiscard]] std::optional<ClientsPlan> soundClients(const JsonNode& experiment,
                                                      const Registry& registry);

} // namespace coterie::ui
