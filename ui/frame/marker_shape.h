#pragma once

#include <cstddef>

class QPainter;
class QPointF;

namespace coterie::ui {

struct LineLook;

/// Which of the four shapes an arm has: where the colours begin again, the shapes do not.
[[nodiscard]] std::size_t markerShapeOf(std::size_t arm);

/// One of the four shapes that end the lines of the curves, so that a table or a legend shows an
/// arm as the plots do. Drawn with the painter's pen and brush.
void drawMarkerShape(QPainter& painter, const QPointF& centre, std::size_t arm);

/// The arm's shape in the middle of a piece of its line, as tables and cards show it.
void drawArmSwatch(QPainter& painter, const QPointF& centre, std::size_t arm, const LineLook& look);

} // namespace coterie::ui
