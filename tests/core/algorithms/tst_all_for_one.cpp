#include "core/metrics/metrics.h"
#include "tests/core/algorithms/gradient_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <cmath>
#include <stdexcept>

namespace tst_all_for_one {

using namespace coterie;
using namespace gradient_bed;
using small::Played;
using small::set;

class TestAllForOne : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void uniformRowsWithSharedBatchesAreFedSgd()
    {
        // One group, one step a round: every model sees everybody's mean gradient.
        Played found = tablePlay(
            method("allForOne", {{"criterion", std::string("oracle")}, {"sharedBatches", true}}),
            steps(1),
            {4, 4, 4},
            "float64");
        Played expected = tablePlay(method("fedavg", {{"aggregation", std::string("uniform")}}),
                                    steps(1),
                                    {4, 4, 4},
                                    "float64");
        const RoundReport report = found.play(6);
        (void)expected.play(6);
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE_LT(
                small::distance(found.modelOf(i).parameters, expected.modelOf(i).parameters),
                1e-12);
            for (std::size_t k = 0; k < 3; ++k)
                QCOMPARE(report.collaboration->at(i, k), 1.0 / 3);
        }
        QVERIFY(small::same(found.modelOf(0).parameters, found.modelOf(1).parameters));
    }

    void allForOneTakesTheWorkedStep_data()
    {
        QTest::addColumn<QString>("criterion");
        QTest::addColumn<int>("samples");
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("second");
        // ALGORITHMS §3.1: weights (1/3, 2/3) by size, and (8/15, 7/15) by likeness alone.
        QTest::newRow("binary") << "binary" << 32 << 0.833333 << 0.966667;
        QTest::newRow("continuous") << "continuous" << 32 << 0.823333 << 0.976667;
        QTest::newRow("binary, as many samples everywhere") << "binary" << 16 << 0.825 << 0.975;
    }

    void allForOneTakesTheWorkedStep()
    {
        QFETCH(QString, criterion);
        QFETCH(int, samples);
        QFETCH(double, first);
        QFETCH(double, second);
        Played played = slopePlay(
            method("allForOne", {{"criterion", criterion.toStdString()}}),
            plainSteps(1),
            {{2, 0, 16}, {1.5, 0.5, static_cast<std::size_t>(samples)}, {-1, 0, 16}, {0, 2, 16}});
        set(played, "models", at::ones({4, 2}));
        const RoundReport report = played.play(1);
        QVERIFY(near(played.modelOf(0).parameters, {first, second}, 1e-6));
        QVERIFY(std::abs(report.similarity->at(0, 1) - 0.875) < 1e-6);
        QVERIFY(std::abs(report.similarity->at(1, 0) - 0.8) < 1e-6);
        QCOMPARE(report.similarity->at(0, 2), 0.0);
        const auto value = [&](const std::string& name, std::size_t i) {
            for (const NamedValues& values : report.clientValues)
                if (values.name == name)
                    return *values.values[i];
            return std::nan("");
        };
        QCOMPARE(value("neighbours", 0), 2.0);
        QVERIFY(std::abs(value("squaredProbeNorm", 0) - 4) < 1e-6);
        QVERIFY(std::abs(value("squaredGradientDistanceTo1", 0) - 0.5) < 1e-6);
        QVERIFY(std::abs(value("squaredGradientDistanceTo2", 0) - 9) < 1e-6);
    }

    void allForOneTakesTheStepsOfTheSimplestRows_data()
    {
        QTest::addColumn<bool>("together");
        QTest::addColumn<double>("first");
        QTest::addColumn<double>("second");
        // ALGORITHMS §3.1, the last row of the table.
        QTest::newRow("identity") << false << 0.8 << 1.0;
        QTest::newRow("uniform") << true << 0.9375 << 0.9375;
    }

    void allForOneTakesTheStepsOfTheSimplestRows()
    {
        QFETCH(bool, together);
        QFETCH(double, first);
        QFETCH(double, second);
        const auto group = [together](int client) { return together ? 0 : client; };
        Played played = slopePlay(method("allForOne", {{"criterion", std::string("oracle")}}),
                                  plainSteps(1),
                                  {{2, 0, 16, group(0)},
                                   {1.5, 0.5, 32, group(1)},
                                   {-1, 0, 16, group(2)},
                                   {0, 2, 16, group(3)}});
        set(played, "models", at::ones({4, 2}));
        const RoundReport report = played.play(1);
        QVERIFY(near(played.modelOf(0).parameters, {first, second}, 1e-6));
        for (std::size_t k = 0; k < 4; ++k)
            QCOMPARE(report.collaboration->at(0, k), together ? 0.25 : k == 0 ? 1.0 : 0.0);
    }

    void identicalClientsAreOneLocalRun_data()
    {
        QTest::addColumn<QString>("criterion");
        QTest::addColumn<int>("clients");
        for (const char* criterion : {"binary", "continuous"})
            for (const int clients : {2, 3, 4})
                QTest::addRow("%s, %d", criterion, clients) << criterion << clients;
    }

    /// ALGORITHMS §3.1, invariant 4. Each client repeats one sample, so data and streams are the
    /// same; sums of halves and quarters do not round.
    void identicalClientsAreOneLocalRun()
    {
        QFETCH(QString, criterion);
        QFETCH(int, clients);
        const auto n = static_cast<std::size_t>(clients);
        Shards shards(n);
        for (Shard& shard : shards)
            shard.train = std::vector<std::int32_t>(20, 5);
        RunPlan plan = small::plan(steps(7, 0.1, 0.9));
        const auto make = [&](const Part& part) {
            plan.algorithm = part;
            return Played(plan, small::table(200, 6, 3), shards, small::perceptron());
        };
        Played found = make(
            method("allForOne",
                   {{"criterion", criterion.toStdString()}, {"innerIterations", std::int64_t{3}}}));
        Played expected = make(method("independent"));
        const RoundReport report = found.play(4);
        (void)expected.play(4);
        for (std::size_t i = 0; i < n; ++i) {
            const at::Tensor model = found.modelOf(i).parameters;
            if (n == 3)
                QCOMPARE_LT(small::distance(model, expected.modelOf(0).parameters), 1e-5);
            else
                QVERIFY(small::same(model, expected.modelOf(0).parameters));
            for (std::size_t k = 0; k < n; ++k) {
                QCOMPARE(report.similarity->at(i, k), 1.0);
                QCOMPARE(report.collaboration->at(i, k), 1.0 / clients);
            }
        }
    }

    void trafficCountsProbesAndNeighbours()
    {
        Played played = slopePlay(method("allForOne", {{"innerIterations", std::int64_t{2}}}),
                                  plainSteps(3),
                                  {{2, 0}, {1.5, 0.5}, {-1, 0}, {0, 2}});
        const RoundReport report = played.play(1);
        // Two parameters there and back: two refreshes with three others, three steps with one.
        QVERIFY(report.traffic[0].link == Link::ClientToClient);
        QCOMPARE(report.traffic[0].bits, 32.0 * 2 * 2 * (2 * 3 + 3 * 1));
        QCOMPARE(report.traffic[3].bits, 32.0 * 2 * 2 * (2 * 3)); // nobody resembles client 3
    }

    void theLastClientMayOnlyServe()
    {
        RunPlan plan = small::plan(plainSteps(2));
        plan.algorithm = method("allForOne");
        plan.excludeLastClient = true;
        Played played = small::slopePlay(plan, {{2, 0}, {-1, 0}, {1.5, 0.5}});
        set(played, "models", at::ones({3, 2}));
        const RoundReport report = played.play(1);
        QVERIFY(near(played.modelOf(2).parameters, {1, 1}, 1e-12));
        QCOMPARE(report.clients[2].steps, 0);
        QVERIFY(!played.federation.isPresent(2));
        QVERIFY(report.collaboration->at(0, 2) > 0.4); // its data feed the others
        QCOMPARE(report.collaboration->at(2, 2), 1.0);
    }

    /// Its probes are of few samples, at the models of the last refresh: not what HCCT's theorem is
    /// about.
    void normsOfProbesAreNotTheGradientNormsOfATheorem()
    {
        Played played =
            slopePlay(method("allForOne"), plainSteps(1), {{2, 0}, {1.5, 0.5}, {-1, 0}, {0, 2}});
        const RoundReport report = played.play(1);
        QVERIFY(report.collaboration);
        const Metrics metrics = MetricTracker(played.federation.facts()).add(report);
        QVERIFY(!metrics.contains("squaredGradientNorm"));
        QVERIFY(!metrics.contains("meanSquaredGradientNorm"));
    }

    void pairsThatNeverAgreeAreDropped()
    {
        // Client 1 points away for seven rounds and agrees afterwards.
        const auto weightAfter = [](std::int64_t limit) {
            Played played = slopePlay(method("allForOne", {{"earlyExclude", limit}}),
                                      plainSteps(1),
                                      {{2, 0}, {-2, 0}, {2, 0}});
            (void)played.play(7);
            State state = played.algorithm->state();
            Played turned = slopePlay(method("allForOne", {{"earlyExclude", limit}}),
                                      plainSteps(1),
                                      {{2, 0}, {2, 0}, {2, 0}});
            turned.algorithm->restore(state);
            return small::playRound(turned.federation, *turned.algorithm, *turned.sampler, 7)
                .collaboration->at(0, 1);
        };
        QCOMPARE(weightAfter(0), 1.0 / 3);
        QCOMPARE(weightAfter(5), 0.0);
        QCOMPARE(weightAfter(8), 1.0 / 3);
    }

    void anOracleNeedsToKnowTheGroups()
    {
        QVERIFY_EXCEPTION_THROWN(
            tablePlay(method("allForOne", {{"criterion", std::string("oracle")}}),
                      steps(1),
                      {-1, -1, -1}),
            std::invalid_argument);
    }

    void weightsFollowTheClusters()
    {
        Played played =
            slopePlay(method("allForOne"), plainSteps(2), {{2, 0}, {0, 2}, {2, 0.1}, {0.1, 2}});
        const Matrix a = played.play(1).collaboration->dense();
        for (std::size_t i = 0; i < 4; ++i)
            QVERIFY(a.at(i, i) + a.at(i, (i + 2) % 4) > 0.999);
    }
};

COTERIE_SECTION(TestAllForOne)

} // namespace tst_all_for_one

#include "tst_all_for_one.moc"
