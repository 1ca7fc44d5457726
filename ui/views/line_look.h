#pragma once

#include "ui/frame/plot_theme.h"
#include "ui/views/plot_picture.h"

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
lookOf(const PlotTheme& theme, std::size_t colour, std::size_t variant, bool dashed)
{
    constexpr std::array kStyles{
        Qt::SolidLine, Qt::DashLine, Qt::DashDotLine, Qt::DashDotDotLine};
    const double shade = std::min(0.6, 0.3 * static_cast<double>(variant));
    return {.colour = blend(theme.text, theme.armColour(colour), shade),
            .style = dashed ? Qt::DashLine : kStyles[variant % kStyles.size()]};
}

} // namespace coterie::ui
