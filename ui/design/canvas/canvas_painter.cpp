#include "ui/design/canvas/canvas_painter.h"

#include "ui/design/canvas/kind_colours.h"
#include "ui/numbers.h"
#include "ui/views/axis_ticks.h"
#include "ui/words.h"

#include <QPainter>
#include <QStaticText>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr double kTextGap = 6;

QString rowFacts(const CanvasScene& scene, int client)
{
    const std::optional<int> arrives = arrivalOf(scene.sketch, client);
    const QString count = countText(scene.sketch.size(client));
    return arrives ? say("%1, joins at round %2").arg(count).arg(*arrives) : count;
}

/// Right of the bar, and of its former end during a drag.
double rowFactsLeft(const CanvasScene& scene, int client)
{
    const auto end = [&](const PartitionSketch& sketch) {
        return xOfSamples(scene.layout, double(sketch.size(client)));
    };
    return std::max(std::round(end(scene.sketch)), end(scene.before)) + kTextGap + 2;
}

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

/// Draws a scene. Text is laid out once for all rows, because that costs more than drawing.
struct ScenePainter
{
    QPainter& painter;
    const CanvasScene& scene;
    const CanvasLayout& layout = scene.layout;
    const PartitionSketch& sketch = scene.sketch;
    const PlotTheme& theme = scene.theme;
    QFontMetricsF metrics = QFontMetricsF(theme.font);
    std::vector<QStaticText> names = laidOut(sketch.kindNames, theme.font);
    std::vector<QColor> inks = inksOn(scene.colours);
    double mostEntropy = std::log(double(std::max<std::size_t>(2, sketch.kindNames.size())));
    double entropyWidth = metrics.horizontalAdvance(QStringLiteral("0.00"));

    static std::vector<QStaticText> laidOut(const std::vector<QString>& words, const QFont& font)
    {
        std::vector<QStaticText> texts;
        for (const QString& word : words) {
            texts.emplace_back(word);
            texts.back().setTextFormat(Qt::PlainText);
            texts.back().prepare({}, font);
        }
        return texts;
    }

    void paint()
    {
        painter.setFont(theme.font);
        painter.setRenderHint(QPainter::Antialiasing);
        paintZone();
        paintTimeLine();
        paintAxis();
        paintRows();
        if (!scene.rubberBand.isNull()) {
            QColor fill = scene.highlight;
            fill.setAlphaF(0.15F);
            paintFrame(scene.rubberBand, 0, false, QPen(scene.highlight, 1), fill);
        }
        paintNewEdge();
        paintDragBubble();
    }

    /// A rounded frame, highlighted if it is the target of a drag.
    void paintFrame(
        const QRectF& rect, double radius, bool target, const QPen& pen, const QBrush& fill) const
    {
        painter.setPen(target ? QPen(scene.highlight, 2, pen.style()) : pen);
        painter.setBrush(fill);
        painter.drawRoundedRect(rect, radius, radius);
    }

    void write(const QRectF& rect, int flags, const QString& text, const QColor& colour) const
    {
        painter.setPen(colour);
        painter.drawText(rect, flags, text);
    }

    /// A line of text at the middle of a row, aligned left or right at x.
    void writeInRow(double x, double middle, const QString& text, bool left) const
    {
        const double from = left ? x : x - metrics.horizontalAdvance(text);
        painter.drawText(
            QPointF(from, std::round(middle + (metrics.ascent() - metrics.descent()) / 2)), text);
    }

    [[nodiscard]] bool fitsText(const QRectF& bar) const
    {
        return bar.height() >= metrics.height() - 2;
    }

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

    void paintNewEdge() const
    {
        if (scene.newEdgeHeight <= 0)
            return;
        const QRectF strip(6,
                           layout.frame.height - scene.newEdgeHeight + 4,
                           layout.frame.width - 12,
                           scene.newEdgeHeight - 10);
        const bool target = scene.hover.kind == CanvasHit::Kind::NewEdge;
        paintFrame(strip,
                   5,
                   target,
                   QPen(theme.axisLine, 1, Qt::DashLine),
                   blend(scene.highlight, theme.background, target ? 0.3 : 0.08));
        write(strip, Qt::AlignCenter, say("Drop here for a new edge server"), theme.text);
    }

    void paintLane(const CanvasLane& lane, bool target) const
    {
        const QRectF all(4, lane.top, layout.frame.width - 8, lane.bottom - lane.top);
        paintFrame(all,
                   5,
                   target,
                   QPen(theme.grid, 1),
                   target ? blend(scene.highlight, theme.background, 0.12)
                          : blend(theme.text, theme.background, 0.025));
        std::int64_t samples = 0;
        for (const int client : lane.clients)
            samples += sketch.size(client);
        const QString name =
            lane.edge ? toQString(sketch.edges[*lane.edge].name) : say("No edge server");
        const QRectF head(12, lane.top, layout.frame.width - 24, lane.headHeight);
        const QString facts =
            say("%1, %2 samples").arg(clientCountText(lane.clients.size()), countText(samples));
        const double room = head.width() - metrics.horizontalAdvance(facts) - 16;
        QFont bold = theme.font;
        bold.setWeight(QFont::DemiBold);
        painter.setFont(bold);
        write(head,
              Qt::AlignLeft | Qt::AlignVCenter,
              QFontMetricsF(bold).elidedText(name, Qt::ElideRight, room),
              theme.text);
        painter.setFont(theme.font);
        write(head, Qt::AlignRight | Qt::AlignVCenter, facts, theme.faintText);
    }

    void paintLanes() const
    {
        const bool onLane =
            scene.hover.kind == CanvasHit::Kind::LaneHead || scene.hover.client >= 0;
        const bool drops =
            scene.isDropping() && onLane && scene.gesture.kind == CanvasGesture::Kind::Move;
        for (std::size_t index = 0; index < layout.lanes.size(); ++index) {
            const CanvasLane& lane = layout.lanes[index];
            if (lane.headHeight != 0 && lane.bottom >= scene.scroll
                && lane.top <= scene.scroll + layout.frame.height)
                paintLane(lane, drops && scene.hover.lane == index);
        }
    }

    void paintSegments(int client, const QRectF& bar) const
    {
        const KindCounts& counts = sketch.heldBy(client);
        std::int64_t before = 0;
        double left = std::round(bar.left());
        for (std::size_t kind = 0; kind < counts.size(); ++kind) {
            if (counts[kind] == 0)
                continue;
            before += counts[kind];
            // Whole pixels are sharp, and many times faster to draw.
            const double right = std::round(xOfSamples(layout, double(before)));
            const QRectF part(left, bar.top(), right - left, bar.height());
            left = right;
            painter.fillRect(part, scene.colours[kind]);
            if (part.width() >= 3 && right < bar.right() - 1) // separates neighbours of one colour
                painter.fillRect(QRectF(right - 1, bar.top(), 1, bar.height()), theme.background);
            const QSizeF size = names[kind].size();
            if (fitsText(bar) && size.width() > 0 && size.width() + 6 <= part.width()) {
                painter.setPen(inks[kind]);
                painter.drawStaticText(QPointF(std::round(part.center().x() - size.width() / 2),
                                               std::round(part.center().y() - size.height() / 2)),
                                       names[kind]);
            }
        }
    }

    void paintEntropy(int client, const QRectF& bar) const
    {
        const double entropy = entropyOf(sketch.heldBy(client));
        const QRectF& head = layout.entropyHead;
        const bool letters = fitsText(bar);
        const double room =
            std::max(0.0, std::round(head.width() - (letters ? entropyWidth + 4 : 0)));
        const double height = std::min(std::floor(bar.height()), 6.0);
        const QRectF track(
            std::round(head.left()), std::round(bar.center().y() - height / 2), room, height);
        painter.fillRect(track, theme.grid);
        if (std::isfinite(entropy))
            painter.fillRect(
                QRectF(track.topLeft(), QSizeF(std::round(room * entropy / mostEntropy), height)),
                theme.crosshair);
        if (!letters)
            return;
        painter.setPen(theme.faintText);
        writeInRow(head.right(),
                   bar.center().y(),
                   std::isfinite(entropy) ? fixedText(std::abs(entropy), 2) : QStringLiteral("–"),
                   false);
    }

    void paintGrip(double x, const QRectF& bar) const
    {
        const QRectF handle(
            x - 2.5, bar.top() - 3, 5, bar.height() + 6); // longer than the bar is high
        painter.setRenderHint(QPainter::Antialiasing);
        paintFrame(handle, 2.5, false, QPen(theme.background, 1), theme.text);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }

    /// The handles of the bar that mouse or keyboard act on.
    void paintHandles(int client, const QRectF& bar) const
    {
        const bool gripped = scene.gesture.isOn() && scene.gesture.from.client == client;
        const CanvasHit& at = gripped ? scene.gesture.from : scene.hover;
        if (!scene.isDropping() && at.client == client && (gripped || !scene.gesture.isOn())) {
            if (at.kind == CanvasHit::Kind::BarEnd)
                paintGrip(bar.right(), bar);
            if (at.kind == CanvasHit::Kind::Border)
                for (const KindBorder& border : bordersOf(layout, sketch, client))
                    if (border.left == at.border.left && border.right == at.border.right)
                        paintGrip(border.x, bar);
        }
        if (!scene.hasFocus || scene.current != client || scene.gesture.isOn())
            return;
        const std::vector<KindBorder> borders = bordersOf(layout, sketch, client);
        const bool byBorder = scene.handle && *scene.handle < borders.size();
        paintGrip(byBorder ? borders[*scene.handle].x : bar.right(), bar);
    }

    void paintFormerEnd(int client, const QRectF& bar) const
    {
        if (!scene.gesture.is(CanvasGesture::Kind::Resize))
            return;
        const double was = xOfSamples(layout, double(scene.before.size(client)));
        if (std::abs(was - bar.right()) < 1)
            return;
        painter.setPen(QPen(theme.text, 1, Qt::DashLine));
        painter.drawLine(QPointF(was, bar.top() - 2), QPointF(was, bar.bottom() + 2));
    }

    void paintRow(const CanvasRow& row, bool numbered) const
    {
        const double rowHeight = layout.frame.rowHeight;
        const bool selected = scene.selected.contains(row.client);
        const QRectF whole(6, row.top, layout.frame.width - 12, rowHeight);
        if (selected) {
            painter.fillRect(whole, blend(scene.highlight, theme.background, 0.22));
            painter.fillRect(QRectF(whole.left(), whole.top(), 3, whole.height()), scene.highlight);
        }
        QRectF bar = barOf(layout, sketch, row.client);
        bar.setRight(std::round(bar.right()));
        const double middle = bar.center().y();
        if (numbered) {
            painter.setPen(selected ? theme.text : theme.faintText);
            writeInRow(layout.barsLeft - kTextGap, middle, QString::number(row.client), false);
        }
        const bool spills = bar.right() + 60 > layout.barsRight; // into the next column
        if (spills) {
            painter.save();
            painter.setClipRect(QRectF(0, row.top - 2, layout.barsRight + kTextGap, rowHeight + 4),
                                Qt::IntersectClip);
        }
        paintSegments(row.client, bar);
        paintFormerEnd(row.client, bar);
        if (rowHeight >= layout.frame.lineHeight - 3) {
            painter.setPen(theme.faintText);
            writeInRow(rowFactsLeft(scene, row.client), middle, rowFacts(scene, row.client), true);
        }
        paintHandles(row.client, bar);
        if (spills)
            painter.restore();
        if (sketch.kind != HoldingKind::Sample)
            paintEntropy(row.client, bar);
        if (scene.hasFocus && row.client == scene.current)
            paintFrame(whole.adjusted(0, 0, -1, -1), 0, false, QPen(scene.highlight, 1), {});
    }

    void paintRows() const
    {
        painter.save();
        painter.setClipRect(QRectF(0, layout.rowsTop, layout.frame.width, layout.frame.height));
        painter.translate(0, layout.rowsTop - scene.scroll);
        paintLanes();
        // Rows lower than a line of text are numbered at intervals.
        const auto every = std::size_t(
            std::max(1.0, std::ceil(layout.frame.lineHeight * 0.85 / layout.frame.rowHeight)));
        const auto [first, end] = visibleRows(layout, scene.scroll);
        painter.setRenderHint(QPainter::Antialiasing, false);
        for (std::size_t index = first; index < end; ++index)
            paintRow(layout.rows[index], index % every == 0);
        painter.restore();
    }

    /// Says what the drag would do and why it goes no further, if there is anything to say.
    void paintDragBubble() const
    {
        if (scene.told.isEmpty() && scene.limit.isEmpty())
            return;
        const double room = std::min(kMostWidth, std::max(40.0, layout.frame.width - 40));
        const auto sizeOf = [&](const QString& text) {
            return text.isEmpty()
                       ? QSizeF()
                       : metrics.boundingRect(QRectF(0, 0, room, 1000), Qt::TextWordWrap, text)
                             .size();
        };
        const QSizeF told = sizeOf(scene.told);
        const QSizeF limit = sizeOf(scene.limit);
        const double gap = told.isEmpty() || limit.isEmpty() ? 0 : 4;
        const QSizeF words(std::max(told.width(), limit.width()),
                           told.height() + limit.height() + gap);
        const QRectF bubble = dragBubblePlace(scene, words.grownBy(kPadding));
        paintFrame(bubble,
                   5,
                   false,
                   QPen(scene.limit.isEmpty() ? theme.axisLine : theme.warning, 1),
                   blend(theme.text, theme.background, 0.06));
        QRectF text = bubble.marginsRemoved(kPadding);
        write(text, Qt::TextWordWrap, scene.told, theme.text);
        text.setTop(text.top() + told.height() + gap);
        write(text, Qt::TextWordWrap, scene.limit, theme.warning);
    }
};

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

void paintCanvas(QPainter& painter, const CanvasScene& scene)
{
    ScenePainter{painter, scene}.paint();
}

} // namespace coterie::ui
