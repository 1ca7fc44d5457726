#include "core/algorithms/anchor_term.h"
#include "core/algorithms/sfedhp.h"
#include "core/collaboration/sparsity.h"
#include "tests/core/algorithms/sfedhp_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <cmath>
#include <limits>
#include <utility>

namespace tst_sfedhp_steps {

using namespace coterie;

/// A client's solve and an edge's step: the formulas of sFedHP in numbers.
class TestSFedHpSteps : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void scalarRunGivesTheReferenceNumbers_data()
    {
        QTest::addColumn<int>("edgeRounds");
        QTest::addColumn<QString>("thetaInit");
        QTest::addColumn<double>("theta1");
        QTest::addColumn<double>("theta2");
        QTest::addColumn<double>("phi");
        QTest::addColumn<double>("w");
        QTest::newRow("first edge round")
            << 1 << "previous" << 0.038555 << 0.115665 << 0.038555 << 0.04819375;
        QTest::newRow("second, from the last model")
            << 2 << "previous" << 0.0756235120 << 0.1525461347 << 0.0811392867 << 0.0893756708;
        QTest::newRow("second, from the centre")
            << 2 << "center" << 0.0756235120 << 0.1527335120 << 0.0811861310 << 0.0894342262;
    }

    void scalarRunGivesTheReferenceNumbers()
    {
        QFETCH(int, edgeRounds);
        QFETCH(QString, thetaInit);
        QFETCH(double, theta1);
        QFETCH(double, theta2);
        QFETCH(double, phi);
        QFETCH(double, w);
        small::Played played = small::sFedHpScalars(edgeRounds, thetaInit.toStdString());
        small::runFromZero(played);
        QVERIFY(small::near(small::personal(played, 0), theta1));
        QVERIFY(small::near(small::personal(played, 1), theta2));
        QVERIFY(small::near(small::middle(played, 0), phi));
        QVERIFY(small::near(small::global(played), w));
    }

    void cloudMixesByBeta()
    {
        small::Played half = small::sFedHpScalars(2, "center", 0.5);
        small::runFromZero(half);
        QVERIFY(small::near(small::global(half), 0.0447171131));
        small::Played none = small::sFedHpScalars(2, "center", 0);
        small::runFromZero(none);
        QCOMPARE(small::global(none), 0.0);
    }

    void sparseStepGivesTheReferenceNumbers()
    {
        // ALGORITHMS §4: λ₁ = 15, λ₂ = 25, γ₁ = 0.01, γ₂ = 0.02, ρ = 0.1, w = φ = 0.3, a = 1, K
        // = 2.
        small::Played played = small::scalarBed(small::sFedHp(small::sgd(0.05, 1, 1),
                                                              {{0}},
                                                              {{"edgeRounds", std::int64_t{1}},
                                                               {"innerSteps", std::int64_t{2}},
                                                               {"lambda1", 15.0},
                                                               {"lambda2", 25.0},
                                                               {"gamma1", 0.01},
                                                               {"gamma2", 0.02},
                                                               {"rho", 0.1}}),
                                                {{.target = 1}});
        small::startAt(played, 0.3);
        (void)played.play(1);
        QVERIFY(small::near(small::personal(played, 0), 0.3414017362));
        QVERIFY(small::near(small::middle(played, 0), 0.3155256511));
        QVERIFY(small::near(small::global(played), 0.3184120091));
    }

    void slopeOfThePenaltyGivesTheReferenceNumbers()
    {
        const auto slope = [](double x, double rho) {
            return smoothL1Slope(at::full({1}, x, at::kDouble), rho).item().toDouble();
        };
        QVERIFY(small::near(slope(0.05, 0.1), 0.4621172));
        QVERIFY(small::near(slope(-0.2, 0.1), -0.9640276));
        for (const double x : {-0.4, -0.05, 0.09, 0.11, 0.7}) { // it is that of φ_ρ
            const double step = 1e-6;
            const double risen = (smoothL1(x + step, 0.1) - smoothL1(x - step, 0.1)) / (2 * step);
            QCOMPARE_LT(std::abs(risen - slope(x, 0.1)), 1e-8);
        }
        QCOMPARE(slope(-std::numeric_limits<double>::max(), 1e-300), -1.0); // x/ρ is infinite
    }

    void edgesStepAsTheirEquationsSay()
    {
        // The sparse step of ALGORITHMS §4, of two edges at once: φ from (10), w from (11).
        const SFedHpParameters parameters{
            .edgeLearningRate = 0.05, .lambda1 = 15, .lambda2 = 25, .rho = 0.1};
        const at::Tensor w = at::full({2, 1}, 0.3, at::kDouble);
        const at::Tensor means = at::full({2, 1}, 0.3414017362, at::kDouble);
        const at::Tensor centres = edgeCentres(parameters, means, w);
        const at::Tensor models = edgeModels(parameters, 0.02, w, centres);
        for (std::int64_t edge = 0; edge < 2; ++edge) {
            QVERIFY(small::near(centres[edge].item().toDouble(), 0.3155256511));
            QVERIFY(small::near(models[edge].item().toDouble(), 0.3184120091));
        }
        QCOMPARE(w[0].item().toDouble(), 0.3); // nothing is written over
        QCOMPARE(means[0].item().toDouble(), 0.3414017362);
    }

    void nesterovFollowsItsFormula()
    {
        // On ½(θ − 2)² with K = 4 and η = 0.3, in plain numbers beside it.
        const Nesterov solver(4);
        const at::Tensor model = at::full({1}, 5.0, at::kDouble);
        std::vector<at::Tensor> memory{at::zeros({1}, at::kDouble)};
        double theta = 5;
        double v = 5;
        for (int k = 1; k <= 4; ++k) {
            solver.step(model, model - 2, memory, k - 1, 0.3);
            const double next = v - 0.3 * (v - 2);
            v = next + (k - 1.0) / (k + 2.0) * (next - theta);
            theta = next;
            QCOMPARE_LT(std::abs(model.item<double>() - (k < 4 ? v : theta)), 1e-14);
        }
    }

    void oneStepOfNesterovIsAGradientStep()
    {
        const auto ended = [](std::string_view solver, std::int64_t steps) {
            small::Played played =
                small::sixClients(small::sFedHp(small::sgd(0.05, 8, 1),
                                                {{0, 1, 2}, {3, 4, 5}},
                                                {{"edgeRounds", std::int64_t{2}},
                                                 {"innerSteps", steps},
                                                 {"innerSolver", std::string(solver)}}));
            (void)played.play(2);
            return small::globalOf(played).clone();
        };
        QVERIFY(small::same(ended("nesterov", 1), ended("gd", 1)));
        QVERIFY(small::distance(ended("nesterov", 5), ended("gd", 5)) > 1e-6);
    }

    void aSolveStopsWhereTheGradientIsSmall_data()
    {
        QTest::addColumn<QString>("solver");
        QTest::newRow("gd") << "gd";
        QTest::newRow("nesterov") << "nesterov";
    }

    void aSolveStopsWhereTheGradientIsSmall()
    {
        QFETCH(QString, solver);
        const auto ended = [&](double nu, std::int64_t steps) {
            small::Played played =
                small::scalarBed(small::sFedHp(small::sgd(0.05, 1, 1),
                                               {{0}},
                                               {{"edgeRounds", std::int64_t{1}},
                                                {"innerSteps", steps},
                                                {"lambda1", 9.0},
                                                {"nu", nu},
                                                {"innerSolver", solver.toStdString()}}),
                                 {{.target = 1}});
            small::startAt(played, 0);
            const RoundReport report = played.play(1);
            return std::pair(small::personal(played, 0),
                             *small::reported(report.clientValues, "proxResidual")[0]);
        };
        // H(θ) = ½(θ − 1)² + 4.5θ², ∇H = 10θ − 1. A step halves ∇H, its square is 1, ¼, …
        QVERIFY(small::near(ended(0, 2).first, 0.075));
        QCOMPARE(ended(1.5, 2).first, 0.0);              // never starts
        QVERIFY(small::near(ended(0.3, 2).first, 0.05)); // stops after the first step
        QVERIFY(small::near(ended(0.3, 7).first, 0.05)); // and stays
        QVERIFY(small::near(ended(0.3, 7).second, 0.25));
        if (solver == "gd")
            QVERIFY(small::near(ended(0, 3).second, 0.0625));
    }
};

COTERIE_SECTION(TestSFedHpSteps)

} // namespace tst_sfedhp_steps

#include "tst_sfedhp_steps.moc"
