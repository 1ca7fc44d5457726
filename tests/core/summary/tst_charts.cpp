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
    void coloursAreTheArmsOwn();
    void logarithmicAxesHaveWholePowers();
    void aShortLogarithmicAxisHasTwoTicks_data();
    void aShortLogarithmicAxisHasTwoTicks();
    void aBandOnALogarithmicAxisHasItsOwnEnds();
    void everyCellAndEveryClientIsDrawn();
    void textsAreEscaped();
    void numbersAreShort();
};

void tst_Charts::valuesThatNearlyEqualEachOtherEnd()
{
    for (const double value : {20.0, 1e-300, 0.1, 7e200, 0.0}) {
        const double next = std::nextafter(value, std::numeric_limits<double>::max());
        const std::string chart =
            lineChart({{.name = "a", .x = {0, 1}, .y = {value, next}, .deviation = {}}},
                      {.x = "x", .y = "y"});
        QVERIFY(count(chart, "<polyline") == 1);
        QVERIFY(count(chart, "<line") < 30);
    }
}

void tst_Charts::whatIsNotFiniteIsLeftOut()
{
    const double none = std::numeric_limits<double>::quiet_NaN();
    const double infinite = std::numeric_limits<double>::infinity();
    QVERIFY(lineChart({}, {.x = "x", .y = "y"}).empty());
    QVERIFY(lineChart({{.name = "a", .x = {0, 1}, .y = {none, infinite}, .deviation = {}}},
                      {.x = "x", .y = "y"})
                .empty());
    const std::string chart = lineChart(
        {{.name = "a", .x = {0, 1, 2}, .y = {1, none, 3}, .deviation = {0, none, infinite}}},
        {.x = "x", .y = "y"});
    QVERIFY(chart.find("nan") == std::string::npos);
    QVERIFY(chart.find("inf") == std::string::npos);
}

void tst_Charts::aBandNeedsDeviations()
{
    const ChartLine line{.name = "a", .x = {0, 1}, .y = {1, 2}, .deviation = {}};
    QCOMPARE(count(lineChart({line}, {.x = "x", .y = "y"}), "<polygon"), std::size_t{0});
    ChartLine several = line;
    several.deviation = {0.1, 0.2};
    QCOMPARE(count(lineChart({several, line}, {.x = "x", .y = "y"}), "<polygon"), std::size_t{1});
}

void tst_Charts::coloursAreTheArmsOwn()
{
    const ChartLine first{.name = "a", .x = {0, 1}, .y = {1, 2}, .deviation = {}, .look = 4};
    ChartLine second = first;
    second.look = 1;
    const std::string chart = lineChart({first, second}, {.x = "x", .y = "y"});
    const std::size_t colour = chart.find("stroke=\"" + chartColour(4));
    QVERIFY(colour != std::string::npos && colour < chart.find("stroke=\"" + chartColour(1)));
    QVERIFY(chart.find(chartColour(0)) == std::string::npos);
    QCOMPARE(count(chart, "stroke-dasharray"), std::size_t{0});
    // Sweep points of one arm differ by dash, in the line and in the legend.
    const std::string sweep = lineChart({first, first}, {.x = "x", .y = "y"});
    QCOMPARE(count(sweep, "stroke-dasharray"), std::size_t{2});
    QCOMPARE(count(sweep, chartColour(4)), std::size_t{2});
}

void tst_Charts::logarithmicAxesHaveWholePowers()
{
    const ChartLine line{.name = "a",
                         .x = {0, 0.01, 1, 1000},
                         .y = {9, 1, 2, 3},
                         .deviation = {1, 1, 1, 1},
                         .marks = ChartLine::Marks::Both};
    const std::string chart = lineChart({line}, {.x = "alpha", .y = "y", .logarithmicX = true});
    for (const char* const tick : {">0.01<", ">0.1<", ">1<", ">10<", ">100<", ">1000<"})
        QVERIFY2(chart.find(tick) != std::string::npos, chart.c_str());
    QCOMPARE(count(chart, "<circle"), std::size_t{3}); // zero has no place
    QVERIFY(chart.find("nan") == std::string::npos && chart.find("inf") == std::string::npos);
    QCOMPARE(count(lineChart({line}, {.x = "x", .y = "y"}), "<circle"), std::size_t{4});
}

void tst_Charts::aShortLogarithmicAxisHasTwoTicks_data()
{
    QTest::addColumn<double>("least");
    QTest::addColumn<double>("most");
    QTest::addColumn<QStringList>("ticks");
    QTest::newRow("more than a decade") << 0.5 << 6.0 << QStringList{"0.5", "1", "2", "5"};
    QTest::newRow("less than a decade") << 3.0 << 25.0 << QStringList{"5", "10", "20"};
    QTest::newRow("a power within") << 0.8 << 1.6 << QStringList{"0.8", "1", "1.2", "1.4", "1.6"};
    QTest::newRow("no power within") << 21.0 << 24.0 << QStringList{"21", "22", "23", "24"};
    QTest::newRow("next to nothing") << 1.01 << 1.02 << QStringList{"1.01", "1.012", "1.02"};
    QTest::newRow("several decades") << 0.02 << 300.0 << QStringList{"0.1", "1", "10", "100"};
    QTest::newRow("one value") << 7.0 << 7.0 << QStringList{"5", "10", "20"};
}

void tst_Charts::aShortLogarithmicAxisHasTwoTicks()
{
    QFETCH(const double, least);
    QFETCH(const double, most);
    QFETCH(const QStringList, ticks);
    const std::string chart =
        lineChart({{.name = "a", .x = {0, 1}, .y = {least, most}, .deviation = {}}},
                  {.x = "x", .y = "y", .logarithmicY = true});
    QStringList labels;
    for (const QString& text : QString::fromStdString(chart).split("text-anchor=\"end\"").mid(1))
        labels << text.section(u'>', 1).section(u'<', 0, 0);
    QVERIFY2(labels.size() >= 2 && labels.size() <= 7, qPrintable(labels.join(u' ')));
    for (const QString& tick : ticks)
        QVERIFY2(labels.contains(tick), qPrintable(labels.join(u' ')));
}

/// Mean − sd and mean + sd; to the axis where that is not above zero.
void tst_Charts::aBandOnALogarithmicAxisHasItsOwnEnds()
{
    const auto heights = [](std::vector<double> y, std::vector<double> deviation) {
        const std::string chart = lineChart(
            {{.name = "a", .x = {0, 1}, .y = std::move(y), .deviation = std::move(deviation)}},
            {.x = "x", .y = "y", .logarithmicY = true});
        const QString text = QString::fromStdString(chart).section("<polygon points=\"", 1);
        std::vector<double> found;
        for (const QString& point : text.section(u'"', 0, 0).split(u' ', Qt::SkipEmptyParts))
            found.push_back(point.section(u',', 1).toDouble());
        return found;
    };
    constexpr double kTop = 14;
    constexpr double kBottom = 274;
    // From 2 to 18, the whole axis; then both upper ends, and back over the lower ones.
    const std::vector<double> whole = heights({10, 10}, {8, 0});
    QCOMPARE(whole.size(), std::size_t{4});
    QCOMPARE(whole[0], kTop);
    QCOMPARE(whole[3], kBottom);
    QCOMPARE(whole[1], whole[2]);
    QVERIFY(whole[1] - kTop < 0.5 * (kBottom - whole[1]));
    const std::vector<double> cut = heights({10, 5}, {12, 0});
    QCOMPARE(cut[0], kTop);
    QCOMPARE(cut[3], kBottom);
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
    QVERIFY(federationChart(facts).find("<title>") == std::string::npos);
    facts.clientNames = {"<Bern>", "an hospital with quite a name"};
    const std::string named = federationChart(facts);
    QCOMPARE(count(named, "<rect"), std::size_t{1 + 2});
    QCOMPARE(count(named, "<g>"), std::size_t{2});
    QCOMPARE(count(named, "</g>"), std::size_t{2});
    QVERIFY(named.find("<Bern>") == std::string::npos);
    QVERIFY(named.find("<title>client 0: &lt;Bern&gt;</title>") != std::string::npos);
    QVERIFY(named.find(">an hospita…te a name  1<") != std::string::npos);
    QVERIFY(named.find("<title>client 1: an hospital with quite a name</title>")
            != std::string::npos);
}

void tst_Charts::textsAreEscaped()
{
    const std::string chart = lineChart(
        {{.name = "<b>&\"", .x = {0, 1}, .y = {1, 2}, .deviation = {}}}, {.x = "<x>", .y = "y"});
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
