#include "core/math/label_distributions.h"
#include "tests/core/sampling/draws_bed.h"
#include "tests/sections.h"

#include <QTest>

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace tst_hics_probe {

using namespace coterie;
using namespace draws;

/// What the probe finds, what it costs, and whom it draws.
class TestHicsProbe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sharesFollowFromGradients()
    {
        const std::vector<double> answer{0.3, 0.2, 0.5}; // p̄
        const std::vector<std::vector<double>> truth{{1, 0, 0}, {0, 0.5, 0.5}, {0.2, 0.8, 0}};
        Matrix gradients(3, 3);
        for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t c = 0; c < 3; ++c)
                gradients.at(k, c) = answer[c] - truth[k][c];
        const Matrix found = labelSharesOfGradients(gradients);
        for (std::size_t k = 0; k < 3; ++k)
            for (std::size_t c = 0; c < 3; ++c)
                QCOMPARE_LT(std::abs(found.at(k, c) - truth[k][c]), 1e-14);
        // Where all clients hold the same, nothing tells p̄ from it: they look balanced.
        Matrix alike(2, 3);
        for (std::size_t k = 0; k < 2; ++k)
            for (std::size_t c = 0; c < 3; ++c)
                alike.at(k, c) = answer[c] - truth[2][c];
        for (const double share : labelSharesOfGradients(alike).values)
            QCOMPARE_LT(std::abs(share - 1.0 / 3), 1e-14);
    }

    /// In nats, of ln 3 = 1.10. What a gradient tells of the labels is an estimate.
    void entropiesAreNearThoseOfTheLabelsFromTheFirstRound()
    {
        Play play(planWith("hicsProbe", {{"count", std::int64_t{2}}, {"gamma0", 50.0}}, 400),
                  unevenShards());
        // Found are errors of at most 0.007, and 0, 0.308 and 0 of clients with one class.
        constexpr std::array kAllowed{0.01, 1e-3, 0.01, 0.32, 0.01, 1e-3};
        for (int round = 0; round < 3; ++round) {
            const RoundReport report = play.round(round);
            const NamedValues* truth = valuesNamed(report.clientValues, "trueEntropy");
            const NamedValues* found = valuesNamed(report.clientValues, "estimatedEntropy");
            QVERIFY(truth && found);
            for (std::size_t k = 0; k < 6; ++k)
                QVERIFY2(std::abs(*truth->values[k] - *found->values[k]) < kAllowed[k],
                         qPrintable(QString::number(*found->values[k])));
            for (const std::size_t k : play.drawn)
                QVERIFY(k % 2 == 0); // the balanced ones
        }
    }

    void asksOnceAndSaysWhatItCost()
    {
        Play play(planWith("hicsProbe", {{"count", std::int64_t{2}}}), unevenShards());
        const RoundReport first = play.round(0);
        const double model = 32.0 * static_cast<double>(play.federation.facts().parameters);
        QCOMPARE(sumOf(*valuesNamed(first.clientValues, "selectionSamples")), 6 * 24.0);
        QCOMPARE(sumOf(*valuesNamed(first.clientValues, "selectionBits")),
                 6 * 3 * 32.0 + 4 * model); // the two that take part receive the model anyway
        const RoundReport second = play.round(1);
        QCOMPARE(second.metrics.at("selectionSamples"), 0.0);
        QCOMPARE(second.metrics.at("selectionBits"), 0.0);
        QVERIFY(*valuesNamed(first.clientValues, "estimatedEntropy")
                == *valuesNamed(second.clientValues, "estimatedEntropy"));
    }

    /// At the initial weights as all others were, so that their gradients compare.
    void asksOnlyWhoJoinsLater()
    {
        RunPlan plan = planWith("hicsProbe", {{"count", std::int64_t{2}}});
        Play together(plan, unevenShards());
        plan.clients.arrivals = {{.round = 3, .clients = {1}}};
        Play late(plan, unevenShards());
        const auto entropies = [](const RoundReport& report) {
            return valuesNamed(report.clientValues, "estimatedEntropy")->values;
        };
        const RoundReport first = late.round(0);
        QCOMPARE(sumOf(*valuesNamed(first.clientValues, "selectionSamples")), 5 * 24.0);
        QVERIFY(!entropies(first)[1]);
        static_cast<void>(late.round(1));
        const RoundReport third = late.round(2);
        const double model = 32.0 * static_cast<double>(late.federation.facts().parameters);
        const NamedValues& bits = *valuesNamed(third.clientValues, "selectionBits");
        QCOMPARE(sumOf(*valuesNamed(third.clientValues, "selectionSamples")), 24.0);
        QCOMPARE(sumOf(bits), 3 * 32.0 + model); // the round's model is another one
        QCOMPARE(*bits.values[1], sumOf(bits));
        const auto expected = entropies(together.round(0));
        for (std::size_t k = 0; k < 6; ++k)
            QCOMPARE_LT(std::abs(*entropies(third)[k] - *expected[k]), 1e-4);
        Play resumed(plan, unevenShards());
        resumed.sampler->restore(late.sampler->state());
        resumed.algorithm->restore(late.algorithm->state());
        QVERIFY(late.round(3) == resumed.round(3));
    }

    void refusesNetworksWithoutTheSignal()
    {
        const auto sampler =
            makeSampler(small::part(samplerParts(), "hicsProbe", {{"count", std::int64_t{2}}}));
        QVERIFY(!sampler->problemWith(small::perceptron(), 6));
        const Network numbers("line", {.channels = 6}, {linear(6, 1)}, Loss::SquaredError);
        QCOMPARE(sampler->problemWith(numbers, 6)->sentence(),
                 std::string("/sampler/name: hicsProbe: needs a network that answers with one "
                             "number per class, the network line does not"));
    }

    /// The released code compares the output layer in its clustered draw too.
    void theGateDrawsFromTheTreeOfEntropies()
    {
        const auto treeWith = [](double gate) {
            Play play(planWith("hicsFl", {{"count", std::int64_t{2}}, {"varGate", gate}}),
                      unevenShards());
            for (int round = 0; round < 3; ++round)
                static_cast<void>(play.round(round));
            return play.round(3).samplingClusters->merges;
        };
        QVERIFY(treeWith(1e-12) == treeWith(0));
    }
};

COTERIE_SECTION(TestHicsProbe)

} // namespace tst_hics_probe

#include "tst_hics_probe.moc"
