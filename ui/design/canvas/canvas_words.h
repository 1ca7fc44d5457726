#pragma once

#include "ui/design/canvas/canvas_layout.h"

#include <QRectF>
#include <QSizeF>

class QPainter;

namespace coterie::ui {

/// "Client 3: 240 samples, of 5 classes; edge server “north”; joins at round 5".
[[nodiscard]] QString clientFacts(const PartitionSketch& sketch, int client);
/// What is under the mouse and what can be done with it.
[[nodiscard]] QString
hitFacts(const PartitionSketch& sketch, const CanvasLayout& layout, const CanvasHit& hit, double x);

struct CanvasScene;

/// Where a drag's words stand, inside the canvas and off what the drag aims at: beside the bar
/// whose size or mix changes, or else under its row; behind whatever is carried to another place.
[[nodiscard]] QRectF dragBubblePlace(const CanvasScene& scene, const QSizeF& size);

/// What the drag would do and why it goes no further, where there is something to say.
void paintDragBubble(QPainter& painter, const CanvasScene& scene);

} // namespace coterie::ui
