#include "core/base/random_stream.h"
#include "core/collaboration/entropy_envelope.h"
#include "tests/sections.h"

#include <cmath>
#include <limits>
#include <vector>

namespace tst_entropy_envelope {

using namespace coterie;

namespace {

const double kLargest = std::log(10.0);

struct Points
{
    std::vector<double> entropies;
    std::vector<double> distances;
};

double heightOf(const EntropyEnvelope& curve, double entropy)
{
    return curve.kappa - curve.rho * std::exp(curve.beta * (entropy - kLargest));
}

/// On a curve, or below it by up to a share of its height.
Points below(const EntropyEnvelope& curve, double depth)
{
    RandomStream stream({.seed = 4, .purpose = Purpose::Synthesise});
    Points points;
    for (int i = 0; i < 250; ++i) {
        points.entropies.push_back(kLargest * i / 249);
        points.distances.push_back(heightOf(curve, points.entropies.back())
                                   * (1 - depth * stream.uniform()));
    }
    return points;
}

} // namespace

class TestEntropyEnvelope : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsACurveThatAllPointsLieOn_data()
    {
        // HiCS-FL Figure 6: the curves drawn for FMNIST and CIFAR10.
        QTest::addColumn<double>("beta");
        QTest::addColumn<double>("rho");
        QTest::addColumn<double>("kappa");
        QTest::newRow("FMNIST, upper") << 1.0 << 0.13 << 0.14;
        QTest::newRow("FMNIST, lower") << 1.5 << 0.025 << 0.022;
        QTest::newRow("CIFAR10, upper") << 2.0 << 0.30 << 0.36;
        QTest::newRow("CIFAR10, lower") << 1.8 << 0.15 << 0.20;
    }

    void findsACurveThatAllPointsLieOn()
    {
        QFETCH(double, beta);
        QFETCH(double, rho);
        QFETCH(double, kappa);
        const Points points = below({.beta = beta, .rho = rho, .kappa = kappa}, 0);
        for (const double share : {0.975, 0.025}) {
            const auto found = fitEnvelope(points.entropies, points.distances, kLargest, share);
            QVERIFY(found.has_value());
            QVERIFY2(std::abs(found->beta - beta) < 1e-3, qPrintable(QString::number(found->beta)));
            QVERIFY(std::abs(found->rho - rho) < 1e-3);
            QVERIFY(std::abs(found->kappa - kappa) < 1e-3);
        }
    }

    void twoCurvesHoldTheAskedShareBetweenThem()
    {
        const Points points = below({.beta = 1.2, .rho = 0.13, .kappa = 0.2}, 0.6);
        const auto upper = fitEnvelope(points.entropies, points.distances, kLargest, 0.975);
        const auto lower = fitEnvelope(points.entropies, points.distances, kLargest, 0.025);
        QVERIFY(upper && lower);
        int inside = 0;
        for (std::size_t i = 0; i < points.entropies.size(); ++i) {
            const double high = heightOf(*upper, points.entropies[i]);
            const double low = heightOf(*lower, points.entropies[i]);
            inside += points.distances[i] <= high + 1e-12 && points.distances[i] >= low - 1e-12;
        }
        QVERIFY2(inside >= 232 && inside <= 244, qPrintable(QString::number(inside))); // 95 ± 2 %
        QVERIFY(upper->rho >= 0);
    }

    void pointsThatDoNotFallGiveALevelLine()
    {
        Points points;
        for (int i = 0; i < 40; ++i) {
            points.entropies.push_back(0.05 * i);
            points.distances.push_back(1 + 0.01 * i);
        }
        const auto found = fitEnvelope(points.entropies, points.distances, kLargest, 0.9);
        QVERIFY(found && found->rho < 1e-6);
        const auto equal =
            fitEnvelope(points.entropies, std::vector<double>(40, 2.0), kLargest, 0.9);
        QVERIFY(equal && std::abs(heightOf(*equal, 1) - 2) < 1e-9);
    }

    void tooLittleToFitGivesNothing()
    {
        const std::vector<double> two{0.1, 0.2};
        QVERIFY(!fitEnvelope(two, two, kLargest, 0.9));
        const std::vector<double> odd{0.1, std::numeric_limits<double>::quiet_NaN(), 0.3};
        QVERIFY(!fitEnvelope(std::vector{0.1, 0.2, 0.3}, odd, kLargest, 0.9));
    }
};

COTERIE_SECTION(TestEntropyEnvelope)

} // namespace tst_entropy_envelope

#include "tst_entropy_envelope.moc"
