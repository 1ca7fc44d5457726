#pragma once

#include "core/train/federation.h"

#include <vector>

namespace coterie {

// What rounds with one global model have in common.

/// Every participant's local work from the only model there is.
[[nodiscard]] std::vector<LocalJob> jobsFromOneModel(const Federation& federation);

/// The rows of a matrix [clients, P] that belong to the clients of a point, shaped like its
/// weights.
[[nodiscard]] at::Tensor rowsAt(const LocalPoint& point, const at::Tensor& ofClients);

} // namespace coterie
