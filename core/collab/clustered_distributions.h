#pragma once

#include "core/collab/sampling_clusters.h"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace coterie {

/// The largest subtrees of a forest of merges whose leaves weigh at most `limit` together. A leaf
/// that is heavier on its own stays alone.
[[nodiscard]] Clusters
cutByWeight(std::span<const Merge> merges, std::span<const double> weights, double limit);

/// The distributions that Clustered Sampling draws one client from each (Fraboni et al. 2021,
/// Algorithm 2).
struct ClusteredDistributions
{
    Clusters clusters;                        ///< lightest first; of what large clients leave over
    std::vector<std::vector<double>> chances; ///< r_l(k): K distributions over the clients
};

/// `shares` are the p_k, which sum to 1. (1/K)Σ_l r_l = p: the draw is unbiased. A client with
/// K·p_k ≥ 1 first gets floor(K·p_k) distributions of its own; the rest of its mass is poured like
/// any other. `shuffle` brings the members of a cluster that is poured into the order in which they
/// pour.
[[nodiscard]] ClusteredDistributions
clusteredDistributions(std::span<const Merge> merges,
                       std::span<const double> shares,
                       std::size_t count,
                       const std::function<void(std::vector<int>&)>& shuffle);

} // namespace coterie
