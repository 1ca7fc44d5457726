#pragma once

class QPainter;

namespace coterie::ui {

struct CanvasScene;

/// The lanes and the rows that are seen, each with its bar and what stands beside it.
void paintRows(QPainter& painter, const CanvasScene& scene);

} // namespace coterie::ui
