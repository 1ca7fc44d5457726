#pragma once

#include "ui/design/canvas/partition_edits.h"

#include <QPointF>
#include <QRectF>

#include <set>

namespace coterie::ui {

/// Available space and font metrics of a layout.
struct CanvasFrame
{
    double width = 0;
    double height = 0;
    double lineHeight = 16;
    double digitWidth = 8;
    double rowHeight = 18;
    std::int64_t fullScale = 1; ///< samples at the right end of the bars
    double nameWidth = 0;       ///< of clients' numbers with their names; 0: numbers only

    bool operator==(const CanvasFrame&) const = default;
};

/// The clients of one edge server, or of none. Without edge servers there is one lane without a
/// head.
struct CanvasLane
{
    std::optional<std::size_t> edge = {};
    double top = 0;
    double headHeight = 0;
    double bottom = 0;
    std::vector<int> clients = {};
};

struct CanvasRow
{
    int client = 0;
    double top = 0;
    std::size_t lane = 0;
};

struct KindBorder
{
    double x = 0;
    std::size_t left = 0; ///< kinds
    std::size_t right = 0;

    bool operator==(const KindBorder&) const = default;
};

/// Positions of everything on the canvas. Time line and axis stay at the top; lanes and rows scroll
/// below them. Lane and row positions count from the top of the first row, all others from the
/// corner of the widget.
struct CanvasLayout
{
    CanvasFrame frame = {};
    QRectF startZone = {}; ///< drop clients here to let them join from the start
    QRectF timeLine = {};  ///< from round 1 to the last round
    QRectF axis = {};      ///< sample counts
    double rowsTop = 0;
    double barsLeft = 0;
    double barsRight = 1;
    QRectF entropyHead = {}; ///< over the column of entropies
    double contentHeight = 0;
    int rounds = 1;
    std::vector<CanvasLane> lanes = {};
    std::vector<CanvasRow> rows = {};
    std::vector<std::size_t> rowOfClient = {};

    [[nodiscard]] const CanvasRow& rowOf(int client) const
    {
        return rows[rowOfClient[std::size_t(client)]];
    }
};

/// Whether rows are high enough for a line of text each.
[[nodiscard]] inline bool hasRowTexts(const CanvasFrame& frame)
{
    return frame.rowHeight >= frame.lineHeight - 3;
}

[[nodiscard]] CanvasLayout layOutCanvas(const PartitionSketch& sketch, const CanvasFrame& frame);

/// A round number of samples slightly above the largest client.
[[nodiscard]] std::int64_t fittingScale(const PartitionSketch& sketch);
/// The height at which all rows fit, within readable limits.
[[nodiscard]] double
fittingRowHeight(const PartitionSketch& sketch, double height, double lineHeight);

[[nodiscard]] double xOfSamples(const CanvasLayout& layout, double samples);
/// At least 0; may exceed the scale.
[[nodiscard]] double samplesAt(const CanvasLayout& layout, double x);
[[nodiscard]] double xOfRound(const CanvasLayout& layout, int round);
[[nodiscard]] int roundAt(const CanvasLayout& layout, double x);
/// A client's bar, relative to the top of the first row.
[[nodiscard]] QRectF barOf(const CanvasLayout& layout, const PartitionSketch& sketch, int client);
[[nodiscard]] std::vector<KindBorder>
bordersOf(const CanvasLayout& layout, const PartitionSketch& sketch, int client);
/// The visible rows at this scroll position: the first, and one past the last.
[[nodiscard]] std::pair<std::size_t, std::size_t> visibleRows(const CanvasLayout& layout,
                                                              double scroll);

struct CanvasHit
{
    enum class Kind
    {
        Nothing,
        BarEnd,
        Border,    ///< between two kinds
        Body,      ///< of a bar, or the client's number
        BesideBar, ///< in a client's row, right of its bar
        LaneHead,
        TimeLine,
        StartZone,
        ArrivalMark, ///< on the time line, where clients join
        NewEdge,     ///< the strip at the bottom that moves clients to a new edge server
    };
    Kind kind = Kind::Nothing;
    int client = -1;
    KindBorder border = {};
    std::size_t lane = 0; ///< of a head, bar or row
    int round = 0;        ///< of the time line or a mark

    [[nodiscard]] bool isOnTimeLine() const
    {
        return kind == Kind::TimeLine || kind == Kind::ArrivalMark;
    }
};

/// What is at this point of the widget. `newEdgeHeight` is the height of the strip at the bottom, 0
/// if hidden.
[[nodiscard]] CanvasHit hitAt(const CanvasLayout& layout,
                              const PartitionSketch& sketch,
                              const QPointF& point,
                              double scroll,
                              double newEdgeHeight = 0);

/// The clients whose rows lie between these heights of the scrolled content.
[[nodiscard]] std::vector<int> clientsIn(const CanvasLayout& layout, double top, double bottom);
/// The clients of all rows from one client's to the other's.
[[nodiscard]] std::set<int> clientsBetween(const CanvasLayout& layout, int one, int other);

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
    [[nodiscard]] bool is(Kind wanted) const { return kind == wanted && active; }
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
