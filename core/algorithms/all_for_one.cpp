#include "core/algorithms/aggregation.h"
#include "core/algorithms/algorithm.h"
#include "core/algorithms/gradient_probe.h"
#include "core/base/matrix.h"
#include "core/collaboration/collaboration_weights.h"
#include "core/train/stepped_work.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>
#include <string_view>

namespace coterie {
namespace {

struct AllForOneParameters
{
    enum class Rule
    {
        Binary,
        Continuous,
        Oracle ///< averages over the true group
    };
    enum class Sizes
    {
        Auto, ///< the released code's way: samples for binary weights only
        TrainSize,
        None
    };

    Rule criterion = Rule::Binary;
    double threshold = 0.1; ///< λ
    std::size_t innerIterations = 50;
    std::size_t probeSamples = 512;
    bool rowSumOne = true;
    Sizes sizes = Sizes::Auto;
    bool sharedBatches = false;
    int earlyExclude = 0;
    bool reportDistances = true;

    [[nodiscard]] bool isOracle() const { return criterion == Rule::Oracle; }
    /// n_k is the number of training samples, else 1.
    [[nodiscard]] bool weightsBySize() const
    {
        return sizes == Sizes::TrainSize || (sizes == Sizes::Auto && criterion == Rule::Binary);
    }
    [[nodiscard]] WeightRule rule() const
    {
        return {.criterion = criterion == Rule::Binary ? Criterion::Binary : Criterion::Continuous,
                .threshold = threshold,
                .rowSumOne = rowSumOne};
    }
};

constexpr std::array<std::string_view, 3> kCriterionWords{"binary", "continuous", "oracle"};
constexpr std::array<std::string_view, 3> kSizeWords{"auto", "trainSize", "none"};

constexpr std::array kAllForOneParameters{
    bind<&AllForOneParameters::criterion>(
        {.name = "criterion",
         .words = kCriterionWords,
         .meaning = "A similarity ratio counts fully from a threshold on (binary), or by its value "
                    "(continuous); the oracle averages over the true group",
         .symbol = "φ",
         .equation = "All-for-one §4"}),
    bind<&AllForOneParameters::threshold>(
        {.name = "threshold",
         .range = above(0).atMost(1),
         .meaning = "binary: the smallest similarity ratio that counts",
         .symbol = "λ",
         .equation = "All-for-one §4"}),
    bind<&AllForOneParameters::innerIterations>(kInnerIterationsParameter),
    bind<&AllForOneParameters::probeSamples>(
        {.name = "probeSamples",
         .title = "Probe batch size",
         .range = atLeast(1),
         .unit = "samples",
         .meaning = "Batch on which a gradient is evaluated for the weights",
         .symbol = "b_α",
         .equation = "All-for-one eq. (1), Table S1"}),
    bind<&AllForOneParameters::rowSumOne>(
        {.name = "rowSumOne",
         .title = "Rows sum to one",
         .meaning = "Divides each row of weights by its sum, as the released code does; in the "
                    "theory rows sum to between 1 and 1/λ",
         .symbol = "𝒜ᵢ",
         .equation = "All-for-one Definition 1"}),
    bind<&AllForOneParameters::sizes>(
        {.name = "sizes",
         .title = "Ratio multiplied by",
         .words = kSizeWords,
         .meaning = "Multiplies a client's ratio by its training samples (trainSize) or by nothing "
                    "(none); auto follows the released code: samples for binary weights only",
         .symbol = "n_k",
         .equation = "All-for-one Remark 1"}),
    bind<&AllForOneParameters::sharedBatches>(kSharedBatchesParameter),
    bind<&AllForOneParameters::earlyExclude>(
        {.name = "earlyExclude",
         .title = "Drop a pair after",
         .range = atLeast(0),
         .unit = "refreshes",
         .meaning = "Drops a pair for good once its ratio was zero in this many refreshes in a "
                    "row, from the sixth round on; 0: never",
         .profileCodeNumber = 5}),
    bind<&AllForOneParameters::reportDistances>(
        {.name = "reportDistances",
         .title = "Report gradient distances",
         .meaning = "Also reports ‖g_i − g_k‖² of every pair, N values per client",
         .symbol = "Z_ik",
         .equation = "All-for-one eq. (1)"}),
};

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
        report.clientValues.push_back({.name = "squaredProbeNorm", .values = m_squaredNorms});
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

/// Every client keeps a model and steps along a weighted sum of gradients that all clients evaluate
/// at it: θ_i ← θ_i − η Σ_k α_ik g_k(θ_i). The weights follow from how far g_k(θ_i) is from the
/// client's own gradient and are estimated anew every few steps (All-for-one, Algorithm 1).
class AllForOne final : public Configured<PersonalModelsAlgorithm, AllForOneParameters>
{
public:
    explicit AllForOne(const AllForOneParameters& parameters)
        : Configured(parameters)
    {
        keeps("optimizer/", m_optimizer);
        if (parameters.earlyExclude > 0)
            keeps("zerosInARow", m_zerosInARow.values);
    }

    void start(Federation& federation) override
    {
        const std::size_t clients = federation.clients();
        if (m_parameters.isOracle() && federation.facts().trueGroup.empty())
            throw std::invalid_argument("The oracle needs a partition with true groups, and \""
                                        + federation.plan().data.partition.name + "\" has none");
        m_models.start(federation);
        m_optimizer.start(federation);
        m_zerosInARow = Matrix(clients, clients);
    }

    void round(Federation& federation, RoundReport& report) override
    {
        const std::size_t clients = federation.clients();
        SteppedWork work(federation);
        if (m_parameters.sharedBatches)
            work.shareBatches();
        std::vector<std::size_t> sources(work.active().begin(), work.active().end());
        if (const std::optional<std::size_t> last = federation.leftOut())
            sources.push_back(*last);
        GradientProbe probe(federation, sources, m_parameters.probeSamples);
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
            const WeightRow row =
                collaborationWeights(m_parameters.rule(), ratios, sizes); // Def. 1
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

    [[nodiscard]] ModelsInUse models() const override { return m_models.inUse(); }

private:
    RowOptimizer m_optimizer;
    Matrix m_zerosInARow; ///< of r̂, with earlyExclude
};

} // namespace

constexpr MadePart<Algorithm> kAllForOne = madeAs<Algorithm, AllForOne, AllForOneParameters>(
    {.name = "allForOne",
     .title = "All-for-one",
     .meaning = "Every client steps along gradients that the other clients evaluate at its model, "
                "weighted by their similarity to its own.",
     .paper = "Philippenko, Le Bars, Scaman and Massoulié",
     .parameters = kAllForOneParameters});

} // namespace coterie
