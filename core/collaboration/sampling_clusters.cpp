#include "core/collaboration/sampling_clusters.h"

#include "core/math/draws.h"
#include "core/math/label_distributions.h"
#include "core/math/linkage.h"
#include "core/math/similarity.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

namespace coterie {

std::vector<Merge> wardTree(Matrix distances, WardMode mode)
{
    if (mode == WardMode::Rows)
        distances = distancesOfRows(std::move(distances)); // a row is a feature vector
    return agglomerate(std::move(distances), Linkage::Ward);
}

namespace {

double sumOver(const std::vector<int>& cluster, std::span<const double> values)
{
    double sum = 0;
    for (const int member : cluster)
        sum += values[static_cast<std::size_t>(member)];
    return sum;
}

constexpr double kTolerance = 1e-12; // of masses that should be equal

} // namespace

std::vector<double> clusterMeans(const Clusters& clusters, std::span<const double> values)
{
    std::vector<double> means;
    for (const std::vector<int>& cluster : clusters)
        means.push_back(sumOver(cluster, values) / static_cast<double>(cluster.size()));
    return means;
}

double annealed(double first, int round, int rounds)
{
    return first * std::max(0.0, 1.0 - static_cast<double>(round) / static_cast<double>(rounds));
}

std::vector<double> clusterChances(std::span<const double> means, double sharpness)
{
    std::vector<double> exponents;
    for (const double mean : means)
        exponents.push_back(sharpness * mean);
    return softmax(exponents);
}

std::vector<double> twoLevelChances(const Clusters& clusters,
                                    std::span<const double> chances,
                                    std::span<const double> sizes)
{
    assert(chances.size() == clusters.size());
    std::vector<double> ofClients(sizes.size(), 0.0);
    for (std::size_t m = 0; m < clusters.size(); ++m) {
        const double total = sumOver(clusters[m], sizes);
        if (total <= 0) // no member has training samples
            continue;
        for (const int member : clusters[m]) {
            const auto k = static_cast<std::size_t>(member);
            ofClients[k] = chances[m] * sizes[k] / total;
        }
    }
    return ofClients;
}

std::vector<std::size_t> drawByClusters(const Clusters& clusters,
                                        std::span<const double> chances,
                                        std::size_t count,
                                        RandomStream& stream)
{
    std::vector<std::size_t> quota(clusters.size(), 0);
    std::vector<double> open(chances.begin(), chances.end());
    for (std::size_t drawn = 0; drawn < count; ++drawn) {
        const std::optional<std::size_t> cluster = drawOne(open, stream);
        if (!cluster)
            break; // all are drawn
        if (++quota[*cluster] == clusters[*cluster].size())
            open[*cluster] = 0;
    }
    std::vector<std::size_t> drawn;
    for (std::size_t m = 0; m < clusters.size(); ++m) {
        const std::vector<double> alike(clusters[m].size(), 1.0);
        for (const std::size_t place : drawWithoutReplacement(alike, quota[m], stream))
            drawn.push_back(static_cast<std::size_t>(clusters[m][place]));
    }
    return drawn;
}

Clusters cutByWeight(std::span<const Merge> merges, std::span<const double> weights, double limit)
{
    const std::size_t count = weights.size();
    std::vector<std::vector<int>> members(count + merges.size());
    std::vector<double> weight(weights.begin(), weights.end());
    std::vector<bool> whole(count + merges.size(), true); // not yet part of a kept subtree above it
    for (std::size_t k = 0; k < count; ++k)
        members[k] = {static_cast<int>(k)};
    for (std::size_t m = 0; m < merges.size(); ++m) {
        const auto left = static_cast<std::size_t>(merges[m].left);
        const auto right = static_cast<std::size_t>(merges[m].right);
        weight.push_back(weight[left] + weight[right]);
        if (weight.back() > limit * (1 + kTolerance) || members[left].empty()
            || members[right].empty()) {
            whole[count + m] = false; // too heavy, or above one that is: its parts stay apart
            continue;
        }
        std::vector<int>& joined = members[count + m];
        std::ranges::merge(members[left], members[right], std::back_inserter(joined));
        whole[left] = whole[right] = false;
    }
    Clusters clusters;
    for (std::size_t node = 0; node < members.size(); ++node)
        if (whole[node])
            clusters.push_back(std::move(members[node]));
    std::ranges::sort(clusters, {}, [](const auto& cluster) { return cluster.front(); });
    return clusters;
}

ClusteredDistributions clusteredDistributions(std::span<const Merge> merges,
                                              std::span<const double> shares,
                                              std::size_t count,
                                              const std::function<void(std::vector<int>&)>& shuffle)
{
    const auto draws = static_cast<double>(count);
    ClusteredDistributions result;
    std::vector<double> masses; // K·p_k, less what distributions of its own took
    for (std::size_t k = 0; k < shares.size(); ++k) {
        const double mass = draws * shares[k];
        const double own = std::floor(mass + kTolerance);
        for (double l = 0; l < own; ++l) {
            result.chances.emplace_back(shares.size(), 0.0);
            result.chances.back()[k] = 1;
        }
        masses.push_back(std::max(0.0, mass - own));
    }
    const std::size_t alone = result.chances.size();
    const std::size_t seeded = count - std::min(count, alone);

    result.clusters = cutByWeight(merges, masses, 1.0);
    // Of equally heavy ones that with the smallest member counts as the heavier.
    std::ranges::reverse(result.clusters);
    std::ranges::stable_sort(result.clusters, {}, [&](const std::vector<int>& cluster) {
        return std::llround(sumOver(cluster, masses) / kTolerance); // rounding makes no difference
    });
    const std::size_t poured = result.clusters.size() - std::min(seeded, result.clusters.size());
    for (std::size_t c = poured; c < result.clusters.size(); ++c) {
        std::vector<double>& distribution = result.chances.emplace_back(shares.size(), 0.0);
        for (const int member : result.clusters[c])
            distribution[static_cast<std::size_t>(member)] =
                masses[static_cast<std::size_t>(member)];
    }
    // Mass is poured into the distributions that are left, one after another, each up to 1.
    std::size_t current = alone;
    std::vector<double> filled;
    for (const std::vector<double>& distribution : result.chances)
        filled.push_back(std::accumulate(distribution.begin(), distribution.end(), 0.0));
    const auto pour = [&](std::size_t client, double mass) {
        while (mass > 0 && current < filled.size()) {
            const double part = std::min(mass, 1 - filled[current]);
            if (part > 0) {
                result.chances[current][client] += part;
                filled[current] += part;
                mass -= part;
            }
            if (filled[current] < 1 - kTolerance)
                break; // it took everything
            ++current;
        }
    };
    for (std::size_t c = 0; c < poured; ++c) {
        std::vector<int> order = result.clusters[c];
        shuffle(order);
        for (const int member : order)
            pour(static_cast<std::size_t>(member), masses[static_cast<std::size_t>(member)]);
    }
    return result;
}

} // namespace coterie
