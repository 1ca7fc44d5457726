#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/json_reader.h"

#include <span>
#include <vector>

namespace coterie {

/// The `reference` of an experiment file: one block, or a list of them where the paper has numbers
/// of several metrics. Values stand under the names of arms.
[[nodiscard]] std::vector<Reference> readReferences(const JsonCursor& cursor,
                                                    std::span<const Arm> arms);

/// One block stands alone and several in a list; there must be one.
[[nodiscard]] JsonNode referencesNode(std::span<const Reference> references);

} // namespace coterie
