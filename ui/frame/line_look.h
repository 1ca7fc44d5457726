#pragma once

#include "ui/frame/plot_theme.h"

#include <QPen>

#include <algorithm>
#include <array>

namespace coterie::ui {

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

} // namespace coterie::ui
