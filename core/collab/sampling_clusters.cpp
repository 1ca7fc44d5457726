#include "core/collab/sampling_clusters.h"

#include "core/collab/label_entropy.h"
#include "core/collab/linkage.h"
#include "core/collab/weighted_draw.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace coterie {

WardMode wardModeNamed(std::string_view word)
{
    return word == "condensed" ? WardMode::Condensed : WardMode::Rows;
}

std::vector<Merge> wardTree(Matrix distances, WardMode mode)
{
    return mode == WardMode::Rows ? agglomerateRows(std::move(distances), Linkage::Ward)
                                  : agglomerate(std::move(distances), Linkage::Ward);
}

std::vector<double> clusterMeans(const Clusters& clusters, std::span<const double> values)
{
    std::vector<double> means;
    for (const std::vector<int>& cluster : clusters) {
        double sum = 0;
        for (const int member : cluster)
            sum += values[static_cast<std::size_t>(member)];
        means.push_back(sum / static_cast<double>(cluster.size()));
    }
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
        double total = 0;
        for (const int member : clusters[m])
            total += sizes[static_cast<std::size_t>(member)];
        if (total <= 0) // nobody in it has a sample to train on
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
            break; // everybody has been drawn
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

} // namespace coterie
