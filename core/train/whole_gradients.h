#pragma once

#include "core/train/federation.h"

#include <functional>

namespace coterie {

/// ∇F_k(θ) over all samples of each of these clients, a row each, at row `rowOf(k)` of `models`.
[[nodiscard]] at::Tensor wholeGradients(Federation& federation,
                                        std::span<const std::size_t> clients,
                                        ModelRows& models,
                                        const std::function<std::size_t(std::size_t)>& rowOf);

} // namespace coterie
