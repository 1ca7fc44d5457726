#include "core/summary/charts.h"
#include "core/summary/svg_page.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tst_charts {

using namespace coterie;

namespace {

std::size_t count(const std::string& text, std::string_view word)
{
    std::size_t found = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
        ++found;
    return found;
}

} // namespace

class tst_Charts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesThatNearlyEqualEachOtherEnd();
    void whatIsNotFiniteIsLeftOut();
    void aBandNeedsDeviations();
    void everyCellAndEveryClientIsDrawn();
    void textsAreEscaped();
    void numbersAreShort();
};

void tst_Charts::valuesThatNearlyEqualEachOtherEnd()
{
    for (const double value : {20.0, 1e-300, 0.1, 7e200, 0.0}) {
        const double next = std::nextafter(value, std::numeric_limits<double>::max());
        const std::string chart =
            lineChart({{.name = "a", .x = {0, 1}, .y = {value, next}, .deviation = {}}}, "x", "y");
        QVERIFY(count(chart, "<polyline") == 1);
        QVERIFY(count(chart, "<line") < 30);
    }
}

void tst_Charts::whatIsNotFiniteIsLeftOut()
{
    const double none = std::numeric_limits<double>::quiet_NaN();
    const double infinite = std::numeric_limits<double>::infinity();
    QVERIFY(lineChart({}, "x", "y").empty());
    QVERIFY(
        lineChart({{.name = "a", .x = {0, 1}, .y = {none, infinite}, .deviation = {}}}, "x", "y")
            .empty());
    const std::string chart = lineChart(
        {{.name = "a", .x = {0, 1, 2}, .y = {1, none, 3}, .deviation = {0, none, infinite}}},
        "x",
        "y");
    QVERIFY(chart.find("nan") == std::string::npos);
    QVERIFY(chart.find("inf") == std::string::npos);
}

void tst_Charts::aBandNeedsDeviations()
{
    const ChartLine line{.name = "a", .x = {0, 1}, .y = {1, 2}, .deviation = {}};
    QCOMPARE(count(lineChart({line}, "x", "y"), "<polygon"), std::size_t{0});
    ChartLine several = line;
    several.deviation = {0.1, 0.2};
    QCOMPARE(count(lineChart({several, line}, "x", "y"), "<polygon"), std::size_t{1});
}

void tst_Charts::everyCellAndEveryClientIsDrawn()
{
    Matrix weights(3, 3);
    weights.at(0, 1) = 1;
    weights.at(2, 2) = std::numeric_limits<double>::quiet_NaN();
    // The page, nine cells and their frame.
    QCOMPARE(count(heatMap(weights), "<rect"), std::size_t{11});
    QVERIFY(heatMap(Matrix()).empty());
    FederationFacts facts;
    QVERIFY(federationChart(facts).empty());
    facts.trainSamples = {30, 10};
    facts.classCounts = {{20, 10}, {0, 10}};
    QCOMPARE(count(federationChart(facts), "<rect"), std::size_t{1 + 3});
    facts.classCounts.clear(); // regression
    QCOMPARE(count(federationChart(facts), "<rect"), std::size_t{1 + 2});
}

void tst_Charts::textsAreEscaped()
{
    const std::string chart =
        lineChart({{.name = "<b>&\"", .x = {0, 1}, .y = {1, 2}, .deviation = {}}}, "<x>", "y");
    QVERIFY(chart.find("<b>") == std::string::npos);
    QVERIFY(chart.find("&lt;b&gt;&amp;&quot;") != std::string::npos);
    QVERIFY(chart.find("&lt;x&gt;") != std::string::npos);
}

void tst_Charts::numbersAreShort()
{
    QCOMPARE(shortText(0.125, 4), std::string("0.125"));
    QCOMPARE(shortText(12345.678, 4), std::string("1.235e+04"));
    QCOMPARE(shortText(-3, 4), std::string("-3"));
}

COTERIE_SECTION(tst_Charts)

} // namespace tst_charts

#include "tst_charts.moc"
