#pragma once

#include "core/base/random_stream.h"

#include <algorithm>

namespace coterie {

/// A point the pen passes, in a unit box: x to the right, y downwards. At a corner the pen turns
/// sharply; elsewhere the line is smooth.
struct PenPoint
{
    double x = 0;
    double y = 0;
    bool corner = false;
};

using PenStroke = std::vector<PenPoint>;
using Glyph = std::vector<PenStroke>;

/// The ways a digit (0 to 9) is commonly written, each as the strokes of a pen.
[[nodiscard]] std::span<const Glyph> glyphTemplates(int digit);

[[nodiscard]] const Glyph& anyGlyph(int digit, RandomStream& stream);

struct Point
{
    double x = 0;
    double y = 0;
};

/// How far every pixel centre of a square picture lies outside the ink, in pixels; negative inside.
class Canvas
{
public:
    explicit Canvas(std::size_t side)
        : m_side(side)
        , m_outside(side * side, kFar)
    {}

    void clear() { std::ranges::fill(m_outside, kFar); }
    /// A straight piece of a line whose half width goes from one radius to the other.
    void drawPiece(Point from, Point to, double fromRadius, double toRadius);
    /// The share of a pixel that is inked: a soft edge one pixel wide.
    [[nodiscard]] double coverage(std::size_t pixel) const
    {
        return std::clamp(0.5 - m_outside[pixel], 0.0, 1.0);
    }

private:
    static constexpr double kFar = 1e9;

    [[nodiscard]] std::pair<int, int> range(double a, double b, double reach) const;

    std::size_t m_side;
    std::vector<double> m_outside;
};

/// How one drawing of a template differs from the next. Lengths are in unit boxes unless
/// named; a unit box is three quarters of the picture.
struct Hand
{
    double side = 28;                      // of the picture, pixels
    double xx = 1, xy = 0, yx = 0, yy = 1; // linear map from the unit box to pixels
    double shiftX = 0, shiftY = 0;         // pixels
    double jitter = 0;                     // of every pen point
    double waveX = 0, waveY = 0;           // a slow bend of the whole glyph
    double phaseX = 0, phaseY = 0;
    double startRadius = 1,
           endRadius = 1; // half the line width where a stroke begins and ends, pixels
    double ink = 1;

    /// Upright, steady and without a bend: the glyph as it was designed.
    explicit Hand(std::size_t pictureSide);
    /// A person's.
    Hand(std::size_t pictureSide, RandomStream& stream);

    /// rotation · shear · scale; width and height in pixels.
    void pose(double angle, double shear, double width, double height);
    [[nodiscard]] Point place(const PenPoint& pen, RandomStream& stream) const;
};

void drawGlyph(Canvas& canvas, const Glyph& glyph, const Hand& hand, RandomStream& stream);

} // namespace coterie
