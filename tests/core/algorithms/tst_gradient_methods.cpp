#include "core/train/scores.h"
#include "tests/core/algorithms/gradient_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <cmath>

namespace tst_gradient_methods {

using namespace coterie;
using namespace gradient_bed;
using small::Played;
using small::set;

namespace {

/// The method so set that nobody takes anything from anybody.
Part takingNothing(const QString& name)
{
    if (name == "oracle")
        return method("allForOne", {{"criterion", std::string("oracle")}});
    if (name == "ditto")
        return method("ditto", {{"lambda", 0.0}});
    if (name == "cobo")
        return method("cobo", {{"rho", 0.0}});
    if (name == "wgaBc")
        return method("wgaBc", {{"alpha", 0.0}});
    if (name == "apfl")
        return method("apfl", {{"alpha", 1.0}});
    return method("allForOne", {{"threshold", 1.0}, {"innerIterations", std::int64_t{3}}});
}

} // namespace

class TestGradientMethods : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoTakesNothingFromOthersIsIndependent_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("All-for-one, λ = 1") << "allForOne";
        QTest::newRow("All-for-one, oracle of singletons") << "oracle";
        QTest::newRow("Ditto, λ = 0") << "ditto";
        QTest::newRow("CoBo, ρ = 0") << "cobo";
        QTest::newRow("WGA-BC, α = 0") << "wgaBc";
        QTest::newRow("APFL, α = 1") << "apfl";
    }

    void whoTakesNothingFromOthersIsIndependent() // ALGORITHMS §13
    {
        QFETCH(QString, name);
        const Part part = takingNothing(name);
        for (const bool epochs : {false, true}) {
            LocalSettings local = steps(7, 0.1, 0.9);
            if (epochs) {
                local.localSteps.reset();
                local.localEpochs = 2;
                local.keepOptimizerState = true;
            }
            Played found = tablePlay(part, local, {0, 1, 2});
            Played expected = tablePlay(method("independent"), local);
            const RoundReport report = found.play(4);
            const RoundReport alone = expected.play(4);
            QVERIFY(sameModels(found, expected));
            if (name != "ditto" && name != "apfl") // whose A is that of the model they share
                QVERIFY(report.collaboration == alone.collaboration);
            for (std::size_t i = 0; i < 3 && name != "ditto"; ++i)
                QVERIFY(report.clients[i].steps == alone.clients[i].steps);
            for (std::size_t i = 0; i < 3; ++i)
                QCOMPARE(*report.clients[i].trainLoss, *alone.clients[i].trainLoss);
        }
    }

    void theirPicturesAreMovedLikeThoseOfLocalWork_data()
    {
        whoTakesNothingFromOthersIsIndependent_data();
    }

    void theirPicturesAreMovedLikeThoseOfLocalWork()
    {
        QFETCH(QString, name);
        auto dataset = std::make_shared<Dataset>(*small::pictures(60));
        dataset->augmentation = {.padding = 2, .flip = true};
        const SampleShape& shape = dataset->train.shape;
        const Network flat(
            "flat",
            shape,
            {flatten(), linear(shape.channels * shape.height * shape.width, dataset->classes)},
            Loss::CrossEntropy);
        Shards shards = small::shards({20, 7, 18});
        for (std::size_t i = 0; i < shards.size(); ++i)
            shards[i].trueGroup = static_cast<int>(i);
        const auto played = [&](const Part& part, std::shared_ptr<const Dataset> data) {
            RunPlan plan = small::plan(steps(3));
            plan.algorithm = part;
            return Played(plan, std::move(data), shards, flat);
        };
        Played found = played(takingNothing(name), dataset);
        Played expected = played(method("independent"), dataset);
        Played plain = played(method("independent"), small::pictures(60));
        for (Played* one : {&found, &expected, &plain})
            (void)one->play(2);
        QVERIFY(sameModels(found, expected));
        QVERIFY(!sameModels(expected, plain));
    }

    void apflWithoutOwnModelsIsFedAvg()
    {
        for (const std::string aggregation : {"bySize", "uniform"}) {
            Played found = tablePlay(method("apfl", {{"alpha", 0.0}, {"aggregation", aggregation}}),
                                     steps(5, 0.1, 0.9));
            Played expected =
                tablePlay(method("fedavg", {{"aggregation", aggregation}}), steps(5, 0.1, 0.9));
            (void)found.play(4);
            (void)expected.play(4);
            QVERIFY(sameModels(found, expected));
        }
    }

    void apflMixesRunningStatisticsLikeParameters_data()
    {
        QTest::addColumn<double>("share");
        QTest::addColumn<QString>("bnMode");
        QTest::addColumn<QString>("device");
        for (const double share : {0.0, 1.0})
            for (const char* mode : {"average", "officialHcct", "local"})
                for (const std::string_view device : {std::string_view("cpu"), kStackedOnCpu})
                    QTest::addRow("α = %g, %s, %s", share, mode, device.data())
                        << share << mode << QString::fromUtf8(device.data());
    }

    /// ALGORITHMS §13 with batch-norm: α = 0 is FedAvg and α = 1 is Independent, models and scores.
    void apflMixesRunningStatisticsLikeParameters()
    {
        QFETCH(double, share);
        QFETCH(QString, bnMode);
        QFETCH(QString, device);
        RunPlan plan = small::plan(steps(5, 0.1, 0.9));
        plan.model.bnMode = bnMode.toStdString();
        if (device != "cpu")
            plan.model.precision = "float64";
        const auto make = [&](const Part& part) {
            plan.algorithm = part;
            return Played(plan,
                          small::pictures(150),
                          small::shards({31, 7, 18}),
                          small::convolutional(),
                          device.toStdString());
        };
        Played found = make(method("apfl", {{"alpha", share}}));
        Played expected = make(method(share == 0 ? "fedavg" : "independent"));
        for (int round = 0; round < 3; ++round) {
            RoundReport report =
                small::playRound(found.federation, *found.algorithm, *found.sampler, round);
            RoundReport other = small::playRound(
                expected.federation, *expected.algorithm, *expected.sampler, round);
            found.federation.evaluateInto(report, found.algorithm->models());
            expected.federation.evaluateInto(other, expected.algorithm->models());
            for (std::size_t i = 0; i < 3; ++i) {
                const ModelRows model = found.modelOf(i);
                const ModelRows same = expected.modelOf(i);
                const double within = device == "cpu" ? 0 : 1e-9; // one launch or several
                QCOMPARE_LE(small::distance(model.parameters, same.parameters), within);
                if (bnMode != "local") // where a client's statistics are not a model's
                    QCOMPARE_LE(small::distance(model.buffers, same.buffers), within);
                QCOMPARE_LE(std::abs(report.clients[i].personalTest->loss
                                     - other.clients[i].personalTest->loss),
                            within);
            }
        }
    }

    void apflBetweenTheTwoMixesRunningStatisticsByItsShare()
    {
        RunPlan plan = small::plan(steps(5));
        plan.algorithm = method("apfl", {{"alpha", 0.25}});
        plan.model.precision = "float64";
        Played played(
            plan, small::pictures(150), small::shards({31, 7, 18}), small::convolutional());
        (void)played.play(2);
        const State state = played.algorithm->state();
        const at::Tensor own = statePart(state, "personal/modelBuffers");
        const at::Tensor common = statePart(state, "modelBuffers");
        QVERIFY(small::distance(own, common.expand_as(own)) > 1e-3);
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE_LT(
                small::distance(played.modelOf(i).buffers[0],
                                0.25 * own[static_cast<std::int64_t>(i)] + 0.75 * common[0]),
                1e-12);
    }

    void theLastClientIsLeftOutOfEveryArm_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"independent",
                                 "fedavg",
                                 "fedfa",
                                 "ditto",
                                 "cobo",
                                 "wgaBc",
                                 "apfl",
                                 "hcct",
                                 "ifca",
                                 "maxfl",
                                 "fedamp",
                                 "feddyn",
                                 "scaffold"})
            QTest::newRow(name) << name;
    }

    /// The others train as if it were not there, and nobody scores it.
    void theLastClientIsLeftOutOfEveryArm()
    {
        QFETCH(QString, name);
        const std::string algorithm = name.toStdString();
        RunPlan plan = small::plan(steps(5), algorithm);
        Played two = small::tablePlay(plan, small::shards({31, 7}));
        plan.excludeLastClient = true;
        Played three = small::tablePlay(plan, small::shards({31, 7, 18}));
        (void)two.play(3);
        RoundReport report = three.play(3);
        for (std::size_t i = 0; i < 2; ++i)
            QVERIFY(small::same(two.modelOf(i).parameters, three.modelOf(i).parameters));
        QCOMPARE(report.clients[2].steps, 0);
        three.federation.evaluateInto(report, three.algorithm->models());
        addTrainScores(three.federation, three.algorithm->models(), 100, report);
        QVERIFY(report.clients[1].personalTest && !report.clients[2].personalTest);
        QVERIFY(!report.clients[2].globalTest);
        QVERIFY(report.clientValues.back().values[1] && !report.clientValues.back().values[2]);
    }

    void centralisedTrainingDoesWithoutTheLastClient()
    {
        RunPlan plan = small::plan(steps(5), "centralised");
        plan.excludeLastClient = true;
        const RoundReport report = small::tablePlay(plan, small::shards({31, 7, 18})).play(1);
        QCOMPARE(report.pooledTrain->samples, std::int64_t{38});
        QVERIFY((report.participants == std::vector<int>{0, 1}));
        QCOMPARE(report.collaboration->at(0, 1), 7.0 / 38);
        QCOMPARE(report.collaboration->at(0, 2), 0.0);
    }
    void dittoTakesTheReferenceSteps()
    {
        // ALGORITHMS §7.1: F = ½(v−1)², v = 0, w = 2, λ = 1, two steps of 0.1 give 0.54.
        const auto half = static_cast<float>(std::sqrt(0.5));
        RunPlan plan = small::plan(plainSteps(2));
        plan.algorithm = method("ditto", {{"lambda", 1.0}});
        plan.model.precision = "float64";
        Shards shards(1);
        shards[0].train = {0};
        Played played(plan, small::scalars({{half, half}}), shards, small::line());
        set(played, "model", at::full({1}, 2.0));
        set(played, "personal/models", at::zeros({1}));
        const RoundReport report = played.play(1);
        QVERIFY(near(played.modelOf(0).parameters, {0.54}, 1e-6));
        // The global model takes two steps of its own: 2 → 1.9 → 1.81.
        QVERIFY(near(played.algorithm->models().global->parameters, {1.81}, 1e-6));
        QCOMPARE(report.clients[0].steps, 4);
    }

    void dittoWithAFullPullAndNoSlopeLandsOnTheGlobalModel()
    {
        Played played =
            slopePlay(method("ditto", {{"lambda", 10.0}}), plainSteps(1), {{0, 0}, {0, 0}});
        set(played, "model", at::tensor({3.0, -4.0}));
        (void)played.play(1); // ηλ = 1
        QVERIFY(near(played.modelOf(1).parameters, {3, -4}, 1e-12));
    }

    void coboTakesTheReferenceStep()
    {
        // ALGORITHMS §7.2: g = (1,−1) and (−2,1), w = 0.97, ρ = η = 0.1.
        Played played =
            slopePlay(method("cobo", {{"rho", 0.1}}), plainSteps(1), {{1, -1}, {-2, 1}});
        set(played, "models", at::tensor({0.0, 0.0, 1.0, 1.0}));
        const RoundReport report = played.play(1);
        QVERIFY(std::abs(report.similarity->at(0, 1) - 0.97) < 1e-6);
        QCOMPARE(report.similarity->at(0, 1), report.similarity->at(1, 0));
        QVERIFY(near(played.modelOf(0).parameters, {-0.0903, 0.1097}, 1e-6));
        QVERIFY(std::abs(report.collaboration->at(0, 1) - 0.0097) < 1e-8);
    }

    void coboBringsThoseWhoAgreeTogether()
    {
        Played played =
            slopePlay(method("cobo", {{"rho", 1.0}, {"innerIterations", std::int64_t{1}}}),
                      plainSteps(50),
                      {{1, 1}, {1, 1}, {-9, -9}});
        set(played, "models", at::tensor({0.0, 0.0, 3.0, 1.0, 0.0, 0.0}));
        const RoundReport report = played.play(4);
        QCOMPARE(report.similarity->at(0, 1), 1.0);
        QCOMPARE(report.similarity->at(0, 2), 0.0);
        QCOMPARE_LT(small::distance(played.modelOf(0).parameters, played.modelOf(1).parameters),
                    1e-6);
    }

    void wgaBcTakesTheReferenceSteps()
    {
        // ALGORITHMS §7.3: own (1,0), helpers (0,1) and (2,1), α = ½, β = η = 0.1.
        Played played = slopePlay(method("wgaBc", {{"alpha", 0.5}, {"beta", 0.1}}),
                                  plainSteps(1),
                                  {{1, 0}, {0, 1}, {2, 1}});
        set(played, "models", at::zeros({3, 2}));
        (void)played.play(1);
        QVERIFY(near(played.modelOf(0).parameters, {-0.1, -0.05}, 1e-6));
        QVERIFY(near(statePart(played.algorithm->state(), "bias")[0], {0, 0.1}, 1e-6));
        (void)small::playRound(played.federation, *played.algorithm, *played.sampler, 1);
        QVERIFY(near(played.modelOf(0).parameters, {-0.2, -0.095}, 1e-6));
        QVERIFY(near(statePart(played.algorithm->state(), "bias")[0], {0, 0.19}, 1e-6));
    }

    void wgaBcWithoutBiasAveragesGradients()
    {
        Played found = tablePlay(method("wgaBc", {{"beta", 0.0}, {"sharedBatches", true}}),
                                 steps(3),
                                 {0, 0, 0},
                                 "float64");
        const RoundReport report = found.play(1);
        const Matrix a = report.collaboration->dense();
        QVERIFY(std::abs(a.at(0, 0) - 1.0 / 3) < 1e-12); // α = (N−1)/N
        QVERIFY(std::abs(a.at(0, 1) - 2.0 / 3 * 7 / 25) < 1e-12);
        QCOMPARE(statePart(found.algorithm->state(), "bias").abs().sum().item<double>(), 0.0);
    }

    void wgaBcOfIdenticalClientsIsFedSgd()
    {
        // Each client repeats one sample: equal gradients, so nothing is to be corrected.
        RunPlan plan = small::plan(steps(4));
        Shards shards(3);
        for (Shard& shard : shards)
            shard.train = std::vector<std::int32_t>(12, 5);
        plan.algorithm = method("wgaBc");
        plan.model.precision = "float64";
        Played found(plan, small::table(200, 6, 3), shards, small::perceptron());
        plan.algorithm = method("independent");
        Played expected(plan, small::table(200, 6, 3), shards, small::perceptron());
        (void)found.play(3);
        (void)expected.play(3);
        QCOMPARE_LT(statePart(found.algorithm->state(), "bias").abs().max().item<double>(), 1e-12);
        QCOMPARE_LT(small::distance(found.modelOf(1).parameters, expected.modelOf(1).parameters),
                    1e-12);
    }

    void apflTakesTheReferenceStep()
    {
        // ALGORITHMS §7.4: α = 0.25, w = 0.5, v = 1, a = 2, η = 0.1.
        const auto half = static_cast<float>(std::sqrt(0.5));
        RunPlan plan = small::plan(plainSteps(1));
        plan.algorithm = method("apfl", {{"alpha", 0.25}, {"adaptive", true}});
        plan.model.precision = "float64";
        Shards shards(1);
        shards[0].train = {0};
        Played played(plan, small::scalars({{half, 2 * half}}), shards, small::line());
        set(played, "model", at::full({1}, 0.5));
        set(played, "personal/models", at::full({1}, 1.0));
        const RoundReport report = played.play(1);
        const State state = played.algorithm->state();
        QVERIFY(near(statePart(state, "model"), {0.65}, 1e-6));
        QVERIFY(near(statePart(state, "personal/models"), {1.034375}, 1e-6));
        QVERIFY(std::abs(*report.clientValues[0].values[0] - 0.31875) < 1e-6);
        QVERIFY(
            near(played.modelOf(0).parameters, {0.31875 * 1.034375 + (1 - 0.31875) * 0.65}, 1e-6));
    }

    void clientsWithoutSamplesSitOut_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"allForOne", "ditto", "cobo", "wgaBc", "apfl"})
            QTest::newRow(name) << name;
    }

    void clientsWithoutSamplesSitOut()
    {
        QFETCH(QString, name);
        RunPlan plan = small::plan(steps(2));
        plan.algorithm = method(name.toStdString());
        Shards shards = small::shards({31, 7, 18});
        shards[1].train.clear();
        Played played(plan, small::table(200, 6, 3), shards, small::perceptron());
        const RoundReport report = played.play(2);
        QCOMPARE(report.clients[1].steps, 0);
        QVERIFY(!report.clients[1].trainLoss);
        QVERIFY(played.modelOf(0).parameters.isfinite().all().item<bool>());
    }

    void stackedOnADeviceTheyAreTheSame_data() { clientsWithoutSamplesSitOut_data(); }

    void stackedOnADeviceTheyAreTheSame()
    {
        QFETCH(QString, name);
        RunPlan plan = small::plan(steps(3, 0.1, 0.9));
        plan.algorithm = method(name.toStdString());
        plan.model.precision = "float64";
        const auto play = [&](const std::string& device) {
            Played played(plan,
                          small::pictures(150),
                          small::shards({31, 7, 18}),
                          small::convolutional(),
                          device);
            (void)played.play(2);
            return played.modelOf(1).parameters.clone();
        };
        QCOMPARE_LT(small::distance(play("cpu"), play(std::string(kStackedOnCpu))), 1e-9);
    }
};

COTERIE_SECTION(TestGradientMethods)

} // namespace tst_gradient_methods

#include "tst_gradient_methods.moc"
