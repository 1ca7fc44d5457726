#include "core/sampling/label_estimates.h"

#include "core/collab/label_entropy.h"

#include <algorithm>

namespace coterie {
namespace {

double firstRate(const Federation& federation)
{
    return federation.plan().local.optimizer.parameters.real("learningRate");
}

} // namespace

LabelEstimates::LabelEstimates(const ParameterSet& parameters)
    : m_signal{.rowMeans = parameters.word("signal") == "fcRowMean",
               .wholeLayer = parameters.word("distanceVec") == "fcWeightBias"}
    , m_temperature(parameters.real("temperature"))
    , m_firstOnly(parameters.word("refresh") == "warmUpOnly")
    , m_normalise(parameters.boolean("signalLrNormalise"))
{}

void LabelEstimates::observe(const Federation& federation, const Trained& trained)
{
    const double factor = m_normalise ? firstRate(federation) / trained.learningRate : 1.0;
    m_updates.observe(federation,
                      m_firstOnly ? unseenOf(trained) : trained,
                      m_signal.range(federation.network()),
                      factor);
}

std::vector<std::size_t> LabelEstimates::seen(std::vector<std::size_t> ids) const
{
    std::erase_if(ids, [&](std::size_t k) { return !m_updates.wasSeen(k); });
    return ids;
}

LabelKnowledge LabelEstimates::of(const Federation& federation,
                                  const std::vector<std::size_t>& ids) const
{
    LabelKnowledge known{.ids = ids, .directions = {}, .entropies = {}};
    const Matrix kept = m_updates.rows(ids);
    const Matrix signals = m_signal.entropySignal(federation.network(), kept);
    for (std::size_t i = 0; i < ids.size(); ++i)
        known.entropies.push_back(estimatedEntropy(signals.row(i), m_temperature)); // Ĥ_k
    known.directions = m_signal.directions(federation.network(), kept);
    return known;
}

void LabelEstimates::reportStaleness(const Federation& federation,
                                     const std::vector<std::size_t>& ids,
                                     RoundReport& report) const
{
    std::vector<double> rounds;
    for (const std::size_t k : ids)
        rounds.push_back(federation.roundIndex() - m_updates.lastSeen(k));
    report.clientValues.push_back(
        {.name = "staleness", .values = valuesOf(federation.clients(), ids, rounds)});
}

Trained LabelEstimates::unseenOf(const Trained& trained) const
{
    std::vector<std::size_t> rows;
    Trained fresh;
    fresh.starts = trained.starts;
    fresh.learningRate = trained.learningRate;
    for (std::size_t j = 0; j < trained.clients.size(); ++j)
        if (!m_updates.wasSeen(trained.clients[j])) {
            rows.push_back(j);
            fresh.clients.push_back(trained.clients[j]);
            fresh.startRow.push_back(trained.startRow[j]);
        }
    fresh.ends = trained.ends.select(rows);
    return fresh;
}

} // namespace coterie
