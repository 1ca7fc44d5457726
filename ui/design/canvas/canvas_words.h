#pragma once

#include "ui/design/canvas/canvas_layout.h"

#include <QRectF>
#include <QSizeF>

class QPainter;

namespace coterie::ui {

/// "Client 3: 240 samples, of 5 classes; edge server “north”; joins at round 5".
[[nodiscard]] QString clientFacts(const PartitionSketch& sketch, int client);
/// What is under the mouse, and what can be done with it.
[[nodiscard]] QString
hitFacts(const PartitionSketch& sketch, const CanvasLayout& layout, const CanvasHit& hit, double x);

struct CanvasScene;

/// Where the text of a drag goes: inside the canvas and off its target. Beside or below the bar
/// whose size or mix changes; else behind the pointer.
[[nodiscard]] QRectF dragBubblePlace(const CanvasScene& scene, const QSizeF& size);

/// Says what the drag would do and why it goes no further, if there is anything to say.
void paintDragBubble(QPainter& painter, const CanvasScene& scene);

} // namespace coterie::ui
