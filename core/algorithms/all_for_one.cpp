#include "core/algorithms/all_for_one.h"

#include "core/algorithms/aggregation.h"
#include "core/train/stepped_work.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <stdexcept>
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

namespace {

constexpr int kRoundsBeforeExclusion = 5; // the released code's
constexpr WeightRule kContinuous{.criterion = Criterion::Continuous};

} // namespace

AllForOne::AllForOne(const AllForOneParameters& parameters)
    : m_parameters(parameters)
{
    keeps("optimizer/", m_optimizer);
    if (parameters.earlyExclude > 0)
        keeps("zerosInARow", m_zerosInARow.values);
}

void AllForOne::start(Federation& federation)
{
    const std::size_t clients = federation.clients();
    if (m_parameters.isOracle() && federation.facts().trueGroup.empty())
        throw std::invalid_argument("The oracle needs a partition with true groups, and \""
                                    + federation.plan().data.partition.name + "\" has none");
    m_models.start(federation);
    m_optimizer.start(federation, clients);
    m_sizes.assign(federation.sizes().begin(), federation.sizes().end());
    m_zerosInARow = Matrix(clients, clients);
}

void AllForOne::round(Federation& federation, RoundReport& report)
{
    const std::size_t clients = federation.clients();
    SteppedWork work(federation);
    if (m_parameters.sharedBatches)
        work.shareBatches();
    GradientProbe probe(federation, work.active(), m_parameters.probeSamples);
    if (m_parameters.excludeLastClient)
        work.leaveOut(clients - 1);
    m_sources = probe.sources();
    m_record.beginRound(clients);
    if (m_parameters.isOracle())
        takeOracle(federation, work.active());

    const ModelRows starts = m_models.rows.clone();
    std::vector<double> sent(clients, 0.0); // models and gradients, there and back
    m_optimizer.beginRound();
    for (; !work.done(); work.advance()) {
        if (!m_parameters.isOracle() && work.step() % m_parameters.innerIterations == 0) {
            probe.ask(work.active(),
                      m_models.rows,
                      work.step(),
                      [&](std::size_t i, const GradientProducts& products, std::size_t own) {
                          takeGradients(federation.roundIndex(), i, products, own);
                          sent[i] += 2.0 * static_cast<double>(m_sources.size() - 1);
                      });
        }
        std::vector<GradientJob> jobs;
        for (const std::size_t i : work.active())
            for (const std::size_t k : m_sources)
                if (const double weight = m_record.weights().at(i, k); weight > 0) {
                    jobs.push_back(work.job(k, i, weight)); // the others would change nothing
                    sent[i] += k == i ? 0.0 : 2.0;
                }
        const at::Tensor directions = work.gradients(jobs, m_models.rows); // Σ_k α_ik g_k(θ_i)
        m_optimizer.step(federation, m_models.rows.parameters, directions, work.active());
    }

    work.conclude(starts, m_models.rows, report);
    m_record.tell(report, m_parameters.reportDistances);
    countPeerExchange(federation, report, sent);
}

ModelsInUse AllForOne::models() const
{
    ModelsInUse inUse = m_models.inUse();
    if (m_parameters.excludeLastClient)
        inUse.unscored = m_sizes.size() - 1; // B10: not in the tables' means either
    return inUse;
}

void AllForOne::takeOracle(const Federation& federation, std::span<const std::size_t> clients)
{
    const std::vector<int>& group = federation.facts().trueGroup;
    for (const std::size_t i : clients) {
        std::vector<double> alike;
        for (const std::size_t k : m_sources)
            alike.push_back(group[k] == group[i] ? 1.0 : 0.0);
        // α_ik = 1/|cl(i)|: the continuous criterion's weights for such ratios.
        m_record.take(i, m_sources, collaborationWeights(kContinuous, alike).weights, alike);
    }
}

void AllForOne::takeGradients(int round,
                              std::size_t i,
                              const GradientProducts& products,
                              std::size_t own)
{
    std::vector<double> ratios = similarityRatios(products, own); // r̂_ik, eq. (1)
    exclude(round, i, ratios);
    std::vector<double> sizes;
    for (const std::size_t k : m_sources)
        sizes.push_back(m_parameters.weightsBySize() ? m_sizes[k] : 1.0);
    const WeightRow row = collaborationWeights(m_parameters.rule(), ratios, sizes); // Definition 1
    m_record.take(i, m_sources, row.weights, ratios);
    m_record.takeProducts(i, m_sources, products, own, row.theorySum);
}

void AllForOne::exclude(int round, std::size_t i, std::vector<double>& ratios)
{
    if (m_parameters.earlyExclude == 0)
        return;
    for (std::size_t s = 0; s < m_sources.size(); ++s) {
        double& zeros = m_zerosInARow.at(i, m_sources[s]);
        if (round >= kRoundsBeforeExclusion && zeros >= m_parameters.earlyExclude)
            ratios[s] = 0;
        else
            zeros = ratios[s] == 0 ? zeros + 1 : 0;
    }
}

} // namespace coterie
