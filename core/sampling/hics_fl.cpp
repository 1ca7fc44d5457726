#include "core/math/draws.h"
#include "core/math/label_distributions.h"
#include "core/metrics/metric_values.h"
#include "core/nn/network.h"
#include "core/sampling/clustered_sampling.h"
#include "core/sampling/heterogeneity_draw.h"
#include "core/sampling/sampler.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace coterie {

namespace {

const Slice* weightOf(const Network& network)
{
    return network.layout().parameter(network.layout().outputLayer, SliceRole::Weight);
}

const Slice* biasOf(const Network& network)
{
    return network.layout().parameter(network.layout().outputLayer, SliceRole::Bias);
}

/// The part of an update that HiCS-FL uses: the output layer's bias, or the choice of its released
/// code.
struct OutputSignal
{
    bool rowMeans = false;   ///< entropies from the row means of the weights, not from the bias
    bool wholeLayer = false; ///< angles between weights and bias together, not between biases

    /// Why a network has no such signal; nothing if it has.
    [[nodiscard]] std::optional<std::string> problemWith(const Network& network) const
    {
        if (network.loss() != Loss::CrossEntropy)
            return "needs a network that answers with one number per class, " + network.name()
                   + " does not";
        if (biasOf(network) == nullptr && !(rowMeans && wholeLayer))
            return "needs a bias in the output layer, " + network.name() + " has none";
        return std::nullopt;
    }

    /// The part of an update to keep.
    [[nodiscard]] ParameterRange range(const Network& network) const
    {
        const Slice* weight = weightOf(network);
        const Slice* bias = biasOf(network);
        if (!rowMeans && !wholeLayer)
            return {.first = bias->offset, .last = bias->offset + bias->count};
        const std::size_t weightEnd = weight->offset + weight->count;
        assert(!bias || bias->offset == weightEnd); // registration order: they are neighbours
        return {.first = weight->offset, .last = weightEnd + (bias ? bias->count : 0)};
    }

    /// From rows of that range: a number per class, for the entropy.
    [[nodiscard]] Matrix entropySignal(const Network& network, const Matrix& kept) const
    {
        if (!rowMeans)
            return biases(network, kept);
        const std::size_t first = range(network).first;
        const Slice& weight = *weightOf(network); // [classes, features]
        const std::size_t classes = weight.shape.front();
        const std::size_t features = weight.count / classes;
        Matrix means(kept.rows, classes);
        for (std::size_t i = 0; i < kept.rows && kept.columns > 0; ++i)
            for (std::size_t c = 0; c < classes; ++c) {
                double sum = 0;
                for (std::size_t f = 0; f < features; ++f)
                    sum += kept.at(i, weight.offset - first + c * features + f);
                means.at(i, c) = sum / static_cast<double>(features);
            }
        return means;
    }

    /// From the same rows: the vectors whose angles count.
    [[nodiscard]] Matrix directions(const Network& network, const Matrix& kept) const
    {
        return wholeLayer ? kept : biases(network, kept);
    }

private:
    /// The bias of every row; rows without columns stay so.
    [[nodiscard]] Matrix biases(const Network& network, const Matrix& kept) const
    {
        const std::size_t first = biasOf(network)->offset - range(network).first;
        Matrix part(kept.rows, biasOf(network)->count);
        for (std::size_t i = 0; i < kept.rows && kept.columns > 0; ++i)
            std::ranges::copy(kept.row(i).subspan(first, part.columns), part.row(i).begin());
        return part;
    }
};

struct HicsFlParameters
{
    HeterogeneityParameters draw;
    OutputSignal signal;
    double temperature = 0.0025; ///< T
    bool firstOnly = false;      ///< a client's first update is kept for good
    bool normalise = false;      ///< updates count as if all were made at the first learning rate
    bool coversInBlocks = false; ///< released code
    double varianceGate = 0;     ///< 0: none
};

/// HiCS-FL Algorithm 1 (ALGORITHMS §5): every client once, then the annealed two-level draw from
/// clusters of the clients' updates of the output layer, which they send with their models.
class HicsFl final : public Sampler
{
public:
    explicit HicsFl(const HicsFlParameters& parameters)
        : m_parameters(parameters)
    {}

    [[nodiscard]] std::optional<Error> problemWith(const Network& network,
                                                   std::size_t clients) const override
    {
        if (const auto problem = m_parameters.signal.problemWith(network))
            return fail("/sampler/name", "hicsFl: " + *problem).error;
        return problemWithClusters(m_parameters.draw, clients);
    }

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse&, RoundReport& report) override
    {
        const HeterogeneityParameters& wanted = m_parameters.draw;
        const std::vector<std::size_t> ids = clientsWithSamples(federation);
        RandomStream stream = federation.stream(Purpose::Sampler);
        const std::vector<std::size_t> fresh =
            toBeSeen(federation, ids, std::min(wanted.count, ids.size()), stream);
        const LabelKnowledge known = estimates(federation, fresh.empty() ? ids : seen(ids));
        reportEntropies(federation, known.ids, known.entropies, report);
        reportStaleness(federation, known.ids, report);
        if (!fresh.empty())
            return m_log.finish(federation, fresh, report);
        if (m_parameters.varianceGate > 0) {
            const double deviation = deviationOf(known.entropies);
            const ClusteredSamplingParameters clustered{.count = wanted.count,
                                                        .warmUp = 0, // that of HiCS-FL came first
                                                        .waitForAll = false,
                                                        .zeroNormAngle = wanted.zeroNormAngle,
                                                        .wardMode = wanted.wardMode};
            if (deviation * deviation >= m_parameters.varianceGate)
                return m_log.finish(
                    federation, drawClustered(clustered, m_whole, federation, report), report);
        }
        return m_log.finish(
            federation, drawByEntropy(wanted, federation, known, stream, report), report);
    }

    void observe(const Federation& federation, const Trained& trained, RoundReport&) override
    {
        if (m_parameters.varianceGate > 0)
            m_whole.observe(federation, trained);
        const double first = federation.plan().local.optimizer.parameters.real("learningRate");
        m_updates.observe(federation,
                          m_parameters.firstOnly ? unseenOf(trained) : trained,
                          m_parameters.signal.range(federation.network()),
                          m_parameters.normalise ? first / trained.learningRate : 1.0);
    }

    [[nodiscard]] State state() const override
    {
        return joined(Sampler::state(), m_whole.state("clustered/"));
    }
    void restore(const State& state) override
    {
        Sampler::restore(state);
        m_whole.restore(state, "clustered/");
    }

private:
    /// The clients that a covering round draws; none once all were seen.
    std::vector<std::size_t> toBeSeen(const Federation& federation,
                                      const std::vector<std::size_t>& ids,
                                      std::size_t count,
                                      RandomStream& stream) const
    {
        if (m_parameters.coversInBlocks) {
            const auto round = static_cast<std::size_t>(federation.roundIndex());
            if (count == 0 || round >= ids.size() / count)
                return {};
            const auto first = ids.begin() + static_cast<std::ptrdiff_t>(round * count);
            return {first, first + static_cast<std::ptrdiff_t>(count)};
        }
        std::vector<double> chances(federation.clients(), 0.0);
        for (const std::size_t k : ids)
            chances[k] = m_updates.wasSeen(k) ? 0.0 : 1.0;
        return drawWithoutReplacement(chances, count, stream);
    }

    /// The clients among them whose update is known.
    [[nodiscard]] std::vector<std::size_t> seen(std::vector<std::size_t> ids) const
    {
        std::erase_if(ids, [&](std::size_t k) { return !m_updates.wasSeen(k); });
        return ids;
    }

    /// Ĥ_k by eq. (8) and the directions of these clients; a client never seen looks balanced.
    [[nodiscard]] LabelKnowledge estimates(const Federation& federation,
                                           const std::vector<std::size_t>& ids) const
    {
        const Matrix kept = m_updates.rows(ids);
        LabelKnowledge known{.ids = ids,
                             .directions =
                                 m_parameters.signal.directions(federation.network(), kept),
                             .entropies = {}};
        const Matrix signals = m_parameters.signal.entropySignal(federation.network(), kept);
        for (std::size_t i = 0; i < ids.size(); ++i)
            known.entropies.push_back(
                estimatedEntropy(signals.row(i), m_parameters.temperature)); // Ĥ_k
        return known;
    }

    /// "staleness": how many rounds ago each of them took part.
    void reportStaleness(const Federation& federation,
                         const std::vector<std::size_t>& ids,
                         RoundReport& report) const
    {
        std::vector<double> rounds;
        for (const std::size_t k : ids)
            rounds.push_back(federation.roundIndex() - m_updates.lastSeen(k));
        report.clientValues.push_back(namedValues("staleness", federation.clients(), ids, rounds));
    }

    /// Only the rows of clients that were never seen before.
    [[nodiscard]] Trained unseenOf(const Trained& trained) const
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

    HicsFlParameters m_parameters;
    KeptUpdates m_whole; ///< of all parameters, for the released code's gate
};

constexpr std::array<std::string_view, 2> kHicsSignalWords{"bias", "fcRowMean"};
constexpr std::array<std::string_view, 2> kHicsDistanceVecWords{"bias", "fcWeightBias"};
constexpr std::array<std::string_view, 2> kHicsRefreshWords{"everyParticipation", "warmUpOnly"};
constexpr std::array<std::string_view, 2> kHicsWarmUpWords{"random", "blocks"};

constexpr std::array kHicsFlParameters{
    bind<&HicsFlParameters::draw, &HeterogeneityParameters::count>(kCountParameter),
    bind<&HicsFlParameters::draw, &HeterogeneityParameters::clusters>(kClustersParameter),
    bind<&HicsFlParameters::temperature>(
        {.name = "temperature",
         .minimum = 0,
         .minimumExcluded = true,
         .meaning = "Temperature of the softmax that turns a bias update into a distribution; it "
                    "depends on the learning rate and the local steps",
         .symbol = "T",
         .equation = "HiCS-FL eq. (8)",
         .profileCodeNumber = 0.001}),
    bind<&HicsFlParameters::draw, &HeterogeneityParameters::lambda>(kLambdaParameter),
    bind<&HicsFlParameters::draw, &HeterogeneityParameters::gamma0>(kGamma0Parameter),
    bind<&HicsFlParameters::draw, &HeterogeneityParameters::annealRounds>(kAnnealRoundsParameter),
    bind<&HicsFlParameters::signal, &OutputSignal::rowMeans>(
        {.name = "signal",
         .title = "Entropies estimated from",
         .words = kHicsSignalWords,
         .meaning = "Estimates entropies from the output layer's bias, or from the row means of "
                    "its weights",
         .symbol = "Δb",
         .equation = "HiCS-FL eq. (8)",
         .profileCodeWord = "fcRowMean"}),
    bind<&HicsFlParameters::signal, &OutputSignal::wholeLayer>(
        {.name = "distanceVec",
         .title = "Angles measured between",
         .words = kHicsDistanceVecWords,
         .meaning = "Measures angles between changes of the output layer's bias, or of its weights "
                    "and bias",
         .equation = "HiCS-FL eq. (9)",
         .profileCodeWord = "fcWeightBias"}),
    bind<&HicsFlParameters::firstOnly>(
        {.name = "refresh",
         .title = "Updates kept",
         .words = kHicsRefreshWords,
         .meaning = "Keeps a client's last update, or only its first one (warmUpOnly)",
         .equation = "HiCS-FL Algorithm 1",
         .profileCodeWord = "warmUpOnly"}),
    bind<&HicsFlParameters::coversInBlocks>(
        {.name = "warmUp",
         .title = "First rounds draw",
         .words = kHicsWarmUpWords,
         .meaning = "The first rounds draw every client once: at random from those not seen yet; "
                    "or, as in the released code, in blocks of ids without the last N mod K",
         .equation = "HiCS-FL Algorithm 1",
         .profileCodeWord = "blocks"}),
    bind<&HicsFlParameters::draw, &HeterogeneityParameters::uniformInCluster>(kInClusterParameter),
    bind<&HicsFlParameters::draw, &HeterogeneityParameters::wardMode>(kWardModeParameter),
    bind<&HicsFlParameters::varianceGate>(
        {.name = "varGate",
         .title = "Least variance",
         .minimum = 0,
         .meaning = "Uses clustered sampling in rounds where the variance of the estimated "
                    "entropies is at least this; 0: never",
         .equation = "released code",
         .profileCodeNumber = 0.1}),
    bind<&HicsFlParameters::draw, &HeterogeneityParameters::zeroNormAngle>(kZeroNormAngleParameter),
    bind<&HicsFlParameters::normalise>(
        {.name = "signalLrNormalise",
         .title = "Even out learning rates",
         .meaning = "Multiplies an update by η⁰/ηᵗ, so that old and new ones compare when the "
                    "learning rate falls"}),
};

} // namespace

constexpr MadePart<Sampler> kHicsFl = madeAs<Sampler, HicsFl, HicsFlParameters>(
    {.name = "hicsFl",
     .title = "HiCS-FL",
     .meaning = "Estimates from a client's update of the output layer how balanced its labels are, "
                "clusters clients by that and by the update's direction, and prefers balanced "
                "clusters in early rounds. Clients send and compute nothing for it; the server's "
                "work is the time of the phase called sample.",
     .paper = "HiCS-FL (Chen, Vikalo 2024)",
     .parameters = kHicsFlParameters});

} // namespace coterie
