#pragma once

#include "ui/views/figure_settings.h"
#include "ui/views/plot_legend.h"

#include <QFontMetricsF>
#include <QRectF>

namespace coterie::ui {

/// Where the names of a figure's legend go, from the corner of the legend.
struct FigureLegendLayout
{
    std::vector<QRectF> boxes; ///< of the first names; the others have no place
    QSizeF size;
    bool isCut = false; ///< a name is too long for its box
};

/// `room` is the most that the legend may take. Above and below a plot it has rows, which begin
/// below each other and are centred together; beside it and inside it is a column.
[[nodiscard]] FigureLegendLayout layOutFigureLegend(const std::vector<LegendEntry>& entries,
                                                    FigureLegend place,
                                                    const QSizeF& room,
                                                    const QFontMetricsF& metrics);

} // namespace coterie::ui
