#include "core/algorithms/hcct.h"
#include "core/algorithms/personal_head.h"
#include "core/collaboration/utility_partition.h"
#include "core/math/linear_algebra.h"
#include "tests/core/algorithms/hcct_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <cmath>

namespace tst_hcct_updates {

using namespace coterie;
using namespace hcct_bed;
using small::Played;
using small::tablePlay;

/// What of the clients' updates HCCT and its variants compare: all of them, one layer, the body,
/// batch counters too.
class TestHcctUpdates : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void singleLayerMakesHcctEAndHcctOne()
    {
        const auto play = [](const RunPlan& plan) {
            Played played(plan,
                          small::table(200, 6, 3),
                          small::shards({31, 27, 18, 40}),
                          Network("line", {.channels = 6}, {linear(6, 3)}, Loss::CrossEntropy));
            const RoundReport report = played.play(4);
            return std::pair(report.grouping->groups, played.modelOf(2).parameters.clone());
        };
        const auto [groups, model] = play(planOf("hcct", {{"alpha", 4.0}}));
        const auto [groupsE, modelE] = play(planOf("hcctE", {{"alpha", 4.0}}));
        QVERIFY(groups == groupsE);
        QVERIFY(groups.size() > 1 && groups.size() < 4);
        QVERIFY(small::same(model, modelE));
    }

    void layersAreScoredAsInTheReference()
    {
        // ALGORITHMS §2.2: two layers of two values, two clients.
        const at::Tensor updates =
            at::tensor({1.0F, 2.0F, 0.1F, -0.1F, 3.0F, 4.0F, 0.1F, -0.3F}).view({2, 4});
        const std::vector<LayerColumns> layers{
            {.layer = 0, .name = "fc1", .first = 0, .biasFirst = 2, .last = 2},
            {.layer = 1, .name = "fc2", .first = 2, .biasFirst = 4, .last = 4}};
        const std::vector<double> official = layerScores(updates, layers, LayerScore::Official);
        QCOMPARE_LT(std::abs(official[0] - 0.5), 1e-6);
        QCOMPARE_LT(std::abs(official[1] + 0.55), 1e-6);
        const std::vector<double> between = layerScores(updates, layers, LayerScore::Between);
        QCOMPARE_LT(std::abs(between[0] - 0.4), 1e-6);
        QCOMPARE_LT(std::abs(between[1] - 0.033333), 1e-5);
        QCOMPARE(largestScore(official), std::size_t{0});
        const at::Tensor turned = updates.flip(0);
        QVERIFY(layerScores(turned, layers, LayerScore::Between) == between);
        QCOMPARE(largestScore(std::vector<double>{std::nan(""), -1.0, 2.0, 2.0}), std::size_t{2});
    }

    void layerIsChosenOnceOrByTheUser()
    {
        Played played = tablePlay(planOf("hcctE"), small::shards({31, 27, 18}));
        const RoundReport first = played.play(1);
        QVERIFY(std::ranges::any_of(
            first.events, [](const Event& event) { return kindOf(event.what) == "layerScore"; }));
        const at::Tensor chosen = statePart(played.algorithm->state(), "layer").clone();
        (void)small::playRound(played.federation, *played.algorithm, *played.sampler, 1);
        QVERIFY(small::same(statePart(played.algorithm->state(), "layer"), chosen));
        Played own =
            tablePlay(planOf("hcctE", {{"layer", std::int64_t{2}}}), small::shards({31, 27, 18}));
        (void)own.play(1);
        QCOMPARE(statePart(own.algorithm->state(), "layer").item<std::int64_t>(), 1);
        QCOMPARE(statePart(own.algorithm->state(), "updates").size(1), 5 * 3 + 3);
    }

    void aStoredGroupNumberIsNoSize()
    {
        Played played = tablePlay(planOf("hcct"), small::shards({31, 27, 18}));
        (void)played.play(1);
        const State hostile = played.algorithm->state();
        statePart(hostile, "groups")[0][0] = std::int64_t{1} << 60; // would make so many groups
        QVERIFY_EXCEPTION_THROWN(played.algorithm->restore(hostile), c10::Error);
    }

    void releasedCodeComparesBatchCountersToo()
    {
        Played played = pictures(planOf("hcct", {{"simIncludeBuffers", true}}));
        (void)played.play(1);
        const at::Tensor updates = statePart(played.algorithm->state(), "updates");
        const ParamLayout& layout = played.federation.network().layout();
        QCOMPARE(updates.size(1),
                 static_cast<std::int64_t>(layout.parameterCount + layout.bufferCount
                                           + layout.batchNormLayers));
        // 31 samples in batches of 8, twice: 8 steps at η = 0.1 count −80 in each layer (A13).
        QCOMPARE_LT(std::abs(updates[0][-1].item<double>() + 80), 1e-4);
        QCOMPARE_LT(std::abs(updates[0][-2].item<double>() + 80), 1e-4);
        QCOMPARE_LT(std::abs(updates[1][-1].item<double>() + 20), 1e-4);
    }

    void batchCountersMakeUnlikeUpdatesLookAlike()
    {
        // ALGORITHMS §2.1, A13: five batch-norm layers, ten steps at η = 0.1, and two orthogonal
        // updates of norm 5.
        const Network network("counted",
                              {.channels = 1},
                              {batchNorm(1),
                               batchNorm(1),
                               batchNorm(1),
                               batchNorm(1),
                               batchNorm(1),
                               linear(1, 2, false)},
                              Loss::CrossEntropy);
        const ParamLayout& layout = network.layout();
        QCOMPARE(layout.batchNormLayers, std::size_t{5});
        const auto rows = [](std::size_t columns) {
            return at::zeros({2, static_cast<std::int64_t>(columns)}, at::kDouble);
        };
        Trained trained{.clients = {0, 1},
                        .ends = {.parameters = rows(layout.parameterCount),
                                 .buffers = rows(layout.bufferCount)},
                        .starts = {.parameters = rows(layout.parameterCount),
                                   .buffers = rows(layout.bufferCount)},
                        .startRow = {0, 1},
                        .results = std::vector<LocalResult>(2),
                        .learningRate = 0.1,
                        .jobRates = {0.1, 0.1}};
        for (LocalResult& result : trained.results)
            result.steps = 10;
        trained.starts.parameters[0][0] = 0.5; // (start − end)/η = 5
        trained.starts.parameters[1][1] = 0.5;
        const PersonalHead noHead(network, 0);
        const auto vectors = [&](bool withBuffers) {
            HcctParameters parameters;
            parameters.includesBuffers = withBuffers;
            return similarityVectors(trained, parameters, nullptr, noHead, layout).to(at::kDouble);
        };
        const auto cosines = [](const at::Tensor& of) { // with the mean of the two
            const auto columns = static_cast<std::size_t>(of.size(1));
            const Rows<double> each{
                .data = of.data_ptr<double>(), .count = 2, .columns = columns, .stride = columns};
            const std::vector<std::vector<int>> together{{0, 1}};
            return utilities(gram(each), std::vector<double>{100, 100}, together, {.alpha = {0}});
        };
        const at::Tensor all = vectors(true);
        const double block = all[0].narrow(0, -5, 5).norm().item<double>();
        QCOMPARE_LT(std::abs(block - 223.6), 0.05);
        for (const double cosine : cosines(vectors(false)))
            QCOMPARE_LT(std::abs(cosine - 0.707107), 1e-6);
        for (const double cosine : cosines(all))
            QCOMPARE_LT(std::abs(cosine - 0.999875), 1e-6);
    }

    void simScopeBodyComparesBodies()
    {
        Played played = tablePlay(planOf("hcctP", {{"simScope", std::string("body")}}),
                                  small::shards({31, 27, 18}));
        (void)played.play(1);
        QCOMPARE(statePart(played.algorithm->state(), "updates").size(1), 35);
    }
};

COTERIE_SECTION(TestHcctUpdates)

} // namespace tst_hcct_updates

#include "tst_hcct_updates.moc"
