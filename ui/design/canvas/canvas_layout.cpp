#include "ui/design/canvas/canvas_layout.h"

#include <algorithm>
#include <cmath>

namespace coterie::ui {

namespace {

constexpr double kCanvasMargin = 10;
constexpr double kGrip = 5;       // distance within which a bar's end or border is caught
constexpr double kMarkReach = 8;  // the same for an arrival mark
constexpr double kLaneGap = 8;    // below a lane with a head
constexpr double kLowestRow = 14; // lowest height at which all rows are fitted
constexpr double kTallestRow = 26;

std::vector<CanvasLane> lanesOf(const PartitionSketch& sketch)
{
    std::vector<CanvasLane> lanes;
    std::vector<bool> placed(sketch.clients(), false);
    for (std::size_t edge = 0; edge < sketch.edges.size(); ++edge) {
        lanes.push_back({.edge = edge, .clients = sketch.edges[edge].clients});
        std::ranges::sort(lanes.back().clients);
        for (const int client : lanes.back().clients)
            placed[std::size_t(client)] = true;
    }
    CanvasLane rest;
    for (std::size_t client = 0; client < placed.size(); ++client)
        if (!placed[client])
            rest.clients.push_back(int(client));
    if (!rest.clients.empty())
        lanes.push_back(std::move(rest));
    return lanes;
}

CanvasHit hitInHead(const CanvasLayout& layout, const PartitionSketch& sketch, const QPointF& point)
{
    if (layout.startZone.contains(point))
        return {.kind = CanvasHit::Kind::StartZone};
    const QRectF line = layout.timeLine.adjusted(-kMarkReach, 0, kMarkReach, 0);
    if (!line.contains(point))
        return {};
    for (const Arrival& arrival : sketch.arrivals)
        if (std::abs(point.x() - xOfRound(layout, arrival.round)) <= kMarkReach)
            return {.kind = CanvasHit::Kind::ArrivalMark, .round = arrival.round};
    return {.kind = CanvasHit::Kind::TimeLine, .round = roundAt(layout, point.x())};
}

CanvasHit
hitInRow(const CanvasLayout& layout, const PartitionSketch& sketch, const CanvasRow& row, double x)
{
    CanvasHit hit{.kind = CanvasHit::Kind::Body, .client = row.client, .lane = row.lane};
    const QRectF bar = barOf(layout, sketch, row.client);
    // A short bar keeps some body to grab.
    if (x >= bar.right() - std::min(kGrip, bar.width() / 3)) {
        hit.kind = x <= bar.right() + kGrip ? CanvasHit::Kind::BarEnd : CanvasHit::Kind::BesideBar;
        return hit;
    }
    double nearest = kGrip - 1;
    for (const KindBorder& border : bordersOf(layout, sketch, row.client))
        if (const double off = std::abs(x - border.x); off < nearest) {
            nearest = off;
            hit.kind = CanvasHit::Kind::Border;
            hit.border = border;
        }
    return hit;
}

} // namespace

CanvasLayout layOutCanvas(const PartitionSketch& sketch, const CanvasFrame& frame)
{
    CanvasLayout layout{.frame = frame};
    layout.rounds = std::max(1, sketch.rounds);
    const double digits = std::max<double>(
        3, std::ceil(std::log10(double(std::max<std::size_t>(2, sketch.clients())))));
    const double gutter = kCanvasMargin + std::max(digits * frame.digitWidth, frame.nameWidth) + 8;
    const double entropyWidth = frame.digitWidth * 9;
    layout.barsLeft = std::min(gutter, std::max(0.0, frame.width - 2));
    layout.barsRight =
        std::max(layout.barsLeft + 1, frame.width - entropyWidth - 3 * kCanvasMargin);

    const double markRoom = frame.lineHeight + 8;
    const double zoneWidth = frame.digitWidth * 19;
    layout.startZone = {layout.barsLeft, 6, zoneWidth, markRoom};
    const double lineLeft = layout.startZone.right() + 2.5 * kCanvasMargin;
    layout.timeLine = {lineLeft,
                       layout.startZone.top(),
                       std::max(1.0, frame.width - lineLeft - 2.5 * kCanvasMargin),
                       markRoom + frame.lineHeight + 2};
    layout.axis = {layout.barsLeft,
                   layout.timeLine.bottom() + 6,
                   layout.barsRight - layout.barsLeft,
                   2 * frame.lineHeight + 6}; // the title and the numbers below it
    layout.entropyHead = {layout.barsRight + kCanvasMargin,
                          layout.axis.top(),
                          std::max(1.0, frame.width - layout.barsRight - 2 * kCanvasMargin),
                          layout.axis.height()};
    layout.rowsTop = layout.axis.bottom();

    layout.lanes = lanesOf(sketch);
    layout.rowOfClient.assign(sketch.clients(), 0);
    const bool heads = !sketch.edges.empty();
    double y = 4;
    for (std::size_t index = 0; index < layout.lanes.size(); ++index) {
        CanvasLane& lane = layout.lanes[index];
        lane.top = y;
        lane.headHeight = heads ? frame.lineHeight + 8 : 0;
        y += lane.headHeight;
        for (const int client : lane.clients) {
            layout.rowOfClient[std::size_t(client)] = layout.rows.size();
            layout.rows.push_back({.client = client, .top = y, .lane = index});
            y += frame.rowHeight;
        }
        lane.bottom = y;
        y += heads ? kLaneGap : 0;
    }
    layout.contentHeight = y + 4;
    return layout;
}

std::int64_t fittingScale(const PartitionSketch& sketch)
{
    std::int64_t most = 1;
    for (const KindCounts& counts : sketch.held)
        most = std::max(most, sumOf(counts));
    const double wanted = double(most) * 1.08;
    const double power = std::pow(10, std::floor(std::log10(wanted)));
    for (const double step : {1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0})
        if (step * power >= wanted)
            return std::max<std::int64_t>(2, std::llround(std::ceil(step * power)));
    return std::llround(10 * power);
}

double fittingRowHeight(const PartitionSketch& sketch, double height, double lineHeight)
{
    const double heads = double(sketch.edges.size() + 1) * (lineHeight + 8 + kLaneGap);
    const double room = height - (sketch.edges.empty() ? 0 : heads);
    const double each = std::floor(room / double(std::max<std::size_t>(1, sketch.clients())));
    if (each < kLowestRow) // rows scroll anyway, so make them readable
        return lineHeight + 2;
    return std::min(each, std::max(kTallestRow, lineHeight + 8));
}

double xOfSamples(const CanvasLayout& layout, double samples)
{
    return layout.barsLeft
           + samples / double(layout.frame.fullScale) * (layout.barsRight - layout.barsLeft);
}

double samplesAt(const CanvasLayout& layout, double x)
{
    return std::max(0.0,
                    (x - layout.barsLeft) / (layout.barsRight - layout.barsLeft)
                        * double(layout.frame.fullScale));
}

double xOfRound(const CanvasLayout& layout, int round)
{
    if (layout.rounds < 2)
        return layout.timeLine.left();
    return layout.timeLine.left()
           + double(round - 1) / double(layout.rounds - 1) * layout.timeLine.width();
}

int roundAt(const CanvasLayout& layout, double x)
{
    const double share = (x - layout.timeLine.left()) / layout.timeLine.width();
    return std::clamp(
        int(std::lround(std::clamp(share, 0.0, 1.0) * (layout.rounds - 1))) + 1, 1, layout.rounds);
}

QRectF barOf(const CanvasLayout& layout, const PartitionSketch& sketch, int client)
{
    const CanvasRow& row = layout.rowOf(client);
    const double height = layout.frame.rowHeight;
    const double inset = height >= 12 ? 2 : height >= 6 ? 1 : 0;
    return {layout.barsLeft,
            row.top + inset,
            xOfSamples(layout, double(sketch.size(client))) - layout.barsLeft,
            height - 2 * inset};
}

std::vector<KindBorder>
bordersOf(const CanvasLayout& layout, const PartitionSketch& sketch, int client)
{
    std::vector<KindBorder> borders;
    const KindCounts& counts = sketch.heldBy(client);
    std::int64_t before = 0;
    std::optional<std::size_t> last;
    for (std::size_t kind = 0; kind < counts.size(); ++kind) {
        if (counts[kind] == 0)
            continue;
        if (last)
            borders.push_back(
                {.x = xOfSamples(layout, double(before)), .left = *last, .right = kind});
        before += counts[kind];
        last = kind;
    }
    return borders;
}

std::pair<std::size_t, std::size_t> visibleRows(const CanvasLayout& layout, double scroll)
{
    const double seen = layout.frame.height - layout.rowsTop;
    const auto first = std::ranges::partition_point(layout.rows, [&](const CanvasRow& row) {
        return row.top + layout.frame.rowHeight <= scroll;
    });
    const auto end = std::ranges::partition_point(
        layout.rows, [&](const CanvasRow& row) { return row.top < scroll + seen; });
    const auto from = std::size_t(first - layout.rows.begin());
    return {from, std::max(from, std::size_t(end - layout.rows.begin()))};
}

CanvasHit hitAt(const CanvasLayout& layout,
                const PartitionSketch& sketch,
                const QPointF& point,
                double scroll,
                double newEdgeHeight)
{
    if (newEdgeHeight > 0 && point.y() >= layout.frame.height - newEdgeHeight)
        return {.kind = CanvasHit::Kind::NewEdge};
    if (point.y() < layout.rowsTop)
        return hitInHead(layout, sketch, point);
    const double y = point.y() - layout.rowsTop + scroll;
    for (std::size_t index = 0; index < layout.lanes.size(); ++index) {
        const CanvasLane& lane = layout.lanes[index];
        if (y < lane.top || y >= lane.bottom)
            continue;
        if (y < lane.top + lane.headHeight)
            return {.kind = CanvasHit::Kind::LaneHead, .lane = index};
        const auto place = std::size_t((y - lane.top - lane.headHeight) / layout.frame.rowHeight);
        const int client = lane.clients[std::min(place, lane.clients.size() - 1)];
        return hitInRow(layout, sketch, layout.rowOf(client), point.x());
    }
    return {};
}

std::vector<int> clientsIn(const CanvasLayout& layout, double top, double bottom)
{
    std::vector<int> clients;
    for (const CanvasRow& row : layout.rows)
        if (row.top < bottom && row.top + layout.frame.rowHeight > top)
            clients.push_back(row.client);
    return clients;
}

std::set<int> clientsBetween(const CanvasLayout& layout, int one, int other)
{
    const auto [from, to] =
        std::minmax(layout.rowOfClient[std::size_t(one)], layout.rowOfClient[std::size_t(other)]);
    std::set<int> clients;
    for (std::size_t row = from; row <= to; ++row)
        clients.insert(layout.rows[row].client);
    return clients;
}

} // namespace coterie::ui
