#pragma once

#include "core/base/random_stream.h"
#include "core/report/round_report.h"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace coterie {

/// Clusters of clients: ascending positions, clusters by smallest member (groupsOfLabels()).
using Clusters = std::vector<std::vector<int>>;

/// Which distances Ward's method starts from, given the clients' N×N distance matrix.
enum class WardMode
{
    Rows,     ///< Euclidean distances between its rows: what HiCS-FL's and CS's released code do
    Condensed ///< its entries
};

/// Ward's tree of the clients. The distances are consumed: at 10,000 clients they take 800 MB.
[[nodiscard]] std::vector<Merge> wardTree(Matrix distances, WardMode mode);

/// H̄_m: the mean of a number per client over each cluster.
[[nodiscard]] std::vector<double> clusterMeans(const Clusters& clusters,
                                               std::span<const double> values);

/// γᵗ = γ⁰(1 − t/𝒯), HiCS-FL Algorithm 1; 0 from round 𝒯 on, since runs may go on for longer.
[[nodiscard]] double annealed(double first, int round, int rounds);

/// π_m ∝ exp(γᵗ H̄_m), HiCS-FL eq. (10).
[[nodiscard]] std::vector<double> clusterChances(std::span<const double> means, double sharpness);

/// The chance of each client in the first of the two-level draws, π_m(k)·p_k / Σ_{j∈G_m(k)} p_j,
/// HiCS-FL Algorithm 1. Drawing one after another in proportion to these among those left is the
/// algorithm's "draw a cluster, then a client, and again if it was drawn before".
[[nodiscard]] std::vector<double> twoLevelChances(const Clusters& clusters,
                                                  std::span<const double> chances,
                                                  std::span<const double> sizes);

/// The released code's draw: `count` times a cluster in proportion to its chance among those with
/// members left, then as many of its members with equal chances.
[[nodiscard]] std::vector<std::size_t> drawByClusters(const Clusters& clusters,
                                                      std::span<const double> chances,
                                                      std::size_t count,
                                                      RandomStream& stream);

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
