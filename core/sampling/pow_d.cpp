#include "core/math/draws.h"
#include "core/sampling/sampler.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace coterie {
namespace {

struct PowDParameters
{
    std::size_t count = 1;      ///< K
    std::size_t candidates = 0; ///< d; 0: by the factor
    double candidateFactor = 0; ///< d/K; 0: all clients
};

constexpr std::array kPowDParameters{
    bind<&PowDParameters::count>(kCountParameter),
    bind<&PowDParameters::candidates>(
        {.name = "candidates",
         .range = atLeast(0),
         .unit = "clients",
         .meaning =
             "Clients that report their loss, at least as many as take part and at most all; "
             "0: by the candidates per participant",
         .symbol = "d",
         .equation = "Power-of-Choice §3.1"}),
    bind<&PowDParameters::candidateFactor>(
        {.name = "candidateFactor",
         .title = "Candidates per participant",
         .range = atLeast(0),
         .meaning = "Candidates for each participant, where no number of candidates is set; 0: "
                    "every client is a candidate (ideal)",
         .symbol = "d/K",
         .equation = "HiCS-FL §6.1.2",
         .profileCodeNumber = 2}),
};

/// A = d clients drawn ∝ p without replacement; L_k = F_k(θᵗ); S = the K largest (ALGORITHMS §8.2).
class PowD final : public ConfiguredSampler<PowDParameters>
{
public:
    using ConfiguredSampler::ConfiguredSampler;

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse& models, RoundReport& report) override
    {
        const std::size_t count = m_parameters.count;
        RandomStream stream = federation.stream(Purpose::Sampler);
        const std::vector<double> chances = chancesBySize(federation);
        if (federation.roundIndex() == 0)
            return m_log.finish(federation, drawWithoutReplacement(chances, count, stream), report);
        std::vector<std::size_t> candidates =
            drawWithoutReplacement(chances, asked(federation.clients()), stream);
        std::ranges::sort(candidates);
        const std::vector<double> losses = lossesOf(candidates, federation, models);
        const std::vector<std::size_t> drawn = largestOf(candidates, losses, count);
        reportCost(federation, candidates, drawn, losses, report);
        return m_log.finish(federation, drawn, report);
    }

private:
    /// d, at least K; the draw ends earlier if there are fewer clients.
    [[nodiscard]] std::size_t asked(std::size_t clients) const
    {
        const auto& [count, candidates, factor] = m_parameters;
        if (candidates > 0)
            return std::max(candidates, count);
        const double wanted = std::ceil(factor * static_cast<double>(count));
        if (factor == 0 || wanted >= static_cast<double>(clients))
            return clients;
        return std::max(static_cast<std::size_t>(wanted), count);
    }

    /// Of the global model, or of each client's own if there is none.
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

    /// Every candidate runs the model on its samples and sends its loss.
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
            namedValues("candidateLoss", federation.clients(), candidates, losses));
    }
};

} // namespace

constexpr MadePart<Sampler> kPowD = madeAs<Sampler, PowD, PowDParameters>(
    {.name = "powD",
     .title = "Power-of-choice",
     .meaning = "Draws candidates in proportion to their samples, evaluates the model on their "
                "data, and takes those with the largest loss. The first round is random.",
     .paper = "Cho, Wang, Joshi 2020; HiCS-FL (baseline)",
     .parameters = kPowDParameters});

} // namespace coterie
