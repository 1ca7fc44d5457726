#include "core/data/generators/glyph_domains.h"
#include "core/data/generators/shapes.h"
#include "core/data/generators/volumes.h"
#include "core/nn/models.h"
#include "tests/core/fixtures/small_federation.h"
#include "tests/sections.h"

#include <QElapsedTimer>
#include <QTest>

#include <ctime>
#include <functional>
#include <numeric>

namespace tst_generators_learn {

using namespace coterie;

namespace {

/// Training samples that fulfil a condition, as one shard.
Shard shardOf(const Dataset& dataset, const std::function<bool(std::size_t)>& holds)
{
    Shard shard;
    for (std::size_t i = 0; i < dataset.train.count(); ++i)
        if (holds(i))
            shard.train.push_back(static_cast<std::int32_t>(i));
    return shard;
}

/// Official test samples of one domain, for a client that is only asked.
Shard testOf(const Dataset& dataset, std::int32_t domain)
{
    Shard shard{.train = {0}, .test = {}, .validation = {}, .testIsOfficial = true};
    for (std::size_t i = 0; i < dataset.officialTest.count(); ++i)
        if (dataset.officialTest.domains[i] == domain)
            shard.test.push_back(static_cast<std::int32_t>(i));
    return shard;
}

/// Trains one model on the first shard for some rounds of `local` work; how well it then does on
/// every shard's test samples.
std::vector<double> trainedOnFirst(const std::shared_ptr<const Dataset>& dataset,
                                   const Shards& shards,
                                   const Network& network,
                                   const LocalSettings& local,
                                   int rounds)
{
    RunPlan plan = small::plan(local, "fedavg");
    Federation federation(plan, dataset, shards, network, 1, "cpu");
    ModelRows model = federation.initialModels();
    for (int round = 0; round < rounds; ++round) {
        federation.beginRound(round, {});
        RoundReport report = small::emptyReport(federation);
        const std::array jobs{LocalJob{.client = 0}};
        const Trained trained = federation.train(jobs, model, report);
        model = {.parameters = trained.ends.parameters.clone(),
                 .buffers = trained.ends.buffers.clone()};
    }
    std::vector<EvaluationJob> questions;
    for (std::size_t client = 0; client < shards.size(); ++client)
        questions.push_back({.client = client});
    std::vector<double> accuracies;
    for (const Score& score : federation.evaluate(questions, model))
        accuracies.push_back(score.accuracy.value_or(0));
    return accuracies;
}

/// How HCCT normalises CIFAR-10 (ALGORITHMS §9.1).
const InputScale kCifarScale{
    .scale = {1 / (255 * 0.2023F), 1 / (255 * 0.1994F), 1 / (255 * 0.201F)},
    .offset = {-0.4914F / 0.2023F, -0.4822F / 0.1994F, -0.4465F / 0.201F}};

Network modelFor(const char* name, const Dataset& dataset)
{
    const Result<Network> network =
        makeNetwork({.name = name, .parameters = {}}, dataset.train.shape, dataset.classes);
    if (!network)
        qFatal("%s", network.error().sentence().c_str());
    return *network;
}

} // namespace

/// What the built-in data sets are for, by real training.
class TestGeneratorsLearn : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void drawing60000GlyphsTakesLessThanTwoSeconds()
    {
        const std::clock_t before = std::clock(); // processor time: others may be at work
        const Dataset dataset = makeGlyphDomains({.samples = 12000, .test = 0});
        const double seconds =
            static_cast<double>(std::clock() - before) / static_cast<double>(CLOCKS_PER_SEC);
        QCOMPARE(dataset.train.count(), std::size_t{60000});
        qInfo("60,000 glyphs in five domains: %.2f s", seconds);
        QVERIFY(seconds < 2);
    }

    /// Each model, trained on one domain, loses at least 15 points on some other; one trained on
    /// all five loses that on none.
    void oneDomainIsNotEnoughForTheOthers()
    {
        const auto dataset =
            std::make_shared<const Dataset>(makeGlyphDomains({.samples = 1500, .test = 400}));
        const Network network("small",
                              dataset->train.shape,
                              {conv2d(3, 16, 5),
                               batchNorm(16),
                               relu(),
                               maxPool2d(),
                               conv2d(16, 32, 5),
                               batchNorm(32),
                               relu(),
                               maxPool2d(),
                               flatten(),
                               linear(512, 64),
                               relu(),
                               linear(64, 10)},
                              Loss::CrossEntropy);
        const LocalSettings local = small::sgd(0.02, 32, 1, 0.9);
        const auto askedAfter = [&](const Shard& training, int rounds) {
            Shards shards{training};
            shards.front().testIsOfficial = true;
            for (std::int32_t domain = 0; domain < 5; ++domain)
                shards.push_back(testOf(*dataset, domain));
            std::vector<double> accuracies =
                trainedOnFirst(dataset, shards, network, local, rounds);
            accuracies.erase(accuracies.begin());
            QString line;
            for (const double accuracy : accuracies)
                line += QString::asprintf(" %.1f", 100 * accuracy);
            qInfo("%zu samples, %% on each domain:%s", training.train.size(), qPrintable(line));
            return accuracies;
        };
        std::vector<double> own;
        for (std::int32_t domain = 0; domain < 5; ++domain) {
            const auto accuracies = askedAfter(
                shardOf(*dataset,
                        [&](std::size_t i) { return dataset->train.domains[i] == domain; }),
                8);
            own.push_back(accuracies[static_cast<std::size_t>(domain)]);
            QVERIFY(own.back() > 0.8);
            QVERIFY(std::ranges::min(accuracies) <= own.back() - 0.15);
        }
        const auto all = askedAfter(shardOf(*dataset, [](std::size_t) { return true; }), 4);
        for (std::size_t domain = 0; domain < 5; ++domain)
            QVERIFY(all[domain] > own[domain] - 0.15);
        QVERIFY(std::ranges::max(all) - std::ranges::min(all) < 0.15);
    }

    /// 5,000 samples, 50 epochs, η = 0.1 (HCCT's setting for CIFAR-10): between 55 and 85 %.
    void shapesAreNeitherEasyNorHopeless()
    {
        Dataset shapes = makeShapes({});
        shapes.inputScale = kCifarScale;
        const auto dataset = std::make_shared<const Dataset>(std::move(shapes));
        Shard shard = shardOf(*dataset, [](std::size_t) { return true; });
        shard.testIsOfficial = true;
        shard.test.resize(dataset->officialTest.count());
        std::iota(shard.test.begin(), shard.test.end(), 0);
        QElapsedTimer timer;
        timer.start();
        const double accuracy =
            trainedOnFirst(
                dataset, {shard}, modelFor("cnn4_cifar", *dataset), small::sgd(0.1, 64, 1), 50)
                .front();
        qInfo("cnn4_cifar on shapes10: %.1f %% after 50 epochs, %.0f s",
              100 * accuracy,
              static_cast<double>(timer.elapsed()) / 1000);
        QVERIFY(accuracy >= 0.55 && accuracy <= 0.85);
    }

    /// All-for-one's settings for IXI (§11.2) but for the scans' size and the batch.
    void unetLearnsToFindTheBrain()
    {
        const auto dataset = std::make_shared<const Dataset>(
            makeVolumes({.samples = 60, .depth = 16, .height = 20, .width = 16}));
        Shard shard = shardOf(*dataset, [](std::size_t i) { return i < 48; });
        shard.test.resize(12);
        std::iota(shard.test.begin(), shard.test.end(), 48);
        const auto dice = [&](int rounds) {
            return trainedOnFirst(dataset,
                                  {shard},
                                  modelFor("unet3d_ixi", *dataset),
                                  small::sgd(0.01, 4, 1, 0.9),
                                  rounds)
                .front();
        };
        QElapsedTimer timer;
        timer.start();
        const double untrained = dice(0);
        constexpr int kEpochs = 20;
        const double trained = dice(kEpochs);
        qInfo("Dice %.3f untrained, %.3f after %d epochs of 48 scans, %.0f s",
              untrained,
              trained,
              kEpochs,
              static_cast<double>(timer.elapsed()) / 1000);
        QVERIFY(untrained < 0.7);
        QVERIFY(trained >= 0.9);
    }
};

COTERIE_SECTION(TestGeneratorsLearn)

} // namespace tst_generators_learn

#include "tst_generators_learn.moc"
