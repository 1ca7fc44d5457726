#include "ui/design/canvas/canvas_painter.h"

#include "ui/design/canvas/canvas_row_painter.h"
#include "ui/design/canvas/drag_bubble.h"
#include "ui/say.h"
#include "ui/views/axis_ticks.h"
#include "ui/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

// --- the part that stays at the top -----------------------------------------------------------

void paintZone(QPainter& painter, const CanvasScene& scene, const QFontMetricsF& metrics)
{
    const PlotTheme& theme = scene.theme;
    const QRectF zone = scene.layout.startZone;
    const bool target = scene.isDropping() && scene.hover.kind == CanvasHit::Kind::StartZone;
    painter.setPen(QPen(target ? scene.highlight : theme.axisLine, target ? 2 : 1));
    painter.setBrush(target ? QBrush(blend(scene.highlight, theme.background, 0.25)) : Qt::NoBrush);
    painter.drawRoundedRect(zone, 4, 4);
    std::size_t late = 0;
    for (const Arrival& arrival : scene.sketch.arrivals)
        late += arrival.clients.size();
    painter.setPen(theme.text);
    painter.drawText(zone,
                     Qt::AlignCenter,
                     metrics.elidedText(say("%1 from the start").arg(scene.sketch.clients() - late),
                                        Qt::ElideRight,
                                        zone.width() - 6));
}

void paintTimeLine(QPainter& painter, const CanvasScene& scene)
{
    const CanvasLayout& layout = scene.layout;
    const PlotTheme& theme = scene.theme;
    const QFontMetricsF metrics(theme.font);
    paintZone(painter, scene, metrics);
    const double y = layout.startZone.center().y();
    painter.setPen(QPen(theme.axisLine, 1));
    painter.drawLine(QPointF(layout.startZone.right(), y), QPointF(layout.timeLine.right(), y));

    const double labelTop = layout.timeLine.bottom() - metrics.height();
    std::vector<QRectF> taken;
    /// False where it would run into one that stands there.
    const auto label = [&](int round) {
        const QString text = say("round %1").arg(countText(round));
        const double width = metrics.horizontalAdvance(text) + 2;
        const double left = std::min(xOfRound(layout, round) - width / 2, // in the frame
                                     layout.frame.width - width - 4);
        const QRectF box(left, labelTop, width, metrics.height());
        const QRectF air = box.adjusted(-6, 0, 6, 0);
        if (std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(air); }))
            return false;
        taken.push_back(box);
        painter.drawText(box, Qt::AlignHCenter, text);
        return true;
    };
    painter.setPen(theme.text);
    for (const Arrival& arrival : scene.sketch.arrivals)
        label(arrival.round);
    painter.setPen(theme.faintText);
    const int most = std::max(1, static_cast<int>(layout.timeLine.width() / 90));
    std::vector<double> ticks = axisTicks(1, layout.rounds, most, true);
    if (ticks.empty()
        || xOfRound(layout, static_cast<int>(ticks.front())) > layout.timeLine.left() + 70)
        ticks.insert(ticks.begin(), 1);
    for (const double tick : ticks) {
        const double x = xOfRound(layout, static_cast<int>(tick));
        painter.drawLine(QPointF(x, y - 3), QPointF(x, y + 3));
        label(static_cast<int>(tick));
    }

    for (const Arrival& arrival : scene.sketch.arrivals) {
        const double x = xOfRound(layout, arrival.round);
        const bool picked = std::ranges::any_of(
            arrival.clients, [&](int client) { return scene.selected.contains(client); });
        const QString count = QStringLiteral("+%1").arg(arrival.clients.size());
        const double width = metrics.horizontalAdvance(count) + 10;
        const QRectF mark(x - width / 2, y - metrics.height() / 2 - 2, width, metrics.height() + 4);
        painter.setPen(QPen(picked ? scene.highlight : theme.axisLine, picked ? 2 : 1));
        painter.setBrush(theme.background);
        painter.drawRoundedRect(mark, mark.height() / 2, mark.height() / 2);
        painter.setPen(theme.text);
        painter.drawText(mark, Qt::AlignCenter, count);
    }

    const bool onLine = scene.hover.kind == CanvasHit::Kind::TimeLine
                        || scene.hover.kind == CanvasHit::Kind::ArrivalMark;
    if (scene.isDropping() && onLine) {
        const double x = xOfRound(layout, scene.hover.round);
        painter.setPen(QPen(scene.highlight, 2));
        painter.drawLine(QPointF(x, layout.timeLine.top()), QPointF(x, layout.timeLine.bottom()));
    }
}

void paintAxis(QPainter& painter, const CanvasScene& scene)
{
    const CanvasLayout& layout = scene.layout;
    const PlotTheme& theme = scene.theme;
    const QFontMetricsF metrics(theme.font);
    const QString& heldFor = scene.sketch.heldFor;
    const QString unit = heldFor.isEmpty() ? say("samples") : say("samples (%1)").arg(heldFor);
    const double line = metrics.height();
    const QRectF title(layout.axis.left(), layout.axis.top(), layout.axis.width(), line);
    const QRectF numbers(layout.axis.left(), title.bottom(), layout.axis.width(), line);
    const int most = std::max(1, static_cast<int>(layout.axis.width() / 90));
    for (const double tick : axisTicks(0, double(layout.frame.fullScale), most, true)) {
        const double x = std::round(xOfSamples(layout, tick)) + 0.5;
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(x, layout.axis.bottom() - 3), QPointF(x, layout.frame.height));
        painter.setPen(theme.faintText);
        const QString text = countText(static_cast<std::int64_t>(tick));
        painter.drawText(QRectF(x - 60, numbers.top(), 120, numbers.height()),
                         Qt::AlignHCenter | Qt::AlignVCenter,
                         text);
    }
    painter.setPen(theme.faintText);
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, unit);
    if (scene.sketch.kind != HoldingKind::Sample) {
        QRectF head(layout.entropyHead.left(), title.top(), layout.entropyHead.width(), line);
        painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, say("entropy"));
        painter.drawText(
            head.translated(0, line), Qt::AlignRight | Qt::AlignVCenter, say("in nats"));
    }
    painter.setPen(QPen(theme.axisLine, 1));
    painter.drawLine(QPointF(0, layout.rowsTop - 0.5),
                     QPointF(layout.frame.width, layout.rowsTop - 0.5));
}

// --- what floats above ------------------------------------------------------------------------

void paintNewEdge(QPainter& painter, const CanvasScene& scene)
{
    if (scene.newEdgeHeight <= 0)
        return;
    const PlotTheme& theme = scene.theme;
    const QRectF strip(6,
                       scene.layout.frame.height - scene.newEdgeHeight + 4,
                       scene.layout.frame.width - 12,
                       scene.newEdgeHeight - 10);
    const bool target = scene.hover.kind == CanvasHit::Kind::NewEdge;
    painter.setPen(QPen(target ? scene.highlight : theme.axisLine, target ? 2 : 1, Qt::DashLine));
    painter.setBrush(blend(scene.highlight, theme.background, target ? 0.3 : 0.08));
    painter.drawRoundedRect(strip, 5, 5);
    painter.setPen(theme.text);
    painter.drawText(strip, Qt::AlignCenter, say("Drop here for a new edge server"));
}

} // namespace

void paintCanvas(QPainter& painter, const CanvasScene& scene)
{
    painter.setFont(scene.theme.font);
    painter.setRenderHint(QPainter::Antialiasing);
    paintTimeLine(painter, scene);
    paintAxis(painter, scene);
    paintRows(painter, scene);
    if (!scene.rubberBand.isNull()) {
        painter.setPen(QPen(scene.highlight, 1));
        QColor fill = scene.highlight;
        fill.setAlphaF(0.15F);
        painter.setBrush(fill);
        painter.drawRect(scene.rubberBand);
    }
    paintNewEdge(painter, scene);
    paintDragBubble(painter, scene);
}

} // namespace coterie::ui
