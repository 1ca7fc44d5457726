#include "core/algorithms/personal_head.h"
#include "core/algorithms/pfedgp.h"
#include "core/data/generators/glyph_digits.h"
#include "core/nn/models.h"
#include "tests/core/algorithms/played.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>

namespace tst_pfedgp {

using namespace coterie;

namespace {

RunPlan planOf(const LocalSettings& local)
{
    return small::plan(local, "pfedgp");
}

/// `perClass` training and 20 test samples of five of the ten digits: client u owns u, u + 1, …
Shards fiveOfTen(const Dataset& dataset, std::size_t clients, std::size_t perClass)
{
    std::vector<std::vector<std::int32_t>> ofLabel(10);
    for (std::size_t i = 0; i < dataset.train.labels.size(); ++i)
        ofLabel[static_cast<std::size_t>(dataset.train.labels[i])].push_back(
            static_cast<std::int32_t>(i));
    Shards shards(clients);
    for (std::size_t u = 0; u < clients; ++u)
        for (std::size_t label = u; label < u + 5; ++label) {
            std::vector<std::int32_t>& left = ofLabel[label % 10];
            for (std::size_t s = 0; s < perClass + 20; ++s, left.pop_back())
                (s < perClass ? shards[u].train : shards[u].test).push_back(left.back());
        }
    return shards;
}

double personalAccuracy(small::Played& played, RoundReport report)
{
    played.federation.evaluateInto(report, played.algorithm->models());
    double sum = 0;
    for (const ClientReport& client : report.clients)
        sum += *client.personalTest->accuracy / static_cast<double>(report.clients.size());
    return sum;
}

} // namespace

class TestPFedGp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// One class: the tree has no node, every probability is 1 and no gradient is left.
    void oneClassPerClientIsCertainFromTheStart()
    {
        const auto dataset = small::table(200, 6, 3);
        Shards shards(3);
        for (std::size_t i = 0; i < dataset->train.labels.size(); ++i) {
            Shard& shard = shards[static_cast<std::size_t>(dataset->train.labels[i])];
            (shard.train.size() < 20 ? shard.train : shard.test)
                .push_back(static_cast<std::int32_t>(i));
        }
        small::Played played(planOf(small::sgd(0.1, 8, 1)), dataset, shards, small::perceptron());
        const at::Tensor before = played.modelOf(0).parameters.clone();
        RoundReport report = played.play(2);
        QVERIFY(small::same(played.modelOf(0).parameters, before));
        played.federation.evaluateInto(report, played.algorithm->models());
        for (const ClientReport& client : report.clients) {
            QCOMPARE(*client.trainLoss, 0.0);
            QCOMPARE(*client.personalTest->accuracy, 1.0);
            QCOMPARE(client.personalTest->loss, 0.0);
        }
    }

    void onlyTheExtractorTravelsAndOnlyPersonalModelsAreScored()
    {
        small::Played played =
            small::tablePlay(planOf(small::sgd(0.1, 8, 1)), small::shards({31, 7, 18}));
        const ModelRows before = played.modelOf(0).clone();
        RoundReport report = played.play(1);
        const std::size_t body = PersonalHead(small::perceptron(), 1).bodyParameters();
        QCOMPARE(body, std::size_t{35});
        QCOMPARE(report.traffic.size(), std::size_t{6});
        for (const Traffic& traffic : report.traffic)
            QCOMPARE(traffic.bits, 32.0 * 35);
        const at::Tensor moved = played.modelOf(0).parameters - before.parameters;
        QVERIFY(moved.narrow(1, 0, 35).abs().max().item().toDouble() > 1e-4);
        QCOMPARE(moved.narrow(1, 35, 18).abs().max().item().toDouble(), 0.0); // the output layer
        played.federation.evaluateInto(report, played.algorithm->models());
        QVERIFY(report.clients[0].personalTest && report.clients[0].personalValidation);
        QVERIFY(!report.clients[0].globalTest && !report.officialTest);
        QCOMPARE(report.collaboration->at(0, 1), 1.0 / 3); // the plain mean
    }

    /// Power-of-choice asks for the losses of what the clients use, not of the idle output layer.
    void samplersAskTheClassifiers()
    {
        RunPlan plan = planOf(small::sgd(0.1, 8, 1));
        plan.sampler = small::part(samplerParts(), "powD", {{"count", std::int64_t{1}}});
        small::Played played(
            plan, small::table(200, 6, 3), small::shards({31, 7, 18}), small::perceptron());
        (void)played.play(1); // the first draw asks nobody
        const std::vector<std::size_t> rows = played.algorithm->models().personalRow;
        ModelRows before = played.algorithm->models().personal->clone();
        const RoundReport report =
            small::playRound(played.federation, *played.algorithm, *played.sampler, 1);
        const auto losses =
            std::ranges::find(report.clientValues, "candidateLoss", &NamedValues::name);
        QVERIFY(losses != report.clientValues.end());
        std::vector<EvaluationJob> jobs;
        for (std::size_t i = 0; i < 3; ++i)
            jobs.push_back({.client = i, .modelRow = rows[i], .set = SampleSet::Train});
        const std::vector<Score> own =
            played.federation.evaluate(jobs, before, played.algorithm->models().head);
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(*losses->values[i], own[i].loss);
    }

    void aLongGradientIsCut()
    {
        const auto normAfterOneStep = [](double longest) {
            RunPlan plan = planOf(small::sgd(1, 64, 1));
            plan.algorithm.parameters.set("longestGradient", longest);
            small::Played played = small::tablePlay(plan, small::shards({31, 7, 18}));
            return *played.play(1).clients[0].updateNorm;
        };
        const double whole = normAfterOneStep(0);
        QCOMPARE(normAfterOneStep(50), whole);
        QVERIFY(whole > 1e-3);
        QCOMPARE_LT(std::abs(normAfterOneStep(whole / 2) / (whole / 2) - 1), 1e-3);
    }

    void samplesWithoutClassesAreRefused()
    {
        RunPlan plan = planOf(small::sgd(0.1, 1, 1));
        plan.data.dataset.name = "lines";
        const auto algorithm = makeAlgorithm(plan);
        QVERIFY(!algorithm->problemWith(plan, small::perceptron(), 2));
        QCOMPARE(
            algorithm->problemWith(plan, small::line(), 2)->sentence(),
            std::string("/algorithm/name: pfedgp: needs a network with an output for each class, "
                        "trained by cross-entropy; that of \"lines\" has another loss"));
    }

    /// What the learnt features are worth beyond a random extractor's, with which the classifiers
    /// start: 10 samples of each of a client's five digits leave them much to gain. Ten rounds of
    /// such a federation gained 20 to 25 points with each of five seeds, from 58 to 62 %.
    void sharedFeaturesAreWorthMoreThanRandomOnes()
    {
        const auto dataset = std::make_shared<const Dataset>(makeGlyphDigits({.samples = 3000}));
        const Part model{.name = "mnist_cnn_20k", .parameters = {}};
        const Result<Network> network = makeNetwork(model, dataset->train.shape, dataset->classes);
        QVERIFY(network);
        const RunPlan plan = planOf(small::sgd(0.05, 50, 1, 0.9));
        small::Played played(plan, dataset, fiveOfTen(*dataset, 8, 10), *network);
        const double random = personalAccuracy(played, small::emptyReport(played.federation));
        const RoundReport report = played.play(12);
        const double learnt = personalAccuracy(played, report);
        qInfo("%.1f %% with a random extractor, %.1f %% with the learnt one",
              100 * random,
              100 * learnt);
        QVERIFY(learnt > random + 0.15);
    }
};

COTERIE_SECTION(TestPFedGp)

} // namespace tst_pfedgp

#include "tst_pfedgp.moc"
