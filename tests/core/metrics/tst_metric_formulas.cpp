#include "core/math/statistics.h"
#include "core/metrics/metric_values.h"
#include "tests/sections.h"

#include <QTest>

#include <cmath>

namespace tst_metric_formulas {

using namespace coterie;

class TestMetricFormulas : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalValuesShareTheirRank();
    void correlationNeedsASpread();
    void smoothingHasThePublishedCoefficients();
    void smoothingKeepsCubicsToTheEnds();
    void shortCurvesAreSmoothedWhole();
    void randIndexAgreesWithHandWorkedTables_data();
    void randIndexAgreesWithHandWorkedTables();
};

void TestMetricFormulas::equalValuesShareTheirRank()
{
    // Ranks (1.5, 1.5, 3, 4) and (1, 2, 4, 3), means 2.5: products −1·−1.5 + −1·−0.5 + 0.5·1.5 +
    // 1.5·0.5 = 3.5, squares 4.5 and 5.
    const std::vector<double> tied{2.0, 2.0, 5.0, 9.0};
    const std::vector<double> other{-1.0, 0.0, 7.0, 3.0};
    QVERIFY(std::abs(*spearman(tied, other) - 3.5 / std::sqrt(22.5)) < 1e-12);
    // Any growing curve keeps the ranks, also one that ends at infinity; falling turns them round.
    const std::vector<double> steep{1.0, 10.0, 1e9, std::numeric_limits<double>::infinity()};
    const std::vector<double> falling{4.0, 3.0, 2.0, 1.0};
    const std::vector<double> even{1.0, 2.0, 3.0, 4.0};
    QVERIFY(std::abs(*spearman(steep, even) - 1.0) < 1e-12);
    QVERIFY(std::abs(*spearman(steep, falling) + 1.0) < 1e-12);
    QVERIFY(std::isnan(*pearson(steep, even)));
    QVERIFY(std::abs(*pearson(even, falling) + 1.0) < 1e-12);
}

void TestMetricFormulas::correlationNeedsASpread()
{
    const std::vector<double> even{1.0, 2.0, 3.0};
    // 0.1 three times has a mean that is not 0.1: the answer must not come from rounding.
    const std::vector<double> flat{0.1, 0.1, 0.1};
    QVERIFY(!pearson(even, flat));
    QVERIFY(!spearman(flat, even));
    const std::vector<double> one{1.0};
    QVERIFY(!pearson(one, one));
    QVERIFY(!spearman(one, one));
    QVERIFY(!pearson({}, {}));
    QVERIFY(!spearman({}, {}));
    const std::vector<double> lost{1.0, std::nan(""), 2.0};
    QVERIFY(std::isnan(*pearson(even, lost)));
    QVERIFY(std::isnan(*spearman(lost, even)));
}

void TestMetricFormulas::smoothingHasThePublishedCoefficients()
{
    // ALGORITHMS §11.4: −.076923, 0, .062937, .111888, .146853, .167832, .174825, … = (−11, 0, 9,
    // 16, 21, 24, 25)/143
    const std::vector<double> coefficients{-11, 0, 9, 16, 21, 24, 25, 24, 21, 16, 9, 0, -11};
    std::vector<double> impulse(33, 0.0);
    impulse[16] = 1.0;
    const std::vector<double> smooth = savitzkyGolay(impulse);
    for (std::size_t i = 6; i < 27; ++i) {
        const double expected = i >= 10 && i <= 22 ? coefficients[i - 10] / 143.0 : 0.0;
        QVERIFY(std::abs(smooth[i] - expected) < 1e-14);
    }
}

void TestMetricFormulas::smoothingKeepsCubicsToTheEnds()
{
    std::vector<double> cubic;
    for (int i = 0; i < 30; ++i)
        cubic.push_back(2.0 - 0.5 * i + 0.125 * i * i - 0.01 * i * i * i);
    const std::vector<double> smooth = savitzkyGolay(cubic);
    for (std::size_t i = 0; i < cubic.size(); ++i)
        QVERIFY(std::abs(smooth[i] - cubic[i]) < 1e-9);
    // And what is no cubic is changed, at the ends as well.
    std::vector<double> zigzag;
    for (int i = 0; i < 30; ++i)
        zigzag.push_back(i % 2);
    const std::vector<double> calm = savitzkyGolay(zigzag);
    QVERIFY(std::abs(calm[15] - 0.5) < 0.2);
    QVERIFY(calm.front() != zigzag.front());
    QVERIFY(calm.back() != zigzag.back());
}

void TestMetricFormulas::shortCurvesAreSmoothedWhole()
{
    const std::vector<double> four{1.0, 5.0, -2.0, 0.5};
    QVERIFY(savitzkyGolay(four) == four);
    QVERIFY(savitzkyGolay({}).empty());
    // Five points and a cubic: the residual is a multiple of (1, −4, 6, −4, 1)/70 times the fourth
    // difference.
    const std::vector<double> five{0.0, 0.0, 1.0, 0.0, 0.0};
    const std::vector<double> smooth = savitzkyGolay(five);
    const std::vector<double> expected{-6.0 / 70, 24.0 / 70, 34.0 / 70, 24.0 / 70, -6.0 / 70};
    for (std::size_t i = 0; i < 5; ++i)
        QVERIFY(std::abs(smooth[i] - expected[i]) < 1e-14);
}

void TestMetricFormulas::randIndexAgreesWithHandWorkedTables_data()
{
    QTest::addColumn<QList<int>>("found");
    QTest::addColumn<QList<int>>("truth");
    QTest::addColumn<double>("index");
    QTest::addColumn<double>("share");
    QTest::newRow("other names") << QList<int>{1, 1, 0, 0} << QList<int>{5, 5, 9, 9} << 1.0 << 1.0;
    QTest::newRow("crossed") << QList<int>{0, 0, 1, 1} << QList<int>{0, 1, 0, 1} << -0.5 << 0.5;
    // Table (2 1; 0 3): pairs together 1+3 = 4, found 3+3 = 6, true 1+6 = 7, all 15: (4 − 2.8)/(6.5
    // − 2.8) = 12/37.
    QTest::newRow("one astray") << QList<int>{0, 0, 0, 1, 1, 1} << QList<int>{0, 0, 1, 1, 1, 1}
                                << 12.0 / 37.0 << 5.0 / 6.0;
    QTest::newRow("all together") << QList<int>{0, 0, 0} << QList<int>{2, 2, 2} << 1.0 << 1.0;
    QTest::newRow("all apart") << QList<int>{0, 1, 2} << QList<int>{2, 1, 0} << 1.0 << 1.0;
    QTest::newRow("together, apart")
        << QList<int>{0, 0, 0} << QList<int>{0, 1, 2} << 0.0 << 1.0 / 3.0;
    QTest::newRow("one client") << QList<int>{0} << QList<int>{3} << 1.0 << 1.0;
    QTest::newRow("nobody") << QList<int>{} << QList<int>{} << 1.0 << 1.0;
}

void TestMetricFormulas::randIndexAgreesWithHandWorkedTables()
{
    QFETCH(QList<int>, found);
    QFETCH(QList<int>, truth);
    QFETCH(double, index);
    QFETCH(double, share);
    const std::vector<int> first(found.begin(), found.end());
    const std::vector<int> second(truth.begin(), truth.end());
    QVERIFY(std::abs(adjustedRandIndex(first, second) - index) < 1e-12);
    QVERIFY(std::abs(purity(first, second) - share) < 1e-12);
}

COTERIE_SECTION(TestMetricFormulas)

} // namespace tst_metric_formulas

#include "tst_metric_formulas.moc"
