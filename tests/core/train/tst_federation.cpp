#include "core/nn/models.h"
#include "core/train/scores.h"
#include "tests/core/fixtures/small_federation.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <numeric>

namespace tst_federation {

using namespace coterie;

namespace {

/// Takes half a gradient step at the next client's model after local work; keeps a model per client
/// and a global one, the plain mean. No method of a paper: it touches what methods touch.
class Neighbours final : public Algorithm
{
public:
    void start(Federation& federation) override
    {
        m_models = federation.initialModels(federation.clients(), true);
        m_global = federation.initialModels();
    }
    void round(Federation& federation, RoundReport& report) override
    {
        const Trained trained = federation.train(m_models, report);
        for (std::size_t j = 0; j < trained.clients.size(); ++j)
            m_models.copyRow(trained.clients[j], trained.ends, j);
        updates = trained.updates();

        std::vector<BatchSequence> sequences;
        std::vector<GradientJob> jobs;
        for (std::size_t i = 0; i < federation.clients(); ++i)
            sequences.push_back(federation.batches((i + 1) % federation.clients(), i, 4));
        for (std::size_t i = 0; i < federation.clients(); ++i)
            jobs.push_back({.client = (i + 1) % federation.clients(),
                            .modelRow = i,
                            .samples = sequences[i].next(),
                            .target = i});
        gradients = federation.gradients(jobs, m_models, jobs.size());
        m_models.parameters.sub_(gradients, 0.5 * federation.learningRate());

        Matrix mean(1, federation.clients(), 1.0);
        m_global = federation.mix(mean, m_models);
        noise = federation.stream(Purpose::Algorithm, 1).uniform();
        federation.countTraffic(report, Link::ClientToServer, 1, 10);
        federation.countTraffic(report, Link::ServerToClient, {}, 3);
    }
    [[nodiscard]] ModelsInUse models() const override
    {
        std::vector<std::size_t> own(m_models.count());
        std::iota(own.begin(), own.end(), std::size_t{0});
        return {.personal = &m_models, .personalRow = own, .global = &m_global, .globalRow = 0};
    }
    [[nodiscard]] State state() const override
    {
        return {{.name = "models", .values = m_models.parameters},
                {.name = "buffers", .values = m_models.buffers}};
    }
    void restore(const State& state) override
    {
        m_models = {.parameters = statePart(state, "models").clone(),
                    .buffers = statePart(state, "buffers").clone()};
    }

    at::Tensor updates;
    at::Tensor gradients;
    double noise = 0;

private:
    ModelRows m_models;
    ModelRows m_global;
};

/// Draws one client more each round and remembers how often each was seen.
class Growing final : public Sampler
{
public:
    [[nodiscard]] Draw
    draw(Federation& federation, const ModelsInUse& models, RoundReport&) override
    {
        lossesBefore = federation.evaluate(
            std::vector<EvaluationJob>{{.client = 0, .modelRow = 0, .set = SampleSet::Train}},
            *models.personal);
        Draw draw{.clients = {0}, .weights = {1.0}};
        for (std::size_t i = 1; i <= static_cast<std::size_t>(federation.roundIndex()); ++i) {
            draw.clients.push_back(i);
            draw.weights.push_back(1.0);
        }
        return draw;
    }
    void observe(const Federation&, const Trained& trained, RoundReport&) override
    {
        for (const std::size_t client : trained.clients)
            ++seen[client];
    }

    std::vector<Score> lossesBefore;
    std::vector<int> seen = std::vector<int>(5, 0);
};

Federation tableFederation(const LocalSettings& local, bool excludeLastClient = false)
{
    RunPlan plan = small::plan(local);
    plan.excludeLastClient = excludeLastClient;
    return {plan,
            small::table(200, 6, 3),
            small::shards({20, 9, 33, 12, 20}),
            small::perceptron(),
            2,
            "cpu"};
}

Federation pictureFederation(const std::string& bnMode)
{
    RunPlan plan = small::plan(small::sgd(0.1, 8, 1));
    plan.model.bnMode = bnMode;
    return {
        plan, small::pictures(150), small::shards({20, 30, 25}), small::convolutional(), 2, "cpu"};
}

} // namespace

class TestFederation : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void algorithmAndSamplerPlayTogether()
    {
        Federation federation = tableFederation(small::sgd(0.1, 8, 1));
        Neighbours algorithm;
        Growing sampler;
        algorithm.start(federation);
        for (int round = 0; round < 3; ++round) {
            const RoundReport report = small::playRound(federation, algorithm, sampler, round);
            for (std::size_t i = 0; i < 5; ++i)
                QCOMPARE(report.clients[i].trainLoss.has_value(),
                         i <= static_cast<std::size_t>(round));
            QCOMPARE(report.clients[0].steps, 3); // 20 samples in batches of 8
            QCOMPARE(report.traffic.size(), std::size_t{2});
            QCOMPARE(report.traffic[0].bits, 320.0);
            QVERIFY(!report.traffic[1].client);
            QCOMPARE(algorithm.updates.size(0), round + 1);
            QCOMPARE(sampler.lossesBefore[0].samples, 20);
        }
        QVERIFY((sampler.seen == std::vector<int>{3, 2, 1, 0, 0}));
        QVERIFY(algorithm.gradients.abs().sum().item<double>() > 0);
        QVERIFY(algorithm.noise > 0 && algorithm.noise < 1);
    }

    void whatAnAlgorithmKeepsIsNotWrittenOver()
    {
        Federation federation = tableFederation(small::sgd(0.1, 8, 1));
        RoundReport report = small::emptyReport(federation);
        Draw everybody;
        for (std::size_t client = 0; client < federation.clients(); ++client)
            everybody.clients.push_back(client);
        const ModelRows start = federation.initialModels();
        const auto trainRound = [&](int round) {
            federation.beginRound(round, {});
            federation.setDraw(everybody);
            return federation.train(start, report).ends;
        };
        const ModelRows view =
            trainRound(0).row(2); // a view is all that is kept of the round's results
        const at::Tensor before = view.parameters.clone();
        const at::Tensor later = trainRound(1).select(std::vector<std::size_t>{2}).parameters;
        QVERIFY(!small::same(later, before));
        QVERIFY(small::same(view.parameters, before));
    }

    void aMatrixOfTheWrongSizeIsRefused()
    {
        Federation federation = tableFederation(small::sgd(0.1, 8, 1));
        const ModelRows three = federation.initialModels(3);
        QVERIFY_EXCEPTION_THROWN((void)federation.mix(Matrix(5, 5, 0.2), three), c10::Error);
        QVERIFY_EXCEPTION_THROWN((void)federation.mix(Matrix(3, 3, 0.0), three), c10::Error);
    }

    /// What clients' own models score on training samples: all of them, or some, always the same.
    void trainingSetsAreMeasuredWholeOrInPart()
    {
        Federation federation = tableFederation(small::sgd(0.1, 8, 1), true);
        const ModelRows own = federation.initialModels(federation.clients(), true);
        const ModelsInUse models{.personal = &own, .personalRow = {4, 3, 2, 1, 0}};
        const auto scored = [&](std::size_t most) {
            RoundReport report = small::emptyReport(federation);
            addTrainScores(federation, models, most, report);
            return report.clientValues;
        };
        const std::vector<NamedValues> whole = scored(1000);
        QCOMPARE(whole.size(), std::size_t{2});
        QCOMPARE(whole[0].name, std::string("trainSetLoss"));
        QCOMPARE(whole[1].name, std::string("trainSetAccuracy"));
        for (std::size_t i = 0; i < 5; ++i) {
            const std::vector<EvaluationJob> all{
                {.client = i, .modelRow = 4 - i, .set = SampleSet::Train}};
            const Score expected = federation.evaluate(all, own).front();
            QCOMPARE(whole[0].values[i].has_value(), i != 4); // the last client is left out
            if (i == 4)
                continue;
            QCOMPARE(*whole[0].values[i], expected.loss);
            QCOMPARE(whole[1].values[i], expected.accuracy);
        }
        // Four of client 2's 33 samples: those at 0, 8, 16 and 24.
        const std::span<const std::int32_t> samples = federation.trainSamples(2);
        const std::vector<std::int32_t> four{samples[0], samples[8], samples[16], samples[24]};
        const std::vector<EvaluationJob> some{
            {.client = 2, .modelRow = 2, .set = SampleSet::Train, .samples = four}};
        const Score expected = federation.evaluate(some, own).front();
        QCOMPARE(expected.samples, 4);
        QCOMPARE(*scored(4)[0].values[2], expected.loss);
        QVERIFY(*scored(4)[0].values[2] != *whole[0].values[2]);
    }

    void theGlobalModelIsMeasuredOnTrainingSetsToo()
    {
        Federation federation = tableFederation(small::sgd(0.1, 8, 1));
        const ModelRows rows = federation.initialModels(federation.clients(), true);
        const auto scored = [&](const ModelsInUse& models) {
            RoundReport report = small::emptyReport(federation);
            addTrainScores(federation, models, 1000, report);
            return report.clientValues;
        };
        const std::vector<NamedValues> both = scored(
            {.personal = &rows, .personalRow = {4, 3, 1, 1, 0}, .global = &rows, .globalRow = 2});
        QCOMPARE(both.back().name, std::string("globalTrainSetLoss"));
        for (std::size_t i = 0; i < 5; ++i) {
            const std::vector<EvaluationJob> whole{
                {.client = i, .modelRow = 2, .set = SampleSet::Train}};
            QCOMPARE(*both.back().values[i], federation.evaluate(whole, rows).front().loss);
            QVERIFY(*both.back().values[i] != *both.front().values[i]);
        }
        // A model that all use is measured once.
        const std::vector<NamedValues> one = scored(
            {.personal = &rows, .personalRow = {2, 2, 2, 2, 2}, .global = &rows, .globalRow = 2});
        QVERIFY(one.front().values == both.back().values);
        QVERIFY(one.back().values == both.back().values);
        const std::vector<NamedValues> alone =
            scored({.personalRow = {}, .global = &rows, .globalRow = 2});
        QCOMPARE(alone.size(), std::size_t{1});
        QVERIFY(alone.front().values == both.back().values);
    }

    void updatesAreDifferencesOverTheRate()
    {
        Federation federation = tableFederation(small::sgd(0.1, 8, 1));
        federation.beginRound(0, {});
        RoundReport report = small::emptyReport(federation);
        const std::vector<LocalJob> jobs{{.client = 1}, {.client = 3, .learningRate = 0.02}};
        const ModelRows start = federation.initialModels();
        const Trained trained = federation.train(jobs, start, report);
        const at::Tensor updates = trained.updates();
        const at::Tensor moved = start.parameters - trained.ends.parameters;
        QVERIFY(at::allclose(updates[0], moved[0] / 0.1));
        QVERIFY(at::allclose(updates[1], moved[1] / 0.02));
        for (std::int64_t j = 0; j < 2; ++j)
            QVERIFY(std::abs(updates[j].norm().item<double>()
                             - *report.clients[j == 0 ? 1 : 3].updateNorm)
                    < 1e-4);
    }

    void batchesOfTheOwnModelAreThoseOfLocalWork()
    {
        const Federation federation = tableFederation(small::sgd(0.1, 8, 1));
        const auto firstBatch = [&](std::size_t owner) {
            BatchSequence batches = federation.batches(2, owner, 8);
            const auto next = batches.next();
            return std::vector<std::int32_t>(next.begin(), next.end());
        };
        const std::vector<std::int32_t> samples = small::shards({20, 9, 33, 12, 20})[2].train;
        BatchSequence local(samples, 8, false, 7, 0, 2);
        const auto expected = local.next();
        QVERIFY(std::ranges::equal(firstBatch(2), expected));
        QVERIFY(firstBatch(0) != firstBatch(2));
        QVERIFY(firstBatch(0) != firstBatch(1));
    }

    void scheduleAndLiveChangeSetTheRate()
    {
        LocalSettings settings = small::sgd(0.1, 8, 1);
        settings.schedule = small::part(scheduleParts(), "exponential", {{"factor", 0.5}});
        Federation federation = tableFederation(settings);
        federation.beginRound(2, {});
        QCOMPARE(federation.learningRate(), 0.025);
        federation.change({.place = std::string(kLearningRatePlace), .value = 0.4});
        federation.beginRound(3, {});
        QCOMPARE(federation.learningRate(), 0.05);
        QCOMPARE(federation.plan().local.optimizer.parameters.real("learningRate"), 0.1);
    }

    void stateCarriesMomentsAcrossAnInterruption()
    {
        LocalSettings settings = small::sgd(0.1, 8, 1, 0.9);
        settings.keepOptimizerState = true;
        Federation whole = tableFederation(settings);
        Neighbours algorithm;
        Growing sampler;
        algorithm.start(whole);
        for (int round = 0; round < 2; ++round)
            (void)small::playRound(whole, algorithm, sampler, round);

        Federation resumed = tableFederation(settings);
        Neighbours other;
        other.start(resumed);
        other.restore(algorithm.state());
        resumed.restore(whole.state());
        for (int round = 2; round < 4; ++round) {
            (void)small::playRound(whole, algorithm, sampler, round);
            (void)small::playRound(resumed, other, sampler, round);
        }
        QVERIFY(small::same(algorithm.models().personal->parameters,
                            other.models().personal->parameters));
    }

    void localStatisticsStayWithTheClient()
    {
        Federation local = pictureFederation("local");
        Federation averaged = pictureFederation("average");
        const auto sampler = makeSampler(small::part(samplerParts(), "all"));
        const RunPlan plan = small::plan(small::sgd(0.1, 8, 1));
        const auto first = makeAlgorithm(plan);
        const auto second = makeAlgorithm(plan);
        first->start(local);
        second->start(averaged);
        (void)small::playRound(local, *first, *sampler, 0);
        (void)small::playRound(averaged, *second, *sampler, 0);
        const at::Tensor kept = statePart(local.state(), "clientBuffers");
        QCOMPARE(kept.size(0), 4); // the clients and the pool of all
        QVERIFY(small::same(kept.narrow(0, 0, 3), local.lastTrained().ends.buffers));
        QVERIFY(!small::same(kept[0], kept[1]));
        QVERIFY(!statePart(averaged.state(), "clientBuffers").defined());

        // The next round starts from the client's own statistics, not from the average.
        (void)small::playRound(local, *first, *sampler, 1);
        (void)small::playRound(averaged, *second, *sampler, 1);
        QVERIFY(
            !small::same(local.lastTrained().ends.buffers, averaged.lastTrained().ends.buffers));
    }

    void evaluationFillsWhatTheReportHasRoomFor()
    {
        Federation federation = tableFederation(small::sgd(0.1, 8, 1));
        const auto algorithm = makeAlgorithm(federation.plan());
        algorithm->start(federation);
        RoundReport report = small::emptyReport(federation);
        federation.evaluateInto(report, algorithm->models());
        for (const ClientReport& client : report.clients) {
            QCOMPARE(client.personalTest->samples, 2);
            QCOMPARE(client.personalValidation->samples, 1);
            // FedAvg's clients use the global model, so the two scores are one.
            QVERIFY(client.globalTest == client.personalTest);
            QVERIFY(client.globalValidation == client.personalValidation);
        }
        QCOMPARE(report.officialTest->samples, 20);
        QVERIFY(report.officialTest->accuracy.has_value());
    }

    void personalModelsAreScoredOnTheirOwnClients()
    {
        Federation federation = tableFederation(small::sgd(0.1, 8, 1));
        Neighbours algorithm;
        algorithm.start(federation);
        const ModelsInUse models = algorithm.models();
        RoundReport report = small::emptyReport(federation);
        federation.evaluateInto(report, models);
        for (std::size_t i = 0; i < federation.clients(); ++i) {
            const EvaluationJob own{.client = i, .modelRow = i};
            const EvaluationJob common{.client = i, .modelRow = 0};
            QVERIFY(federation.evaluate({&own, 1}, *models.personal)[0]
                    == *report.clients[i].personalTest);
            QVERIFY(federation.evaluate({&common, 1}, *models.global)[0]
                    == *report.clients[i].globalTest);
        }
    }

    void callsOfOneRoundAddUpToOne()
    {
        LocalSettings settings = small::sgd(0.1, 8, 1);
        const std::vector<std::size_t> clients{0, 2};
        const auto jobs = [&](std::size_t first, int steps, bool onward) {
            std::vector<LocalJob> list;
            for (std::size_t j = 0; j < clients.size(); ++j)
                list.push_back({.client = clients[j],
                                .startRow = onward ? j : 0,
                                .steps = steps,
                                .firstStep = first});
            return list;
        };
        Federation once = tableFederation(settings);
        RoundReport whole = small::emptyReport(once);
        once.beginRound(1, {});
        const ModelRows start = once.initialModels();
        const Trained expected = once.train(jobs(0, 7, false), start, whole);

        Federation twice = tableFederation(settings);
        RoundReport parts = small::emptyReport(twice);
        twice.beginRound(1, {});
        const Trained first = twice.train(jobs(0, 4, false), start, parts);
        const at::Tensor halfWay = first.ends.parameters.clone();
        const Trained second = twice.train(jobs(4, 3, true), first.ends, parts);
        twice.concludeTraining(clients, start, {0, 0}, second.ends, parts);
        QVERIFY(small::same(first.ends.parameters, halfWay)); // still held, so not written over
        QVERIFY(small::same(second.ends.parameters, expected.ends.parameters));
        QVERIFY(small::same(twice.lastTrained().updates(), expected.updates()));
        for (std::size_t j = 0; j < clients.size(); ++j) {
            const ClientReport& client = parts.clients[clients[j]];
            QCOMPARE(client.steps, 7);
            QVERIFY(*client.trainLoss == second.results[j].loss);
            QCOMPARE_LT(std::abs(*client.updateNorm - *whole.clients[clients[j]].updateNorm), 1e-9);
            QCOMPARE(twice.lastTrained().results[j].steps, 7);
            QVERIFY(twice.lastTrained().results[j].loss == *client.trainLoss);
        }
    }

    void emptyClientsAreNotMeasured()
    {
        Shards shards = small::shards({20, 10});
        shards[1].train.clear();
        shards[1].test.clear();
        Federation federation(small::plan(small::sgd(0.1, 8, 1)),
                              small::table(200, 6, 3),
                              shards,
                              small::perceptron(),
                              2,
                              "cpu");
        const auto algorithm = makeAlgorithm(federation.plan());
        const auto sampler = makeSampler(federation.plan().sampler);
        algorithm->start(federation);
        RoundReport report = small::playRound(federation, *algorithm, *sampler, 0);
        federation.evaluateInto(report, algorithm->models());
        QVERIFY(report.clients[0].trainLoss.has_value());
        QVERIFY(!report.clients[1].trainLoss.has_value());
        QVERIFY(!report.clients[1].personalTest.has_value());
        QCOMPARE(report.clients[1].steps, 0);
    }

    void stoppedTrainingLeavesTheRound()
    {
        Federation federation = tableFederation(small::sgd(0.1, 8, 1));
        std::stop_source source;
        source.request_stop();
        federation.beginRound(0, source.get_token());
        RoundReport report = small::emptyReport(federation);
        const LocalJob job{.client = 2};
        const ModelRows start = federation.initialModels();
        bool stopped = false;
        try {
            (void)federation.train({&job, 1}, start, report);
        } catch (const RunStopped&) {
            stopped = true;
        }
        QVERIFY(stopped);
        QVERIFY(!report.clients[2].trainLoss.has_value());
    }

    void initialModelsAreEqualUnlessAskedToDiffer()
    {
        const Federation federation = tableFederation(small::sgd(0.1, 8, 1));
        const ModelRows equal = federation.initialModels(3);
        const ModelRows distinct = federation.initialModels(3, true);
        QVERIFY(small::same(equal.parameters[0], equal.parameters[2]));
        QVERIFY(small::same(equal.parameters[0], distinct.parameters[0]));
        QVERIFY(!small::same(distinct.parameters[0], distinct.parameters[1]));
    }
};

COTERIE_SECTION(TestFederation)

} // namespace tst_federation

#include "tst_federation.moc"
