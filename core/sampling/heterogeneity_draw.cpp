#include "core/sampling/heterogeneity_draw.h"

#include "core/math/draws.h"
#include "core/math/label_distributions.h"
#include "core/math/linkage.h"

namespace coterie {

namespace {

std::vector<std::optional<double>> asValues(const std::vector<double>& numbers)
{
    return {numbers.begin(), numbers.end()};
}

} // namespace

HeterogeneityDraw::HeterogeneityDraw(const ParameterSet& parameters)
    : m_count(static_cast<std::size_t>(parameters.integer("count")))
    , m_clusters(static_cast<std::size_t>(parameters.integer("clusters")))
    , m_lambda(parameters.real("lambda"))
    , m_gamma0(parameters.real("gamma0"))
    , m_annealRounds(static_cast<int>(parameters.integer("annealRounds")))
    , m_zeroNormAngle(parameters.real("zeroNormAngle"))
    , m_wardMode(wardModeNamed(parameters.word("wardMode")))
    , m_uniformInCluster(parameters.word("inCluster") == "uniform")
{}

std::optional<Error> HeterogeneityDraw::problemWith(std::size_t clients) const
{
    if (m_clusters <= clients)
        return std::nullopt;
    return Error{.place = "/sampler/clusters",
                 .found = std::to_string(m_clusters),
                 .needed =
                     "at most one for each of the " + std::to_string(clients) + " clients needed",
                 .nearest = {}};
}

std::vector<std::size_t> HeterogeneityDraw::draw(const Federation& federation,
                                                 const LabelKnowledge& known,
                                                 RandomStream& stream,
                                                 RoundReport& report) const
{
    const std::vector<Merge> tree = wardTree(
        mixedDistances(known.directions, known.entropies, m_lambda, m_zeroNormAngle), m_wardMode);
    const Clusters clusters = groupsOfLabels(
        cutToClusters(tree, known.ids.size(), m_clusters == 0 ? m_count : m_clusters));
    const std::vector<double> means = clusterMeans(clusters, known.entropies); // H̄_m
    const double sharpness =
        annealed(m_gamma0,
                 federation.roundIndex(),
                 m_annealRounds == 0 ? federation.plan().rounds : m_annealRounds); // γᵗ
    const std::vector<double> chances = clusterChances(means, sharpness);          // π_m
    std::vector<double> sizes;
    for (const std::size_t k : known.ids)
        sizes.push_back(m_uniformInCluster ? 1.0 : federation.sizes()[k]);
    const std::vector<double> first = twoLevelChances(clusters, chances, sizes);

    std::vector<std::size_t> drawn = m_uniformInCluster
                                         ? drawByClusters(clusters, chances, m_count, stream)
                                         : drawWithoutReplacement(first, m_count, stream);
    for (std::size_t& place : drawn)
        place = known.ids[place];

    report.samplingClusters = samplingClusters(federation.clients(), known.ids, clusters, tree);
    report.groupValues.push_back({.name = "clusterEntropy", .values = asValues(means)});
    report.groupValues.push_back({.name = "clusterChance", .values = asValues(chances)});
    report.roundValues["samplingSharpness"] = sharpness;
    report.clientValues.push_back(
        {.name = "drawChance", .values = valuesOf(federation.clients(), known.ids, first)});
    return drawn;
}

void reportEntropies(const Federation& federation,
                     std::span<const std::size_t> ids,
                     std::span<const double> estimated,
                     RoundReport& report)
{
    report.clientValues.push_back(
        {.name = "estimatedEntropy", .values = valuesOf(federation.clients(), ids, estimated)});
    report.clientValues.push_back(
        {.name = "trueEntropy", .values = asValues(trueEntropies(federation))});
}

std::vector<double> trueEntropies(const Federation& federation)
{
    std::vector<double> entropies;
    for (const std::vector<std::int64_t>& counts : federation.facts().classCounts)
        entropies.push_back(labelEntropy(counts));
    return entropies;
}

namespace {

/// §5 of ALGORITHMS with the true H_k and without covering rounds. For Δb stands D − 1/C, the
/// direction of its expectation under the initial model (HiCS-FL eq. 6).
class OracleHics final : public Sampler
{
public:
    explicit OracleHics(const ParameterSet& parameters)
        : m_stage(parameters)
    {}

    [[nodiscard]] std::optional<Error> problemWith(const Network& network,
                                                   std::size_t clients) const override
    {
        const std::string refused = "oracleHics: needs classes, " + network.name();
        if (network.loss() == Loss::SquaredError)
            return fail("/sampler/name", refused + " answers with a number").error;
        if (network.loss() == Loss::Dice)
            return fail("/sampler/name", refused + " answers with a mask").error;
        return m_stage.problemWith(clients);
    }

    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse&, RoundReport& report) override
    {
        const auto& counts = federation.facts().classCounts;
        LabelKnowledge known{
            .ids = clientsWithSamples(federation), .directions = {}, .entropies = {}};
        const auto classes = static_cast<std::size_t>(federation.facts().classes);
        known.directions = Matrix(known.ids.size(), classes);
        for (std::size_t i = 0; i < known.ids.size(); ++i) {
            const std::vector<double> shares = labelShares(counts[known.ids[i]]);
            known.entropies.push_back(entropyOf(shares));
            for (std::size_t c = 0; c < classes; ++c)
                known.directions.at(i, c) = shares[c] - 1.0 / static_cast<double>(classes);
        }
        reportEntropies(federation, known.ids, known.entropies, report);
        RandomStream stream = federation.stream(Purpose::Sampler);
        return m_log.finish(federation, m_stage.draw(federation, known, stream, report), report);
    }

    [[nodiscard]] State state() const override { return m_log.state(); }
    void restore(const State& state) override { m_log.restore(state); }

private:
    HeterogeneityDraw m_stage;
    DrawLog m_log;
};

} // namespace

std::unique_ptr<Sampler> makeOracleHics(const ParameterSet& parameters)
{
    return std::make_unique<OracleHics>(parameters);
}

} // namespace coterie
