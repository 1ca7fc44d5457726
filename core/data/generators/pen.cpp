#include "core/data/generators/pen.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace coterie {

namespace {

constexpr double kFar = 1e9;
constexpr double kBox = 0.75;     // of the picture's side: what a template's unit box measures
constexpr double kUsualSide = 28; // the side that line widths and shifts are stated for
constexpr int kPiecesPerSpan = 6; // straight pieces between two neighbouring pen points

/// Catmull–Rom from b to c with neighbours a and d: passes through every pen point.
Point between(Point a, Point b, Point c, Point d, double t)
{
    const auto blend = [t](double p, double q, double r, double s) {
        return 0.5
               * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t
                  + (3 * q - p - 3 * r + s) * t * t * t);
    };
    return {blend(a.x, b.x, c.x, d.x), blend(a.y, b.y, c.y, d.y)};
}

void drawStroke(Canvas& canvas, const PenStroke& stroke, const Hand& hand, RandomStream& stream)
{
    std::vector<Point> points;
    points.reserve(stroke.size());
    for (const PenPoint& pen : stroke)
        points.push_back(hand.place(pen, stream));

    const std::size_t spans = points.size() - 1;
    const double pieces = static_cast<double>(spans) * kPiecesPerSpan;
    double drawn = 0;
    for (std::size_t i = 0; i < spans; ++i) {
        // A corner or an end has no neighbour beyond it.
        const Point before = i == 0 || stroke[i].corner ? points[i] : points[i - 1];
        const Point after = i + 2 > spans || stroke[i + 1].corner ? points[i + 1] : points[i + 2];
        Point from = points[i];
        for (int piece = 1; piece <= kPiecesPerSpan; ++piece) {
            const Point to = between(before,
                                     points[i],
                                     points[i + 1],
                                     after,
                                     static_cast<double>(piece) / kPiecesPerSpan);
            const double slope = (hand.endRadius - hand.startRadius) / pieces;
            canvas.drawPiece(
                from, to, hand.startRadius + slope * drawn, hand.startRadius + slope * (drawn + 1));
            drawn += 1;
            from = to;
        }
    }
}

} // namespace

Canvas::Canvas(std::size_t side)
    : m_side(side)
    , m_outside(side * side, kFar)
{}

void Canvas::clear()
{
    std::ranges::fill(m_outside, kFar);
}

void Canvas::drawPiece(Point from, Point to, double fromRadius, double toRadius)
{
    const double reach = std::max(fromRadius, toRadius) + 0.5; // beyond it coverage is zero
    const auto [left, right] = range(from.x, to.x, reach);
    const auto [top, bottom] = range(from.y, to.y, reach);
    const double dx = to.x - from.x;
    const double dy = to.y - from.y;
    const double inverseLength = 1 / std::max(dx * dx + dy * dy, 1e-12);
    for (int row = top; row <= bottom; ++row) {
        for (int column = left; column <= right; ++column) {
            const double px = column - from.x;
            const double py = row - from.y;
            const double t = std::clamp((px * dx + py * dy) * inverseLength, 0.0, 1.0);
            const double ox = px - t * dx;
            const double oy = py - t * dy;
            const double outside =
                std::sqrt(ox * ox + oy * oy) - (fromRadius + t * (toRadius - fromRadius));
            double& nearest = m_outside[static_cast<std::size_t>(row) * m_side
                                        + static_cast<std::size_t>(column)];
            nearest = std::min(nearest, outside);
        }
    }
}

double Canvas::coverage(std::size_t pixel) const
{
    return std::clamp(0.5 - m_outside[pixel], 0.0, 1.0);
}

std::pair<int, int> Canvas::range(double a, double b, double reach) const
{
    const auto last = static_cast<double>(m_side - 1);
    return {static_cast<int>(std::clamp(std::ceil(std::min(a, b) - reach), 0.0, last + 1)),
            static_cast<int>(std::clamp(std::floor(std::max(a, b) + reach), -1.0, last))};
}

Hand::Hand(std::size_t pictureSide)
    : side(static_cast<double>(pictureSide))
{
    pose(0, 0, kBox * side, kBox * side);
}

Hand::Hand(std::size_t pictureSide, RandomStream& stream)
    : side(static_cast<double>(pictureSide))
{
    const double box = kBox * side;
    const double unit = side / kUsualSide;
    const double angle = stream.uniform(-0.28, 0.28);
    const double shear = stream.uniform(-0.30, 0.30);
    const double width = box * stream.uniform(0.70, 1.04);
    const double height = box * stream.uniform(0.76, 1.04);
    pose(angle, shear, width, height);
    shiftX = unit * stream.uniform(-2.4, 2.4);
    shiftY = unit * stream.uniform(-2.0, 2.0);
    jitter = stream.uniform(0.01, 0.045);
    waveX = stream.uniform(-0.04, 0.04);
    waveY = stream.uniform(-0.04, 0.04);
    phaseX = stream.uniform(0, 2 * std::numbers::pi);
    phaseY = stream.uniform(0, 2 * std::numbers::pi);
    startRadius = unit * stream.uniform(0.65, 1.5);
    endRadius = startRadius * stream.uniform(0.75, 1.25);
    ink = stream.uniform(0.6, 1.0);
}

void Hand::pose(double angle, double shear, double width, double height)
{
    xx = std::cos(angle) * width;
    yx = std::sin(angle) * width;
    xy = (-std::sin(angle) + std::cos(angle) * shear) * height;
    yy = (std::cos(angle) + std::sin(angle) * shear) * height;
}

Point Hand::place(const PenPoint& pen, RandomStream& stream) const
{
    const double x =
        pen.x - 0.5 + waveX * std::sin(5 * pen.y + phaseX) + stream.uniform(-jitter, jitter);
    const double y =
        pen.y - 0.5 + waveY * std::sin(5 * pen.x + phaseY) + stream.uniform(-jitter, jitter);
    const double centre = (side - 1) / 2.0;
    return {centre + shiftX + xx * x + xy * y, centre + shiftY + yx * x + yy * y};
}

void drawGlyph(Canvas& canvas, const Glyph& glyph, const Hand& hand, RandomStream& stream)
{
    for (const PenStroke& stroke : glyph)
        drawStroke(canvas, stroke, hand, stream);
}

} // namespace coterie
