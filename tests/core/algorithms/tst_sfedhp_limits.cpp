#include "tests/core/algorithms/sfedhp_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <cmath>
#include <utility>
#include <vector>

namespace tst_sfedhp_limits {

using namespace coterie;

/// Where sFedHP is another method, or stands still: what must be equal, and what must not.
class TestSFedHpLimits : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneEdgeRoundWithoutPenaltyIsPFedMe_data()
    {
        QTest::addColumn<int>("edges");
        for (const int edges : {1, 2, 3, 6})
            QTest::addRow("%d edges", edges) << edges;
    }

    /// ALGORITHMS §4, test 2: η·λ = η₁·λ̄ with λ̄ = λ₁λ₂/(λ₁ + λ₂), whatever the edges.
    void oneEdgeRoundWithoutPenaltyIsPFedMe()
    {
        QFETCH(int, edges);
        std::vector<std::vector<int>> members(static_cast<std::size_t>(edges));
        for (int client = 0; client < 6; ++client)
            members[static_cast<std::size_t>(client % edges)].push_back(client);
        small::Played hierarchical = small::sixClients(small::sFedHp(
            small::sgd(0.05, 8, 1), members, {{"edgeRounds", std::int64_t{1}}, {"lambda1", 10.0}}));
        RunPlan plan = small::plan(small::sgd(0.05, 8, 1), "pfedme");
        plan.algorithm = small::part(registry().algorithms,
                                     "pfedme",
                                     {{"lambda", 10.0},
                                      {"localRounds", std::int64_t{1}},
                                      {"modelRate", 0.05 * (10.0 * 20.0 / 30.0) / 10.0},
                                      {"aggregation", std::string("uniform")}});
        small::Played flat = small::sixClients(plan);
        const at::Tensor start = small::globalOf(flat).clone();
        (void)hierarchical.play(3);
        (void)flat.play(3);
        QVERIFY(small::distance(small::globalOf(flat), start) > 1e-3);
        QCOMPARE_LT(small::distance(small::globalOf(hierarchical), small::globalOf(flat)), 1e-12);
        for (std::size_t i = 0; i < 6; ++i)
            QCOMPARE_LT(
                small::distance(hierarchical.modelOf(i).parameters, flat.modelOf(i).parameters),
                1e-12);
    }

    /// ALGORITHMS §4, test 3: the prox centre lags behind w, so R edge rounds are not R rounds of
    /// pFedMe.
    void moreEdgeRoundsAreNotMoreRoundsOfPFedMe()
    {
        RunPlan plan = small::plan(small::sgd(0.05, 1, 1), "pfedme");
        plan.algorithm = small::part(registry().algorithms,
                                     "pfedme",
                                     {{"lambda", 25.0},
                                      {"localRounds", std::int64_t{1}},
                                      {"modelRate", 0.025}, // η₁λ̄/λ₁
                                      {"thetaInit", std::string("center")},
                                      {"aggregation", std::string("uniform")}});
        small::Played flat = small::scalarBed(plan, {{.target = 1}, {.target = 3}});
        small::Played one = small::sFedHpScalars(1, "center");
        small::startAt(flat, 0);
        small::runFromZero(one);
        (void)flat.play(1);
        QCOMPARE_LT(std::abs(small::global(flat) - small::global(one)), 1e-12);
        small::Played two = small::sFedHpScalars(2, "center");
        small::runFromZero(two);
        (void)small::playRound(flat.federation, *flat.algorithm, *flat.sampler, 1);
        QVERIFY(small::global(flat) - small::global(two) > 1e-3); // the centre holds it back
    }

    /// ALGORITHMS §4, test 4: with one client per edge and λ₂ → ∞ it is pFedMe whose prox centre is
    /// one local round old.
    void aHeavyEdgeIsPFedMeWithALaggingCentre()
    {
        constexpr double kLambda = 10;
        constexpr double kRate = 0.05;
        for (const int rounds : {1, 2, 3}) {
            small::Played played =
                small::scalarBed(small::sFedHp(small::sgd(kRate, 1, 1),
                                               {{0}},
                                               {{"edgeRounds", std::int64_t{rounds}},
                                                {"thetaInit", std::string("center")},
                                                {"lambda1", kLambda},
                                                {"lambda2", 1e8}}),
                                 {{.target = 1}});
            small::runFromZero(played);
            const auto prox = [](double centre) { // five steps on ½(θ − 1)² + (λ/2)(θ − centre)²
                double theta = centre;
                for (int k = 0; k < 5; ++k)
                    theta -= kRate * ((theta - 1) + kLambda * (theta - centre));
                return theta;
            };
            double lagging = 0; // its prox centre is the w of one round before
            double w = 0;
            double flat = 0; // pFedMe's is w itself
            for (int r = 0; r < rounds; ++r) {
                const double next = w - kRate * kLambda * (w - prox(lagging));
                lagging = std::exchange(w, next);
                flat -= kRate * kLambda * (flat - prox(flat));
            }
            QCOMPARE_LT(std::abs(small::global(played) - w), 1e-6);
            QCOMPARE(std::abs(small::global(played) - flat) < 1e-6, rounds == 1);
        }
    }

    void withoutPenaltySparseSettingsChangeNothing()
    {
        const std::vector<std::vector<int>> edges{{0, 1, 2, 3}, {4, 5}};
        small::Played plain = small::sixClients(
            small::sFedHp(small::sgd(0.05, 8, 1), edges, {{"edgeRounds", std::int64_t{3}}}));
        small::Played fedHp =
            small::sixClients(small::sFedHp(small::sgd(0.05, 8, 1),
                                            edges,
                                            {{"edgeRounds", std::int64_t{3}},
                                             {"rho", 0.5},
                                             {"zeroTol", 0.2},
                                             {"gammaPolicy", std::string("joint")},
                                             {"gammaTiny", 0.1},
                                             {"gammaRounds", std::int64_t{0}},
                                             {"gammaSparsity", 2.0}}));
        const RoundReport expected = plain.play(3);
        const RoundReport found = fedHp.play(3);
        QVERIFY(small::same(small::globalOf(fedHp), small::globalOf(plain)));
        QVERIFY(found.traffic == expected.traffic);
        QCOMPARE(small::bitsOver(found, Link::EdgeToCloud), 2 * 32.0 * 53); // two edges, dense
        QCOMPARE(small::bitsOver(found, Link::ClientToServer), 6 * 3 * 32.0 * 53);
        QVERIFY(small::reported(found.groupValues, "indexBitsUp").empty());
    }

    void withoutPullOfTheEdgeClientsTrainAlone()
    {
        // λ₁ = 0: θ is K steps of plain SGD on one batch, and neither φ nor w moves.
        LocalSettings local = small::sgd(0.05, 8, 1);
        small::Played played = small::sixClients(small::sFedHp(
            local,
            {{0, 1, 2}, {3, 4, 5}},
            {{"edgeRounds", std::int64_t{1}}, {"innerSteps", std::int64_t{1}}, {"lambda1", 0.0}}));
        local.localEpochs.reset();
        local.localSteps = 1;
        small::Played alone = small::sixClients(small::plan(local, "independent"));
        const at::Tensor before = small::globalOf(played).clone();
        (void)played.play(1);
        (void)alone.play(1);
        QCOMPARE_LT(small::distance(small::globalOf(played), before), 1e-15);
        for (std::size_t i = 0; i < 6; ++i)
            QVERIFY(small::same(played.modelOf(i).parameters, alone.modelOf(i).parameters));
    }

    /// ALGORITHMS §4, test 5: with λ₁ → ∞ clients stay at their edge's model, and w stays where it
    /// is.
    void clientsHeldTightlyMoveNothing()
    {
        const auto moved = [](double lambda1, double rate) {
            small::Played played = small::scalarBed(
                small::sFedHp(
                    small::sgd(rate, 1, 1),
                    {{0, 1}},
                    {{"edgeRounds", std::int64_t{3}}, {"lambda1", lambda1}, {"lambda2", 20.0}}),
                {{.target = 1}, {.target = 3}});
            small::runFromZero(played);
            return std::pair(small::global(played), small::personal(played, 1));
        };
        QVERIFY(moved(20, 0.02).first > 0.05);
        const auto [w, theta] = moved(1e7, 1e-7); // η₂λ₁ = 1: a step solves it exactly
        QCOMPARE_LT(std::abs(w), 1e-5);
        QCOMPARE_LT(std::abs(theta), 1e-5);
    }

    void identicalClientsNeedNoEdges()
    {
        const small::Settings settings{{"gamma1", 0.01}, {"gamma2", 0.02}, {"rho", 0.1}};
        const std::vector<small::Scalar> alike(6, {.target = 2});
        double expected = 0;
        for (const auto& edges : std::vector<std::vector<std::vector<int>>>{
                 {{0, 1, 2, 3, 4, 5}}, {{0, 1, 2}, {3, 4, 5}}, {{0}, {1, 2, 3, 4}, {5}}}) {
            small::Played played =
                small::scalarBed(small::sFedHp(small::sgd(0.05, 1, 1), edges, settings), alike);
            small::startAt(played, 0.1);
            (void)played.play(2);
            expected = expected == 0 ? small::global(played) : expected;
            QVERIFY(expected > 0.11);
            QCOMPARE_LT(std::abs(small::global(played) - expected), 1e-12);
        }
    }

    void theMirroredProblemHasTheMirroredModels()
    {
        const auto ended = [](double sign) {
            small::Played played =
                small::scalarBed(small::sFedHp(small::sgd(0.05, 1, 1),
                                               {{0, 1}},
                                               {{"gamma1", 0.3},
                                                {"gamma2", 0.2},
                                                {"rho", 0.1},
                                                {"edgeRounds", std::int64_t{4}}}),
                                 {{.target = sign * 0.5}, {.target = sign * 2}});
            small::startAt(played, sign * 0.2);
            (void)played.play(2);
            return std::pair(small::global(played), small::personal(played, 1));
        };
        const auto [w, theta] = ended(1);
        QVERIFY(ended(-1) == std::pair(-w, -theta));
        QVERIFY(w != 0.2);
    }
};

COTERIE_SECTION(TestSFedHpLimits)

} // namespace tst_sfedhp_limits

#include "tst_sfedhp_limits.moc"
