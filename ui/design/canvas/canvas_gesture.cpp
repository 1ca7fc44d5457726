#include "ui/design/canvas/canvas_layout.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

/// The distance that the mouse has moved, in samples.
std::int64_t samplesMoved(const CanvasGesture& gesture, const CanvasLayout& layout, double x)
{
    const double perPixel = double(layout.frame.fullScale) / (layout.barsRight - layout.barsLeft);
    return std::llround((x - gesture.pressed.x()) * perPixel);
}

std::optional<SketchEdit>
arrivalEdit(const PartitionSketch& sketch, const std::vector<int>& clients, const CanvasHit& target)
{
    if (target.kind == CanvasHit::Kind::StartZone)
        return arriving(sketch, clients, std::nullopt);
    return target.isOnTimeLine() ? std::optional(arriving(sketch, clients, target.round))
                                 : std::nullopt;
}

std::optional<SketchEdit> moveEdit(const CanvasGesture& gesture,
                                   const PartitionSketch& sketch,
                                   const CanvasLayout& layout,
                                   const CanvasHit& target)
{
    if (target.kind == CanvasHit::Kind::NewEdge)
        return movedToNewEdge(sketch, gesture.clients);
    if (target.kind != CanvasHit::Kind::LaneHead && target.client < 0)
        return arrivalEdit(sketch, gesture.clients, target);
    if (sketch.edges.empty())
        return std::nullopt;
    return movedToEdge(sketch, gesture.clients, layout.lanes[target.lane].edge);
}

/// The kind at this x of the bar.
std::optional<std::size_t>
kindAt(const PartitionSketch& sketch, const CanvasLayout& layout, int client, double x)
{
    const KindCounts& counts = sketch.heldBy(client);
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
    const std::int64_t count = sketch.heldBy(client)[kind];
    return say("%1 “%2”: %3 samples, %4 % of the client; %5 unassigned")
        .arg(kindWord(sketch.kind),
             sketch.kindNames[kind],
             countText(count),
             fixedText(100.0 * double(count) / double(sketch.size(client)), 1),
             countText(sketch.unheld[kind]));
}

} // namespace

std::optional<SketchEdit> editOf(const CanvasGesture& gesture,
                                 const PartitionSketch& sketch,
                                 const CanvasLayout& layout,
                                 const CanvasHit& target,
                                 double x,
                                 Missing missing)
{
    switch (gesture.kind) {
    case CanvasGesture::Kind::Resize:
        return resized(sketch,
                       gesture.clients,
                       gesture.from.client,
                       sketch.size(gesture.from.client) + samplesMoved(gesture, layout, x),
                       missing);
    case CanvasGesture::Kind::Remix:
        return remixed(sketch,
                       gesture.from.client,
                       gesture.from.border.left,
                       gesture.from.border.right,
                       samplesMoved(gesture, layout, x),
                       missing);
    case CanvasGesture::Kind::Move:
        return moveEdit(gesture, sketch, layout, target);
    case CanvasGesture::Kind::MoveArrival:
        return arrivalEdit(sketch, gesture.clients, target);
    default:
        return std::nullopt;
    }
}

QString
gestureText(const CanvasGesture& gesture, const PartitionSketch& sketch, const SketchEdit& edit)
{
    const int client = gesture.from.client;
    if (gesture.kind == CanvasGesture::Kind::Resize)
        return say("Client %1: %2 → %3 samples")
            .arg(client)
            .arg(countText(sketch.size(client)), countText(edit.after.size(client)));
    if (gesture.kind == CanvasGesture::Kind::Remix) {
        const auto change = [&](std::size_t kind) {
            return say("%1: %2 → %3")
                .arg(sketch.kindNames[kind],
                     countText(sketch.heldBy(client)[kind]),
                     countText(edit.after.heldBy(client)[kind]));
        };
        return say("Client %1, %2 %3, %4")
            .arg(client)
            .arg(kindWord(sketch.kind),
                 change(gesture.from.border.left),
                 change(gesture.from.border.right));
    }
    return edit.after == sketch && edit.limit.isEmpty() ? QString() : edit.label;
}

QString clientFacts(const PartitionSketch& sketch, int client)
{
    const KindCounts& counts = sketch.heldBy(client);
    const auto kinds = std::ranges::count_if(counts, [](std::int64_t count) { return count > 0; });
    QStringList facts{
        say("%1: %2 samples").arg(clientTitle(sketch, client), countText(sketch.size(client)))};
    if (sketch.kind == HoldingKind::Class)
        facts.front() += counted(kinds, say(" of 1 class"), say(" of %1 classes"));
    if (sketch.kind == HoldingKind::Domain)
        facts.front() += counted(kinds, say(" of 1 domain"), say(" of %1 domains"));
    if (const double entropy = entropyOf(counts);
        sketch.kind != HoldingKind::Sample && std::isfinite(entropy))
        facts << say("entropy %1 nats").arg(fixedText(std::abs(entropy), 2));
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
        return say("%1 at round %2; drag to change the round")
            .arg(counted(std::ssize(arrivingAt(sketch, hit.round)),
                         say("1 client joins"),
                         say("%1 clients join")))
            .arg(hit.round);
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

} // namespace coterie::ui
