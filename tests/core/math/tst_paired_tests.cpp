#include "core/math/statistics.h"
#include "tests/sections.h"

#include <QTest>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace tst_paired_tests {

using namespace coterie;

namespace {

/// Heights of Darwin's crossed and self-fertilised maize (R. A. Fisher, The Design of Experiments,
/// 1935, §17), in eighths of an inch: the standard example of both tests.
constexpr std::array kMaize{
    6.0, 8.0, 14.0, 16.0, 23.0, 24.0, 28.0, 29.0, 41.0, -48.0, 49.0, 56.0, 60.0, -67.0, 75.0};

} // namespace

class TestPairedTests : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void darwinsMaize();
    void everySignIsCountedWhereRanksAreTied();
    void fewPairsCannotReachFivePercent();
    void studentsDistribution();
    void theSignOfTheDifferenceDoesNotMatter();
    void differencesThatAllowNoTest();
    void aHundredSeedsAreQuick();
};

void TestPairedTests::darwinsMaize()
{
    const PairedTest wilcoxon = wilcoxonSignedRank(kMaize);
    QCOMPARE(wilcoxon.pairs, std::size_t{15});
    QCOMPARE(wilcoxon.statistic, 24.0);
    QCOMPARE(*wilcoxon.p, 0.041259765625); // 1352 of 2^15 signs
    const PairedTest student = pairedT(kMaize);
    QVERIFY(std::abs(student.statistic - 2.147987) < 1e-6); // R: t = 2.148, df = 14, p = 0.0497
    QVERIFY(std::abs(*student.p - 0.0497029) < 1e-6);
}

void TestPairedTests::everySignIsCountedWhereRanksAreTied()
{
    // Against all 2^6 signs, one by one; the zero is left out.
    const std::vector<double> differences{1.0, -1.0, 2.0, 2.0, 3.0, -0.5, 0.0};
    const std::array ranks{2.5, 2.5, 4.5, 4.5, 6.0, 1.0};
    int extreme = 0;
    for (unsigned signs = 0; signs < 64; ++signs) {
        double positive = 0;
        for (unsigned i = 0; i < 6; ++i)
            positive += (signs >> i & 1U) != 0 ? ranks[i] : 0;
        extreme += std::min(positive, 21 - positive) <= 3.5 ? 1 : 0;
    }
    const PairedTest test = wilcoxonSignedRank(differences);
    QCOMPARE(test.pairs, std::size_t{6});
    QCOMPARE(test.statistic, 3.5);
    QCOMPARE(*test.p, extreme / 64.0);
}

void TestPairedTests::fewPairsCannotReachFivePercent()
{
    const PairedTest five = wilcoxonSignedRank(std::array{1.0, 2.0, 3.0, 4.0, 5.0});
    QCOMPARE(*five.p, 0.0625); // all the same sign: the most extreme there is
    QCOMPARE(*five.smallestP, 0.0625);
    const PairedTest six = wilcoxonSignedRank(std::array{1.0, 2.0, 3.0, 4.0, 5.0, 6.0});
    QCOMPARE(*six.p, 0.03125);
    QCOMPARE(smallestWilcoxonP(1), 1.0);
    QCOMPARE(smallestWilcoxonP(0), 1.0);
}

void TestPairedTests::studentsDistribution()
{
    // Tables: t(0.975; 1) = 12.7062, t(0.975; 4) = 2.77645, t(0.975; 9) = 2.26216.
    QVERIFY(std::abs(studentTwoSided(12.7062047, 1) - 0.05) < 1e-8);
    QVERIFY(std::abs(studentTwoSided(2.7764451, 4) - 0.05) < 1e-8);
    QVERIFY(std::abs(studentTwoSided(-2.2621572, 9) - 0.05) < 1e-8);
    QCOMPARE(studentTwoSided(0, 7), 1.0);
    QVERIFY(std::abs(studentTwoSided(1, 1) - 0.5) < 1e-14); // 1 − 2·atan(1)/π
}

void TestPairedTests::theSignOfTheDifferenceDoesNotMatter()
{
    std::vector<double> mirrored;
    for (const double difference : kMaize)
        mirrored.push_back(-difference);
    QCOMPARE(*wilcoxonSignedRank(mirrored).p, *wilcoxonSignedRank(kMaize).p);
    QCOMPARE(*pairedT(mirrored).p, *pairedT(kMaize).p);
    QCOMPARE(pairedT(mirrored).statistic, -pairedT(kMaize).statistic);
}

void TestPairedTests::differencesThatAllowNoTest()
{
    QVERIFY(!wilcoxonSignedRank({}).p && !pairedT({}).p);
    QVERIFY(!wilcoxonSignedRank(std::array{0.0, 0.0}).p);
    QVERIFY(!pairedT(std::array{3.0}).p);
    QVERIFY(!pairedT(std::array{3.0, 3.0, 3.0}).p); // no spread to measure the mean by
    QVERIFY(!pairedT(std::array{3.0, std::nextafter(3.0, 4.0)}).p); // alike but for rounding
    QCOMPARE(*wilcoxonSignedRank(std::array{3.0, 3.0, 3.0}).p, 0.25);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(!wilcoxonSignedRank(std::array{1.0, nan}).p);
    QVERIFY(!pairedT(std::array{1.0, nan, 2.0}).p);
    QCOMPARE(pairedT(std::array{1.0, nan, 2.0}).pairs, std::size_t{3});
}

void TestPairedTests::aHundredSeedsAreQuick()
{
    std::vector<double> differences;
    for (int i = 1; i <= 100; ++i)
        differences.push_back(i % 3 == 0 ? -i : i);
    // Normal approximation: W = 1683, mean 2525, sd √(100·101·201/24) ≈ 290.84, so z ≈ −2.895.
    const PairedTest test = wilcoxonSignedRank(differences);
    QCOMPARE(test.statistic, 1683.0);
    QVERIFY(std::abs(*test.p - std::erfc(2.895 / std::sqrt(2.0))) < 3e-4);
}

COTERIE_SECTION(TestPairedTests)

} // namespace tst_paired_tests

#include "tst_paired_tests.moc"
