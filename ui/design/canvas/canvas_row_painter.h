#pragma once

class QPainter;

namespace coterie::ui {

struct CanvasScene;

/// The lanes and the rows that are seen, each with its bar and what stands beside it.
void paintRows(QPainter& painter, const CanvasScene& scene);

/// Where what is written beside a client's bar ends.
[[nodiscard]] double rowFactsRight(const CanvasScene& scene, int client);

} // namespace coterie::ui
