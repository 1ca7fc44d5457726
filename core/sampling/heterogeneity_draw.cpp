#include "core/sampling/heterogeneity_draw.h"

#include "core/collab/label_entropy.h"
#include "core/collab/linkage.h"
#include "core/collab/weighted_draw.h"

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

} // namespace coterie
