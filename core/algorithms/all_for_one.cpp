#include "core/algorithms/all_for_one.h"

#include "core/algorithms/aggregation.h"
#include "core/train/stepped_work.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <stdexcept>

namespace coterie {
namespace {

constexpr int kRoundsBeforeExclusion = 5; // the released code's
constexpr WeightRule kContinuous{.criterion = Criterion::Continuous};

/// The weights of every pair of clients and the numbers they came from, as of the last refresh, for
/// the report of the round. Rows of clients that take no step are those of the identity.
class WeightRecord
{
public:
    WeightRecord(std::size_t clients, const std::vector<std::size_t>& sources)
        : m_sources(sources)
        , m_weights(identityMatrix(clients))
        , m_ratios(m_weights)
        , m_distances(clients, Values(clients))
        , m_squaredNorms(clients)
        , m_theorySums(clients)
    {}

    [[nodiscard]] const Matrix& weights() const { return m_weights; } ///< α
    /// Row i from weights and ratios among the sources.
    void take(std::size_t i, std::span<const double> weights, std::span<const double> ratios)
    {
        for (std::size_t s = 0; s < m_sources.size(); ++s) {
            m_weights.at(i, m_sources[s]) = weights[s];
            m_ratios.at(i, m_sources[s]) = ratios[s];
        }
    }
    /// The products behind the ratios, and the row's sum before its division.
    void
    takeProducts(std::size_t i, const GradientProducts& products, std::size_t own, double theorySum)
    {
        const std::vector<double> distances = squaredGradientDistances(products, own);
        for (std::size_t s = 0; s < m_sources.size(); ++s)
            m_distances[m_sources[s]][i] = distances[s];
        m_squaredNorms[i] = products.squaredNorms[own];
        m_theorySums[i] = theorySum;
    }
    /// Weights, ratios and numbers of neighbours, and Z_i and 𝒜_i where gradients were compared;
    /// `distances`: also every Z_ik.
    void tell(RoundReport& report, bool distances) const
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
                report.clientValues.push_back(
                    {.name = "squaredGradientDistanceTo" + std::to_string(k),
                     .values = m_distances[k]});
    }

private:
    using Values = std::vector<std::optional<double>>;

    const std::vector<std::size_t>& m_sources; ///< the clients that evaluate gradients
    Matrix m_weights;
    Matrix m_ratios;                 ///< r̂
    std::vector<Values> m_distances; ///< Z_ik, by k
    Values m_squaredNorms;           ///< Z_i
    Values m_theorySums;             ///< 𝒜_i
};

/// α_ik = 1/|cl(i)|: the continuous criterion's weights for ratios of 1 within a group.
void takeOracle(std::span<const int> group,
                std::span<const std::size_t> clients,
                std::span<const std::size_t> sources,
                WeightRecord& record)
{
    for (const std::size_t i : clients) {
        std::vector<double> alike;
        for (const std::size_t k : sources)
            alike.push_back(group[k] == group[i] ? 1.0 : 0.0);
        record.take(i, collaborationWeights(kContinuous, alike).weights, alike);
    }
}

/// Drops pairs whose ratio was zero in `most` refreshes in a row; `zeros` counts them in row i.
void exclude(int most,
             int round,
             std::span<double> zeros,
             std::span<const std::size_t> sources,
             std::vector<double>& ratios)
{
    for (std::size_t s = 0; s < sources.size(); ++s) {
        double& inARow = zeros[sources[s]];
        if (round >= kRoundsBeforeExclusion && inARow >= most)
            ratios[s] = 0;
        else
            inARow = ratios[s] == 0 ? inARow + 1 : 0;
    }
}

} // namespace

void AllForOne::start(Federation& federation)
{
    const std::size_t clients = federation.clients();
    if (m_parameters.isOracle() && federation.facts().trueGroup.empty())
        throw std::invalid_argument("The oracle needs a partition with true groups, and \""
                                    + federation.plan().data.partition.name + "\" has none");
    m_models.start(federation);
    m_optimizer.start(federation, clients);
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
    const std::vector<std::size_t>& sources = probe.sources();
    WeightRecord record(clients, sources);
    if (m_parameters.isOracle())
        takeOracle(federation.facts().trueGroup, work.active(), sources, record);
    std::vector<double> sizes; // n_k
    for (const std::size_t k : sources)
        sizes.push_back(m_parameters.weightsBySize() ? federation.sizes()[k] : 1.0);

    const ModelRows starts = m_models.rows.clone();
    std::vector<double> sent(clients, 0.0); // models and gradients, there and back
    const auto weigh = [&](std::size_t i, const GradientProducts& products, std::size_t own) {
        std::vector<double> ratios = similarityRatios(products, own); // r̂_ik, eq. (1)
        if (m_parameters.earlyExclude > 0)
            exclude(m_parameters.earlyExclude,
                    federation.roundIndex(),
                    m_zerosInARow.row(i),
                    sources,
                    ratios);
        const WeightRow row = collaborationWeights(m_parameters.rule(), ratios, sizes); // Def. 1
        record.take(i, row.weights, ratios);
        record.takeProducts(i, products, own, row.theorySum);
        sent[i] += 2.0 * static_cast<double>(sources.size() - 1);
    };
    m_optimizer.beginRound();
    for (; !work.done(); work.advance()) {
        if (!m_parameters.isOracle() && work.step() % m_parameters.innerIterations == 0)
            probe.ask(work.active(), m_models.rows, work.step(), weigh);
        std::vector<GradientJob> jobs;
        for (const std::size_t i : work.active())
            for (const std::size_t k : sources)
                if (const double weight = record.weights().at(i, k); weight > 0) {
                    jobs.push_back(work.job(k, i, weight)); // the others would change nothing
                    sent[i] += k == i ? 0.0 : 2.0;
                }
        const at::Tensor directions = work.gradients(jobs, m_models.rows); // Σ_k α_ik g_k(θ_i)
        m_optimizer.step(federation, m_models.rows.parameters, directions, work.active());
    }

    work.conclude(starts, m_models.rows, report);
    record.tell(report, m_parameters.reportDistances);
    countPeerExchange(federation, report, sent);
}

ModelsInUse AllForOne::models() const
{
    ModelsInUse inUse = m_models.inUse();
    if (m_parameters.excludeLastClient)
        inUse.unscored = m_models.rows.count() - 1; // B10: not in the tables' means either
    return inUse;
}

} // namespace coterie
