#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/json_reader.h"

#include <span>
#include <vector>

namespace coterie {

/// The `reference` of an experiment file: one block, or a list with one for each metric of the
/// paper. Values have the names of arms as keys.
[[nodiscard]] std::vector<Reference> readReferences(const JsonCursor& cursor,
                                                    std::span<const Arm> arms);

/// One block, or several as a list; there must be at least one.
[[nodiscard]] JsonNode referencesNode(std::span<const Reference> references);

} // namespace coterie
