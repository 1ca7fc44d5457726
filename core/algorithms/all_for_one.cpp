#include "core/algorithms/all_for_one.h"

#include "core/algorithms/aggregation.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <stdexcept>

namespace coterie {
namespace {

constexpr int kRoundsBeforeExclusion = 5; // the released code's
constexpr WeightRule kContinuous{.criterion = Criterion::Continuous};

} // namespace

AllForOne::AllForOne(const AllForOneParameters& parameters)
    : m_parameters(parameters)
{}

void AllForOne::start(Federation& federation)
{
    const std::size_t clients = federation.clients();
    if (!m_parameters.rule && federation.facts().trueGroup.empty())
        throw std::invalid_argument("the oracle needs a partition that knows the true groups of "
                                    "the clients, and \""
                                    + federation.plan().data.partition.name + "\" does not");
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
    if (!m_parameters.rule)
        takeOracle(federation, work.active());

    const ModelRows starts = m_models.rows.clone();
    std::vector<double> sent(clients, 0.0); // models and gradients, there and back
    m_optimizer.beginRound();
    for (; !work.done(); work.advance()) {
        if (m_parameters.rule && work.step() % m_parameters.innerIterations == 0) {
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
        // α_ik = 1/|cl(i)|: what the continuous criterion makes of such ratios.
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
        sizes.push_back(m_parameters.weightsBySize ? m_sizes[k] : 1.0);
    const WeightRow row = collaborationWeights(*m_parameters.rule, ratios, sizes); // Definition 1
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

State AllForOne::state() const
{
    State state = joined(m_models.state(), m_optimizer.state("optimizer/"));
    if (m_parameters.earlyExclude == 0)
        return state;
    return joined(state, numbersState("zerosInARow", m_zerosInARow.values));
}

void AllForOne::restore(const State& state)
{
    m_models.restore(state);
    m_optimizer.restore(state, "optimizer/");
    if (m_parameters.earlyExclude > 0)
        m_zerosInARow.values = numbersOfState(state, "zerosInARow");
}

std::unique_ptr<Algorithm> makeAllForOne(const RunPlan& plan)
{
    return std::make_unique<AllForOne>(AllForOneParameters::of(plan.algorithm.parameters));
}

} // namespace coterie
