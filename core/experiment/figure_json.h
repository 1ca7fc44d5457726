#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/json_reader.h"

#include <span>
#include <vector>

namespace coterie {

/// The `figures` of an experiment file. Metrics, numbers of clients and places of settings must be
/// known to the registry, arms to the experiment.
[[nodiscard]] std::vector<FigureDesign>
readFigures(const JsonCursor& cursor, std::span<const Arm> arms, const Registry& registry);

[[nodiscard]] JsonNode figuresNode(std::span<const FigureDesign> figures);

} // namespace coterie
