#include "core/data/catalog.h"
#include "core/data/generators/synthetic_regression.h"
#include "core/data/partition.h"
#include "tests/sections.h"

#include <QTest>

#include <array>
#include <cmath>
#include <numeric>
#include <set>

namespace tst_synthetic_regression {

using namespace coterie;

namespace {

const SyntheticRegression& sourceOf(const Samples& samples)
{
    return dynamic_cast<const SyntheticRegression&>(*samples.source);
}

double product(const std::vector<double>& values, const std::vector<double>& optimum)
{
    return std::inner_product(values.begin(), values.end(), optimum.begin(), 0.0);
}

QString
refusal(const Dataset& dataset, const DataSettings& data, const ClientSettings& clients = {})
{
    const Result<Shards> shards = makeShards(dataset, data, clients, 1);
    return shards ? QString() : QString::fromStdString(shards.error().sentence());
}

} // namespace

class TestSyntheticRegression : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// ALGORITHMS §9.8: y = ⟨x, θ*⟩ exactly, θ* uniform in ±10, shared by every second client.
    void targetsAreExactlyLinearInTheClustersOptimum()
    {
        const Dataset dataset = makeSyntheticRegression({});
        const SyntheticRegression& source = sourceOf(dataset.train);
        const StreamNumbers numbers(20);
        std::vector<double> values(10);
        for (std::size_t client = 0; client < 20; ++client) {
            const std::vector<double>& optimum = source.optimum(client);
            QCOMPARE(optimum.size(), std::size_t{10});
            QCOMPARE(optimum, source.optimum(client % 2));
            for (const double part : optimum)
                QVERIFY(std::abs(part) <= 10);
            for (const std::uint64_t position : {0, 1, 99999}) {
                const double target = source.make(numbers.number(client, position), values);
                QVERIFY(std::abs(target - product(values, optimum)) < 1e-12 * 1000);
            }
            QCOMPARE(source.streams().groups[client], static_cast<int>(client % 2));
        }
        QVERIFY(source.optimum(0) != source.optimum(1));
    }

    void inputsAreStandardNormal()
    {
        const Dataset dataset = makeSyntheticRegression({.dimension = 4});
        const StreamNumbers numbers(20);
        std::vector<double> values(4);
        std::array<double, 4> sum{};
        std::array<double, 4> squares{};
        double mixed = 0;
        constexpr int kDraws = 20000;
        for (int i = 0; i < kDraws; ++i) {
            (void)dataset.train.source->make(numbers.number(2, static_cast<std::uint64_t>(i)),
                                             values);
            for (std::size_t f = 0; f < 4; ++f) {
                sum[f] += values[f];
                squares[f] += values[f] * values[f];
            }
            mixed += values[0] * values[1];
        }
        for (std::size_t f = 0; f < 4; ++f) { // 5 standard errors: 5/√n and 5·√(2/n)
            QVERIFY(std::abs(sum[f] / kDraws) < 0.036);
            QVERIFY(std::abs(squares[f] / kDraws - 1) < 0.05);
        }
        QVERIFY(std::abs(mixed / kDraws) < 0.036);
    }

    void aSampleIsAFunctionOfSeedClientAndNumber()
    {
        const StreamNumbers numbers(20);
        const auto valuesOf = [&](std::uint64_t seed, std::size_t client, std::uint64_t position) {
            std::vector<double> values(10);
            (void)makeSyntheticRegression({.seed = seed})
                .train.source->make(numbers.number(client, position), values);
            return values;
        };
        const auto one = valuesOf(1, 2, 3);
        QVERIFY(one == valuesOf(1, 2, 3));
        QVERIFY(one != valuesOf(2, 2, 3));
        QVERIFY(one != valuesOf(1, 3, 3));
        QVERIFY(one != valuesOf(1, 2, 4));
    }

    /// All-for-one, Fig. 1 (ALGORITHMS §3.2): one centre, optima scattered by N(0, v²).
    void variationScattersOptimaAroundTheirCentre()
    {
        const SyntheticRegressionParameters figure{
            .dimension = 10, .clients = 200, .clusters = 1, .variation = 0.1};
        const Dataset dataset = makeSyntheticRegression(figure);
        const std::vector<double> centre =
            sourceOf(makeSyntheticRegression({.clients = 1, .clusters = 1}).train).optimum(0);
        double squares = 0;
        for (std::size_t client = 0; client < 200; ++client)
            for (std::size_t f = 0; f < 10; ++f) {
                const double off = sourceOf(dataset.train).optimum(client)[f] - centre[f];
                squares += off * off;
            }
        QVERIFY(std::abs(std::sqrt(squares / 2000) - 0.1) < 0.01);
    }

    void biasAddsAConstantAndNoiseSpreads()
    {
        const Dataset biased = makeSyntheticRegression({.dimension = 3, .bias = true});
        std::vector<double> values(3);
        const double target = biased.train.source->make(0, values);
        const std::vector<double>& optimum = sourceOf(biased.train).optimum(0);
        QCOMPARE(optimum.size(), std::size_t{4});
        QVERIFY(std::abs(target - product(values, optimum) - optimum[3]) < 1e-9);

        const Dataset noisy = makeSyntheticRegression({.dimension = 3, .noise = 0.5});
        double squares = 0;
        for (std::int32_t sample = 0; sample < 5000; ++sample) {
            const double noisyTarget = noisy.train.source->make(sample, values);
            const double off = noisyTarget - product(values, sourceOf(noisy.train).optimum(0));
            squares += off * off;
        }
        QVERIFY(std::abs(std::sqrt(squares / 5000) - 0.5) < 0.03);
    }

    void gatherGivesTheSameInBothPrecisions()
    {
        const Dataset dataset = makeSyntheticRegression({.dimension = 5});
        const std::int32_t last = StreamNumbers(20).number(19, 5);
        QVERIFY(last < 0); // numbers use all 32 bits
        const std::vector<std::int32_t> chosen{7, 0, 123456, last};
        std::vector<double> doubles(20);
        std::vector<float> floats(20);
        gather(dataset.train, dataset.inputScale, chosen, doubles.data());
        gather(dataset.train, dataset.inputScale, chosen, floats.data());
        for (std::size_t i = 0; i < 20; ++i)
            QCOMPARE(floats[i], static_cast<float>(doubles[i]));
        std::vector<double> targets;
        gatherTargets(dataset.train, chosen, targets);
        QCOMPARE(targets.size(), std::size_t{4});
        std::vector<double> values(5);
        QCOMPARE(dataset.train.source->make(last, values), targets[3]);
        QVERIFY(std::ranges::equal(values, std::span(doubles).subspan(15, 5)));
    }

    void everyClientHasAStreamAndItsOwnTestSamples()
    {
        const Dataset dataset = makeSyntheticRegression({.clients = 6, .epoch = 40});
        QCOMPARE(dataset.train.count(), std::size_t{0});
        QCOMPARE(dataset.officialTest.count(), std::size_t{300});
        DataSettings data;
        data.partition.name = "natural";
        const Result<Shards> shards = makeShards(dataset, data, {}, 1);
        QVERIFY(shards.has_value());
        QCOMPARE(shards->size(), std::size_t{6});
        std::vector<double> values(10);
        for (std::size_t client = 0; client < 6; ++client) {
            const Shard& shard = (*shards)[client];
            QVERIFY(shard.train.empty() && shard.validation.empty() && shard.testIsOfficial);
            QCOMPARE(shard.trainCount(), std::size_t{40});
            QCOMPARE(shard.trueGroup, static_cast<int>(client % 2));
            QCOMPARE(shard.test.size(), std::size_t{50}); // 25 batches of 2 (§9.8)
            for (const std::int32_t sample : shard.test) {
                const double target = dataset.officialTest.source->make(sample, values);
                QVERIFY(std::abs(target - product(values, sourceOf(dataset.train).optimum(client)))
                        < 1e-9);
            }
        }
    }

    void everyRoundIsEvaluatedOnFreshSamples()
    {
        const Dataset dataset = makeSyntheticRegression({.clients = 3, .testSamples = 4});
        const Samples& test = dataset.officialTest;
        const std::vector<std::int32_t> asked{4, 5, 6, 7}; // of client 1
        QVERIFY(seenInRound(test, asked, 0) == asked);
        QVERIFY(seenInRound(test, asked, 9) == seenInRound(test, asked, 9));
        std::set<double> seen;
        std::vector<double> values(10);
        constexpr std::uint32_t kRounds = 0xFFFFFFFF / 12; // of 2³² numbers, 12 a round
        for (const std::uint32_t round : {0U, 1U, 2U, 500U, 1U << 28, kRounds - 1})
            for (const std::int32_t sample : seenInRound(test, asked, round)) {
                const double target = test.source->make(sample, values);
                QVERIFY(std::abs(target - product(values, sourceOf(dataset.train).optimum(1)))
                        < 1e-9);
                seen.insert(values[0]);
            }
        QCOMPARE(seen.size(), std::size_t{24});
        const std::vector<std::int32_t> taught{3, -5};
        QVERIFY(seenInRound(dataset.train, taught, 7) == taught);
    }

    void whatDoesNotFitIsRefused()
    {
        const Dataset dataset = makeSyntheticRegression({});
        DataSettings data;
        QCOMPARE(refusal(dataset, data),
                 QString("/data/partition/scheme: must be natural because Synthetic regression "
                         "makes each client's samples (is \"iid\")"));
        data.partition.name = "natural";
        data.validationShare = 0.1;
        QCOMPARE(
            refusal(dataset, data),
            QString("/data/validation/share: must be 0 because Synthetic regression is unlimited"));
        data.validationShare = 0;
        ClientSettings clients;
        clients.overrides.push_back({.client = 1, .samples = 5, .classCounts = {}});
        QCOMPARE(
            refusal(dataset, data, clients),
            QString(
                "/clients/overrides/0: Synthetic regression makes each client's samples, so none "
                "can be removed"));

        Part part{.name = "syntheticRegression", .parameters = {}};
        part.parameters.set("clients", std::int64_t{3});
        part.parameters.set("clusters", std::int64_t{4});
        const auto made = loadDataset(part, {});
        QVERIFY(!made);
        QCOMPARE(
            QString::fromStdString(made.error().sentence()),
            QString("/data/dataset/clusters: must be at most 3, the number of clients (is 4)"));
    }
};

COTERIE_SECTION(TestSyntheticRegression)

} // namespace tst_synthetic_regression

#include "tst_synthetic_regression.moc"
