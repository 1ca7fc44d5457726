#pragma once

#include "ui/design/canvas/partition_sketch.h"

#include <QPointF>
#include <QRectF>

namespace coterie::ui {

/// What a layout is made for: the room there is and the size of the letters.
struct CanvasFrame
{
    double width = 0;
    double height = 0;
    double lineHeight = 16;
    double digitWidth = 8;
    double rowHeight = 18;
    std::int64_t fullScale = 1; ///< samples at the right end of the bars' room

    bool operator==(const CanvasFrame&) const = default;
};

/// The clients of one edge server, or those of none. Without edge servers all clients are in one
/// lane that has no head.
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

/// A border between two kinds of one bar.
struct KindBorder
{
    double x = 0;
    std::size_t left = 0; ///< kinds
    std::size_t right = 0;

    bool operator==(const KindBorder&) const = default;
};

/// Where everything stands. The time line and the axis stay at the top; lanes and rows scroll
/// below: their heights count from the first row's top, everything else from the widget's corner.
struct CanvasLayout
{
    CanvasFrame frame = {};
    QRectF startZone = {}; ///< clients dropped here are there from the start
    QRectF timeLine = {};  ///< round 1 at its left, the last one at its right
    QRectF axis = {};      ///< numbers of samples
    double rowsTop = 0;
    double barsLeft = 0;
    double barsRight = 1;
    QRectF entropyHead = {}; ///< over the column of entropies
    double contentHeight = 0;
    int rounds = 1;
    std::vector<CanvasLane> lanes = {};
    std::vector<CanvasRow> rows = {};
    std::vector<std::size_t> rowOfClient = {};
};

[[nodiscard]] CanvasLayout layOutCanvas(const PartitionSketch& sketch, const CanvasFrame& frame);

/// A round number of samples, a little above the largest client.
[[nodiscard]] std::int64_t fittingScale(const PartitionSketch& sketch);
/// A height at which all rows fit, unless they had to be so low that scrolling is better, or could
/// be so tall that room is wasted.
[[nodiscard]] double
fittingRowHeight(const PartitionSketch& sketch, double height, double lineHeight);

[[nodiscard]] double xOfSamples(const CanvasLayout& layout, double samples);
/// Not below 0; beyond the right end it goes on.
[[nodiscard]] double samplesAt(const CanvasLayout& layout, double x);
[[nodiscard]] double xOfRound(const CanvasLayout& layout, int round);
[[nodiscard]] int roundAt(const CanvasLayout& layout, double x);
/// A client's bar, counted from the first row's top.
[[nodiscard]] QRectF barOf(const CanvasLayout& layout, const PartitionSketch& sketch, int client);
[[nodiscard]] std::vector<KindBorder>
bordersOf(const CanvasLayout& layout, const PartitionSketch& sketch, int client);
/// The rows of which something is seen when the content is scrolled by so much: first, and one
/// behind the last.
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
        ArrivalMark, ///< on the time line, where clients arrive
        NewEdge,     ///< the strip at the bottom that takes clients to a new edge server
    };
    Kind kind = Kind::Nothing;
    int client = -1;
    KindBorder border = {};
    std::size_t lane = 0; ///< of a head, a bar or a row
    int round = 0;        ///< of the time line and of a mark
};

/// What is under a point of the widget. `newEdgeHeight`: of the strip at the bottom, 0 if it is not
/// shown.
[[nodiscard]] CanvasHit hitAt(const CanvasLayout& layout,
                              const PartitionSketch& sketch,
                              const QPointF& point,
                              double scroll,
                              double newEdgeHeight = 0);

/// The clients whose rows touch this rectangle of the scrolled content.
[[nodiscard]] std::vector<int> clientsIn(const CanvasLayout& layout, double top, double bottom);

} // namespace coterie::ui
