#pragma once

#include "ui/design/canvas/canvas_layout.h"

namespace coterie::ui {

/// "Client 3: 240 samples, of 5 classes; edge server “north”; joins at round 5".
[[nodiscard]] QString clientFacts(const PartitionSketch& sketch, int client);
/// What is under the mouse, and what can be done with it.
[[nodiscard]] QString
hitFacts(const PartitionSketch& sketch, const CanvasLayout& layout, const CanvasHit& hit, double x);

} // namespace coterie::ui
