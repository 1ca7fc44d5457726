#include "ui/frame/plot_theme.h"

#include "core/store/run_looks.h"

#include <QPainter>
#include <QPalette>
#include <QPolygonF>
#include <QWidget>
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

namespace coterie::ui {

static_assert(kPlotColours == kLineColours); // those that looksTogether() gives

namespace {

// After the first eight, each colour is the one that is farthest from those before it, to any eye.
constexpr std::array<QRgb, kPlotColours> kOnLight{
    0x0072b2, 0xe36c14, 0x0a8e65, 0xba5899, 0x856500, 0x089ed0, 0xa43c3a, 0x4b4e87,
    0x9600ff, 0x9678ff, 0x4b0078, 0x1e3c00, 0x4b2d2d, 0xff1e69, 0x0000b4, 0xc300a5,
    0x5a0f4b, 0x962dd2, 0xff00ff, 0xa58796, 0xd2784b, 0xf01e2d, 0x0f5a69, 0xb40069};
constexpr std::array<QRgb, kPlotColours> kOnDark{
    0x4fa8e8, 0xf07c3f, 0x3bc599, 0xe290c4, 0xe4c347, 0xabd6ed, 0xeb8882, 0xbdc1fc,
    0x962dff, 0xd200a5, 0x7878f0, 0x00ff87, 0xf00f4b, 0xc3f000, 0x786978, 0x4b783c,
    0xffe1c3, 0x876900, 0x78c35a, 0xe10078, 0x87fff0, 0xa53cc3, 0x5a69a5, 0xb4ff69};

// Far from the first eight above and from each other, to any eye; beside each other those of one
// hue, so that a group is known after a change of theme.
constexpr std::array<QRgb, kGroupColours> kGroupsOnLight{0x784bd2,
                                                         0xf03c5a,
                                                         0x5a3c0f,
                                                         0x1e5a5a,
                                                         0xb40096,
                                                         0x5aa51e,
                                                         0x0f2d3c,
                                                         0x7887ff,
                                                         0x5a1e1e,
                                                         0x3c0f69,
                                                         0xb48796,
                                                         0x780f69,
                                                         0x001e96,
                                                         0x3c5a2d,
                                                         0xff3c87,
                                                         0x4b3c3c};
constexpr std::array<QRgb, kGroupColours> kGroupsOnDark{0xa54bc3,
                                                        0xd22d1e,
                                                        0xa5965a,
                                                        0x1e87a5,
                                                        0xd20f96,
                                                        0x2dff96,
                                                        0x0f69f0,
                                                        0x8796ff,
                                                        0xf0d2d2,
                                                        0xf0ff5a,
                                                        0x786969,
                                                        0xf01e78,
                                                        0xe1ffd2,
                                                        0x4b784b,
                                                        0xb4ff78,
                                                        0xb4d269};

using LinearRgb = std::array<double, 3>;

LinearRgb linearOf(const QColor& colour)
{
    const auto linear = [](double channel) {
        return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())};
}

QColor colourOfLight(const LinearRgb& light)
{
    const auto channel = [](double linear) {
        const double value =
            linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
        return std::clamp(static_cast<int>(std::lround(255 * value)), 0, 255);
    };
    return {channel(light[0]), channel(light[1]), channel(light[2])};
}

double luminance(const QColor& colour)
{
    const LinearRgb light = linearOf(colour);
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
}

/// L* of CIELAB, 0 to 100, in which equal steps look equal.
double lightnessOf(double luminance)
{
    return luminance > 0.008856 ? 116 * std::cbrt(luminance) - 16 : 903.3 * luminance;
}

/// Inverse of lightnessOf() for what is not nearly black.
double luminanceOf(double lightness)
{
    return std::pow((lightness + 16) / 116, 3);
}

/// The same hue at another luminance: darker in proportion, or lighter with white.
QColor atLuminance(const QColor& colour, double wanted)
{
    const double own = luminance(colour);
    LinearRgb light = linearOf(colour);
    for (double& channel : light)
        channel = wanted <= own ? channel * wanted / own
                                : channel + (wanted - own) / (1 - own) * (1 - channel);
    return colourOfLight(light);
}

/// 0, 1/2, 1/4, 3/4, 1/8, 5/8 …: the first n of these lie apart, whatever n is (van der Corput).
double spreadPlace(std::size_t number)
{
    double place = 0;
    for (double share = 0.5; number > 0; number /= 2, share /= 2)
        place += number % 2 == 0 ? 0 : share;
    return place;
}

constexpr double kContrast = 3.3; // 3 after rounding, with some to spare
constexpr double kGlare = 0.05;   // of the contrast's definition

/// The shades of a hue go round from its own one: from the palest on this ground that keeps the
/// contrast to one that is not yet black or white.
QColor shadeOf(const PlotTheme& theme, const QColor& colour, std::size_t variant)
{
    if (variant == 0)
        return colour;
    constexpr double kDarkest = 22;
    constexpr double kLightest = 86;
    constexpr double kLeastRange = 30;
    const double ground = luminance(theme.background) + kGlare;
    const double strong = theme.dark ? kLightest : kDarkest;
    const double faint =
        lightnessOf((theme.dark ? ground * kContrast : ground / kContrast) - kGlare);
    const double pale =
        theme.dark ? std::min(faint, strong - kLeastRange) : std::max(faint, strong + kLeastRange);
    const double own = (lightnessOf(luminance(colour)) - pale) / (strong - pale);
    const double place = std::fmod(std::clamp(own, 0.0, 1.0) + spreadPlace(variant), 1.0);
    return atLuminance(colour, luminanceOf(pale + place * (strong - pale)));
}

struct LineDash
{
    Qt::PenStyle style = Qt::SolidLine;
    QList<double> lengths = {};
};

/// A dotted line is kNoArm's.
LineDash dashOf(std::size_t variant)
{
    switch (variant % kDashes) {
    case 0:
        return {};
    case 1:
        return {.style = Qt::DashLine};
    case 2:
        return {.style = Qt::DashDotLine};
    case 3:
        return {.style = Qt::DashDotDotLine};
    case 4:
        return {.style = Qt::CustomDashLine, .lengths = {8, 2}};
    case 5:
        return {.style = Qt::CustomDashLine, .lengths = {2, 2}};
    case 6:
        return {.style = Qt::CustomDashLine, .lengths = {8, 2, 3, 2}};
    default:
        return {.style = Qt::CustomDashLine, .lengths = {8, 2, 1, 2}};
    }
}

} // namespace

QColor blend(const QColor& top, const QColor& bottom, double share)
{
    const auto mix = [share](int a, int b) {
        return static_cast<int>(std::lround(share * a + (1 - share) * b));
    };
    return {mix(top.red(), bottom.red()),
            mix(top.green(), bottom.green()),
            mix(top.blue(), bottom.blue())};
}

bool isDark(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness()
           < palette.color(QPalette::WindowText).lightness();
}

QColor problemColour(const QPalette& palette)
{
    return isDark(palette) ? QColor(0xff, 0x8a, 0x80) : QColor(0xb3, 0x26, 0x1e);
}

QPalette problemPalette(const QPalette& palette)
{
    QPalette red; // the rest is inherited, so that it follows the theme
    red.setColor(QPalette::WindowText, problemColour(palette));
    return red;
}

double contrast(const QColor& one, const QColor& other)
{
    const double a = luminance(one);
    const double b = luminance(other);
    return (std::max(a, b) + kGlare) / (std::min(a, b) + kGlare);
}

QColor seenOn(const QColor& ground, const QColor& colour)
{
    if (contrast(colour, ground) >= 3)
        return colour;
    const double light = luminance(ground) + kGlare;
    const bool isDarkGround = light * light < 1.05 * kGlare; // white is farther from it than black
    return atLuminance(colour, (isDarkGround ? light * kContrast : light / kContrast) - kGlare);
}

int seenAlpha(const QColor& ground, const QColor& colour, int least)
{
    int most = 255;
    while (least < most) {
        const int middle = (least + most) / 2;
        if (contrast(blend(colour, ground, middle / 255.0), ground) >= kContrast)
            most = middle;
        else
            least = middle + 1;
    }
    return most;
}

PlotTheme PlotTheme::of(const QWidget& widget)
{
    const QPalette palette = widget.palette();
    PlotTheme theme;
    theme.dark = isDark(palette);
    theme.background = palette.color(QPalette::Base);
    theme.text = palette.color(QPalette::Text);
    theme.faintText = blend(theme.text, theme.background, 0.68);
    theme.axisLine = blend(theme.text, theme.background, 0.35);
    theme.grid = blend(theme.text, theme.background, theme.dark ? 0.12 : 0.09);
    theme.crosshair = blend(theme.text, theme.background, 0.45);
    theme.warning = theme.dark ? QColor(0xff, 0xb4, 0x54) : QColor(0xb3, 0x5c, 0x00);
    theme.agreement = QColor::fromRgb(theme.dark ? 0xb4d269 : 0x3c5a2d);
    theme.betterment = QColor::fromRgb(theme.dark ? 0x8796ff : 0x001e96);
    theme.font = widget.font();
    return theme;
}

QColor PlotTheme::armColour(std::size_t look) const
{
    if (look == kNoArm)
        return faintText;
    if (look < groupLook(0))
        return QColor::fromRgb((dark ? kOnDark : kOnLight)[look % kPlotColours]);
    const std::size_t group = (look - groupLook(0)) % kPlotColours;
    return group < kGroupColours ? QColor::fromRgb((dark ? kGroupsOnDark : kGroupsOnLight)[group])
                                 : armColour(group - kGroupColours);
}

void PlotTheme::apply(QCustomPlot& plot) const
{
    plot.setBackground(background);
    for (QCPAxisRect* rect : plot.axisRects()) {
        rect->setBackground(background);
        for (QCPAxis* axis : rect->axes()) {
            axis->setBasePen(QPen(axisLine, 1));
            axis->setTickPen(QPen(axisLine, 1));
            axis->setSubTickPen(QPen(axisLine, 1));
            axis->setTickLabelColor(faintText);
            axis->setLabelColor(faintText);
            axis->setTickLabelFont(font);
            axis->setLabelFont(font);
            axis->grid()->setPen(QPen(grid, 1));
            axis->grid()->setSubGridPen(QPen(grid, 1, Qt::DotLine));
            axis->grid()->setZeroLinePen(QPen(grid, 1));
        }
    }
}

LineLook lookOf(const PlotTheme& theme, std::size_t colour, std::size_t variant, bool dashed)
{
    if (colour == kNoArm)
        return {.colour = theme.faintText, .style = Qt::DotLine};
    const QColor shade = shadeOf(theme, theme.armColour(colour), variant);
    if (dashed)
        return {.colour = shade, .style = Qt::DashLine};
    LineDash dash = dashOf(variant);
    return {.colour = shade, .style = dash.style, .dashes = std::move(dash.lengths)};
}

QPen linePen(const LineLook& look, double width)
{
    QPen pen(look.colour, width, look.style);
    if (look.style == Qt::CustomDashLine)
        pen.setDashPattern(look.dashes);
    if (look.style != Qt::SolidLine)
        pen.setCapStyle(Qt::FlatCap); // else the gaps are half as long as they are said to be
    return pen;
}

QPen samplePen(const LineLook& look, double width, double room)
{
    QPen pen = linePen(look, width);
    if (look.style == Qt::SolidLine)
        return pen;
    QList<double> dashes = pen.dashPattern();
    const double length = std::accumulate(dashes.begin(), dashes.end(), 0.0);
    const double share = std::min(1.0, room / (width * length));
    for (double& dash : dashes)
        dash *= share;
    pen.setDashPattern(dashes);
    return pen;
}

Marker markerOf(std::size_t arm, std::size_t variant)
{
    constexpr std::size_t kShapes = 4;
    const std::size_t turn = variant / (2 * kDashes); // the two before have used two shapes
    return {.shape = (arm + arm / kArmColours + 2 * variant + variant / kShapes + turn) % kShapes,
            .isHollow = (variant / 2 + turn / 2) % 2 == 1};
}

void drawMarker(QPainter& painter, const QPointF& centre, Marker marker, const QColor& colour)
{
    painter.setPen(marker.isHollow ? QPen(colour, 1.5) : QPen(Qt::NoPen));
    painter.setBrush(marker.isHollow ? QBrush(Qt::NoBrush) : QBrush(colour));
    constexpr double kHalf = kMarkerHalf;
    switch (marker.shape) {
    case 0:
        painter.drawEllipse(centre, kHalf, kHalf);
        break;
    case 1:
        painter.drawRect(QRectF(centre.x() - kHalf, centre.y() - kHalf, 2 * kHalf, 2 * kHalf));
        break;
    case 2:
        painter.drawPolygon(QPolygonF{centre + QPointF(-kHalf, 0.755 * kHalf),
                                      centre + QPointF(kHalf, 0.755 * kHalf),
                                      centre + QPointF(0, -0.977 * kHalf)});
        break;
    default:
        painter.drawPolygon(QPolygonF{centre + QPointF(-kHalf, 0),
                                      centre + QPointF(0, kHalf),
                                      centre + QPointF(kHalf, 0),
                                      centre + QPointF(0, -kHalf)});
    }
}

void drawLineSample(QPainter& painter,
                    const QPointF& centre,
                    double half,
                    const LineLook& look,
                    Marker marker,
                    double width)
{
    constexpr double kInside = kMarkerHalf + 1;
    painter.setPen(samplePen(look, width, half - kInside));
    // A line in a hollow marker would fill it. From the ends, so that both pieces look alike.
    const double from = marker.isHollow || look.style != Qt::SolidLine ? kInside : 0;
    for (const double side : {-1.0, 1.0})
        painter.drawLine(centre + QPointF(side * half, 0), centre + QPointF(side * from, 0));
    drawMarker(painter, centre, marker, look.colour);
}

void drawArmSwatch(QPainter& painter,
                   const QPointF& centre,
                   std::size_t arm,
                   const LineLook& look,
                   std::size_t variant)
{
    constexpr double kHalf = 11;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    drawLineSample(painter, centre, kHalf, look, markerOf(arm, variant), 1.6);
    painter.restore();
}

} // namespace coterie::ui
