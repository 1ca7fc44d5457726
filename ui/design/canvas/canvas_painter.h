#pragma once

#include "ui/design/canvas/canvas_gesture.h"
#include "ui/frame/plot_theme.h"

#include <set>

class QPainter;

namespace coterie::ui {

struct CanvasScene;

/// The lanes and the rows that are seen, each with its bar and what stands beside it.
void paintRows(QPainter& painter, const CanvasScene& scene);

/// Where what is written beside a client's bar ends.
[[nodiscard]] double rowFactsRight(const CanvasScene& scene, int client);

/// Everything that is seen of the canvas at one moment.
struct CanvasScene
{
    const CanvasLayout& layout;
    const PartitionSketch& sketch; ///< with the drag's change in it
    const PartitionSketch& before; ///< without
    const std::vector<QColor>& colours;
    const std::set<int>& selected;
    const CanvasGesture& gesture;
    PlotTheme theme;
    QColor highlight;
    int current = -1; ///< the client the keyboard is at
    bool hasFocus = false;
    std::optional<std::size_t> handle; ///< which border of it the keyboard moves; none: its end
    CanvasHit hover;                   ///< under the mouse; where a drag would drop
    QPointF pointer;
    QRectF rubberBand;
    double scroll = 0;
    double newEdgeHeight = 0; ///< of the strip that takes clients to a new edge server
    QString told;             ///< beside the mouse
    QString limit;            ///< likewise, why it goes no further

    /// Something is being dragged to a place, which is to be marked.
    [[nodiscard]] bool isDropping() const
    {
        return gesture.isOn()
               && (gesture.kind == CanvasGesture::Kind::Move
                   || gesture.kind == CanvasGesture::Kind::MoveArrival);
    }
};

/// Draws the rows that are seen and nothing else, so that a thousand clients cost what fifty do.
void paintCanvas(QPainter& painter, const CanvasScene& scene);

} // namespace coterie::ui
