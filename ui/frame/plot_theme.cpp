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

double luminance(const QColor& colour)
{
    const auto linear = [](double channel) {
        return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
           + 0.0722 * linear(colour.blueF());
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
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
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
    constexpr std::array kStyles{Qt::SolidLine, Qt::DashLine, Qt::DashDotLine, Qt::DashDotDotLine};
    const double shade = std::min(0.6, 0.3 * static_cast<double>(variant));
    return {.colour = blend(theme.text, theme.armColour(colour), shade),
            .style = dashed ? Qt::DashLine : kStyles[variant % kStyles.size()]};
}

QPen samplePen(const LineLook& look, double width)
{
    QPen pen(look.colour, width, look.style);
    if (look.style != Qt::SolidLine) {
        QList<double> dashes;
        for (const double length : QPen(look.colour, width, look.style).dashPattern())
            dashes << std::max(0.6, 0.6 * length);
        pen.setDashPattern(dashes);
    }
    return pen;
}

std::size_t markerShapeOf(std::size_t arm)
{
    constexpr std::size_t kShapes = 4;
    return (arm + arm / kArmColours) % kShapes;
}

void drawMarkerShape(QPainter& painter, const QPointF& centre, std::size_t arm)
{
    constexpr double kHalf = 3.5;
    switch (markerShapeOf(arm)) {
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

void drawArmSwatch(QPainter& painter, const QPointF& centre, std::size_t arm, const LineLook& look)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(samplePen(look, 1.6));
    painter.drawLine(centre - QPointF(11, 0), centre + QPointF(11, 0));
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.colour);
    drawMarkerShape(painter, centre, arm);
    painter.restore();
}

} // namespace coterie::ui
