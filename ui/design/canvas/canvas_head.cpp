#include "ui/design/canvas/canvas_brush.h"
#include "ui/numbers.h"
#include "ui/views/axis_ticks.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace coterie::ui {

namespace {

struct HeadPainter : CanvasBrush
{
    void paintZone() const
    {
        const QRectF zone = layout.startZone;
        const bool target = scene.isDropping() && scene.hover.kind == CanvasHit::Kind::StartZone;
        paintFrame(zone,
                   4,
                   target,
                   QPen(theme.axisLine, 1),
                   target ? QBrush(blend(scene.highlight, theme.background, 0.25)) : Qt::NoBrush);
        write(
            zone,
            Qt::AlignCenter,
            metrics.elidedText(say("%1 from the start").arg(sketch.clients() - lateClients(sketch)),
                               Qt::ElideRight,
                               zone.width() - 6),
            theme.text);
    }

    void paintTimeLine() const
    {
        const double y = layout.startZone.center().y();
        painter.setPen(QPen(theme.axisLine, 1));
        painter.drawLine(QPointF(layout.startZone.right(), y), QPointF(layout.timeLine.right(), y));

        const double labelTop = layout.timeLine.bottom() - metrics.height();
        std::vector<QRectF> taken;
        /// Nothing where it would overlap an earlier label.
        const auto label = [&](int round) {
            const QString text = say("round %1").arg(countText(round));
            const double width = metrics.horizontalAdvance(text) + 2;
            const double left = std::min(xOfRound(layout, round) - width / 2, // inside the frame
                                         layout.frame.width - width - 4);
            const QRectF box(left, labelTop, width, metrics.height());
            const QRectF air = box.adjusted(-6, 0, 6, 0);
            if (std::ranges::any_of(taken,
                                    [&](const QRectF& other) { return other.intersects(air); }))
                return;
            taken.push_back(box);
            painter.drawText(box, Qt::AlignHCenter, text);
        };
        painter.setPen(theme.text);
        for (const Arrival& arrival : sketch.arrivals)
            label(arrival.round);
        painter.setPen(theme.faintText);
        const int most = std::max(1, int(layout.timeLine.width() / 90));
        std::vector<double> ticks = axisTicks(1, layout.rounds, most, true);
        if (ticks.empty() || xOfRound(layout, int(ticks.front())) > layout.timeLine.left() + 70)
            ticks.insert(ticks.begin(), 1);
        for (const double tick : ticks) {
            const double x = xOfRound(layout, int(tick));
            painter.drawLine(QPointF(x, y - 3), QPointF(x, y + 3));
            label(int(tick));
        }

        for (const Arrival& arrival : sketch.arrivals) {
            const double x = xOfRound(layout, arrival.round);
            const bool picked = std::ranges::any_of(
                arrival.clients, [&](int client) { return scene.selected.contains(client); });
            const QString count = QStringLiteral("+%1").arg(arrival.clients.size());
            const double width = metrics.horizontalAdvance(count) + 10;
            const QRectF mark(
                x - width / 2, y - metrics.height() / 2 - 2, width, metrics.height() + 4);
            paintFrame(mark, mark.height() / 2, picked, QPen(theme.axisLine, 1), theme.background);
            write(mark, Qt::AlignCenter, count, theme.text);
        }

        if (scene.isDropping() && scene.hover.isOnTimeLine()) {
            const double x = xOfRound(layout, scene.hover.round);
            painter.setPen(QPen(scene.highlight, 2));
            painter.drawLine(QPointF(x, layout.timeLine.top()),
                             QPointF(x, layout.timeLine.bottom()));
        }
    }

    void paintAxis() const
    {
        const QString& heldFor = sketch.heldFor;
        const double line = metrics.height();
        const QRectF title(layout.axis.left(), layout.axis.top(), layout.axis.width(), line);
        const int most = std::max(1, int(layout.axis.width() / 90));
        for (const double tick : axisTicks(0, double(layout.frame.fullScale), most, true)) {
            const double x = std::round(xOfSamples(layout, tick)) + 0.5;
            painter.setPen(QPen(theme.grid, 1));
            painter.drawLine(QPointF(x, layout.axis.bottom() - 3), QPointF(x, layout.frame.height));
            write(QRectF(x - 60, title.bottom(), 120, line),
                  Qt::AlignHCenter | Qt::AlignVCenter,
                  countText(std::int64_t(tick)),
                  theme.faintText);
        }
        write(title,
              Qt::AlignLeft | Qt::AlignVCenter,
              heldFor.isEmpty() ? say("samples") : say("samples (%1)").arg(heldFor),
              theme.faintText);
        if (sketch.kind != HoldingKind::Sample) {
            const QRectF head(
                layout.entropyHead.left(), title.top(), layout.entropyHead.width(), line);
            const int right = Qt::AlignRight | Qt::AlignVCenter;
            write(head, right, say("entropy"), theme.faintText);
            write(head.translated(0, line), right, say("in nats"), theme.faintText);
        }
        painter.setPen(QPen(theme.axisLine, 1));
        painter.drawLine(QPointF(0, layout.rowsTop - 0.5),
                         QPointF(layout.frame.width, layout.rowsTop - 0.5));
    }
};

} // namespace

void paintCanvasHead(const CanvasBrush& brush)
{
    const HeadPainter head{brush};
    head.paintZone();
    head.paintTimeLine();
    head.paintAxis();
}

} // namespace coterie::ui
