#pragma once

#include "core/spec/experiment.h"
#include "core/spec/json_node.h"

#include <optional>

namespace coterie::ui {

/// Who holds what in an experiment that has problems, if they are not about that: its clients and
/// data as they would be if all the rest were in order. Absent where data or clients have problems
/// of their own.
[[nodiscard]] std::optional<RunPlan> soundClients(const JsonNode& experiment,
                                                  const Registry& registry);

} // namespace coterie::ui
