#pragma once

#include "core/train/federation.h"

#include <cstddef>
#include <span>
#include <vector>

namespace coterie {

/// F_i: the mean training loss on each of these clients, of the only model in `models` or, where
/// there are several, of the client's own row.
[[nodiscard]] std::vector<double>
trainLosses(Federation& federation, const ModelRows& models, std::span<const std::size_t> clients);

} // namespace coterie
