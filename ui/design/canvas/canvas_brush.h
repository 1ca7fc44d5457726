#pragma once

#include "ui/design/canvas/canvas_painter.h"

#include <QFontMetricsF>
#include <QPainter>

namespace coterie::ui {

inline constexpr double kTextGap = 6; ///< pixels between a bar and the texts beside it

/// What the parts of a scene are drawn with.
struct CanvasBrush
{
    QPainter& painter;
    const CanvasScene& scene;
    const CanvasLayout& layout = scene.layout;
    const PartitionSketch& sketch = scene.sketch;
    const PlotTheme& theme = scene.theme;
    QFontMetricsF metrics = QFontMetricsF(theme.font);

    /// A rounded frame, highlighted if it is the target of a drag.
    void paintFrame(
        const QRectF& rect, double radius, bool target, const QPen& pen, const QBrush& fill) const
    {
        painter.setPen(target ? QPen(scene.highlight, 2, pen.style()) : pen);
        painter.setBrush(fill);
        painter.drawRoundedRect(rect, radius, radius);
    }

    void write(const QRectF& rect, int flags, const QString& text, const QColor& colour) const
    {
        painter.setPen(colour);
        painter.drawText(rect, flags, text);
    }
};

/// The line of arrivals, and the axis of samples below it.
void paintCanvasHead(const CanvasBrush& brush);

/// Says what the drag would do and why it goes no further, if there is anything to say.
void paintDragBubble(const CanvasBrush& brush);

/// "1,200, joins at round 5".
[[nodiscard]] QString rowFacts(const CanvasScene& scene, int client);
/// Right of the bar, and of its former end during a drag.
[[nodiscard]] double rowFactsLeft(const CanvasScene& scene, int client);

} // namespace coterie::ui
