#include "core/math/draws.h"
#include "core/math/label_distributions.h"
#include "core/metrics/metric_values.h"
#include "core/nn/models.h"
#include "core/nn/network.h"
#include "core/sampling/clustered_sampling.h"
#include "core/sampling/entropy_sampler.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace coterie {

namespace {

const Slice* outputSlice(const Network& network, SliceRole role)
{
    return network.layout().parameter(network.layout().outputLayer, role);
}

/// That of layers always has; a module from PyTorch may be anything.
bool hasRowForEachClass(const Network& network)
{
    const Slice* weight = outputSlice(network, SliceRole::Weight);
    const Slice* bias = outputSlice(network, SliceRole::Bias);
    return weight != nullptr && weight->shape.front() == network.outputs()
           && (bias == nullptr
               || (bias->offset == weight->offset + weight->count
                   && bias->count == network.outputs()));
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
            return "needs a network that answers with one number per class, " + inSentence(network)
                   + " does not";
        if (network.module() != nullptr && !hasRowForEachClass(network))
            return "needs an output layer with a row of weights and a bias for each class; name it "
                   "in the model's setting output";
        if (outputSlice(network, SliceRole::Bias) == nullptr && !(rowMeans && wholeLayer))
            return "needs a bias in the output layer, " + inSentence(network) + " has none";
        return std::nullopt;
    }

    /// The part of an update to keep.
    [[nodiscard]] ParameterRange range(const Network& network) const
    {
        const Slice* weight = outputSlice(network, SliceRole::Weight);
        const Slice* bias = outputSlice(network, SliceRole::Bias);
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
        const Slice& weight = *outputSlice(network, SliceRole::Weight); // [classes, features]
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

    /// The bias of every row; rows without columns stay so.
    [[nodiscard]] Matrix biases(const Network& network, const Matrix& kept) const
    {
        const Slice& bias = *outputSlice(network, SliceRole::Bias);
        const std::size_t first = bias.offset - range(network).first;
        Matrix part(kept.rows, bias.count);
        for (std::size_t i = 0; i < kept.rows && kept.columns > 0; ++i)
            std::ranges::copy(kept.row(i).subspan(first, part.columns), part.row(i).begin());
        return part;
    }
};

struct HicsFlParameters
{
    EntropySamplerParameters draw;
    OutputSignal signal;
    double temperature = 0.0025; ///< T
    bool firstOnly = false;      ///< a client's first update is kept for good
    bool normalise = false;      ///< updates count as if all were made at the first learning rate
    bool coversInBlocks = false; ///< released code
    double varianceGate = 0;     ///< 0: none
};

/// HiCS-FL Algorithm 1 (ALGORITHMS §5): every client once, then the annealed two-level draw from
/// clusters of the clients' updates of the output layer, which they send with their models.
class HicsFl final : public EntropySampler
{
public:
    explicit HicsFl(const HicsFlParameters& parameters)
        : EntropySampler(parameters.draw)
        , m_hics(parameters)
    {}

    [[nodiscard]] std::optional<Error> problemWith(const Network& network,
                                                   std::size_t clients) const override
    {
        if (const auto problem = m_hics.signal.problemWith(network))
            return fail("/sampler/name", "hicsFl: " + *problem).error;
        return problemWithClusters(clients);
    }

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse&, RoundReport& report) override
    {
        const std::vector<std::size_t> ids = clientsWithSamples(federation);
        RandomStream stream = federation.stream(Purpose::Sampler);
        const std::vector<std::size_t> fresh = toBeSeen(federation, ids, stream);
        std::vector<std::size_t> compared = ids;
        if (!fresh.empty())
            std::erase_if(compared, [&](std::size_t k) { return !m_updates.wasSeen(k); });
        const LabelKnowledge known = estimates(federation, compared);
        reportEntropies(federation, known, report);
        std::vector<double> staleness; // how many rounds ago each of them took part
        for (const std::size_t k : known.ids)
            staleness.push_back(federation.roundIndex() - m_updates.lastSeen(k));
        report.clientValues.push_back(
            namedValues("staleness", federation.clients(), known.ids, staleness));
        if (!fresh.empty())
            return m_log.finish(federation, fresh, report);
        if (m_hics.varianceGate > 0) {
            const double deviation = deviationOf(known.entropies);
            if (deviation * deviation >= m_hics.varianceGate)
                return m_log.finish(
                    federation,
                    drawFromTree(
                        treeOf(known), known.ids, m_hics.draw.count, federation, stream, report),
                    report);
        }
        return m_log.finish(federation, drawByEntropy(federation, known, stream, report), report);
    }

    void observe(const Federation& federation, const Trained& trained, RoundReport&) override
    {
        double factor = 1;
        if (m_hics.normalise)
            factor = federation.plan().local.optimizer.parameters.real("learningRate")
                     / trained.learningRate;
        m_updates.observe(federation,
                          m_hics.firstOnly ? unseenOf(trained) : trained,
                          m_hics.signal.range(federation.network()),
                          factor);
    }

private:
    /// The clients that a covering round draws; none once all were seen.
    std::vector<std::size_t> toBeSeen(const Federation& federation,
                                      const std::vector<std::size_t>& ids,
                                      RandomStream& stream) const
    {
        const std::size_t count = std::min(m_parameters.count, ids.size());
        if (m_hics.coversInBlocks) {
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

    /// Ĥ_k by eq. (8) and the directions of these clients; a client never seen looks balanced.
    [[nodiscard]] LabelKnowledge estimates(const Federation& federation,
                                           const std::vector<std::size_t>& ids) const
    {
        const OutputSignal& signal = m_hics.signal;
        const Matrix kept = m_updates.rows(ids);
        LabelKnowledge known{
            .ids = ids,
            .directions = signal.wholeLayer ? kept : signal.biases(federation.network(), kept)};
        const Matrix signals = signal.entropySignal(federation.network(), kept);
        for (std::size_t i = 0; i < ids.size(); ++i)
            known.entropies.push_back(estimatedEntropy(signals.row(i), m_hics.temperature));
        return known;
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

    HicsFlParameters m_hics;
};

constexpr std::array<std::string_view, 2> kHicsSignalWords{"bias", "fcRowMean"};
constexpr std::array<std::string_view, 2> kHicsDistanceVecWords{"bias", "fcWeightBias"};
constexpr std::array<std::string_view, 2> kHicsRefreshWords{"everyParticipation", "warmUpOnly"};
constexpr std::array<std::string_view, 2> kHicsWarmUpWords{"random", "blocks"};

constexpr std::array kHicsFlParameters{
    bind<&HicsFlParameters::draw, &EntropySamplerParameters::count>(kCountParameter),
    bind<&HicsFlParameters::draw, &EntropySamplerParameters::clusters>(kClustersParameter),
    bind<&HicsFlParameters::temperature>(
        {.name = "temperature",
         .range = above(0),
         .meaning = "Temperature of the softmax that turns a bias update into a distribution; it "
                    "depends on the learning rate and the local steps",
         .symbol = "T",
         .equation = "HiCS-FL eq. (8)",
         .profileCodeNumber = 0.001}),
    bind<&HicsFlParameters::draw, &EntropySamplerParameters::lambda>(kLambdaParameter),
    bind<&HicsFlParameters::draw, &EntropySamplerParameters::gamma0>(kGamma0Parameter),
    bind<&HicsFlParameters::draw, &EntropySamplerParameters::annealRounds>(kAnnealRoundsParameter),
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
    bind<&HicsFlParameters::draw, &EntropySamplerParameters::uniformInCluster>(kInClusterParameter),
    bind<&HicsFlParameters::draw, &EntropySamplerParameters::wardMode>(kWardModeParameter),
    bind<&HicsFlParameters::varianceGate>(
        {.name = "varGate",
         .title = "Least variance",
         .range = atLeast(0),
         .meaning = "Draws as clustered sampling does, from the same tree, in rounds where the "
                    "variance of the estimated entropies is at least this; 0: never",
         .equation = "released code",
         .profileCodeNumber = 0.1}),
    bind<&HicsFlParameters::draw, &EntropySamplerParameters::zeroNormAngle>(
        kZeroNormAngleParameter),
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
