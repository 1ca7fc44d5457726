#include "ui/design/canvas/canvas_brush.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr double kMostWidth = 380;
constexpr double kEdge = 4; ///< from the canvas's edges and the target row
constexpr QMarginsF kPadding(10, 7, 10, 7);

QRectF besideBar(const CanvasScene& scene, const QSizeF& size)
{
    const CanvasLayout& layout = scene.layout;
    const QFontMetricsF metrics(scene.theme.font);
    const int client = scene.gesture.from.client;
    const QRectF row =
        barOf(layout, scene.sketch, client).translated(0, layout.rowsTop - scene.scroll);
    const double factsRight =
        rowFactsLeft(scene, client) + metrics.horizontalAdvance(rowFacts(scene, client));
    // The first line of the bubble aligns with the row's number.
    const double firstLine = kPadding.top() + metrics.height() / 2;
    const QRectF beside(QPointF(factsRight + 10, row.center().y() - firstLine), size);
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
    // Keeps the time line visible while it is the target.
    if (scene.pointer.y() < scene.layout.rowsTop)
        behind.moveTop(scene.layout.rowsTop + kEdge);
    return behind;
}

} // namespace

QString rowFacts(const CanvasScene& scene, int client)
{
    const std::optional<int> arrives = arrivalOf(scene.sketch, client);
    const QString count = countText(scene.sketch.size(client));
    return arrives ? say("%1, joins at round %2").arg(count).arg(*arrives) : count;
}

double rowFactsLeft(const CanvasScene& scene, int client)
{
    const auto end = [&](const PartitionSketch& sketch) {
        return xOfSamples(scene.layout, double(sketch.size(client)));
    };
    return std::max(std::round(end(scene.sketch)), end(scene.before)) + kTextGap + 2;
}

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

void paintDragBubble(const CanvasBrush& brush)
{
    const CanvasScene& scene = brush.scene;
    const PlotTheme& theme = brush.theme;
    if (scene.told.isEmpty() && scene.limit.isEmpty())
        return;
    const double room = std::min(kMostWidth, std::max(40.0, brush.layout.frame.width - 40));
    const auto sizeOf = [&](const QString& text) {
        return text.isEmpty()
                   ? QSizeF()
                   : brush.metrics.boundingRect(QRectF(0, 0, room, 1000), Qt::TextWordWrap, text)
                         .size();
    };
    const QSizeF told = sizeOf(scene.told);
    const QSizeF limit = sizeOf(scene.limit);
    const double gap = told.isEmpty() || limit.isEmpty() ? 0 : 4;
    const QSizeF words(std::max(told.width(), limit.width()), told.height() + limit.height() + gap);
    const QRectF bubble = dragBubblePlace(scene, words.grownBy(kPadding));
    brush.paintFrame(bubble,
                     5,
                     false,
                     QPen(scene.limit.isEmpty() ? theme.axisLine : theme.warning, 1),
                     blend(theme.text, theme.background, 0.06));
    QRectF text = bubble.marginsRemoved(kPadding);
    brush.write(text, Qt::TextWordWrap, scene.told, theme.text);
    text.setTop(text.top() + told.height() + gap);
    brush.write(text, Qt::TextWordWrap, scene.limit, theme.warning);
}

} // namespace coterie::ui
