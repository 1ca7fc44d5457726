#include "ui/frame/marker_shape.h"

#include "ui/frame/line_look.h"

#include <QPainter>
#include <QPolygonF>

namespace coterie::ui {

std::size_t markerShapeOf(std::size_t arm)
{
    constexpr std::size_t kShapes = 4;
    return (arm + arm / kArmColours) % kShapes;
}

void drawMarkerShape(QPainter& painter, const QPointF& centre, std::size_t arm)
{
    constexpr double kHalf = 3.5;
    switch (markerShapeOf(arm)) {
    case 0:
        painter.drawEllipse(centre, kHalf, kHalf);
        break;
    case 1:
        painter.drawRect(QRectF(centre.x() - kHalf, centre.y() - kHalf, 2 * kHalf, 2 * kHalf));
        break;
    case 2:
        painter.drawPolygon(QPolygonF{centre + QPointF(-kHalf, 0.755 * kHalf),
                                      centre + QPointF(kHalf, 0.755 * kHalf),
                                      centre + QPointF(0, -0.977 * kHalf)});
        break;
    default:
        painter.drawPolygon(QPolygonF{centre + QPointF(-kHalf, 0),
                                      centre + QPointF(0, kHalf),
                                      centre + QPointF(kHalf, 0),
                                      centre + QPointF(0, -kHalf)});
    }
}

void drawArmSwatch(QPainter& painter, const QPointF& centre, std::size_t arm, const LineLook& look)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(samplePen(look, 1.6));
    painter.drawLine(centre - QPointF(11, 0), centre + QPointF(11, 0));
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.colour);
    drawMarkerShape(painter, centre, arm);
    painter.restore();
}

} // namespace coterie::ui
