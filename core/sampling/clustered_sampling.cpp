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

bool isWarmingUp(const ClusteredSamplingParameters& parameters,
                 const KeptUpdates& updates,
                 const Federation& federation,
                 const std::vector<std::size_t>& ids)
{
    const auto wasSeen = [&](std::size_t k) { return updates.wasSeen(k); };
    return federation.roundIndex() < parameters.warmUp
           || (parameters.waitForAll && !std::ranges::all_of(ids, wasSeen));
}

class ClusteredSampling final : public ConfiguredSampler<ClusteredSamplingParameters>
{
public:
    using ConfiguredSampler::ConfiguredSampler;

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse&, RoundReport& report) override
    {
        return m_log.finish(
            federation, drawClustered(m_parameters, m_updates, federation, report), report);
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

std::vector<std::size_t> drawClustered(const ClusteredSamplingParameters& parameters,
                                       const KeptUpdates& updates,
                                       const Federation& federation,
                                       RoundReport& report)
{
    const std::vector<std::size_t> ids = clientsWithSamples(federation);
    const std::size_t count = std::min(parameters.count, ids.size());
    RandomStream stream = federation.stream(Purpose::Sampler);
    std::vector<double> shares; // p_k
    for (const std::size_t k : ids)
        shares.push_back(federation.sizes()[k]);
    const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& share : shares)
        share /= total;

    std::vector<std::vector<double>> distributions(count, shares);
    if (!isWarmingUp(parameters, updates, federation, ids)) {
        const std::vector<Merge> tree =
            wardTree(angleMatrix(updates.gram(ids), parameters.zeroNormAngle), parameters.wardMode);
        ClusteredDistributions clustered =
            clusteredDistributions(tree, shares, count, [&](std::vector<int>& members) {
                stream.shuffle(std::span<int>(members));
            });
        report.samplingClusters = ofClients(
            {.groups = std::move(clustered.clusters), .merges = tree}, ids, federation.clients());
        distributions = std::move(clustered.chances);
    }
    std::vector<std::size_t> drawn;
    for (const std::vector<double>& distribution : distributions)
        if (const std::optional<std::size_t> place = drawOne(distribution, stream))
            drawn.push_back(ids[*place]);
    return drawn;
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
