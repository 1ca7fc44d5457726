#pragma once

#include "ui/design/canvas/canvas_layout.h"
#include "ui/frame/plot_theme.h"

#include <set>

class QPainter;

namespace coterie::ui {

/// Everything visible on the canvas at one moment.
struct CanvasScene
{
    const CanvasLayout& layout;
    const PartitionSketch& sketch; ///< including the change of a drag
    const PartitionSketch& before; ///< without it
    const std::vector<QColor>& colours;
    const std::vector<std::string>& clientNames; ///< empty: the clients have none
    const std::set<int>& selected;
    const CanvasGesture& gesture;
    PlotTheme theme;
    QColor highlight;
    int current = -1; ///< the client with keyboard focus
    bool hasFocus = false;
    std::optional<std::size_t> handle =
        {};               ///< the border that the keyboard moves; none: the bar's end
    CanvasHit hover = {}; ///< under the mouse, or the drop target
    QPointF pointer = {};
    QRectF rubberBand = {};
    double scroll = 0;
    double newEdgeHeight = 0; ///< of the strip for a new edge server
    QString told = {};        ///< text beside the mouse
    QString limit = {};       ///< why the drag goes no further

    /// A drag with a drop target, which is highlighted.
    [[nodiscard]] bool isDropping() const
    {
        return gesture.is(CanvasGesture::Kind::Move)
               || gesture.is(CanvasGesture::Kind::MoveArrival);
    }
};

/// Draws visible rows only, so that a thousand clients cost as much as fifty.
void paintCanvas(QPainter& painter, const CanvasScene& scene);

/// Where the text of a drag goes: inside the canvas and off its target. Beside or below the bar
/// whose size or mix changes; else behind the pointer.
[[nodiscard]] QRectF dragBubblePlace(const CanvasScene& scene, const QSizeF& size);

} // namespace coterie::ui
