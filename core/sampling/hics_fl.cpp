#include "core/collaboration/utility_partition.h"
#include "core/math/draws.h"
#include "core/math/label_distributions.h"
#include "core/math/linkage.h"
#include "core/metrics/metric_values.h"
#include "core/nn/network.h"
#include "core/sampling/clustered_sampling.h"
#include "core/sampling/sampler.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace coterie {

namespace {

const Slice* outputSlice(const Network& network, SliceRole role)
{
    return network.layout().parameter(network.layout().outputLayer, role);
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
        if (outputSlice(network, SliceRole::Bias) == nullptr && !(rowMeans && wholeLayer))
            return "needs a bias in the output layer, " + network.name() + " has none";
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
    std::size_t count = 1;    ///< K
    std::size_t clusters = 0; ///< M; 0: K
    double lambda = 0.1;      ///< λ
    double gamma0 = 4;        ///< γ⁰
    int annealRounds = 0;     ///< 𝒯; 0: all rounds
    bool uniformInCluster = false;
    WardMode wardMode = WardMode::Rows;
    double zeroNormAngle = kRightAngle;
    OutputSignal signal;
    double temperature = 0.0025; ///< T
    bool firstOnly = false;      ///< a client's first update is kept for good
    bool normalise = false;      ///< updates count as if all were made at the first learning rate
    bool coversInBlocks = false; ///< released code
    double varianceGate = 0;     ///< 0: none
};

/// The known or estimated label entropies of some clients, and the directions of their updates.
struct LabelKnowledge
{
    std::vector<std::size_t> ids; ///< ascending
    Matrix directions = {};       ///< a row per id: Δb, or its replacement
    std::vector<double> entropies = {};
};

/// HiCS-FL's clustering and annealed two-level draw (Algorithm 1, lines 9–20), for estimated
/// entropies and for the true ones.
class EntropySampler : public ConfiguredSampler<HicsFlParameters>
{
public:
    using ConfiguredSampler::ConfiguredSampler;

protected:
    /// Refuses more clusters than clients, with the place in the arm.
    [[nodiscard]] std::optional<Error> problemWithClusters(std::size_t clients) const
    {
        if (m_parameters.clusters <= clients)
            return std::nullopt;
        return Error{.place = "/sampler/clusters",
                     .found = std::to_string(m_parameters.clusters),
                     .allowed = "at most " + std::to_string(clients) + ", the number of clients"};
    }

    /// The clients in the order of drawing. Reports clusters with their merges, H̄_m
    /// ("clusterEntropy"), π_m ("clusterChance"), γᵗ ("samplingSharpness", of the round) and every
    /// client's chance in the first draw ("drawChance").
    [[nodiscard]] std::vector<std::size_t> drawByEntropy(const Federation& federation,
                                                         const LabelKnowledge& known,
                                                         RandomStream& stream,
                                                         RoundReport& report) const
    {
        const HicsFlParameters& p = m_parameters;
        const std::vector<Merge> tree =
            wardTree(mixedDistances(known.directions, known.entropies, p.lambda, p.zeroNormAngle),
                     p.wardMode);
        const Clusters clusters = groupsOfLabels(
            cutToClusters(tree, known.ids.size(), p.clusters == 0 ? p.count : p.clusters));
        const std::vector<double> means = clusterMeans(clusters, known.entropies); // H̄_m
        const double sharpness =
            annealed(p.gamma0,
                     federation.roundIndex(),
                     p.annealRounds == 0 ? federation.plan().rounds : p.annealRounds); // γᵗ
        const std::vector<double> chances = clusterChances(means, sharpness);          // π_m
        std::vector<double> sizes;
        for (const std::size_t k : known.ids)
            sizes.push_back(p.uniformInCluster ? 1.0 : federation.sizes()[k]);
        const std::vector<double> first = twoLevelChances(clusters, chances, sizes);

        std::vector<std::size_t> drawn = p.uniformInCluster
                                             ? drawByClusters(clusters, chances, p.count, stream)
                                             : drawWithoutReplacement(first, p.count, stream);
        for (std::size_t& place : drawn)
            place = known.ids[place];

        report.samplingClusters =
            ofClients({.groups = clusters, .merges = tree}, known.ids, federation.clients());
        report.groupValues.push_back(
            {.name = "clusterEntropy", .values = {means.begin(), means.end()}});
        report.groupValues.push_back(
            {.name = "clusterChance", .values = {chances.begin(), chances.end()}});
        report.metrics["samplingSharpness"] = sharpness;
        report.clientValues.push_back(
            namedValues("drawChance", federation.clients(), known.ids, first));
        return drawn;
    }

    /// "estimatedEntropy" of the listed clients and "trueEntropy" of all.
    static void
    reportEntropies(const Federation& federation, const LabelKnowledge& known, RoundReport& report)
    {
        report.clientValues.push_back(
            namedValues("estimatedEntropy", federation.clients(), known.ids, known.entropies));
        NamedValues truth{.name = "trueEntropy", .values = {}};
        for (const std::vector<std::int64_t>& counts : federation.facts().classCounts)
            truth.values.emplace_back(labelEntropy(counts));
        report.clientValues.push_back(std::move(truth));
    }
};

/// HiCS-FL Algorithm 1 (ALGORITHMS §5): every client once, then the annealed two-level draw from
/// clusters of the clients' updates of the output layer, which they send with their models.
class HicsFl final : public EntropySampler
{
public:
    using EntropySampler::EntropySampler;

    [[nodiscard]] std::optional<Error> problemWith(const Network& network,
                                                   std::size_t clients) const override
    {
        if (const auto problem = m_parameters.signal.problemWith(network))
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
        if (m_parameters.varianceGate > 0) {
            const double deviation = deviationOf(known.entropies);
            const ClusteredSamplingParameters clustered{.count = m_parameters.count,
                                                        .warmUp = 0, // that of HiCS-FL came first
                                                        .waitForAll = false,
                                                        .zeroNormAngle = m_parameters.zeroNormAngle,
                                                        .wardMode = m_parameters.wardMode};
            if (deviation * deviation >= m_parameters.varianceGate)
                return m_log.finish(
                    federation, drawClustered(clustered, m_whole, federation, report), report);
        }
        return m_log.finish(federation, drawByEntropy(federation, known, stream, report), report);
    }

    void observe(const Federation& federation, const Trained& trained, RoundReport&) override
    {
        if (m_parameters.varianceGate > 0)
            m_whole.observe(federation, trained);
        double factor = 1;
        if (m_parameters.normalise)
            factor = federation.plan().local.optimizer.parameters.real("learningRate")
                     / trained.learningRate;
        m_updates.observe(federation,
                          m_parameters.firstOnly ? unseenOf(trained) : trained,
                          m_parameters.signal.range(federation.network()),
                          factor);
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
                                      RandomStream& stream) const
    {
        const std::size_t count = std::min(m_parameters.count, ids.size());
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

    /// Ĥ_k by eq. (8) and the directions of these clients; a client never seen looks balanced.
    [[nodiscard]] LabelKnowledge estimates(const Federation& federation,
                                           const std::vector<std::size_t>& ids) const
    {
        const OutputSignal& signal = m_parameters.signal;
        const Matrix kept = m_updates.rows(ids);
        LabelKnowledge known{
            .ids = ids,
            .directions = signal.wholeLayer ? kept : signal.biases(federation.network(), kept)};
        const Matrix signals = signal.entropySignal(federation.network(), kept);
        for (std::size_t i = 0; i < ids.size(); ++i)
            known.entropies.push_back(estimatedEntropy(signals.row(i), m_parameters.temperature));
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

    KeptUpdates m_whole; ///< of all parameters, for the released code's gate
};

/// §5 of ALGORITHMS with the true H_k and without covering rounds. D − 1/C replaces Δb: the
/// direction of its expectation under the initial model (HiCS-FL eq. 6).
class OracleHics final : public EntropySampler
{
public:
    using EntropySampler::EntropySampler;

    [[nodiscard]] std::optional<Error> problemWith(const Network& network,
                                                   std::size_t clients) const override
    {
        const std::string refused = "oracleHics: needs classes, " + network.name();
        if (network.loss() == Loss::SquaredError)
            return fail("/sampler/name", refused + " answers with a number").error;
        if (network.loss() == Loss::Dice)
            return fail("/sampler/name", refused + " answers with a mask").error;
        return problemWithClusters(clients);
    }

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse&, RoundReport& report) override
    {
        const auto& counts = federation.facts().classCounts;
        LabelKnowledge known{.ids = clientsWithSamples(federation)};
        const auto classes = static_cast<std::size_t>(federation.facts().classes);
        known.directions = Matrix(known.ids.size(), classes);
        for (std::size_t i = 0; i < known.ids.size(); ++i) {
            const std::vector<double> shares = labelShares(counts[known.ids[i]]);
            known.entropies.push_back(entropyOf(shares));
            for (std::size_t c = 0; c < classes; ++c)
                known.directions.at(i, c) = shares[c] - 1.0 / static_cast<double>(classes);
        }
        reportEntropies(federation, known, report);
        RandomStream stream = federation.stream(Purpose::Sampler);
        return m_log.finish(federation, drawByEntropy(federation, known, stream, report), report);
    }
};

constexpr std::array<std::string_view, 2> kInClusterWords{"bySize", "uniform"};
constexpr std::array<std::string_view, 2> kHicsSignalWords{"bias", "fcRowMean"};
constexpr std::array<std::string_view, 2> kHicsDistanceVecWords{"bias", "fcWeightBias"};
constexpr std::array<std::string_view, 2> kHicsRefreshWords{"everyParticipation", "warmUpOnly"};
constexpr std::array<std::string_view, 2> kHicsWarmUpWords{"random", "blocks"};

constexpr std::array kHicsFlParameters{
    bind<&HicsFlParameters::count>(kCountParameter),
    bind<&HicsFlParameters::clusters>(
        {.name = "clusters",
         .range = atLeast(0),
         .unit = "clusters",
         .meaning = "Number of clusters; 0: as many as participants, as in all of the paper's "
                    "experiments",
         .symbol = "M",
         .equation = "HiCS-FL Algorithm 1"}),
    bind<&HicsFlParameters::temperature>(
        {.name = "temperature",
         .range = above(0),
         .meaning = "Temperature of the softmax that turns a bias update into a distribution; it "
                    "depends on the learning rate and the local steps",
         .symbol = "T",
         .equation = "HiCS-FL eq. (8)",
         .profileCodeNumber = 0.001}),
    bind<&HicsFlParameters::lambda>(
        {.name = "lambda",
         .title = "Weight of the angle",
         .range = between(0, 1),
         .meaning =
             "Weight of the angle between updates in the distance; 1 − λ weighs the difference "
             "of the entropies",
         .symbol = "λ",
         .equation = "HiCS-FL eq. (9)",
         .profileCodeNumber = 1.0 / 11}),
    bind<&HicsFlParameters::gamma0>(
        {.name = "gamma0",
         .title = "Preference at the start",
         .range = atLeast(0),
         .meaning =
             "How strongly clusters of high entropy are preferred at the start; falls linearly "
             "to 0",
         .symbol = "γ⁰",
         .equation = "HiCS-FL eq. (10)"}),
    bind<&HicsFlParameters::annealRounds>(
        {.name = "annealRounds",
         .title = "Preference ends after",
         .range = atLeast(0),
         .unit = "rounds",
         .meaning = "Round in which γ reaches 0; 0: the run's last round",
         .symbol = "𝒯",
         .equation = "HiCS-FL Algorithm 1"}),
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
    bind<&HicsFlParameters::uniformInCluster>(
        {.name = "inCluster",
         .title = "Draw in a cluster",
         .words = kInClusterWords,
         .meaning =
             "Draws inside a cluster in proportion to samples (bySize); or, as in the released "
             "code, draws first the number from each cluster, then members with equal chances",
         .symbol = "p̃",
         .equation = "HiCS-FL Algorithm 1",
         .profileCodeWord = "uniform"}),
    bind<&HicsFlParameters::wardMode>(kWardModeParameter),
    bind<&HicsFlParameters::varianceGate>(
        {.name = "varGate",
         .title = "Least variance",
         .range = atLeast(0),
         .meaning = "Uses clustered sampling in rounds where the variance of the estimated "
                    "entropies is at least this; 0: never",
         .equation = "released code",
         .profileCodeNumber = 0.1}),
    bind<&HicsFlParameters::zeroNormAngle>(kZeroNormAngleParameter),
    bind<&HicsFlParameters::normalise>(
        {.name = "signalLrNormalise",
         .title = "Even out learning rates",
         .meaning = "Multiplies an update by η⁰/ηᵗ, so that old and new ones compare when the "
                    "learning rate falls"}),
};

/// What the oracle has of them.
constexpr std::array<std::string_view, 8> kOracleNames{"count",
                                                       "clusters",
                                                       "lambda",
                                                       "gamma0",
                                                       "annealRounds",
                                                       "inCluster",
                                                       "wardMode",
                                                       "zeroNormAngle"};
constexpr auto kOracleHicsParameters = [] {
    std::array<ParameterDescriptor, kOracleNames.size()> some;
    std::ranges::transform(kOracleNames, some.begin(), [](std::string_view name) {
        return *std::ranges::find(kHicsFlParameters, name, &ParameterDescriptor::name);
    });
    return some;
}();

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

constexpr MadePart<Sampler> kOracleHics = madeAs<Sampler, OracleHics, HicsFlParameters>(
    {.name = "oracleHics",
     .title = "HiCS-FL with true entropies",
     .meaning = "HiCS-FL with every client's true labels instead of estimates from updates, so "
                "that no first look at every client is needed. Possible in a simulation only.",
     .paper = "HiCS-FL (released code)",
     .parameters = kOracleHicsParameters});

} // namespace coterie
