#include "core/collab/clustered_distributions.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace coterie {

namespace {

constexpr double kTolerance = 1e-12; // of masses that should be equal

/// Pours mass into distributions, one after another, each up to 1.
class Pouring
{
public:
    Pouring(std::vector<std::vector<double>>& chances, std::size_t first)
        : m_chances(chances)
        , m_current(first)
    {
        for (const std::vector<double>& distribution : chances) {
            double sum = 0;
            for (const double mass : distribution)
                sum += mass;
            m_filled.push_back(sum);
        }
    }

    void pour(std::size_t client, double mass)
    {
        while (mass > 0 && m_current < m_chances.size()) {
            const double part = std::min(mass, 1 - m_filled[m_current]);
            if (part > 0) {
                m_chances[m_current][client] += part;
                m_filled[m_current] += part;
                mass -= part;
            }
            if (m_filled[m_current] < 1 - kTolerance)
                break; // it took everything
            ++m_current;
        }
    }

private:
    std::vector<std::vector<double>>& m_chances;
    std::size_t m_current;
    std::vector<double> m_filled;
};

double massOf(const std::vector<int>& cluster, std::span<const double> masses)
{
    double sum = 0;
    for (const int member : cluster)
        sum += masses[static_cast<std::size_t>(member)];
    return sum;
}

} // namespace

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
        return std::llround(massOf(cluster, masses) / kTolerance); // rounding makes no difference
    });
    const std::size_t poured = result.clusters.size() - std::min(seeded, result.clusters.size());
    for (std::size_t c = poured; c < result.clusters.size(); ++c) {
        std::vector<double>& distribution = result.chances.emplace_back(shares.size(), 0.0);
        for (const int member : result.clusters[c])
            distribution[static_cast<std::size_t>(member)] =
                masses[static_cast<std::size_t>(member)];
    }
    Pouring pouring(result.chances, alone);
    for (std::size_t c = 0; c < poured; ++c) {
        std::vector<int> order = result.clusters[c];
        shuffle(order);
        for (const int member : order)
            pouring.pour(static_cast<std::size_t>(member),
                         masses[static_cast<std::size_t>(member)]);
    }
    return result;
}

} // namespace coterie
