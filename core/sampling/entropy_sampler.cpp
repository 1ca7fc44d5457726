#include "core/sampling/entropy_sampler.h"

#include "core/collaboration/utility_partition.h"
#include "core/math/draws.h"
#include "core/math/label_distributions.h"
#include "core/math/linkage.h"
#include "core/metrics/metric_values.h"

namespace coterie {

std::optional<Error> EntropySampler::problemWithClusters(std::size_t clients) const
{
    if (m_parameters.clusters <= clients)
        return std::nullopt;
    return Error{.place = "/sampler/clusters",
                 .found = std::to_string(m_parameters.clusters),
                 .allowed = "at most " + std::to_string(clients) + ", the number of clients"};
}

std::vector<Merge> EntropySampler::treeOf(const LabelKnowledge& known) const
{
    return wardTree(
        mixedDistances(
            known.directions, known.entropies, m_parameters.lambda, m_parameters.zeroNormAngle),
        m_parameters.wardMode);
}

std::vector<std::size_t> EntropySampler::drawByEntropy(const Federation& federation,
                                                       const LabelKnowledge& known,
                                                       RandomStream& stream,
                                                       RoundReport& report) const
{
    const EntropySamplerParameters& p = m_parameters;
    const std::vector<Merge> tree = treeOf(known);
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

void EntropySampler::reportEntropies(const Federation& federation,
                                     const LabelKnowledge& known,
                                     RoundReport& report)
{
    report.clientValues.push_back(
        namedValues("estimatedEntropy", federation.clients(), known.ids, known.entropies));
    NamedValues truth{.name = "trueEntropy", .values = {}};
    for (const std::vector<std::int64_t>& counts : federation.facts().classCounts)
        truth.values.emplace_back(labelEntropy(counts));
    report.clientValues.push_back(std::move(truth));
}

} // namespace coterie
