#include "core/sampling/heterogeneity_draw.h"

#include "core/collaboration/utility_partition.h"
#include "core/math/draws.h"
#include "core/math/label_distributions.h"
#include "core/math/linkage.h"
#include "core/sampling/sampler.h"

namespace coterie {

std::optional<Error> problemWithClusters(const HeterogeneityParameters& parameters,
                                         std::size_t clients)
{
    if (parameters.clusters <= clients)
        return std::nullopt;
    return Error{.place = "/sampler/clusters",
                 .found = std::to_string(parameters.clusters),
                 .allowed = "at most " + std::to_string(clients) + ", the number of clients"};
}

std::vector<std::size_t> drawByEntropy(const HeterogeneityParameters& parameters,
                                       const Federation& federation,
                                       const LabelKnowledge& known,
                                       RandomStream& stream,
                                       RoundReport& report)
{
    const auto& [count, wanted, lambda, gamma0, annealRounds, uniform, wardMode, zeroNormAngle] =
        parameters;
    const std::vector<Merge> tree = wardTree(
        mixedDistances(known.directions, known.entropies, lambda, zeroNormAngle), wardMode);
    const Clusters clusters =
        groupsOfLabels(cutToClusters(tree, known.ids.size(), wanted == 0 ? count : wanted));
    const std::vector<double> means = clusterMeans(clusters, known.entropies); // H̄_m
    const double sharpness =
        annealed(gamma0,
                 federation.roundIndex(),
                 annealRounds == 0 ? federation.plan().rounds : annealRounds); // γᵗ
    const std::vector<double> chances = clusterChances(means, sharpness);      // π_m
    std::vector<double> sizes;
    for (const std::size_t k : known.ids)
        sizes.push_back(uniform ? 1.0 : federation.sizes()[k]);
    const std::vector<double> first = twoLevelChances(clusters, chances, sizes);

    std::vector<std::size_t> drawn = uniform ? drawByClusters(clusters, chances, count, stream)
                                             : drawWithoutReplacement(first, count, stream);
    for (std::size_t& place : drawn)
        place = known.ids[place];

    report.samplingClusters =
        ofClients({.groups = clusters, .merges = tree, .stopReason = {}, .refused = {}},
                  known.ids,
                  federation.clients());
    report.groupValues.push_back(
        {.name = "clusterEntropy", .values = {means.begin(), means.end()}});
    report.groupValues.push_back(
        {.name = "clusterChance", .values = {chances.begin(), chances.end()}});
    report.metrics["samplingSharpness"] = sharpness;
    report.clientValues.push_back(
        namedValues("drawChance", federation.clients(), known.ids, first));
    return drawn;
}

void reportEntropies(const Federation& federation,
                     std::span<const std::size_t> ids,
                     std::span<const double> estimated,
                     RoundReport& report)
{
    report.clientValues.push_back(
        namedValues("estimatedEntropy", federation.clients(), ids, estimated));
    NamedValues truth{.name = "trueEntropy", .values = {}};
    for (const std::vector<std::int64_t>& counts : federation.facts().classCounts)
        truth.values.emplace_back(labelEntropy(counts));
    report.clientValues.push_back(std::move(truth));
}

namespace {

/// §5 of ALGORITHMS with the true H_k and without covering rounds. D − 1/C replaces Δb: the
/// direction of its expectation under the initial model (HiCS-FL eq. 6).
class OracleHics final : public Sampler
{
public:
    explicit OracleHics(const HeterogeneityParameters& parameters)
        : m_parameters(parameters)
    {}

    [[nodiscard]] std::optional<Error> problemWith(const Network& network,
                                                   std::size_t clients) const override
    {
        const std::string refused = "oracleHics: needs classes, " + network.name();
        if (network.loss() == Loss::SquaredError)
            return fail("/sampler/name", refused + " answers with a number").error;
        if (network.loss() == Loss::Dice)
            return fail("/sampler/name", refused + " answers with a mask").error;
        return problemWithClusters(m_parameters, clients);
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
        return m_log.finish(
            federation, drawByEntropy(m_parameters, federation, known, stream, report), report);
    }

private:
    HeterogeneityParameters m_parameters;
};

constexpr std::array kOracleHicsParameters{
    bind<&HeterogeneityParameters::count>(kCountParameter),
    bind<&HeterogeneityParameters::clusters>(kClustersParameter),
    bind<&HeterogeneityParameters::lambda>(kLambdaParameter),
    bind<&HeterogeneityParameters::gamma0>(kGamma0Parameter),
    bind<&HeterogeneityParameters::annealRounds>(kAnnealRoundsParameter),
    bind<&HeterogeneityParameters::uniformInCluster>(kInClusterParameter),
    bind<&HeterogeneityParameters::wardMode>(kWardModeParameter),
    bind<&HeterogeneityParameters::zeroNormAngle>(kZeroNormAngleParameter),
};

} // namespace

constexpr MadePart<Sampler> kOracleHics = madeAs<Sampler, OracleHics, HeterogeneityParameters>(
    {.name = "oracleHics",
     .title = "HiCS-FL with true entropies",
     .meaning = "HiCS-FL with every client's true labels instead of estimates from updates, so "
                "that no first look at every client is needed. Possible in a simulation only.",
     .paper = "HiCS-FL (released code)",
     .parameters = kOracleHicsParameters});

} // namespace coterie
