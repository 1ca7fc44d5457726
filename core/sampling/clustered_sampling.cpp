#include "core/sampling/clustered_sampling.h"

#include "core/collaboration/sampling_clusters.h"
#include "core/math/draws.h"
#include "core/math/similarity.h"
#include "core/sampling/kept_updates.h"

#include <algorithm>
#include <numeric>

namespace coterie {
namespace {

/// ALGORITHMS §8.3: Ward's tree of the angles between updates, cut where a subtree holds more than
/// 1/K of all samples, poured into K distributions that one client each is drawn from.
class ClusteredSampling final : public Sampler
{
public:
    ClusteredSampling(const ParameterSet& parameters, DrawLog* log)
        : m_log(log)
        , m_count(static_cast<std::size_t>(parameters.integer("count")))
        , m_warmUp(static_cast<int>(parameters.integer("warmUp")))
        , m_waitForAll(parameters.boolean("waitForAll"))
        , m_zeroNormAngle(parameters.real("zeroNormAngle"))
        , m_wardMode(wardModeNamed(parameters.word("wardMode")))
    {}

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse&, RoundReport& report) override
    {
        const std::vector<std::size_t> ids = clientsWithSamples(federation);
        const std::size_t count = std::min(m_count, ids.size());
        RandomStream stream = federation.stream(Purpose::Sampler);
        std::vector<double> shares; // p_k
        for (const std::size_t k : ids)
            shares.push_back(federation.sizes()[k]);
        const double total = std::accumulate(shares.begin(), shares.end(), 0.0);
        for (double& share : shares)
            share /= total;

        std::vector<std::vector<double>> distributions(count, shares);
        if (!warmingUp(federation, ids)) {
            const std::vector<Merge> tree =
                wardTree(angleMatrix(m_updates.gram(ids), m_zeroNormAngle), m_wardMode);
            ClusteredDistributions clustered =
                clusteredDistributions(tree, shares, count, [&](std::vector<int>& members) {
                    stream.shuffle(std::span<int>(members));
                });
            report.samplingClusters =
                samplingClusters(federation.clients(), ids, clustered.clusters, tree);
            distributions = std::move(clustered.chances);
        }
        std::vector<std::size_t> drawn;
        for (const std::vector<double>& distribution : distributions)
            if (const std::optional<std::size_t> place = drawOne(distribution, stream))
                drawn.push_back(ids[*place]);
        return (m_log ? *m_log : m_own).finish(federation, drawn, report);
    }

    void observe(const Federation& federation, const Trained& trained, RoundReport&) override
    {
        const std::size_t all = federation.network().layout().parameterCount;
        m_updates.observe(federation, trained, {.first = 0, .last = all});
    }

    [[nodiscard]] State state() const override
    {
        State all = m_log ? State{} : m_own.state();
        std::ranges::move(m_updates.state(), std::back_inserter(all));
        return all;
    }
    void restore(const State& state) override
    {
        m_own.restore(state);
        m_updates.restore(state);
    }

private:
    [[nodiscard]] bool warmingUp(const Federation& federation,
                                 const std::vector<std::size_t>& ids) const
    {
        return federation.roundIndex() < m_warmUp
               || (m_waitForAll && !std::ranges::all_of(ids, [&](std::size_t k) {
                       return m_updates.wasSeen(k);
                   }));
    }

    DrawLog* m_log; ///< another's
    DrawLog m_own;
    std::size_t m_count;
    int m_warmUp;
    bool m_waitForAll;
    double m_zeroNormAngle;
    WardMode m_wardMode;
    KeptUpdates m_updates;
};

} // namespace

std::unique_ptr<Sampler> makeClusteredSampling(const ParameterSet& parameters)
{
    return std::make_unique<ClusteredSampling>(parameters, nullptr);
}

std::unique_ptr<Sampler> makeClusteredSampling(const ParameterSet& parameters, DrawLog& log)
{
    return std::make_unique<ClusteredSampling>(parameters, &log);
}

} // namespace coterie
