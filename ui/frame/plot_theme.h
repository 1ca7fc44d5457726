#pragma once

#include "core/experiment/arm_looks.h"

#include <QColor>
#include <QFont>
#include <QPen>

#include <algorithm>
#include <array>
#include <cstddef>

class QCustomPlot;
class QPalette;
class QWidget;
class QPainter;
class QPointF;

namespace coterie::ui {

/// Every colour of a plot, taken from the palette: QCustomPlot knows nothing of palettes and would
/// stay white.
struct PlotTheme
{
    QColor background;
    QColor text;
    QColor faintText;
    QColor axisLine;
    QColor grid;
    QColor crosshair;
    QColor warning;
    QFont font;
    bool dark = false;

    [[nodiscard]] static PlotTheme of(const QWidget& widget);

    /// The arm's own colour, the same in every view and run. Eight colours that stay apart for
    /// colour-blind eyes too (after Okabe and Ito, moved until they did), each at least 3:1 against
    /// its background; after eight they repeat. The marker's shape says it again.
    [[nodiscard]] QColor armColour(std::size_t look) const;

    /// Recolours all axes, grids and backgrounds; draws nothing.
    void apply(QCustomPlot& plot) const;
};

inline constexpr std::size_t kArmColours = kLookColours;

[[nodiscard]] bool isDark(const QPalette& palette);
/// The colour of what is wrong, legible on this palette.
[[nodiscard]] QColor problemColour(const QPalette& palette);
/// The palette with its text in that colour.
[[nodiscard]] QPalette problemPalette(const QPalette& palette);
/// `share` of the top colour over the bottom one.
[[nodiscard]] QColor blend(const QColor& top, const QColor& bottom, double share);
/// WCAG contrast of two colours, 1 to 21.
[[nodiscard]] double contrast(const QColor& one, const QColor& other);

struct LineLook
{
    QColor colour;
    Qt::PenStyle style = Qt::SolidLine;
};

/// How a line is drawn, in the plot and in its legend: those that share a colour, as the sweep
/// points of an arm do, have a dash and a shade of their own. A shade goes towards the text's
/// colour, so that it keeps its contrast.
[[nodiscard]] inline LineLook
lookOf(const PlotTheme& theme, std::size_t colour, std::size_t variant, bool dashed = false)
{
    constexpr std::array kStyles{Qt::SolidLine, Qt::DashLine, Qt::DashDotLine, Qt::DashDotDotLine};
    const double shade = std::min(0.6, 0.3 * static_cast<double>(variant));
    return {.colour = blend(theme.text, theme.armColour(colour), shade),
            .style = dashed ? Qt::DashLine : kStyles[variant % kStyles.size()]};
}

/// For a short piece of the line in a legend or a table: the same dashes, but so small that they
/// show beside the marker.
[[nodiscard]] inline QPen samplePen(const LineLook& look, double width)
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

struct LineLook;

/// Which of the four shapes an arm has: where the colours begin again, the shapes do not.
[[nodiscard]] std::size_t markerShapeOf(std::size_t arm);

/// One of the four shapes that end the lines of the curves, so that a table or a legend shows an
/// arm as the plots do. Drawn with the painter's pen and brush.
void drawMarkerShape(QPainter& painter, const QPointF& centre, std::size_t arm);

/// The arm's shape in the middle of a piece of its line, as tables and cards show it.
void drawArmSwatch(QPainter& painter, const QPointF& centre, std::size_t arm, const LineLook& look);

} // namespace coterie::ui
