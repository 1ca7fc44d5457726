#include "ui/views/figure_legend.h"

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr double kBetweenNames = 12; ///< from one name to the next in a row
constexpr double kMore = 2;          ///< a line is so much higher than its text

} // namespace

FigureLegendLayout layOutFigureLegend(const std::vector<LegendEntry>& entries,
                                      FigureLegend place,
                                      const QSizeF& room,
                                      const QFontMetricsF& metrics)
{
    FigureLegendLayout layout;
    if (place == FigureLegend::None || entries.empty())
        return layout;
    const bool hasRows = place == FigureLegend::Above || place == FigureLegend::Below;
    const double height = metrics.height() + kMore;
    double x = 0;
    double y = 0;
    double widest = 0;
    for (const LegendEntry& entry : entries) {
        const double wanted = kLegendSwatch + metrics.horizontalAdvance(entry.name) + 1;
        const double width = std::min(wanted, room.width());
        const bool begins = !hasRows || (x > 0 && x + width > room.width());
        if (begins && !layout.boxes.empty()) {
            x = 0;
            y += height;
        }
        if (y + height > room.height())
            break;
        layout.isCut = layout.isCut || wanted > room.width();
        layout.boxes.emplace_back(x, y, width, height);
        widest = std::max(widest, x + width);
        x += width + kBetweenNames;
    }
    if (layout.boxes.empty())
        return layout;
    if (hasRows)
        for (QRectF& box : layout.boxes)
            box.translate((room.width() - widest) / 2, 0);
    layout.size = {hasRows ? room.width() : widest, layout.boxes.back().bottom()};
    return layout;
}

} // namespace coterie::ui
