#include "core/sampling/pow_d.h"

#include "core/math/draws.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace coterie {
namespace {

/// A = d clients drawn ∝ p without replacement; L_k = F_k(θᵗ); S = the K largest (ALGORITHMS §8.2).
class PowD final : public Sampler
{
public:
    explicit PowD(const ParameterSet& parameters)
        : m_count(static_cast<std::size_t>(parameters.integer("count")))
        , m_candidates(static_cast<std::size_t>(parameters.integer("candidates")))
        , m_factor(parameters.real("candidateFactor"))
    {}

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse& models, RoundReport& report) override
    {
        RandomStream stream = federation.stream(Purpose::Sampler);
        const std::vector<double> chances = chancesBySize(federation);
        if (federation.roundIndex() == 0)
            return m_log.finish(
                federation, drawWithoutReplacement(chances, m_count, stream), report);
        std::vector<std::size_t> candidates =
            drawWithoutReplacement(chances, asked(federation.clients()), stream);
        std::ranges::sort(candidates);
        const std::vector<double> losses = lossesOf(candidates, federation, models);
        const std::vector<std::size_t> drawn = largestOf(candidates, losses, m_count);
        reportCost(federation, candidates, drawn, losses, report);
        return m_log.finish(federation, drawn, report);
    }

    [[nodiscard]] State state() const override { return m_log.state(); }
    void restore(const State& state) override { m_log.restore(state); }

private:
    /// d, at least K; drawing stops where there are no more.
    [[nodiscard]] std::size_t asked(std::size_t clients) const
    {
        if (m_candidates > 0)
            return std::max(m_candidates, m_count);
        const double wanted = std::ceil(m_factor * static_cast<double>(m_count));
        if (m_factor == 0 || wanted >= static_cast<double>(clients))
            return clients;
        return std::max(static_cast<std::size_t>(wanted), m_count);
    }

    /// Of the global model, or of each one's own where there is none.
    static std::vector<double> lossesOf(const std::vector<std::size_t>& candidates,
                                        Federation& federation,
                                        const ModelsInUse& models)
    {
        std::vector<EvaluationJob> jobs;
        for (const std::size_t k : candidates)
            jobs.push_back({.client = k,
                            .modelRow = models.global ? models.globalRow : models.personalRow[k],
                            .set = SampleSet::Train});
        std::vector<double> losses;
        for (const Score& score : models.global
                                      ? federation.evaluate(jobs, *models.global)
                                      : federation.evaluate(jobs, *models.personal, models.head))
            losses.push_back(std::isnan(score.loss) ? std::numeric_limits<double>::infinity()
                                                    : score.loss);
        return losses;
    }

    /// Every candidate runs the model on its samples and says its loss.
    static void reportCost(const Federation& federation,
                           const std::vector<std::size_t>& candidates,
                           const std::vector<std::size_t>& drawn,
                           const std::vector<double>& losses,
                           RoundReport& report)
    {
        SelectionCost cost(federation);
        for (const std::size_t k : candidates) {
            cost.samples(k, federation.sizes()[k]);
            cost.answer(k, std::ranges::find(drawn, k) != drawn.end(), 1, report);
        }
        cost.finish(report);
        report.clientValues.push_back(
            {.name = "candidateLoss",
             .values = valuesOf(federation.clients(), candidates, losses)});
    }

    std::size_t m_count;
    std::size_t m_candidates;
    double m_factor;
    DrawLog m_log;
};

} // namespace

std::unique_ptr<Sampler> makePowD(const ParameterSet& parameters)
{
    return std::make_unique<PowD>(parameters);
}

} // namespace coterie
