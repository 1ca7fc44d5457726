#include "ui/design/canvas/canvas_gesture.h"

#include "ui/design/canvas/partition_edits.h"
#include "ui/words.h"

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
    switch (target.kind) {
    case CanvasHit::Kind::TimeLine:
    case CanvasHit::Kind::ArrivalMark:
        return arriving(sketch, clients, target.round);
    case CanvasHit::Kind::StartZone:
        return arriving(sketch, clients, std::nullopt);
    default:
        return std::nullopt;
    }
}

std::optional<SketchEdit> moveEdit(const CanvasGesture& gesture,
                                   const PartitionSketch& sketch,
                                   const CanvasLayout& layout,
                                   const CanvasHit& target)
{
    switch (target.kind) {
    case CanvasHit::Kind::NewEdge:
        return movedToNewEdge(sketch, gesture.clients);
    case CanvasHit::Kind::LaneHead:
    case CanvasHit::Kind::Body:
    case CanvasHit::Kind::BarEnd:
    case CanvasHit::Kind::Border:
    case CanvasHit::Kind::BesideBar:
        if (sketch.edges.empty())
            return std::nullopt;
        return movedToEdge(sketch, gesture.clients, layout.lanes[target.lane].edge);
    default:
        return arrivalEdit(sketch, gesture.clients, target);
    }
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
    case CanvasGesture::Kind::RubberBand:
    case CanvasGesture::Kind::None:
        break;
    }
    return std::nullopt;
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

} // namespace coterie::ui
