#include "core/data/generators/synthetic_regression.h"

#include "core/data/sets/sets.h"

namespace coterie {

namespace {

// Peers of the streams (seed, Synthesise, …).
enum Peer : std::uint32_t
{
    kClusterOptimum,
    kClientVariation,
    kTrainingSample,
    kTestSample
};

std::vector<std::vector<double>> optimaOf(const SyntheticRegressionParameters& parameters)
{
    const std::size_t length = parameters.dimension + (parameters.bias ? 1 : 0);
    std::vector<std::vector<double>> optima(parameters.clients);
    for (std::size_t client = 0; client < optima.size(); ++client) {
        RandomStream centre =
            synthesis(parameters.seed, client % parameters.clusters, kClusterOptimum);
        RandomStream own = synthesis(parameters.seed, client, kClientVariation);
        for (std::size_t i = 0; i < length; ++i)
            optima[client].push_back(centre.uniform(-parameters.range, parameters.range)
                                     + parameters.variation * own.normal());
    }
    return optima;
}

constexpr std::array kParameters{
    bind<&SyntheticRegressionParameters::dimension>(
        {.name = "dimension",
         .range = between(1, 10'000),
         .meaning = "numbers in a sample; the paper has 2 and 10",
         .symbol = "d",
         .equation = "All-for-one, synthetic data"}),
    bind<&SyntheticRegressionParameters::clients>(
        {.name = "clients",
         .range = between(1, 10'000),
         .unit = "clients",
         .meaning = "how many clients, each with an optimum and a stream of its own",
         .symbol = "N"}),
    bind<&SyntheticRegressionParameters::clusters>(
        {.name = "clusters",
         .range = between(1, 10'000),
         .meaning = "how many optima; client i belongs to cluster i mod clusters"}),
    bind<&SyntheticRegressionParameters::range>(
        {.name = "range",
         .title = "Range of the optima",
         .range = between(0, 1e6),
         .meaning = "the clusters' optima are uniform from −range to range"}),
    bind<&SyntheticRegressionParameters::variation>(
        {.name = "variation",
         .title = "Spread in a cluster",
         .range = between(0, 1e6),
         .meaning = "standard deviation of a client's optimum around its cluster's; "
                    "Fig. 1 has one cluster and 0.001 to 1",
         .symbol = "v",
         .equation = "All-for-one, Fig. 1",
         .profileCodeNumber = 0.1}),
    bind<&SyntheticRegressionParameters::bias>(
        {.name = "bias",
         .title = "Constant term",
         .meaning = "the targets have a constant term, drawn as the optimum is"}),
    bind<&SyntheticRegressionParameters::noise>(
        {.name = "noise",
         .range = between(0, 1e6),
         .meaning = "standard deviation of the targets around their mean"}),
    bind<&SyntheticRegressionParameters::epoch>(
        {.name = "epoch",
         .title = "Samples of an epoch",
         .range = between(1, 10'000'000),
         .unit = "samples",
         .meaning = "what counts as a client's epoch, and as its size; every step "
                    "draws fresh samples"}),
    bind<&SyntheticRegressionParameters::testSamples>(
        {.name = "testSamples",
         .range = between(1, 10'000),
         .unit = "samples",
         .meaning = "test samples of a client, never trained on and drawn anew for "
                    "every round's evaluation; the paper has 25 batches of 2"}),
    bind<&SyntheticRegressionParameters::seed>(
        seedParameter("which optima and samples; the runs of an experiment share them")),
};

constexpr NamedPart kPart{
    .name = "syntheticRegression",
    .title = "Synthetic regression",
    .meaning = "Least squares with an optimum per cluster of clients; samples are made as "
               "they are needed, so that no step ever sees one twice. Goes with the "
               "partition Natural and the model Linear regression.",
    .paper = "All-for-one, synthetic data (Fig. 1 and 2)",
    .parameters = kParameters};

Result<Dataset> make(const SyntheticRegressionParameters& parameters)
{
    if (parameters.clusters <= parameters.clients)
        return makeSyntheticRegression(parameters);
    return notAllowed("/data/dataset/clusters",
                      std::to_string(parameters.clusters),
                      "at most " + std::to_string(parameters.clients) + ", the number of clients");
}

/// Of the optima, which both sets have; samples are made when asked for.
std::uint64_t bytesOf(const SyntheticRegressionParameters& parameters)
{
    return std::uint64_t{parameters.clients} * (parameters.dimension + 1) * 2 * sizeof(double);
}

} // namespace

SyntheticRegression::SyntheticRegression(const SyntheticRegressionParameters& parameters, Use use)
    : m_parameters(parameters)
    , m_use(use)
    , m_numbers(parameters.clients)
    , m_optima(optimaOf(parameters))
{}

std::size_t SyntheticRegression::count() const
{
    return m_use == Use::Test ? m_parameters.clients * m_parameters.testSamples : 0;
}

double SyntheticRegression::make(std::int32_t sample, std::span<double> values) const
{
    const bool training = m_use == Use::Training;
    const auto index = static_cast<std::size_t>(static_cast<std::uint32_t>(sample));
    const std::size_t testSamples = m_parameters.testSamples;
    const std::size_t client =
        training ? m_numbers.client(sample) : index / testSamples % m_parameters.clients;
    const std::size_t position =
        training ? m_numbers.position(sample)
                 : index / (m_parameters.clients * testSamples) * testSamples + index % testSamples;
    RandomStream stream =
        synthesis(m_parameters.seed, client, training ? kTrainingSample : kTestSample, position);
    const std::vector<double>& optimum = m_optima[client];
    double target = m_parameters.bias ? optimum.back() : 0;
    for (std::size_t i = 0; i < m_parameters.dimension; ++i) {
        values[i] = stream.normal();
        target += values[i] * optimum[i];
    }
    return m_parameters.noise > 0 ? target + m_parameters.noise * stream.normal() : target;
}

std::int32_t SyntheticRegression::inRound(std::int32_t sample, std::uint32_t round) const
{
    if (m_use == Use::Training)
        return sample;
    const std::uint64_t rounds = (std::uint64_t{1} << 32) / count();
    const std::uint64_t number =
        static_cast<std::uint32_t>(sample) + round % rounds * std::uint64_t{count()};
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(number));
}

Streams SyntheticRegression::streams() const
{
    if (m_use == Use::Test)
        return {};
    Streams streams{
        .groups = {}, .epoch = m_parameters.epoch, .testSamples = m_parameters.testSamples};
    for (std::size_t client = 0; client < m_parameters.clients; ++client)
        streams.groups.push_back(static_cast<int>(client % m_parameters.clusters));
    return streams;
}

Dataset makeSyntheticRegression(const SyntheticRegressionParameters& parameters)
{
    using Use = SyntheticRegression::Use;
    Samples train;
    Samples test;
    train.shape = test.shape = {.channels = parameters.dimension};
    train.source = std::make_shared<const SyntheticRegression>(parameters, Use::Training);
    test.source = std::make_shared<const SyntheticRegression>(parameters, Use::Test);
    Dataset dataset =
        describedDataset(kPart,
                         {.classNames = {}, .inputScale = {.scale = {1.0F}, .offset = {0.0F}}},
                         std::move(train),
                         std::move(test));
    dataset.streams = parameters.clients;
    return dataset;
}

constexpr CatalogEntry kSyntheticRegressionSet = withSamples(
    generatedSet<SyntheticRegressionParameters, kPart, &make, &bytesOf>("made by Coterie"),
    {.shape = {.channels = SyntheticRegressionParameters{}.dimension}, .task = Task::Target});

} // namespace coterie
