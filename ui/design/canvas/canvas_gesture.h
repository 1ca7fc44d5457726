#pragma once

#include "ui/design/canvas/canvas_layout.h"
#include "ui/design/canvas/partition_edits.h"

namespace coterie::ui {

/// What the pressed mouse is doing, and where it began.
struct CanvasGesture
{
    enum class Kind
    {
        None,
        Resize,      ///< a bar's end
        Remix,       ///< a border between two kinds
        Move,        ///< clients, to an edge server or a round
        MoveArrival, ///< all clients that join at one round, to another round
        RubberBand
    };
    Kind kind = Kind::None;
    CanvasHit from = {};
    QPointF pressed = {}; ///< in the widget
    double pressedScroll = 0;
    std::vector<int> clients = {};
    bool active = false;          ///< the mouse has moved far enough to start a drag
    bool takesFromOthers = false; ///< Shift is held

    [[nodiscard]] bool isOn() const { return kind != Kind::None && active; }
};

/// The edit that the gesture would make if it ended over `target` at this x; nothing if none.
[[nodiscard]] std::optional<SketchEdit> editOf(const CanvasGesture& gesture,
                                               const PartitionSketch& sketch,
                                               const CanvasLayout& layout,
                                               const CanvasHit& target,
                                               double x,
                                               Missing missing);

/// The text beside the mouse: "Client 3: 240 → 198 samples".
[[nodiscard]] QString
gestureText(const CanvasGesture& gesture, const PartitionSketch& sketch, const SketchEdit& edit);

/// "Client 3: 240 samples, of 5 classes; edge server “north”; joins at round 5".
[[nodiscard]] QString clientFacts(const PartitionSketch& sketch, int client);
/// What is under the mouse, and what can be done with it.
[[nodiscard]] QString
hitFacts(const PartitionSketch& sketch, const CanvasLayout& layout, const CanvasHit& hit, double x);

} // namespace coterie::ui
