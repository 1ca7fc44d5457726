#include "ui/design/canvas/canvas_words.h"

#include "ui/design/canvas/canvas_painter.h"
#include "ui/words.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

/// The kind at this x of the bar.
std::optional<std::size_t>
kindAt(const PartitionSketch& sketch, const CanvasLayout& layout, int client, double x)
{
    const KindCounts& counts = sketch.held[static_cast<std::size_t>(client)];
    double left = samplesAt(layout, x);
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
        if (left < double(counts[kind]))
            return kind;
        left -= double(counts[kind]);
    }
    return std::nullopt;
}

QString partFacts(const PartitionSketch& sketch, int client, std::size_t kind)
{
    const std::int64_t count = sketch.held[static_cast<std::size_t>(client)][kind];
    return say("%1 “%2”: %3 samples, %4 % of the client; %5 unassigned")
        .arg(kindWord(sketch.kind), sketch.kindNames[kind], countText(count))
        .arg(100.0 * double(count) / double(sketch.size(client)), 0, 'f', 1)
        .arg(countText(sketch.unheld[kind]));
}

} // namespace

QString clientFacts(const PartitionSketch& sketch, int client)
{
    QStringList facts;
    const KindCounts& counts = sketch.held[static_cast<std::size_t>(client)];
    const auto kinds = std::ranges::count_if(counts, [](std::int64_t count) { return count > 0; });
    QString first = say("Client %1: %2 samples").arg(client).arg(countText(sketch.size(client)));
    if (sketch.kind == HoldingKind::Class)
        first += counted(kinds, say(" of 1 class"), say(" of %1 classes"));
    if (sketch.kind == HoldingKind::Domain)
        first += counted(kinds, say(" of 1 domain"), say(" of %1 domains"));
    facts << first;
    if (const double entropy = entropyOf(counts);
        sketch.kind != HoldingKind::Sample && std::isfinite(entropy))
        facts << say("entropy %1 nats").arg(std::abs(entropy), 0, 'f', 2);
    if (const std::optional<std::size_t> edge = edgeOf(sketch, client))
        facts << say("edge server “%1”").arg(toQString(sketch.edges[*edge].name));
    if (const std::optional<int> round = arrivalOf(sketch, client))
        facts << say("joins at round %1").arg(*round);
    return facts.join(QStringLiteral("; "));
}

QString
hitFacts(const PartitionSketch& sketch, const CanvasLayout& layout, const CanvasHit& hit, double x)
{
    using Kind = CanvasHit::Kind;
    switch (hit.kind) {
    case Kind::Nothing:
    case Kind::NewEdge:
        return {};
    case Kind::StartZone:
        return say("Drop clients here to let them join from the start");
    case Kind::TimeLine:
        return say("Drop clients here to let them join at round %1").arg(hit.round);
    case Kind::ArrivalMark:
        for (const Arrival& arrival : sketch.arrivals)
            if (arrival.round == hit.round)
                return say("%1 at round %2; drag to change the round")
                    .arg(counted(static_cast<qsizetype>(arrival.clients.size()),
                                 say("1 client joins"),
                                 say("%1 clients join")))
                    .arg(arrival.round);
        return {};
    case Kind::LaneHead:
        return layout.lanes[hit.lane].edge
                   ? say("Click to select its clients, double-click to rename it, drop clients to "
                         "move them to this edge server")
                   : say("Drop clients here to remove them from their edge server");
    case Kind::BarEnd:
        return clientFacts(sketch, hit.client) + QLatin1Char('\n')
               + say("Drag to resize the client and keep its mix");
    case Kind::Border:
        return partFacts(sketch, hit.client, hit.border.left) + QLatin1Char('\n')
               + partFacts(sketch, hit.client, hit.border.right) + QLatin1Char('\n')
               + say("Drag to change the mix");
    case Kind::Body:
    case Kind::BesideBar:
        break;
    }
    QString text = clientFacts(sketch, hit.client);
    if (hit.kind == Kind::Body && sketch.kind != HoldingKind::Sample)
        if (const auto kind = kindAt(sketch, layout, hit.client, x))
            text += QLatin1Char('\n') + partFacts(sketch, hit.client, *kind);
    return text;
}

namespace {

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
