#include "core/algorithms/weight_record.h"

#include "core/algorithms/personal_models.h"

#include <algorithm>
#include <string>

namespace coterie {

void WeightRecord::beginRound(std::size_t clients)
{
    m_weights = m_ratios = identityMatrix(clients);
    m_squaredNorms.assign(clients, {});
    m_theorySums.assign(clients, {});
    m_distances.assign(clients, m_squaredNorms);
}

void WeightRecord::take(std::size_t i,
                        std::span<const std::size_t> sources,
                        std::span<const double> weights,
                        std::span<const double> ratios)
{
    for (std::size_t s = 0; s < sources.size(); ++s) {
        m_weights.at(i, sources[s]) = weights[s];
        m_ratios.at(i, sources[s]) = ratios[s];
    }
}

void WeightRecord::takeProducts(std::size_t i,
                                std::span<const std::size_t> sources,
                                const GradientProducts& products,
                                std::size_t own,
                                double theorySum)
{
    const std::vector<double> distances = squaredGradientDistances(products, own);
    for (std::size_t s = 0; s < sources.size(); ++s)
        m_distances[sources[s]][i] = distances[s];
    m_squaredNorms[i] = products.squaredNorms[own];
    m_theorySums[i] = theorySum;
}

void WeightRecord::tell(RoundReport& report, bool distances) const
{
    report.collaboration = m_weights;
    report.similarity = m_ratios;
    NamedValues neighbours{.name = "neighbours", .values = {}};
    for (std::size_t i = 0; i < m_weights.rows; ++i)
        neighbours.values.push_back(static_cast<double>(
            std::ranges::count_if(m_weights.row(i), [](double weight) { return weight > 0; })));
    report.clientValues.push_back(neighbours);
    const auto isKnown = [](const std::optional<double>& value) { return value.has_value(); };
    if (std::ranges::none_of(m_squaredNorms, isKnown))
        return;
    report.clientValues.push_back({.name = "theoryRowSum", .values = m_theorySums});
    report.clientValues.push_back({.name = "squaredGradientNorm", .values = m_squaredNorms});
    for (std::size_t k = 0; distances && k < m_distances.size(); ++k)
        if (std::ranges::any_of(m_distances[k], isKnown))
            report.clientValues.push_back({.name = "squaredGradientDistanceTo" + std::to_string(k),
                                           .values = m_distances[k]});
}

} // namespace coterie
