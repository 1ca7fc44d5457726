#include "core/collaboration/sparsity.h"
#include "tests/sections.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <vector>

namespace tst_sparse_models {

using namespace coterie;

/// What makes models sparse and what sparse models cost: ALGORITHMS §4.
class TestSparseModels : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void penaltyGivesTheReferenceNumbers()
    {
        const auto near = [](double found, double expected) {
            return std::abs(found - expected) <= 1e-5 * std::abs(expected);
        };
        QVERIFY(near(smoothL1(0.05, 0.1), 0.0120115));
        QVERIFY(near(smoothL1(-0.2, 0.1), 0.1325003));
        QVERIFY(near(smoothL1(1, 0.1), 0.9306853));
        QVERIFY(near(smoothL1(0.001, 6e-5), 0.000958411));
    }

    void penaltyLiesJustBelowTheSize()
    {
        QCOMPARE(smoothL1(0, 0.3), 0.0);
        for (const double rho : {1e-12, 6e-5, 1.0, 1e6})
            for (const double x : {1e-9, 0.02, 3.0, 1e8}) {
                const double value = smoothL1(x, rho);
                QVERIFY(value <= x);
                QVERIFY(value >= x - rho * std::log(2.0) - 1e-15 * (x + rho));
                QVERIFY(smoothL1(-x, rho) == value);
            }
    }

    void penaltyIsSafeAtBothEnds()
    {
        const double huge = std::numeric_limits<double>::max();
        QCOMPARE(smoothL1(huge, 1e-300), huge);
        // x²/(2ρ) for x ≪ ρ, where log cosh of a rounded cosh would be 0.
        QCOMPARE_LT(std::abs(smoothL1(1e-12, 1.0) / 5e-25 - 1), 1e-12);
    }

    void penaltyOfAVectorIsTheSum()
    {
        const std::vector<double> values{0.05, -0.2, 1};
        QCOMPARE_LT(std::abs(smoothL1(values, 0.1) - (0.0120115 + 0.1325003 + 0.9306853)), 1e-6);
    }

    void bitsAreThoseOfRemarkOne_data()
    {
        QTest::addColumn<SparseCode>("code");
        QTest::addColumn<double>("entries");
        QTest::addColumn<double>("nonZero");
        QTest::addColumn<double>("numbers");
        QTest::addColumn<double>("index");
        // ALGORITHMS §4: a fifth of the entries is not zero.
        QTest::newRow("79,510, literal")
            << SparseCode::Literal << 79510.0 << 15902.0 << 508864.0 << 143118.0;
        QTest::newRow("79,510, bitmap")
            << SparseCode::Bitmap << 79510.0 << 15902.0 << 508864.0 << 79510.0;
        QTest::newRow("79,510, dense")
            << SparseCode::Dense << 79510.0 << 15902.0 << 2544320.0 << 0.0;
        QTest::newRow("494,710, literal")
            << SparseCode::Literal << 494710.0 << 98942.0 << 3166144.0 << 890478.0;
        QTest::newRow("494,710, bitmap")
            << SparseCode::Bitmap << 494710.0 << 98942.0 << 3166144.0 << 494710.0;
        QTest::newRow("494,710, dense")
            << SparseCode::Dense << 494710.0 << 98942.0 << 15830720.0 << 0.0;
    }

    void bitsAreThoseOfRemarkOne()
    {
        QFETCH(SparseCode, code);
        QFETCH(double, entries);
        QFETCH(double, nonZero);
        QFETCH(double, numbers);
        QFETCH(double, index);
        const CodedBits bits = codedBits(code, entries, nonZero);
        QCOMPARE(bits.numbers, numbers);
        QCOMPARE(bits.index, index);
    }
};

COTERIE_SECTION(TestSparseModels)

} // namespace tst_sparse_models

#include "tst_sparse_models.moc"
