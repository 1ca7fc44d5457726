#pragma once

#include <cstddef>

class QPainter;
class QPointF;

namespace coterie::ui {

/// One of the four shapes that end the lines of the curves, so that a table or a legend shows an arm
/// as the plots do. Drawn with the painter's pen and brush.
void drawMarkerShape(QPainter& painter, const QPointF& centre, std::size_t number);

} // namespace coterie::ui
