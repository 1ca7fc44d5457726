#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "ui/views/curve_decimation.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace tst_curve_decimation {

using namespace coterie::ui;

class CurveDecimationTest final : public QObject
{
    Q_OBJECT

private slots:
    void keepsEveryPointOfAShortCurve();
    void keepsTheSpikesOfALongCurve();
    void keepsOneNeighbourOnEitherSide();
    void drawsNonFiniteValuesAsOneGap();
    void tellsWhereValuesAreNotFinite();
    void handlesEmptyAndSinglePoints();
    void padsRanges_data();
    void padsRanges();
    void valuesAlikeButForRoundingAreOne();
    void hasNoRangeForNothing();
    void theBeginningOfALongRunIsNoSliver();
    void theAxisOfALongRunGrowsInStepsOfAQuarter();
};

void CurveDecimationTest::keepsEveryPointOfAShortCurve()
{
    const std::vector<double> x{0, 1, 2, 3};
    const std::vector<double> y{4, 3, 2, 1};
    const auto points = decimate(x, y, 0, 3, 100);
    QCOMPARE(points.size(), 4U);
    QVERIFY(points[2] == (ScreenPoint{2, 2}));
}

void CurveDecimationTest::keepsTheSpikesOfALongCurve()
{
    std::vector<double> x(100'000);
    std::iota(x.begin(), x.end(), 0.0);
    std::vector<double> y(x.size(), 1.0);
    y[31'415] = 9;
    y[92'653] = -7;
    const auto points = decimate(x, y, 0, 99'999, 500);
    QVERIFY(points.size() <= 4 * 502);
    QVERIFY(std::find(points.begin(), points.end(), ScreenPoint{31'415, 9}) != points.end());
    QVERIFY(std::find(points.begin(), points.end(), ScreenPoint{92'653, -7}) != points.end());
    QVERIFY(std::is_sorted(points.begin(), points.end(), [](auto a, auto b) { return a.x < b.x; }));
    QCOMPARE(points.front().x, 0.0);
    QCOMPARE(points.back().x, 99'999.0);
}

void CurveDecimationTest::keepsOneNeighbourOnEitherSide()
{
    const std::vector<double> x{0, 10, 20, 30, 40};
    const std::vector<double> y{0, 1, 2, 3, 4};
    const auto points = decimate(x, y, 15, 25, 100);
    QCOMPARE(points.size(), 3U);
    QCOMPARE(points.front().x, 10.0);
    QCOMPARE(points.back().x, 30.0);
}

void CurveDecimationTest::drawsNonFiniteValuesAsOneGap()
{
    const std::vector<double> x{0, 1, 2, 3, 4};
    const std::vector<double> y{5, made_up::kNaN, made_up::kInfinity, -made_up::kInfinity, 6};
    const auto points = decimate(x, y, 0, 4, 100);
    QCOMPARE(points.size(), 3U);
    QVERIFY(std::isnan(points[1].y));
    QCOMPARE(points[2].y, 6.0);

    std::vector<double> longX(10'000);
    std::iota(longX.begin(), longX.end(), 0.0);
    std::vector<double> longY(longX.size(), 1.0);
    longY[5'000] = made_up::kInfinity;
    const auto thinned = decimate(longX, longY, 0, 9'999, 100);
    QCOMPARE(std::count_if(
                 thinned.begin(), thinned.end(), [](auto point) { return std::isnan(point.y); }),
             1);
}

void CurveDecimationTest::tellsWhereValuesAreNotFinite()
{
    const std::vector<double> x{0, 1, 2, 3};
    const std::vector<double> y{1, made_up::kNaN, 1, made_up::kInfinity};
    QCOMPARE(nonFinitePlaces(x, y, 0, 3, 100), (std::vector<double>{1, 3}));
    QCOMPARE(nonFinitePlaces(x, y, 0, 3, 1).size(), 1U);
}

void CurveDecimationTest::handlesEmptyAndSinglePoints()
{
    QVERIFY(decimate({}, {}, 0, 1, 100).empty());
    const std::vector<double> x{2};
    const std::vector<double> y{7};
    QCOMPARE(decimate(x, y, 0, 10, 100).size(), 1U);
    QCOMPARE(decimate(x, y, 2, 2, 0).size(), 1U);
}

void CurveDecimationTest::padsRanges_data()
{
    QTest::addColumn<double>("lowest");
    QTest::addColumn<double>("highest");
    QTest::addColumn<bool>("logarithmic");
    QTest::newRow("usual") << 10.0 << 90.0 << false;
    QTest::newRow("one value") << 3.0 << 3.0 << false;
    QTest::newRow("only zero") << 0.0 << 0.0 << false;
    QTest::newRow("negative") << -5.0 << -1.0 << false;
    QTest::newRow("logarithmic") << 1e-6 << 2.0 << true;
    QTest::newRow("logarithmic, one value") << 0.5 << 0.5 << true;
}

void CurveDecimationTest::padsRanges()
{
    QFETCH(double, lowest);
    QFETCH(double, highest);
    QFETCH(bool, logarithmic);
    const auto range = paddedRange(lowest, highest, logarithmic);
    QVERIFY(range.has_value());
    QVERIFY(range->first <= lowest);
    QVERIFY(range->second > highest);
    QVERIFY(range->second > range->first);
    if (logarithmic)
        QVERIFY(range->first > 0);
    if (lowest >= 0)
        QVERIFY(range->first >= 0);
}

void CurveDecimationTest::valuesAlikeButForRoundingAreOne()
{
    const auto range = paddedRange(88.4, std::nextafter(88.4, 89), false);
    QVERIFY(range && range->first < 80 && range->second > 97);
}

void CurveDecimationTest::hasNoRangeForNothing()
{
    QVERIFY(!paddedRange(made_up::kInfinity, -made_up::kInfinity, false));
    QVERIFY(!paddedRange(0, made_up::kInfinity, false));
    QVERIFY(!paddedRange(-1, 1, true));
}

void CurveDecimationTest::theBeginningOfALongRunIsNoSliver()
{
    QCOMPARE(shownRounds(0, 10), 10.2);
    QCOMPARE(shownRounds(3, 30), 30.6); // a short run shows all of its plan
    QCOMPARE(shownRounds(3, 100), 1.02 * 100 / 1.25 / 1.25 / 1.25 / 1.25);
    QCOMPARE(shownRounds(81, 100), 1.02 * 100);
    QCOMPARE(shownRounds(4000, 4000), 1.02 * 4000);
    QCOMPARE(shownRounds(50, 10), 51.0);
    QVERIFY(shownRounds(0, 0) > 0);
}

void CurveDecimationTest::theAxisOfALongRunGrowsInStepsOfAQuarter()
{
    std::set<double> steps;
    for (int newest = 40; newest <= 4000; ++newest) {
        const double shown = shownRounds(newest, 4000);
        QVERIFY2(shown >= newest && shown <= 1.02 * std::min(4000.0, 1.25 * newest),
                 qPrintable(QStringLiteral("%1 at %2").arg(shown).arg(newest)));
        steps.insert(shown);
    }
    QVERIFY(steps.size() < 25); // so it does not crawl
}

COTERIE_WIDGET_SECTION(CurveDecimationTest)

} // namespace tst_curve_decimation

#include "tst_curve_decimation.moc"
