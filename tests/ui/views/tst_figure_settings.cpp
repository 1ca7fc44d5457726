#include "tests/sections.h"
#include "tests/ui/made_up_runs.h"
#include "ui/numbers.h"
#include "ui/views/figure_settings.h"
#include "ui/views/line_plot_axes.h"

#include <QSettings>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_figure_settings {

using namespace coterie;
using namespace coterie::ui;

class FigureSettingsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { QSettings().clear(); }
    void whatWasChosenIsRemembered();
    void damagedSettingsAreTheDefaults();
    void badNumbersAreSaid();
    void limitsAreRoundedToTheirRange();
    void aLineIsCutAtTheLimits();
    void aBandIsMovedWithinTheLimits();
};

void FigureSettingsTest::whatWasChosenIsRemembered()
{
    const QString view = QStringLiteral("curves");
    const QString error = QStringLiteral("Round, Error/loss");
    FigureSettings settings{.column = FigureColumn::Own,
                            .ownWidth = 99,
                            .family = QStringLiteral("Serif"),
                            .fontSize = 9.5,
                            .lineWidth = 1.5,
                            .format = FigureFormat::Png,
                            .dotsPerInch = 600,
                            .height = 55,
                            .legend = FigureLegend::BottomRight,
                            .title = QStringLiteral("A title"),
                            .xName = QStringLiteral("x, y"),
                            .yName = QStringLiteral("%"),
                            .limits = {std::nullopt, 3, -1.5, std::nullopt}};
    rememberFigure(settings, view, error);
    // Other data of the same content would get the title and the limits.
    FigureSettings kept = settings;
    kept.title.clear();
    kept.limits = {};
    QVERIFY(rememberedFigure(view, error) == kept);
    // The same view with other content has its own names of axes.
    const FigureSettings loss = rememberedFigure(view, QStringLiteral("Round, Loss"));
    QCOMPARE(loss.legend, FigureLegend::BottomRight);
    QVERIFY(loss.xName.isEmpty());
    // Another view has its own height and legend.
    const FigureSettings matrix = rememberedFigure(QStringLiteral("matrix"), error);
    QVERIFY(!matrix.height && matrix.fontSize == 9.5);
    settings = {};
    rememberFigure(settings, view, error);
    QVERIFY(rememberedFigure(view, error) == FigureSettings{});
}

void FigureSettingsTest::damagedSettingsAreTheDefaults()
{
    QSettings stored;
    stored.setValue(QStringLiteral("figure/fontSize"), QStringLiteral("huge"));
    stored.setValue(QStringLiteral("figure/ownWidth"), -3);
    stored.setValue(QStringLiteral("figure/format"), QStringLiteral("bmp"));
    stored.setValue(QStringLiteral("figure/view-curves/height"), 1e9);
    QVERIFY(rememberedFigure(QStringLiteral("curves"), {}) == FigureSettings{});
}

void FigureSettingsTest::badNumbersAreSaid()
{
    const QString name = QStringLiteral("Height");
    const QString unit = QStringLiteral("mm");
    const auto problem = [&](const char* text) {
        return numberProblem(name, QString::fromUtf8(text), {20, 1000}, unit);
    };
    QCOMPARE(problem("20"), QString());
    QCOMPARE(problem(" 62,5 "), QString());
    QCOMPARE(problem("abc"), QStringLiteral("Height must be from 20 to 1000 mm (is abc)."));
    QCOMPARE(problem("−3"), QStringLiteral("Height must be from 20 to 1000 mm (is −3)."));
    QCOMPARE(problem(""), QStringLiteral("Height must be from 20 to 1000 mm."));
    QCOMPARE(*typedNumber(QStringLiteral("−1.5")), -1.5);
    QVERIFY(!typedNumber(QStringLiteral("nan")) && !typedNumber(QStringLiteral("inf")));
    const auto limits = [](const char* low, const char* high, bool logarithmic) {
        return limitsProblem(
            {QString::fromUtf8(low), QString::fromUtf8(high)}, {1, 10}, logarithmic);
    };
    QCOMPARE(limits("", "", false), QString());
    QCOMPARE(limits("2", "", true), QString());
    QCOMPARE(limits("x", "", false), QStringLiteral("A limit must be a number or empty (is x)."));
    QCOMPARE(limits("10", "", false),
             QStringLiteral("The first limit must be below the second (are 10 and 10)."));
    QCOMPARE(limits("0", "", true),
             QStringLiteral("A limit of a logarithmic axis must be above 0 (is 0)."));
    QVERIFY(pixelsProblem(84, 63, 1200).isEmpty());
    QVERIFY(pixelsProblem(1000, 1000, 1200).contains(QStringLiteral("100,000,000")));
}

void FigureSettingsTest::limitsAreRoundedToTheirRange()
{
    const auto rounded = [](double low, double high, bool logarithmic = false) {
        const std::array limits = roundedLimits({low, high}, logarithmic);
        return fieldText(limits[0]) + QLatin1Char(' ') + fieldText(limits[1]);
    };
    QCOMPARE(rounded(12341, 12344), QStringLiteral("12341 12344"));
    QCOMPARE(rounded(12341.23456, 12344.9), QStringLiteral("12341.235 12344.9"));
    QCOMPARE(rounded(1234567.2, 1234568), QStringLiteral("1234567.2 1234568"));
    QCOMPARE(rounded(-1e-9, 98.76543), QStringLiteral("0 98.77"));
    QCOMPARE(rounded(3, 123456), QStringLiteral("0 123500"));
    // A logarithmic axis never begins at 0.
    QCOMPARE(rounded(0.00012345678, 1000, true), QStringLiteral("0.0001235 1000"));
    QCOMPARE(rounded(12341.23456, 12344.9, true), QStringLiteral("12341.235 12344.9"));
    // The sentence has the numbers that were compared.
    QCOMPARE(limitsProblem({QStringLiteral("3.1418"), QString()}, {0, 3.14159}, false),
             QStringLiteral("The first limit must be below the second (are 3.1418 and 3.14159)."));
    QCOMPARE(limitsProblem({QStringLiteral("4"), QString()}, {0, 3.14159}, false),
             QStringLiteral("The first limit must be below the second (are 4 and 3.142)."));
    QCOMPARE(limitsProblem({QStringLiteral("12344"), QStringLiteral("12341")}, {0, 1}, false),
             QStringLiteral("The first limit must be below the second (are 12344 and 12341)."));
}

void FigureSettingsTest::aLineIsCutAtTheLimits()
{
    const PlotPart part{0, 10, 0, 10};
    const auto clip = [&](std::vector<ScreenPoint> points) { return clippedLine(points, part); };
    const auto isNear = [](const std::vector<ScreenPoint>& one,
                           const std::vector<ScreenPoint>& other) {
        return std::ranges::equal(one, other, [](const ScreenPoint& a, const ScreenPoint& b) {
            return std::abs(a.x - b.x) < 1e-9
                   && (std::isnan(a.y) ? std::isnan(b.y) : std::abs(a.y - b.y) < 1e-9);
        });
    };
    QVERIFY(isNear(clip({{1, 1}, {2, 2}}), {{1, 1}, {2, 2}}));
    QVERIFY(clip({{-5, 5}, {-1, 5}}).empty() && clip({{1, 20}, {5, 30}}).empty());
    QVERIFY(isNear(clip({{-5, 5}, {5, 5}}), {{0, 5}, {5, 5}}));
    QVERIFY(isNear(clip({{5, 5}, {15, 15}}), {{5, 5}, {10, 10}, {10, made_up::kNaN}}));
    // Across a corner, out and in again, with a gap between.
    QVERIFY(isNear(clip({{2, 5}, {4, 15}, {6, 5}}),
                   {{2, 5}, {3, 10}, {3, made_up::kNaN}, {5, 10}, {6, 5}}));
    QVERIFY(
        isNear(clip({{1, 1}, {2, made_up::kNaN}, {3, 3}}), {{1, 1}, {2, made_up::kNaN}, {3, 3}}));
}

void FigureSettingsTest::aBandIsMovedWithinTheLimits()
{
    const std::vector<ScreenPoint> edge =
        clampedLine(std::vector<ScreenPoint>{{-2, 5}, {2, 5}, {4, 15}, {12, 15}}, {0, 10, 0, 10});
    const std::vector<ScreenPoint> expected{{0, 5}, {2, 5}, {3, 10}, {4, 10}, {10, 10}};
    QCOMPARE(edge.size(), expected.size());
    for (std::size_t i = 0; i < edge.size(); ++i)
        QVERIFY(std::abs(edge[i].x - expected[i].x) < 1e-9
                && std::abs(edge[i].y - expected[i].y) < 1e-9);
}

COTERIE_WIDGET_SECTION(FigureSettingsTest)

} // namespace tst_figure_settings

#include "tst_figure_settings.moc"
