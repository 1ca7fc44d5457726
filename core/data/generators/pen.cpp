#include "core/data/generators/pen.h"

#include <array>
#include <cmath>
#include <numbers>

namespace coterie {

namespace {

constexpr bool kCorner = true;

// clang-format off
const std::array<std::vector<Glyph>, 10>& allTemplates()
{
    static const std::array<std::vector<Glyph>, 10> templates{{
        { // 0: round; narrow and closed late; leaning
            {{{.50, .05}, {.25, .22}, {.18, .50}, {.26, .80}, {.50, .95}, {.74, .80}, {.82, .50}, {.74, .20}, {.48, .05}}},
            {{{.58, .08}, {.38, .14}, {.28, .45}, {.33, .80}, {.50, .94}, {.66, .82}, {.72, .45}, {.62, .14}, {.44, .06}}},
            {{{.62, .06}, {.32, .20}, {.20, .58}, {.34, .92}, {.62, .86}, {.80, .50}, {.72, .16}, {.50, .10}}},
        },
        { // 1: a bare line; with a flag; with flag and foot
            {{{.53, .05}, {.50, .50}, {.47, .95}}},
            {{{.30, .28}, {.54, .06, kCorner}, {.54, .95}}},
            {{{.32, .25}, {.52, .06, kCorner}, {.52, .93}}, {{.30, .94}, {.74, .94}}},
        },
        { // 2: round neck and flat foot; looped foot; close to a z
            {{{.22, .26}, {.36, .08}, {.60, .07}, {.74, .24}, {.66, .48}, {.42, .74}, {.20, .93, kCorner}, {.80, .92}}},
            {{{.24, .22}, {.44, .06}, {.68, .16}, {.68, .42}, {.46, .70}, {.26, .90}, {.17, .83}, {.30, .76}, {.52, .87}, {.82, .93}}},
            {{{.22, .15}, {.52, .07}, {.75, .18}, {.60, .46}, {.22, .92, kCorner}, {.78, .90}}},
        },
        { // 3: two bowls with a waist; flat top; one soft line
            {{{.24, .16}, {.48, .05}, {.72, .18}, {.66, .40}, {.44, .48, kCorner}, {.70, .56}, {.76, .78}, {.52, .95}, {.22, .84}}},
            {{{.22, .08}, {.74, .08, kCorner}, {.44, .42, kCorner}, {.72, .54}, {.76, .78}, {.52, .95}, {.22, .86}}},
            {{{.26, .12}, {.56, .06}, {.70, .24}, {.54, .43}, {.47, .48}, {.66, .58}, {.72, .80}, {.46, .96}, {.20, .86}}},
        },
        { // 4: open with a straight arm; closed in one line; open with a round arm
            {{{.32, .06}, {.24, .34}, {.20, .56, kCorner}, {.82, .54}}, {{.66, .12}, {.62, .95}}},
            {{{.64, .95}, {.64, .05, kCorner}, {.16, .66, kCorner}, {.86, .66}}},
            {{{.28, .08}, {.22, .38}, {.38, .54}, {.70, .47}}, {{.74, .06}, {.70, .50}, {.64, .95}}},
        },
        { // 5: roof drawn last; in one line; close to an s
            {{{.34, .08}, {.28, .44, kCorner}, {.54, .40}, {.76, .60}, {.66, .88}, {.42, .95}, {.20, .86}}, {{.34, .08}, {.78, .07}}},
            {{{.76, .08}, {.34, .10, kCorner}, {.30, .45, kCorner}, {.56, .42}, {.74, .62}, {.64, .88}, {.38, .95}, {.20, .85}}},
            {{{.76, .11}, {.48, .07}, {.30, .22}, {.40, .42}, {.66, .57}, {.70, .80}, {.46, .95}, {.22, .86}}},
        },
        { // 6: bowed stem; straight stem; small loop
            {{{.66, .06}, {.40, .22}, {.25, .55}, {.30, .85}, {.52, .95}, {.74, .80}, {.68, .56}, {.46, .52}, {.28, .70}}},
            {{{.56, .05}, {.34, .40}, {.24, .70}, {.34, .93}, {.60, .92}, {.70, .72}, {.56, .56}, {.32, .64}}},
            {{{.72, .10}, {.46, .10}, {.26, .40}, {.24, .74}, {.44, .95}, {.66, .84}, {.62, .64}, {.42, .62}, {.28, .76}}},
        },
        { // 7: plain; crossed; with a serif
            {{{.20, .10}, {.78, .09, kCorner}, {.56, .45}, {.42, .95}}},
            {{{.20, .10}, {.78, .09, kCorner}, {.58, .45}, {.44, .95}}, {{.32, .51}, {.74, .48}}},
            {{{.20, .26}, {.24, .10, kCorner}, {.80, .09, kCorner}, {.54, .50}, {.46, .95}}},
        },
        { // 8: one crossing line; two rings; crossing, begun at the top
            {{{.70, .20}, {.50, .05}, {.30, .18}, {.36, .39}, {.60, .54}, {.74, .76}, {.52, .95}, {.28, .78}, {.38, .56}, {.62, .40}, {.72, .18}}},
            {{{.50, .47}, {.30, .36}, {.32, .14}, {.50, .05}, {.68, .14}, {.70, .36}, {.50, .47}},
             {{.50, .47}, {.26, .60}, {.26, .86}, {.50, .95}, {.74, .86}, {.74, .60}, {.50, .47}}},
            {{{.52, .06}, {.30, .20}, {.42, .42}, {.68, .62}, {.66, .88}, {.44, .95}, {.26, .80}, {.40, .56}, {.66, .36}, {.68, .14}, {.50, .06}}},
        },
        { // 9: ring and straight stem; ring and bowed tail; ring and hook
            {{{.70, .20}, {.50, .06}, {.28, .18}, {.28, .42}, {.48, .52}, {.68, .40}, {.72, .16, kCorner}, {.70, .55}, {.64, .95}}},
            {{{.70, .28}, {.54, .06}, {.30, .16}, {.28, .40}, {.50, .50}, {.69, .34}, {.72, .20}, {.70, .60}, {.54, .88}, {.32, .94}}},
            {{{.68, .14}, {.44, .06}, {.26, .24}, {.36, .46}, {.58, .42}, {.70, .14, kCorner}, {.72, .60}, {.66, .88}, {.46, .95}, {.30, .84}}},
        },
    }};
    return templates;
}
// clang-format on

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

std::span<const Glyph> glyphTemplates(int digit)
{
    return allTemplates().at(static_cast<std::size_t>(digit));
}

const Glyph& anyGlyph(int digit, RandomStream& stream)
{
    const std::span<const Glyph> templates = glyphTemplates(digit);
    return templates[static_cast<std::size_t>(stream.below(templates.size()))];
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
