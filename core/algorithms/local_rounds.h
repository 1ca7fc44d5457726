#pragma once

#include "core/train/federation.h"

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

// What rounds with one global model have in common.

/// Every participant's local work from the only model there is.
[[nodiscard]] std::vector<LocalJob> jobsFromOneModel(const Federation& federation);

/// WAVG of what the participants trained, as one row.
[[nodiscard]] ModelRows
averageOf(const Trained& trained, std::span<const double> weights, BufferMode mode);

/// `models` rows of parameters to each of these clients and as many back.
void countModelTraffic(const Federation& federation,
                       std::span<const std::size_t> clients,
                       double models,
                       RoundReport& report);

/// The rows of a matrix [clients, P] that belong to the clients of a point, shaped like its
/// weights.
[[nodiscard]] at::Tensor rowsAt(const LocalPoint& point, const at::Tensor& ofClients);

} // namespace coterie
