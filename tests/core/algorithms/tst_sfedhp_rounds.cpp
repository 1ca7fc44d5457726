#include "core/collaboration/sparsity.h"
#include "tests/core/algorithms/sfedhp_bed.h"
#include "tests/sections.h"

#include <QTest>
#include <QVector>

#include <ATen/ATen.h>
#include <array>
#include <cmath>
#include <vector>

namespace tst_sfedhp_rounds {

using namespace coterie;

/// Whole rounds of sFedHP: who counts for how much, what is sent, told and kept.
class TestSFedHpRounds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void unequalEdgesCountAlikeAtTheCloud()
    {
        small::Played played = small::sixClients(small::sFedHp(
            small::sgd(0.05, 8, 1), {{0, 1, 2, 3}, {4, 5}}, {{"edgeRounds", std::int64_t{2}}}));
        const RoundReport report = played.play(1);
        for (std::size_t i = 0; i < 6; ++i)
            for (std::size_t j = 0; j < 6; ++j)
                QCOMPARE(report.collaboration->at(i, j), j < 4 ? 0.5 / 4 : 0.5 / 2);
    }

    void anEdgeCountsItsClientsAsTheyWereDrawn_data()
    {
        QTest::addColumn<QVector<std::size_t>>("clients");
        QTest::addColumn<QVector<double>>("weights");
        QTest::newRow("drawn twice") << QVector<std::size_t>{0, 1, 1} << QVector<double>{};
        QTest::newRow("of twice the weight")
            << QVector<std::size_t>{0, 1} << QVector<double>{0.5, 1};
        QTest::newRow("both") << QVector<std::size_t>{0, 1, 1} << QVector<double>{3, 2, 4};
    }

    /// The scalar run of ALGORITHMS §4: θ₁ = 0.038555 counts once and θ₂ = 0.115665 twice.
    void anEdgeCountsItsClientsAsTheyWereDrawn()
    {
        QFETCH(QVector<std::size_t>, clients);
        QFETCH(QVector<double>, weights);
        small::Played played = small::sFedHpScalars(1, "previous");
        small::startAt(played, 0);
        const RoundReport report = small::playDraw(played,
                                                   {.clients = {clients.begin(), clients.end()},
                                                    .weights = {weights.begin(), weights.end()}});
        QVERIFY(small::near(small::middle(played, 0), 0.269885 / 6));     // half of their mean
        QVERIFY(small::near(small::global(played), 1.25 * 0.269885 / 6)); // η₁λ₂φ
        QVERIFY(small::near(report.collaboration->at(0, 0), 1.0 / 3));
        QVERIFY(small::near(report.collaboration->at(0, 1), 2.0 / 3));
    }

    void weightsStayWithinTheirEdge()
    {
        small::Played played = small::sixClients(small::sFedHp(
            small::sgd(0.05, 8, 1), {{0, 1, 2, 3}, {4, 5}}, {{"edgeRounds", std::int64_t{2}}}));
        const RoundReport report =
            small::playDraw(played, {.clients = {0, 2, 4, 5}, .weights = {3.0, 1.0, 10.0, 30.0}});
        const std::array<double, 6> expected{0.375, 0, 0.125, 0, 0.125, 0.375};
        for (std::size_t i = 0; i < 6; ++i)
            for (std::size_t j = 0; j < 6; ++j)
                QCOMPARE(report.collaboration->at(i, j), expected[j]);
    }

    void onlySelectedEdgesReachTheCloud()
    {
        const std::vector<std::vector<int>> edges{{0, 1}, {2, 3}, {4, 5}};
        const auto make = [&](bool selectedOnly) {
            return small::sixClients(small::sFedHp(small::sgd(0.05, 8, 1),
                                                   edges,
                                                   {{"edgeRounds", std::int64_t{2}},
                                                    {"selectedEdges", std::int64_t{2}},
                                                    {"trainSelectedOnly", selectedOnly}}));
        };
        small::Played all = make(false);
        small::Played selected = make(true);
        for (int round = 0; round < 4; ++round) {
            const RoundReport found = small::playRound(
                selected.federation, *selected.algorithm, *selected.sampler, round);
            const RoundReport expected =
                small::playRound(all.federation, *all.algorithm, *all.sampler, round);
            QVERIFY(small::same(small::globalOf(selected), small::globalOf(all)));
            QVERIFY(*found.collaboration == *expected.collaboration);
            int trained = 0;
            int weighted = 0;
            for (std::size_t i = 0; i < 6; ++i) {
                trained += found.clients[i].steps > 0 ? 1 : 0;
                weighted += found.collaboration->at(0, i) > 0 ? 1 : 0;
                QVERIFY(expected.clients[i].steps > 0);
                QCOMPARE(found.clients[i].steps > 0, found.collaboration->at(0, i) > 0);
            }
            QCOMPARE(trained, 4);
            QCOMPARE(weighted, 4);
        }
    }

    /// Without a penalty sFedHP sends as many whole models as HierFAVG.
    void aNumberHasAsManyBitsInEveryMethod()
    {
        const small::Settings twice{{"edgeRounds", std::int64_t{2}}};
        RunPlan plan = small::sFedHp(small::sgd(0.05, 8, 1), {{0, 1, 2, 3}, {4, 5}}, twice);
        const RoundReport dense = small::sixClients(plan).play(1);
        plan.algorithm = small::part(registry().algorithms, "hierfavg", twice);
        const RoundReport whole = small::sixClients(plan).play(1);
        for (const Link link :
             {Link::ClientToServer, Link::ServerToClient, Link::EdgeToCloud, Link::CloudToEdge}) {
            QVERIFY(small::bitsOver(whole, link) > 0);
            QCOMPARE(small::bitsOver(dense, link), small::bitsOver(whole, link));
        }
    }

    void sentModelsAreCutAndCounted()
    {
        // One edge and β = 1: the global model is what the edge sent.
        const auto played = [](bool prune) {
            return small::sixClients(small::sFedHp(small::sgd(0.05, 8, 1),
                                                   {{0, 1, 2, 3, 4, 5}},
                                                   {{"edgeRounds", std::int64_t{2}},
                                                    {"gamma1", 0.5},
                                                    {"gamma2", 0.5},
                                                    {"rho", 0.01},
                                                    {"zeroTol", 0.1},
                                                    {"pruneOnSend", prune}}));
        };
        small::Played cut = played(true);
        const RoundReport report = cut.play(1);
        const double left = (small::globalOf(cut) != 0).sum().item<double>();
        QVERIFY(left > 3 && left < 50);
        QVERIFY(
            small::globalOf(cut).abs().masked_select(small::globalOf(cut) != 0).min().item<double>()
            > 0.1);
        // Numbers of 32 bits; and, apart, a bit for each zero and one for each entry.
        const double index = (53 - left) + 53;
        QCOMPARE(small::bitsOver(report, Link::EdgeToCloud), 32 * left + index);
        QCOMPARE(*small::reported(report.groupValues, "indexBitsUp")[0], index);
        QCOMPARE(report.metrics.at("globalSparsity"), left / 53);
        QCOMPARE(*small::reported(report.groupValues, "sentSparsity")[0], left / 53);
        double fromClients = small::bitsOver(report, Link::ClientToServer);
        for (const std::optional<double>& bits :
             small::reported(report.clientValues, "indexBitsUp"))
            fromClients -= *bits;
        QVERIFY(fromClients > 0 && fromClients < 6 * 2 * 32.0 * 53);
        QCOMPARE(*small::reported(report.clientValues, "plainBytesUp")[0], 2 * 4.0 * 53);
        QCOMPARE(*small::reported(report.groupValues, "plainBytesDown")[0], 4.0 * 53);
        for (const std::optional<double>& share : small::reported(report.clientValues, "sparsity"))
            QVERIFY(*share > 0 && *share < 1);

        small::Played whole = played(false);
        (void)whole.play(1);
        QCOMPARE((small::globalOf(whole) != 0).sum().item<double>(), 53.0);
    }

    void penaltiesAreToldWhereThereAreAny()
    {
        const small::Settings settings{
            {"edgeRounds", std::int64_t{1}}, {"gamma1", 0.01}, {"rho", 0.1}};
        small::Played played =
            small::sixClients(small::sFedHp(small::sgd(0.05, 8, 1), {{0, 1, 2, 3}}, settings));
        const RoundReport report = played.play(1);
        const at::Tensor theta = played.modelOf(0).parameters.to(at::kDouble).contiguous();
        double expected = 0;
        for (std::int64_t n = 0; n < theta.numel(); ++n)
            expected += 0.01 * smoothL1(theta.data_ptr<double>()[n], 0.1);
        QVERIFY(expected > 0);
        QCOMPARE_LT(std::abs(*small::reported(report.clientValues, "penalty")[0] - expected),
                    1e-12);
        QVERIFY(small::reported(report.groupValues, "penalty").empty()); // γ₂ = 0
    }

    void penaltiesBecomeTinyOnceAndForAll_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<double>("sparsity");
        QTest::addColumn<QString>("gamma1"); // by round: full or tiny
        QTest::addColumn<QString>("gamma2");
        QTest::newRow("respectively, sparse at once") << "respectively" << 2.0 << "ftttt"
                                                      << "ffftt";
        QTest::newRow("respectively, never sparse") << "respectively" << 0.0 << "fffff"
                                                    << "ffftt";
        QTest::newRow("joint, sparse at once") << "joint" << 2.0 << "ffftt"
                                               << "ffftt";
        QTest::newRow("joint, never sparse") << "joint" << 0.0 << "fffff"
                                             << "fffff";
        QTest::newRow("constant") << "constant" << 2.0 << "fffff"
                                  << "fffff";
    }

    void penaltiesBecomeTinyOnceAndForAll()
    {
        QFETCH(QString, policy);
        QFETCH(double, sparsity);
        QFETCH(QString, gamma1);
        QFETCH(QString, gamma2);
        small::Played played =
            small::sixClients(small::sFedHp(small::sgd(0.05, 8, 1),
                                            {{0, 1, 2}, {3, 4, 5}},
                                            {{"edgeRounds", std::int64_t{1}},
                                             {"gamma1", 0.01},
                                             {"gamma2", 0.02},
                                             {"gammaPolicy", policy.toStdString()},
                                             {"gammaSparsity", sparsity},
                                             {"gammaRounds", std::int64_t{3}}}));
        for (int round = 0; round < 5; ++round) {
            const RoundReport report =
                small::playRound(played.federation, *played.algorithm, *played.sampler, round);
            QCOMPARE(report.metrics.at("gamma1"), gamma1[round] == 't' ? 1e-8 : 0.01);
            QCOMPARE(report.metrics.at("gamma2"), gamma2[round] == 't' ? 1e-8 : 0.02);
        }
    }

    void aLatchSurvivesTheCheckpoint()
    {
        const RunPlan plan = small::sFedHp(
            small::sgd(0.05, 8, 1),
            {{0, 1, 2}, {3, 4, 5}},
            {{"edgeRounds", std::int64_t{1}}, {"gamma1", 0.01}, {"gammaSparsity", 2.0}});
        small::Played whole = small::sixClients(plan);
        (void)whole.play(2);
        small::Played resumed = small::sixClients(plan);
        resumed.algorithm->restore(whole.algorithm->state());
        const RoundReport report =
            small::playRound(resumed.federation, *resumed.algorithm, *resumed.sampler, 2);
        QCOMPARE(report.metrics.at("gamma1"), 1e-8);
    }

    void aRunContinuesAsIfItHadNotStopped()
    {
        const RunPlan plan = small::sFedHp(small::sgd(0.05, 8, 1),
                                           {{0, 1}, {2, 3}, {4, 5}},
                                           {{"edgeRounds", std::int64_t{2}},
                                            {"selectedEdges", std::int64_t{2}},
                                            {"gamma1", 0.01},
                                            {"gamma2", 0.02},
                                            {"rho", 0.1}});
        small::Played whole = small::sixClients(plan);
        (void)whole.play(2);
        small::Played resumed = small::sixClients(plan);
        resumed.algorithm->restore(whole.algorithm->state());
        resumed.federation.restore(whole.federation.state());
        const auto next = [](small::Played& played) {
            return small::playRound(played.federation, *played.algorithm, *played.sampler, 2);
        };
        QVERIFY(next(resumed) == next(whole));
        QVERIFY(small::same(small::globalOf(resumed), small::globalOf(whole)));
        const auto middle = [](const small::Played& played) {
            return played.algorithm->models().middle->parameters;
        };
        QVERIFY(small::same(middle(resumed), middle(whole)));
        for (std::size_t i = 0; i < 6; ++i)
            QVERIFY(small::same(resumed.modelOf(i).parameters, whole.modelOf(i).parameters));
    }

    void samplersSeeTheWholeRound()
    {
        small::Played played = small::sixClients(small::sFedHp(
            small::sgd(0.05, 8, 1), {{0, 1, 2}, {3, 4, 5}}, {{"edgeRounds", std::int64_t{3}}}));
        const at::Tensor start = small::globalOf(played).clone();
        const RoundReport report = played.play(1);
        const Trained& seen = played.federation.lastTrained();
        QCOMPARE(seen.clients.size(), std::size_t{6});
        for (std::size_t i = 0; i < 6; ++i) {
            QCOMPARE(seen.results[i].steps, 15);
            QCOMPARE(report.clients[i].steps, 15);
            const at::Tensor moved = (start[0] - played.modelOf(i).parameters[0]) / 0.05;
            QCOMPARE_LT(small::distance(seen.updates()[static_cast<std::int64_t>(i)], moved),
                        1e-12);
        }
    }

    void stackedTrainingIsTheSame()
    {
        const RunPlan plan = small::sFedHp(small::sgd(0.05, 8, 1),
                                           {{0, 1, 2, 3}, {4, 5}},
                                           {{"edgeRounds", std::int64_t{3}},
                                            {"gamma1", 0.01},
                                            {"gamma2", 0.02},
                                            {"rho", 0.01},
                                            {"nu", 1e-4},
                                            {"innerSolver", std::string("nesterov")}});
        small::Played threads = small::sixClients(plan);
        small::Played stack = small::sixClients(plan, std::string(kStackedOnCpu));
        const RoundReport expected = threads.play(2);
        const RoundReport found = stack.play(2);
        QCOMPARE_LT(small::distance(small::globalOf(stack), small::globalOf(threads)), 1e-10);
        const auto residuals = small::reported(expected.clientValues, "proxResidual");
        for (std::size_t i = 0; i < 6; ++i) {
            QVERIFY(*residuals[i] > 0);
            QCOMPARE_LT(
                std::abs(*small::reported(found.clientValues, "proxResidual")[i] - *residuals[i]),
                1e-8);
        }
    }
};

COTERIE_SECTION(TestSFedHpRounds)

} // namespace tst_sfedhp_rounds

#include "tst_sfedhp_rounds.moc"
