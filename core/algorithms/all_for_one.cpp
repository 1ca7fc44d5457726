#include "core/algorithms/all_for_one.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <stdexcept>

namespace coterie {
namespace {

constexpr int kRoundsBeforeExclusion = 5; // the released code's

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
    m_distances = Matrix(clients, clients);
    m_zerosInARow = Matrix(clients, clients);
}

void AllForOne::round(Federation& federation, RoundReport& report)
{
    const std::size_t clients = federation.clients();
    SteppedWork work(federation);
    GradientProbe probe(federation, work.active(), m_parameters.probeSamples);
    if (m_parameters.excludeLastClient)
        work.leaveOut(clients - 1);
    m_sources = probe.sources();
    m_weights = m_ratios = identityMatrix(clients); // of those who take no step
    m_squaredNorms.assign(clients, {});
    m_theorySums.assign(clients, {});
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
                if (m_weights.at(i, k) > 0) { // the others would change nothing
                    GradientJob job = work.job(k, i, m_weights.at(i, k));
                    if (m_parameters.sharedBatches)
                        job.samples = work.batch(k, k);
                    jobs.push_back(job);
                    sent[i] += k == i ? 0.0 : 2.0;
                }
        const at::Tensor directions = work.gradients(jobs, m_models.rows); // Σ_k α_ik g_k(θ_i)
        m_optimizer.step(federation, m_models.rows.parameters, directions, work.active());
    }

    work.conclude(starts, m_models.rows, report);
    tell(report);
    for (std::size_t i = 0; i < clients; ++i)
        if (sent[i] > 0)
            federation.countTraffic(report,
                                    Link::ClientToClient,
                                    static_cast<int>(i),
                                    sent[i] * static_cast<double>(federation.facts().parameters));
}

void AllForOne::takeOracle(const Federation& federation, std::span<const std::size_t> clients)
{
    const std::vector<int>& group = federation.facts().trueGroup;
    for (const std::size_t i : clients) {
        const auto alike = [&](std::size_t k) { return group[k] == group[i]; };
        const auto size = static_cast<double>(std::ranges::count_if(m_sources, alike));
        for (const std::size_t k : m_sources) {
            m_ratios.at(i, k) = alike(k) ? 1.0 : 0.0;
            m_weights.at(i, k) = alike(k) ? 1.0 / size : 0.0; // α_ik = 1/|cl(i)|
        }
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
    const std::vector<double> distances = squaredGradientDistances(products, own);
    for (std::size_t s = 0; s < m_sources.size(); ++s) {
        m_ratios.at(i, m_sources[s]) = ratios[s];
        m_weights.at(i, m_sources[s]) = row.weights[s];
        m_distances.at(i, m_sources[s]) = distances[s];
    }
    m_squaredNorms[i] = products.squaredNorms[own];
    m_theorySums[i] = row.theorySum;
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

void AllForOne::tell(RoundReport& report) const
{
    report.collaboration = m_weights;
    report.similarity = m_ratios;
    NamedValues neighbours{.name = "neighbours", .values = {}};
    for (std::size_t i = 0; i < m_weights.rows; ++i)
        neighbours.values.push_back(static_cast<double>(
            std::ranges::count_if(m_weights.row(i), [](double weight) { return weight > 0; })));
    report.clientValues.push_back(neighbours);
    if (!m_parameters.rule)
        return;
    report.clientValues.push_back({.name = "theoryRowSum", .values = m_theorySums});
    report.clientValues.push_back({.name = "squaredGradientNorm", .values = m_squaredNorms});
    for (const std::size_t k :
         m_parameters.reportDistances ? m_sources : std::vector<std::size_t>{}) {
        NamedValues column{.name = "squaredGradientDistanceTo" + std::to_string(k), .values = {}};
        for (std::size_t i = 0; i < m_weights.rows; ++i)
            column.values.push_back(m_squaredNorms[i] ? std::optional(m_distances.at(i, k))
                                                      : std::nullopt);
        report.clientValues.push_back(column);
    }
}

State AllForOne::state() const
{
    State state = joined(m_models.state(), m_optimizer.state("optimizer/"));
    if (m_parameters.earlyExclude > 0)
        state.push_back({.name = "zerosInARow", .values = at::tensor(m_zerosInARow.values)});
    return state;
}

void AllForOne::restore(const State& state)
{
    m_models.restore(state);
    m_optimizer.restore(state, "optimizer/");
    if (const at::Tensor zeros = statePart(state, "zerosInARow"); zeros.defined()) {
        const at::Tensor here = zeros.to(at::kCPU).contiguous();
        std::copy_n(here.data_ptr<double>(), here.numel(), m_zerosInARow.values.begin());
    }
}

std::unique_ptr<Algorithm> makeAllForOne(const RunPlan& plan)
{
    const ParameterSet& parameters = plan.algorithm.parameters;
    const std::string criterion = parameters.word("criterion");
    const std::string sizes = parameters.word("sizes");
    AllForOneParameters chosen{
        .rule = WeightRule{.criterion =
                               criterion == "binary" ? Criterion::Binary : Criterion::Continuous,
                           .threshold = parameters.real("threshold"),
                           .rowSumOne = parameters.boolean("rowSumOne")},
        .weightsBySize = sizes == "trainSize" || (sizes == "auto" && criterion == "binary"),
        .innerIterations = static_cast<std::size_t>(parameters.integer("innerIterations")),
        .probeSamples = static_cast<std::size_t>(parameters.integer("probeSamples")),
        .sharedBatches = parameters.boolean("sharedBatches"),
        .earlyExclude = static_cast<int>(parameters.integer("earlyExclude")),
        .excludeLastClient = parameters.boolean("excludeLastClient"),
        .reportDistances = parameters.boolean("reportDistances")};
    if (criterion == "oracle")
        chosen.rule.reset();
    return std::make_unique<AllForOne>(chosen);
}

} // namespace coterie
