#pragma once

#include "core/spec/experiment.h"

#include <cstddef>
#include <span>

namespace coterie {

/// Clients that no edge server names form a last edge of their own; without any that is
/// everybody's.
[[nodiscard]] std::size_t edgeCount(std::span<const EdgeServer> named, std::size_t clients);

} // namespace coterie
