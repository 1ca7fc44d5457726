#pragma once

#include <QRectF>
#include <QSizeF>

class QPainter;

namespace coterie::ui {

struct CanvasScene;

/// Where a drag's words stand, inside the canvas and off what the drag aims at: beside the bar
/// whose size or mix changes, or else under its row; behind whatever is carried to another place.
[[nodiscard]] QRectF dragBubblePlace(const CanvasScene& scene, const QSizeF& size);

/// What the drag would do and why it goes no further, where there is something to say.
void paintDragBubble(QPainter& painter, const CanvasScene& scene);

} // namespace coterie::ui
