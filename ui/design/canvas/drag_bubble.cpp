#include "ui/design/canvas/drag_bubble.h"

#include "ui/design/canvas/canvas_painter.h"
#include "ui/design/canvas/canvas_row_painter.h"

#include <QPainter>

#include <algorithm>

namespace coterie::ui {

namespace {

constexpr double kMostWidth = 380;
constexpr double kEdge = 4; ///< from the canvas's edges, and from the row that is aimed at
constexpr QMarginsF kPadding(10, 7, 10, 7);

QRectF besideBar(const CanvasScene& scene, const QSizeF& size)
{
    const CanvasLayout& layout = scene.layout;
    const int client = scene.gesture.from.client;
    const QRectF row =
        barOf(layout, scene.sketch, client).translated(0, layout.rowsTop - scene.scroll);
    // The words' first line and the row's number read as one line.
    const double firstLine = kPadding.top() + QFontMetricsF(scene.theme.font).height() / 2;
    const QRectF beside(QPointF(rowFactsRight(scene, client) + 10, row.center().y() - firstLine),
                        size);
    if (beside.right() <= layout.barsRight)
        return beside;
    QRectF under(QPointF(layout.barsRight - size.width(), row.bottom() + kEdge), size);
    if (under.bottom() > layout.frame.height - kEdge)
        under.moveBottom(row.top() - kEdge);
    return under;
}

QRectF behindPointer(const CanvasScene& scene, const QSizeF& size)
{
    QRectF behind(scene.pointer + QPointF(16, 18), size);
    if (scene.pointer.y() > scene.gesture.pressed.y())
        behind.moveBottom(scene.pointer.y() - 14);
    // Who aims at a round looks at the line of rounds.
    if (scene.pointer.y() < scene.layout.rowsTop)
        behind.moveTop(scene.layout.rowsTop + kEdge);
    return behind;
}

} // namespace

QRectF dragBubblePlace(const CanvasScene& scene, const QSizeF& size)
{
    using Kind = CanvasGesture::Kind;
    const bool alongBar = scene.gesture.kind == Kind::Resize || scene.gesture.kind == Kind::Remix;
    QRectF place = alongBar ? besideBar(scene, size) : behindPointer(scene, size);
    const CanvasFrame& frame = scene.layout.frame;
    place.moveRight(std::min(place.right(), frame.width - kEdge));
    place.moveBottom(std::min(place.bottom(), frame.height - kEdge));
    place.moveLeft(std::max(place.left(), kEdge));
    place.moveTop(std::max(place.top(), kEdge));
    return place;
}

void paintDragBubble(QPainter& painter, const CanvasScene& scene)
{
    if (scene.told.isEmpty() && scene.limit.isEmpty())
        return;
    const PlotTheme& theme = scene.theme;
    const QFontMetricsF metrics(theme.font);
    const double room = std::min(kMostWidth, std::max(40.0, scene.layout.frame.width - 40));
    const auto sizeOf = [&](const QString& text) {
        return text.isEmpty()
                   ? QSizeF()
                   : metrics.boundingRect(QRectF(0, 0, room, 1000), Qt::TextWordWrap, text).size();
    };
    const QSizeF told = sizeOf(scene.told);
    const QSizeF limit = sizeOf(scene.limit);
    const double gap = told.isEmpty() || limit.isEmpty() ? 0 : 4;
    const QSizeF words(std::max(told.width(), limit.width()), told.height() + limit.height() + gap);
    const QRectF bubble = dragBubblePlace(scene, words.grownBy(kPadding));
    painter.setPen(QPen(scene.limit.isEmpty() ? theme.axisLine : theme.warning, 1));
    painter.setBrush(blend(theme.text, theme.background, 0.06));
    painter.drawRoundedRect(bubble, 5, 5);
    QRectF text = bubble.marginsRemoved(kPadding);
    painter.setPen(theme.text);
    painter.drawText(text, Qt::TextWordWrap, scene.told);
    text.setTop(text.top() + told.height() + gap);
    painter.setPen(theme.warning);
    painter.drawText(text, Qt::TextWordWrap, scene.limit);
}

} // namespace coterie::ui
