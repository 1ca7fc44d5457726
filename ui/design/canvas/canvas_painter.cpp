#include "ui/design/canvas/canvas_painter.h"

#include "ui/design/canvas/kind_colours.h"
#include "ui/views/axis_ticks.h"
#include "ui/words.h"

#include <QPainter>
#include <QStaticText>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

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
    /// False if it would overlap an earlier label.
    const auto label = [&](int round) {
        const QString text = say("round %1").arg(countText(round));
        const double width = metrics.horizontalAdvance(text) + 2;
        const double left = std::min(xOfRound(layout, round) - width / 2, // inside the frame
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

constexpr double kTextGap = 6;

void paintLanes(QPainter& painter, const CanvasScene& scene)
{
    const PlotTheme& theme = scene.theme;
    for (std::size_t index = 0; index < scene.layout.lanes.size(); ++index) {
        const CanvasLane& lane = scene.layout.lanes[index];
        if (lane.headHeight == 0 || lane.bottom < scene.scroll
            || lane.top > scene.scroll + scene.layout.frame.height)
            continue;
        const bool onLane =
            scene.hover.kind == CanvasHit::Kind::LaneHead || scene.hover.client >= 0;
        const bool target = scene.isDropping() && onLane && scene.hover.lane == index
                            && scene.gesture.kind == CanvasGesture::Kind::Move;
        const QRectF all(4, lane.top, scene.layout.frame.width - 8, lane.bottom - lane.top);
        painter.setPen(QPen(target ? scene.highlight : theme.grid, target ? 2 : 1));
        painter.setBrush(target ? blend(scene.highlight, theme.background, 0.12)
                                : blend(theme.text, theme.background, 0.025));
        painter.drawRoundedRect(all, 5, 5);
        std::int64_t samples = 0;
        for (const int client : lane.clients)
            samples += scene.sketch.size(client);
        const QString name =
            lane.edge ? toQString(scene.sketch.edges[*lane.edge].name) : say("No edge server");
        const QFontMetricsF metrics(theme.font);
        const QRectF head(12, lane.top, scene.layout.frame.width - 24, lane.headHeight);
        const QString facts =
            say("%1, %2 samples").arg(clientCountText(lane.clients.size()), countText(samples));
        const double factsWidth = metrics.horizontalAdvance(facts);
        QFont bold = theme.font;
        bold.setWeight(QFont::DemiBold);
        painter.setFont(bold);
        painter.setPen(theme.text);
        painter.drawText(
            head,
            Qt::AlignLeft | Qt::AlignVCenter,
            QFontMetricsF(bold).elidedText(name, Qt::ElideRight, head.width() - factsWidth - 16));
        painter.setFont(theme.font);
        painter.setPen(theme.faintText);
        painter.drawText(head, Qt::AlignRight | Qt::AlignVCenter, facts);
    }
}

/// Shared by all rows and computed once, because text layout costs more than drawing.
struct RowTools
{
    explicit RowTools(const CanvasScene& scene)
        : metrics(scene.theme.font)
        , mostEntropy(std::log(double(std::max<std::size_t>(2, scene.sketch.kindNames.size()))))
        , entropyWidth(metrics.horizontalAdvance(QStringLiteral("0.00")))
    {
        for (const QString& name : scene.sketch.kindNames) {
            names.emplace_back(name);
            names.back().setTextFormat(Qt::PlainText);
            names.back().prepare({}, scene.theme.font);
        }
        for (const QColor& colour : scene.colours)
            inks.push_back(inkOn(colour));
    }

    /// A line of text at the middle of a row, aligned left or right at x.
    void write(QPainter& painter, double x, double middle, const QString& text, bool left) const
    {
        const double from = left ? x : x - metrics.horizontalAdvance(text);
        painter.drawText(
            QPointF(from, std::round(middle + (metrics.ascent() - metrics.descent()) / 2)), text);
    }

    QFontMetricsF metrics;
    std::vector<QStaticText> names;
    std::vector<QColor> inks;
    double mostEntropy;
    double entropyWidth;
};

void paintSegments(QPainter& painter,
                   const CanvasScene& scene,
                   const RowTools& tools,
                   int client,
                   const QRectF& bar)
{
    const KindCounts& counts = scene.sketch.heldBy(client);
    const bool letters = bar.height() >= tools.metrics.height() - 2;
    std::int64_t before = 0;
    double left = std::round(bar.left());
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
        if (counts[kind] == 0)
            continue;
        before += counts[kind];
        // Whole pixels are sharp, and many times faster to draw.
        const double right = std::round(xOfSamples(scene.layout, double(before)));
        const QRectF part(left, bar.top(), right - left, bar.height());
        left = right;
        painter.fillRect(part, scene.colours[kind]);
        if (part.width() >= 3 && right < bar.right() - 1) // separates neighbours of one colour
            painter.fillRect(QRectF(right - 1, bar.top(), 1, bar.height()), scene.theme.background);
        const QSizeF size = tools.names[kind].size();
        if (letters && size.width() > 0 && size.width() + 6 <= part.width()) {
            painter.setPen(tools.inks[kind]);
            painter.drawStaticText(QPointF(std::round(part.center().x() - size.width() / 2),
                                           std::round(part.center().y() - size.height() / 2)),
                                   tools.names[kind]);
        }
    }
}

void paintEntropy(QPainter& painter,
                  const CanvasScene& scene,
                  const RowTools& tools,
                  int client,
                  const QRectF& bar)
{
    const double entropy = entropyOf(scene.sketch.heldBy(client));
    const QRectF& head = scene.layout.entropyHead;
    const bool letters = bar.height() >= tools.metrics.height() - 2;
    const double room =
        std::max(0.0, std::round(head.width() - (letters ? tools.entropyWidth + 4 : 0)));
    const double height = std::min(std::floor(bar.height()), 6.0);
    const QRectF track(
        std::round(head.left()), std::round(bar.center().y() - height / 2), room, height);
    painter.fillRect(track, scene.theme.grid);
    if (std::isfinite(entropy))
        painter.fillRect(
            QRectF(track.topLeft(), QSizeF(std::round(room * entropy / tools.mostEntropy), height)),
            scene.theme.crosshair);
    if (!letters)
        return;
    painter.setPen(scene.theme.faintText);
    tools.write(painter,
                head.right(),
                bar.center().y(),
                std::isfinite(entropy) ? QString::number(std::abs(entropy), 'f', 2)
                                       : QStringLiteral("–"),
                false);
}

/// The handles of the bar that mouse or keyboard act on.
void paintHandles(QPainter& painter, const CanvasScene& scene, int client, const QRectF& bar)
{
    const auto grip = [&](double x) {
        const QRectF handle(
            x - 2.5, bar.top() - 3, 5, bar.height() + 6); // longer than the bar is high
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(scene.theme.background, 1));
        painter.setBrush(scene.theme.text);
        painter.drawRoundedRect(handle, 2.5, 2.5);
        painter.setRenderHint(QPainter::Antialiasing, false);
    };
    const bool gripped = scene.gesture.isOn() && scene.gesture.from.client == client;
    const CanvasHit& at = gripped ? scene.gesture.from : scene.hover;
    if (!scene.isDropping() && at.client == client && (gripped || !scene.gesture.isOn())) {
        if (at.kind == CanvasHit::Kind::BarEnd)
            grip(bar.right());
        if (at.kind == CanvasHit::Kind::Border)
            for (const KindBorder& border : bordersOf(scene.layout, scene.sketch, client))
                if (border.left == at.border.left && border.right == at.border.right)
                    grip(border.x);
    }
    if (!scene.hasFocus || scene.current != client || scene.gesture.isOn())
        return;
    const std::vector<KindBorder> borders = bordersOf(scene.layout, scene.sketch, client);
    if (scene.handle && *scene.handle < borders.size())
        grip(borders[*scene.handle].x);
    else
        grip(bar.right());
}

/// The number of samples and the joining round.
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

void paintFacts(QPainter& painter,
                const CanvasScene& scene,
                const RowTools& tools,
                int client,
                const QRectF& bar)
{
    painter.setPen(scene.theme.faintText);
    tools.write(
        painter, rowFactsLeft(scene, client), bar.center().y(), rowFacts(scene, client), true);
}

/// Marks where the bar ended before the drag.
void paintFormerEnd(QPainter& painter, const CanvasScene& scene, int client, const QRectF& bar)
{
    if (!scene.gesture.isOn() || scene.gesture.kind != CanvasGesture::Kind::Resize)
        return;
    const double was = xOfSamples(scene.layout, double(scene.before.size(client)));
    if (std::abs(was - bar.right()) < 1)
        return;
    painter.setPen(QPen(scene.theme.text, 1, Qt::DashLine));
    painter.drawLine(QPointF(was, bar.top() - 2), QPointF(was, bar.bottom() + 2));
}

void paintRow(QPainter& painter,
              const CanvasScene& scene,
              const RowTools& tools,
              const CanvasRow& row,
              bool numbered)
{
    const PlotTheme& theme = scene.theme;
    const double rowHeight = scene.layout.frame.rowHeight;
    const bool selected = scene.selected.contains(row.client);
    const QRectF whole(6, row.top, scene.layout.frame.width - 12, rowHeight);
    if (selected) {
        painter.fillRect(whole, blend(scene.highlight, theme.background, 0.22));
        painter.fillRect(QRectF(whole.left(), whole.top(), 3, whole.height()), scene.highlight);
    }
    QRectF bar = barOf(scene.layout, scene.sketch, row.client);
    bar.setRight(std::round(bar.right()));
    if (numbered) {
        painter.setPen(selected ? theme.text : theme.faintText);
        tools.write(painter,
                    scene.layout.barsLeft - kTextGap,
                    bar.center().y(),
                    QString::number(row.client),
                    false);
    }
    const bool spills = bar.right() + 60 > scene.layout.barsRight; // into the next column
    if (spills) {
        painter.save();
        painter.setClipRect(
            QRectF(0, row.top - 2, scene.layout.barsRight + kTextGap, rowHeight + 4),
            Qt::IntersectClip);
    }
    paintSegments(painter, scene, tools, row.client, bar);
    paintFormerEnd(painter, scene, row.client, bar);
    if (rowHeight >= scene.layout.frame.lineHeight - 3)
        paintFacts(painter, scene, tools, row.client, bar);
    paintHandles(painter, scene, row.client, bar);
    if (spills)
        painter.restore();
    if (scene.sketch.kind != HoldingKind::Sample)
        paintEntropy(painter, scene, tools, row.client, bar);
    if (scene.hasFocus && row.client == scene.current) {
        painter.setPen(QPen(scene.highlight, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(whole.adjusted(0, 0, -1, -1));
    }
}

void paintRows(QPainter& painter, const CanvasScene& scene)
{
    const CanvasLayout& layout = scene.layout;
    painter.save();
    painter.setClipRect(QRectF(0, layout.rowsTop, layout.frame.width, layout.frame.height));
    painter.translate(0, layout.rowsTop - scene.scroll);
    paintLanes(painter, scene);
    // Rows lower than a line of text are numbered at intervals.
    const auto every = static_cast<std::size_t>(
        std::max(1.0, std::ceil(layout.frame.lineHeight * 0.85 / layout.frame.rowHeight)));
    const auto [first, end] = visibleRows(layout, scene.scroll);
    const RowTools tools(scene);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t index = first; index < end; ++index)
        paintRow(painter, scene, tools, layout.rows[index], index % every == 0);
    painter.restore();
}

/// The right end of the text beside a client's bar.
double rowFactsRight(const CanvasScene& scene, int client)
{
    return rowFactsLeft(scene, client)
           + QFontMetricsF(scene.theme.font).horizontalAdvance(rowFacts(scene, client));
}

constexpr double kMostWidth = 380;
constexpr double kEdge = 4; ///< from the canvas's edges and the target row
constexpr QMarginsF kPadding(10, 7, 10, 7);

QRectF besideBar(const CanvasScene& scene, const QSizeF& size)
{
    const CanvasLayout& layout = scene.layout;
    const int client = scene.gesture.from.client;
    const QRectF row =
        barOf(layout, scene.sketch, client).translated(0, layout.rowsTop - scene.scroll);
    // The first line of the bubble aligns with the row's number.
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
    // Keeps the time line visible while it is the target.
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

namespace {

/// Says what the drag would do and why it goes no further, if there is anything to say.
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
