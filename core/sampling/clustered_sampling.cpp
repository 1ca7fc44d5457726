#include "core/sampling/clustered_sampling.h"

#include "core/collaboration/utility_partition.h"
#include "core/math/draws.h"
#include "core/math/similarity.h"
#include "core/sampling/sampler.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace coterie {

namespace {

struct ClusteredSamplingParameters
{
    std::size_t count = 1; ///< K
    int warmUp = 10;       ///< rounds
    bool waitForAll = true;
    double zeroNormAngle = kRightAngle;
    WardMode wardMode = WardMode::Rows;
};

/// p_k of these clients.
std::vector<double> sharesOf(const std::vector<std::size_t>& ids, const Federation& federation)
{
    std::vector<double> shares;
    for (const std::size_t k : ids)
        shares.push_back(federation.sizes()[k]);
    const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& share : shares)
        share /= total;
    return shares;
}

/// A client from each of the distributions over `ids`.
std::vector<std::size_t> drawEach(const std::vector<std::vector<double>>& distributions,
                                  const std::vector<std::size_t>& ids,
                                  RandomStream& stream)
{
    std::vector<std::size_t> drawn;
    for (const std::vector<double>& distribution : distributions)
        if (const std::optional<std::size_t> place = drawOne(distribution, stream))
            drawn.push_back(ids[*place]);
    return drawn;
}

/// The tree is that of the angles between updates.
class ClusteredSampling final : public ConfiguredSampler<ClusteredSamplingParameters>
{
public:
    using ConfiguredSampler::ConfiguredSampler;

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse&, RoundReport& report) override
    {
        const auto& [count, warmUp, waitForAll, zeroNormAngle, wardMode] = m_parameters;
        const std::vector<std::size_t> ids = clientsWithSamples(federation);
        RandomStream stream = federation.stream(Purpose::Sampler);
        const auto wasSeen = [&](std::size_t k) { return m_updates.wasSeen(k); };
        std::vector<std::size_t> drawn;
        if (federation.roundIndex() < warmUp || (waitForAll && !std::ranges::all_of(ids, wasSeen)))
            drawn = drawEach(
                std::vector(std::min(count, ids.size()), sharesOf(ids, federation)), ids, stream);
        else
            drawn =
                drawFromTree(wardTree(angleMatrix(m_updates.gram(ids), zeroNormAngle), wardMode),
                             ids,
                             count,
                             federation,
                             stream,
                             report);
        return m_log.finish(federation, drawn, report);
    }
    void observe(const Federation& federation, const Trained& trained, RoundReport&) override
    {
        m_updates.observe(federation, trained);
    }
};

constexpr std::array kClusteredSamplingParameters{
    bind<&ClusteredSamplingParameters::count>(kCountParameter),
    bind<&ClusteredSamplingParameters::warmUp>(
        {.name = "warmUp",
         .title = "Warm-up rounds",
         .range = atLeast(0),
         .unit = "rounds",
         .meaning = "Rounds of draws in proportion to the clients' samples, "
                    "before updates are clustered",
         .equation = "released code"}),
    bind<&ClusteredSamplingParameters::waitForAll>(
        {.name = "waitForAll",
         .title = "Wait for every client",
         .meaning = "The warm-up continues until every client has taken part",
         .profileCodeNumber = 0}),
    bind<&ClusteredSamplingParameters::zeroNormAngle>(kZeroNormAngleParameter),
    bind<&ClusteredSamplingParameters::wardMode>(kWardModeParameter),
};

} // namespace

std::vector<std::size_t> drawFromTree(const std::vector<Merge>& tree,
                                      const std::vector<std::size_t>& ids,
                                      std::size_t count,
                                      const Federation& federation,
                                      RandomStream& stream,
                                      RoundReport& report)
{
    ClusteredDistributions clustered = clusteredDistributions(
        tree,
        sharesOf(ids, federation),
        std::min(count, ids.size()),
        [&](std::vector<int>& members) { stream.shuffle(std::span<int>(members)); });
    report.samplingClusters = ofClients(
        {.groups = std::move(clustered.clusters), .merges = tree}, ids, federation.clients());
    return drawEach(clustered.chances, ids, stream);
}

constexpr MadePart<Sampler> kClusteredSampling =
    madeAs<Sampler, ClusteredSampling, ClusteredSamplingParameters>(
        {.name = "clusteredSampling",
         .title = "Clustered sampling",
         .meaning =
             "Clusters clients by the angles between their updates and draws one from each of K "
             "distributions. The draw is unbiased: average uniformly. A client drawn twice "
             "trains once and counts twice, in methods that average their participants.",
         .paper = "Fraboni et al. 2021 (Algorithm 2); HiCS-FL (baseline)",
         .parameters = kClusteredSamplingParameters});

} // namespace coterie
