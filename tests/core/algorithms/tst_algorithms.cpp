#include "core/algorithms/aggregation.h"
#include "core/algorithms/registry.h"
#include "tests/core/algorithms/played.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <cmath>

namespace tst_algorithms {

using namespace coterie;
using small::Played;
using small::scalarPlay;
using small::startAtZero;
using small::tablePlay;

class TestAlgorithms : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoObservesASubsetSeesWhatItDid()
    {
        RunPlan plan = small::plan(small::sgd(0.1, 8, 1), "independent");
        plan.sampler = small::part(registry().samplers, "random");
        plan.sampler.parameters.set("count", std::int64_t{2});
        Played played = tablePlay(plan, small::shards({20, 20, 20, 20, 20}));
        played.play(2);
        QCOMPARE(played.federation.lastTrained().clients.size(), std::size_t{2});
        QVERIFY(played.federation.lastTrained().updates().norm().item<double>() > 0);
    }

    void everyRoundsUpdateIsMeasuredFromThatRoundsStart()
    {
        // The ends of a round are the models of the next: training must not write over them.
        Played played = tablePlay(small::plan(small::sgd(0.1, 8, 1), "independent"),
                                  small::shards({20, 20, 20}));
        for (int round = 1; round <= 4; ++round) {
            const at::Tensor before = played.algorithm->models().personal->parameters.clone();
            const RoundReport report =
                small::playRound(played.federation, *played.algorithm, *played.sampler, round - 1);
            const Trained& trained = played.federation.lastTrained();
            QVERIFY(small::same(trained.starts.parameters, before));
            for (std::size_t i = 0; i < 3; ++i) {
                const double norm = (before[static_cast<std::int64_t>(i)]
                                     - trained.ends.parameters[static_cast<std::int64_t>(i)])
                                        .to(at::kDouble)
                                        .div(0.1)
                                        .norm()
                                        .item<double>();
                QVERIFY(norm > 0);
                QVERIFY(std::abs(report.clients[i].updateNorm.value() - norm) < 1e-5 * norm);
            }
        }
    }

    void clientsThatArriveLaterWait()
    {
        RunPlan plan = small::plan(small::sgd(0.1, 8, 1), "fedavg");
        plan.clients.arrivals = {{.round = 3, .clients = {1, 4}}};
        Played played = tablePlay(plan, small::shards({20, 20, 20, 20, 20}));
        for (int rounds = 1; rounds <= 3; ++rounds) {
            const RoundReport report =
                small::playRound(played.federation, *played.algorithm, *played.sampler, rounds - 1);
            const bool here = rounds >= 3;
            QCOMPARE(report.clients[1].trainLoss.has_value(), here);
            QCOMPARE(report.collaboration->at(0, 4) > 0, here);
            QVERIFY(report.clients[0].trainLoss.has_value());
        }
    }

    void fedAvgWithOneClientIsIndependent()
    {
        const Shards shards = small::shards({37});
        Played fedAvg = tablePlay(small::plan(small::sgd(0.1, 8, 2, 0.9), "fedavg"), shards);
        Played independent =
            tablePlay(small::plan(small::sgd(0.1, 8, 2, 0.9), "independent"), shards);
        (void)fedAvg.play(4);
        (void)independent.play(4);
        QVERIFY(small::same(fedAvg.modelOf(0).parameters, independent.modelOf(0).parameters));
    }

    void centralisedWithOneClientLearnsTheSameData()
    {
        // The pooled client has a batch stream of its own, so with one full batch only rounding
        // differs.
        const Shards shards = small::shards({37});
        RunPlan plan = small::plan(small::sgd(0.1, 64, 1), "centralised");
        plan.model.precision = "float64";
        Played centralised = tablePlay(plan, shards);
        plan.algorithm = small::part(registry().algorithms, "independent");
        Played independent = tablePlay(plan, shards);
        const RoundReport report = centralised.play(3);
        (void)independent.play(3);
        QCOMPARE_LT(
            small::distance(centralised.modelOf(0).parameters, independent.modelOf(0).parameters),
            1e-12);
        QCOMPARE(report.pooledTrain->samples, 37);
        QVERIFY(!report.clients[0].trainLoss);
    }

    void fedAvgOfIdenticalClientsIsIndependent()
    {
        // Each client repeats one sample, so its batches are equal in whatever order they come.
        Shards shards(3);
        for (Shard& shard : shards)
            shard.train = std::vector<std::int32_t>(12, 5);
        Played fedAvg = tablePlay(small::plan(small::sgd(0.1, 4, 2), "fedavg"), shards);
        Played independent = tablePlay(small::plan(small::sgd(0.1, 4, 2), "independent"), shards);
        (void)fedAvg.play(3);
        (void)independent.play(3);
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(small::same(fedAvg.modelOf(i).parameters, independent.modelOf(i).parameters));
    }

    void oneFullBatchStepOfFedAvgIsAStepOnAllData()
    {
        const Shards shards = small::shards({31, 7, 18});
        RunPlan plan = small::plan(small::sgd(0.3, 1000, 1), "fedavg");
        plan.model.precision = "float64";
        Played fedAvg = tablePlay(plan, shards);
        plan.algorithm = small::part(registry().algorithms, "centralised");
        Played centralised = tablePlay(plan, shards);
        const at::Tensor start = fedAvg.modelOf(0).parameters.clone();
        (void)fedAvg.play(1);
        (void)centralised.play(1);
        QVERIFY(small::distance(fedAvg.modelOf(0).parameters, start) > 1e-2);
        QCOMPARE_LT(
            small::distance(fedAvg.modelOf(0).parameters, centralised.modelOf(0).parameters),
            1e-12);
    }

    void proximalWithoutPullIsFedAvg()
    {
        const Shards shards = small::shards({31, 7, 18});
        RunPlan plan = small::plan(small::sgd(0.1, 8, 2, 0.9));
        Played fedAvg = tablePlay(plan, shards);
        plan.local.objective = small::part(objectiveParts(), "proximal", {{"mu", 0.0}});
        Played unpulled = tablePlay(plan, shards);
        plan.local.objective = small::part(objectiveParts(), "proximal", {{"mu", 0.5}});
        Played pulled = tablePlay(plan, shards);
        (void)fedAvg.play(3);
        (void)unpulled.play(3);
        (void)pulled.play(3);
        QVERIFY(small::same(fedAvg.modelOf(0).parameters, unpulled.modelOf(0).parameters));
        QVERIFY(!small::same(fedAvg.modelOf(0).parameters, pulled.modelOf(0).parameters));
    }

    void scalarTestBedGivesTheReferenceNumbers_data()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::addColumn<QString>("aggregation");
        QTest::addColumn<double>("mu");
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("second");
        QTest::newRow("FedAvg by size, §6.2") << "fedavg"
                                              << "bySize" << 0.0 << 0.475 << 0.475;
        QTest::newRow("FedAvg uniform, §6.2") << "fedavg"
                                              << "uniform" << 0.0 << 0.38 << 0.38;
        QTest::newRow("Independent, §6.1") << "independent"
                                           << "" << 0.0 << 0.19 << 0.57;
        QTest::newRow("FedProx by size, §6.8") << "fedavg"
                                               << "bySize" << 1.0 << 0.45 << 0.45;
        QTest::newRow("FedProx ends, §6.8") << "independent"
                                            << "" << 1.0 << 0.18 << 0.54;
    }

    void scalarTestBedGivesTheReferenceNumbers()
    {
        QFETCH(QString, algorithm);
        QFETCH(QString, aggregation);
        QFETCH(double, mu);
        QFETCH(double, first);
        QFETCH(double, second);
        RunPlan plan = small::plan(small::sgd(0.1, 8, 1), algorithm.toStdString());
        if (!aggregation.isEmpty())
            plan.algorithm.parameters.set("aggregation", aggregation.toStdString());
        plan.local.objective = small::part(objectiveParts(), "proximal", {{"mu", mu}});
        Played played = scalarPlay(plan);
        startAtZero(played);
        (void)played.play(1);
        // Inputs and targets are floats, so 1/√2 is known to seven digits.
        QCOMPARE_LT(std::abs(played.modelOf(0).parameters.item<double>() - first), 1e-6);
        QCOMPARE_LT(std::abs(played.modelOf(1).parameters.item<double>() - second), 1e-6);
    }

    void rowsOfTheCollaborationMatrixSumToOne_data()
    {
        QTest::addColumn<QString>("algorithm");
        for (const NamedPart& part : registry().algorithms)
            if (part.name != "external") // whose rows come from a command, see tst_external_runs
                QTest::newRow(part.name.data()) << QString::fromUtf8(part.name.data());
    }

    void rowsOfTheCollaborationMatrixSumToOne()
    {
        QFETCH(QString, algorithm);
        RunPlan plan = small::plan(small::sgd(0.1, 8, 1), algorithm.toStdString());
        plan.sampler = small::part(samplerParts(), "random", {{"count", std::int64_t{2}}});
        Played played = tablePlay(plan, small::shards({31, 7, 18}));
        const RoundReport report = played.play(2);
        QVERIFY(report.collaboration.has_value());
        const Matrix a = report.collaboration->dense();
        QCOMPARE(a.rows, std::size_t{3});
        QCOMPARE(a.columns, std::size_t{3});
        for (std::size_t i = 0; i < a.rows; ++i) {
            double sum = 0;
            for (const double weight : a.row(i))
                sum += weight;
            QCOMPARE_LT(std::abs(sum - 1), 1e-12);
        }
    }

    void onlyParticipantsCount()
    {
        RunPlan plan = small::plan(small::sgd(0.1, 8, 1), "fedavg");
        Played played = tablePlay(plan, small::shards({31, 7, 18}));
        played.federation.beginRound(0, {});
        played.federation.setDraw({.clients = {0, 2, 2}, .weights = {}});
        RoundReport report = small::emptyReport(played.federation);
        played.algorithm->round(played.federation, report);
        // Client 2 was drawn twice and counts twice: 31 and 2·18 of 67.
        QCOMPARE(report.collaboration->at(1, 0), 31.0 / 67);
        QCOMPARE(report.collaboration->at(1, 1), 0.0);
        QCOMPARE(report.collaboration->at(1, 2), 36.0 / 67);
        QCOMPARE(report.clients[2].steps, 3); // and trains once
        QCOMPARE(report.clients[1].steps, 0);
        QCOMPARE(report.traffic.size(), std::size_t{4}); // two clients, down and up
        const auto bits = 32.0 * static_cast<double>(played.federation.facts().parameters);
        for (const Traffic& traffic : report.traffic)
            QCOMPARE(traffic.bits, bits);
    }

    void weightsOfTheSamplerWin()
    {
        Played played = tablePlay(small::plan(small::sgd(0.1, 8, 1)), small::shards({31, 7, 18}));
        played.federation.setDraw({.clients = {0, 1}, .weights = {1.0, 3.0}});
        QVERIFY((participantWeights(played.federation, Aggregation::BySize)
                 == std::vector<double>{1.0, 3.0}));
    }

    void armsShareInitialModelAndBatches()
    {
        const Shards shards = small::shards({31, 7, 18});
        const LocalSettings local = small::sgd(0.1, 8, 2, 0.9);
        Played fedAvg = tablePlay(small::plan(local, "fedavg"), shards);
        Played independent = tablePlay(small::plan(local, "independent"), shards);
        QVERIFY(small::same(fedAvg.modelOf(0).parameters, independent.modelOf(0).parameters));
        (void)fedAvg.play(1);
        (void)independent.play(1);
        QVERIFY(small::same(fedAvg.federation.lastTrained().ends.parameters,
                            independent.federation.lastTrained().ends.parameters));
    }

    void independentClientsWhoSitOutKeepTheirModels()
    {
        Played played = tablePlay(small::plan(small::sgd(0.1, 8, 1), "independent"),
                                  small::shards({31, 7, 18}));
        const at::Tensor before = played.modelOf(1).parameters.clone();
        played.federation.beginRound(0, {});
        played.federation.setDraw({.clients = {0, 2}, .weights = {}});
        RoundReport report = small::emptyReport(played.federation);
        played.algorithm->round(played.federation, report);
        QVERIFY(small::same(played.modelOf(1).parameters, before));
        QVERIFY(!small::same(played.modelOf(2).parameters, before));
    }

    void restoredAlgorithmsContinueAlike_data() { rowsOfTheCollaborationMatrixSumToOne_data(); }

    void restoredAlgorithmsContinueAlike()
    {
        QFETCH(QString, algorithm);
        for (const double momentum : {0.0, 0.9}) {
            const RunPlan plan =
                small::plan(small::sgd(0.1, 8, 1, momentum), algorithm.toStdString());
            const Shards shards = small::shards({31, 7, 18});
            Played whole = tablePlay(plan, shards);
            (void)whole.play(2);
            Played resumed = tablePlay(plan, shards);
            resumed.algorithm->restore(whole.algorithm->state());
            resumed.federation.restore(whole.federation.state());
            (void)small::playRound(whole.federation, *whole.algorithm, *whole.sampler, 2);
            (void)small::playRound(resumed.federation, *resumed.algorithm, *resumed.sampler, 2);
            for (std::size_t i = 0; i < 3; ++i)
                QVERIFY(small::same(whole.modelOf(i).parameters, resumed.modelOf(i).parameters));
        }
    }

    void secondRunIsIdentical()
    {
        RunPlan plan = small::plan(small::sgd(0.1, 8, 2, 0.9));
        Played first(
            plan, small::pictures(150), small::shards({31, 7, 18}), small::convolutional());
        Played second(
            plan, small::pictures(150), small::shards({31, 7, 18}), small::convolutional());
        QVERIFY(first.play(3) == second.play(3));
        QVERIFY(small::same(first.modelOf(0).parameters, second.modelOf(0).parameters));
        QVERIFY(small::same(first.modelOf(0).buffers, second.modelOf(0).buffers));
    }
};

COTERIE_SECTION(TestAlgorithms)

} // namespace tst_algorithms

#include "tst_algorithms.moc"
