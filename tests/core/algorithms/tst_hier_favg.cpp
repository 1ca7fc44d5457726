#include "tests/core/algorithms/scalar_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>

namespace tst_hier_favg {

using namespace coterie;

namespace {

LocalSettings steps(double learningRate, int batch, int count, double momentum = 0)
{
    LocalSettings local = small::sgd(learningRate, batch, 1, momentum);
    local.localEpochs.reset();
    local.localSteps = count;
    return local;
}

RunPlan
hierarchical(const LocalSettings& local, int edgeRounds, const std::vector<std::vector<int>>& edges)
{
    RunPlan plan = small::plan(local, "hierfavg");
    plan.algorithm.parameters.set("edgeRounds", std::int64_t{edgeRounds});
    plan.clients.edges = small::edgeServers(edges);
    return plan;
}

small::Played tablePlay(const RunPlan& plan, const Shards& shards)
{
    return {plan, small::table(200, 6, 3), shards, small::perceptron()};
}

} // namespace

class TestHierFavg : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scalarTestBedGivesTheReferenceNumbers()
    {
        // ALGORITHMS §6.7: edge A with (a = 1, n = 1) and (3, 3), edge B with (5, 4), κ₁ = κ₂ = 2.
        small::Played played =
            small::scalarBed(hierarchical(steps(0.1, 1, 2), 2, {{0, 1}, {2}}),
                             {{.target = 1}, {.target = 3, .samples = 3}, {5, 4}});
        small::startAt(played, 0);
        const RoundReport report = played.play(1);
        QVERIFY(small::near(small::middle(played, 0), 0.85975));
        QVERIFY(small::near(small::middle(played, 1), 0.85975));
        QVERIFY(small::near(small::middle(played, 2), 1.7195));
        QVERIFY(small::near(small::global(played), 1.289625));
        const auto distances = small::reported(report.groupValues, "distanceToCloud");
        QVERIFY(small::near(*distances[0], 1.289625 - 0.85975));
        // A of two levels: clients within their edge by size, edges by their total.
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(report.collaboration->at(i, 0), 0.125);
            QCOMPARE(report.collaboration->at(i, 1), 0.375);
            QCOMPARE(report.collaboration->at(i, 2), 0.5);
        }
    }

    void oneEdgeAndOneEdgeRoundIsFedAvg()
    {
        const Shards shards = small::shards({31, 7, 18});
        const LocalSettings local = small::sgd(0.1, 8, 2, 0.9);
        small::Played fedAvg = tablePlay(small::plan(local), shards);
        small::Played hier = tablePlay(hierarchical(local, 1, {{0, 1, 2}}), shards);
        (void)fedAvg.play(3);
        (void)hier.play(3);
        QVERIFY(small::same(fedAvg.modelOf(0).parameters, hier.modelOf(0).parameters));
    }

    void manyEdgesAndOneEdgeRoundIsNearlyFedAvg()
    {
        const Shards shards = small::shards({31, 7, 18, 11});
        const LocalSettings local = small::sgd(0.1, 8, 2, 0.9);
        RunPlan plan = small::plan(local);
        plan.model.precision = "float64";
        small::Played fedAvg = tablePlay(plan, shards);
        plan = hierarchical(local, 1, {{1}, {3, 0}, {2}});
        plan.model.precision = "float64";
        small::Played hier = tablePlay(plan, shards);
        const RoundReport expected = fedAvg.play(3);
        const RoundReport found = hier.play(3);
        QCOMPARE_LT(small::distance(fedAvg.modelOf(0).parameters, hier.modelOf(0).parameters),
                    1e-12);
        for (std::size_t i = 0; i < 4; ++i)
            for (std::size_t j = 0; j < 4; ++j)
                QCOMPARE_LT(
                    std::abs(found.collaboration->at(i, j) - expected.collaboration->at(i, j)),
                    1e-15);
    }

    void aSingleClientTrainsAsIfAlone()
    {
        // κ₁ = 3 and κ₂ = 4 go on through one stream of batches: twelve steps of plain SGD.
        const Shards shards = small::shards({37});
        small::Played hier = tablePlay(hierarchical(steps(0.1, 8, 3), 4, {{0}}), shards);
        small::Played alone = tablePlay(small::plan(steps(0.1, 8, 12), "independent"), shards);
        const RoundReport report = hier.play(2);
        (void)alone.play(2);
        QVERIFY(small::same(hier.modelOf(0).parameters, alone.modelOf(0).parameters));
        QCOMPARE(report.clients[0].steps, 12);
        QCOMPARE(hier.federation.lastTrained().results[0].steps, 12);
        QVERIFY(small::same(hier.federation.lastTrained().ends.parameters,
                            alone.federation.lastTrained().ends.parameters));
    }

    void clientsThatNoEdgeNamesHaveOneOfTheirOwn()
    {
        small::Played played = tablePlay(hierarchical(small::sgd(0.1, 8, 1), 2, {{2}, {0}}),
                                         small::shards({31, 7, 18, 9}));
        const ModelsInUse models = played.algorithm->models();
        QVERIFY((models.middleRow == std::vector<std::size_t>{1, 2, 0, 2}));
        QCOMPARE(models.middle->count(), std::size_t{3});
    }

    void edgesWithoutParticipantsStandBy()
    {
        small::Played played = tablePlay(hierarchical(small::sgd(0.1, 8, 1), 2, {{0, 1}, {2}}),
                                         small::shards({31, 7, 18}));
        const ModelsInUse models = played.algorithm->models();
        const at::Tensor before = models.middle->parameters.clone();
        played.federation.beginRound(0, {});
        played.federation.setDraw({.clients = {0, 1}, .weights = {}});
        RoundReport report = small::emptyReport(played.federation);
        played.algorithm->round(played.federation, report);
        QVERIFY(small::same(played.algorithm->models().middle->parameters[1], before[1]));
        QVERIFY(!small::same(played.algorithm->models().middle->parameters[0], before[0]));
        QCOMPARE(report.collaboration->at(2, 2), 0.0);
        const auto distances = small::reported(report.groupValues, "distanceToCloud");
        QVERIFY(distances[0] && !distances[1]);
    }

    void everyTransmissionIsCounted()
    {
        small::Played played = tablePlay(hierarchical(small::sgd(0.1, 8, 1), 5, {{0, 1}, {2}}),
                                         small::shards({31, 7, 18}));
        const RoundReport report = played.play(1);
        const double model = 32.0 * 53; // 6·5 + 5 + 5·3 + 3 parameters
        QCOMPARE(report.traffic.size(), std::size_t{10});
        for (const Traffic& traffic : report.traffic) {
            const bool edge =
                traffic.link == Link::EdgeToCloud || traffic.link == Link::CloudToEdge;
            QCOMPARE(traffic.bits, edge ? model : 5 * model);
            QVERIFY(*traffic.client < (edge ? 2 : 3));
        }
    }

    void edgeModelsAreScoredOnTheirClients()
    {
        small::Played played = tablePlay(hierarchical(small::sgd(0.1, 8, 1), 2, {{0, 1}, {2}}),
                                         small::shards({31, 7, 18}));
        RoundReport report = played.play(1);
        const ModelsInUse models = played.algorithm->models();
        played.federation.evaluateInto(report, models);
        double correct = 0;
        double loss = 0;
        const auto ofClients = small::reported(report.clientValues, "edgeTestAccuracy");
        for (std::size_t i = 0; i < 3; ++i) {
            const EvaluationJob job{.client = i, .modelRow = i == 2 ? 1U : 0U};
            const Score score = played.federation.evaluate({&job, 1}, *models.middle)[0];
            QCOMPARE(*ofClients[i], *score.accuracy);
            correct += i == 2 ? 0 : 2 * *score.accuracy; // two test samples each
            loss += i == 2 ? 0 : 2 * score.loss;
        }
        const auto ofEdges = small::reported(report.groupValues, "edgeTestAccuracy");
        QCOMPARE(ofEdges.size(), std::size_t{2});
        QCOMPARE(*ofEdges[0], correct / 4);
        QCOMPARE(*ofEdges[1], *ofClients[2]);
        QCOMPARE(*small::reported(report.groupValues, "edgeTestLoss")[0], loss / 4);
    }
};

COTERIE_SECTION(TestHierFavg)

} // namespace tst_hier_favg

#include "tst_hier_favg.moc"
