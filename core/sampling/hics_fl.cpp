#include "core/sampling/hics_fl.h"

#include "core/collab/metric_sheet.h"
#include "core/collab/weighted_draw.h"
#include "core/sampling/clustered_sampling.h"
#include "core/sampling/label_estimates.h"

#include <algorithm>

namespace coterie {
namespace {

/// HiCS-FL Algorithm 1 (ALGORITHMS §5): everybody once, then the annealed two-level draw from
/// clusters of the clients' updates of the output layer.
class HicsFl final : public Sampler
{
public:
    explicit HicsFl(const ParameterSet& parameters)
        : m_stage(parameters)
        , m_estimates(parameters)
        , m_blocks(parameters.word("warmUp") == "blocks")
        , m_varianceGate(parameters.real("varGate"))
    {
        if (m_varianceGate > 0)
            m_clustered = makeClusteredSampling(clusteredParameters(parameters), m_log);
    }

    [[nodiscard]] std::optional<Error> problemWith(const Network& network,
                                                   std::size_t clients) const override
    {
        if (const auto problem = m_estimates.problemWith(network))
            return fail("/sampler/name", "hicsFl: " + *problem).error;
        return m_stage.problemWith(clients);
    }

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse& models, RoundReport& report) override
    {
        const std::vector<std::size_t> ids = clientsWithSamples(federation);
        const std::size_t count = m_stage.count(ids.size());
        RandomStream stream = federation.stream(Purpose::Sampler);
        const std::vector<std::size_t> fresh = toBeSeen(federation, ids, count, stream);
        const LabelKnowledge known =
            m_estimates.of(federation, fresh.empty() ? ids : m_estimates.seen(ids));
        reportEntropies(federation, known.ids, known.entropies, report);
        m_estimates.reportStaleness(federation, known.ids, report);
        if (!fresh.empty())
            return m_log.finish(federation, fresh, report);
        if (m_clustered) {
            const double deviation = deviationOf(known.entropies);
            if (deviation * deviation >= m_varianceGate)
                return m_clustered->draw(federation, models, report);
        }
        return m_log.finish(federation, m_stage.draw(federation, known, stream, report), report);
    }

    void observe(const Federation& federation, const Trained& trained, RoundReport& report) override
    {
        if (m_clustered)
            m_clustered->observe(federation, trained, report);
        m_estimates.observe(federation, trained);
    }

    [[nodiscard]] State state() const override
    {
        State all = m_log.state();
        std::ranges::move(m_estimates.state(), std::back_inserter(all));
        if (m_clustered)
            for (const StatePart& part : m_clustered->state())
                all.push_back({.name = "clustered/" + part.name, .values = part.values});
        return all;
    }
    void restore(const State& state) override
    {
        m_log.restore(state);
        m_estimates.restore(state);
        State clustered;
        for (const StatePart& part : state)
            if (part.name.starts_with("clustered/"))
                clustered.push_back({.name = part.name.substr(10), .values = part.values});
        if (m_clustered)
            m_clustered->restore(clustered);
    }

private:
    /// Whom a covering round draws; nobody once everybody was seen.
    std::vector<std::size_t> toBeSeen(const Federation& federation,
                                      const std::vector<std::size_t>& ids,
                                      std::size_t count,
                                      RandomStream& stream) const
    {
        if (m_blocks) {
            const auto round = static_cast<std::size_t>(federation.roundIndex());
            if (count == 0 || round >= ids.size() / count)
                return {};
            const auto first = ids.begin() + static_cast<std::ptrdiff_t>(round * count);
            return {first, first + static_cast<std::ptrdiff_t>(count)};
        }
        std::vector<double> chances(federation.clients(), 0.0);
        for (const std::size_t k : ids)
            chances[k] = m_estimates.wasSeen(k) ? 0.0 : 1.0;
        return drawWithoutReplacement(chances, count, stream);
    }

    static ParameterSet clusteredParameters(const ParameterSet& own)
    {
        ParameterSet parameters;
        parameters.set("count", own.integer("count"));
        parameters.set("warmUp", std::int64_t{0}); // ours comes first
        parameters.set("waitForAll", false);
        parameters.set("zeroNormAngle", own.real("zeroNormAngle"));
        parameters.set("wardMode", own.word("wardMode"));
        return parameters;
    }

    HeterogeneityDraw m_stage;
    LabelEstimates m_estimates;
    bool m_blocks;
    double m_varianceGate;
    DrawLog m_log;
    std::unique_ptr<Sampler> m_clustered; ///< for the released code's gate
};

} // namespace

std::unique_ptr<Sampler> makeHicsFl(const ParameterSet& parameters)
{
    return std::make_unique<HicsFl>(parameters);
}

} // namespace coterie
