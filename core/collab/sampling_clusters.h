#pragma once

#include "core/report/round_report.h"
#include "core/spec/random_stream.h"

#include <cstddef>
#include <span>
#include <string_view>
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
[[nodiscard]] WardMode wardModeNamed(std::string_view word); ///< "rows", "condensed"

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

} // namespace coterie
