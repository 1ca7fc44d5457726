#include "core/data/glyph_digits.h"

#include "core/data/glyph_templates.h"
#include "core/spec/random_stream.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace coterie {

namespace {

constexpr std::size_t kSide = 28;
constexpr std::size_t kPixels = kSide * kSide;
constexpr std::size_t kDigits = 10;
constexpr double kBox = 21;             // pixels the unit box of a template measures at scale 1
constexpr int kPiecesPerSpan = 6;       // straight pieces between two neighbouring pen points
constexpr std::uint32_t kLabelPeer = 1; // labels and pictures draw from separate streams

struct Point
{
    double x = 0;
    double y = 0;
};

/// What makes one drawing of a template differ from the next. Lengths are in unit boxes unless
/// named.
struct Hand
{
    double xx = 1, xy = 0, yx = 0, yy = 1; // linear map from the unit box to pixels
    double shiftX = 0, shiftY = 0;         // pixels
    double jitter = 0;                     // of every pen point
    double waveX = 0, waveY = 0;           // a slow bend of the whole glyph
    double phaseX = 0, phaseY = 0;
    double startRadius = 1,
           endRadius = 1; // half the line width where a stroke begins and ends, pixels
    double ink = 1;

    explicit Hand(RandomStream& stream)
    {
        const double angle = stream.uniform(-0.28, 0.28);
        const double shear = stream.uniform(-0.30, 0.30);
        const double width = kBox * stream.uniform(0.70, 1.04);
        const double height = kBox * stream.uniform(0.76, 1.04);
        // rotation · shear · scale
        xx = std::cos(angle) * width;
        yx = std::sin(angle) * width;
        xy = (-std::sin(angle) + std::cos(angle) * shear) * height;
        yy = (std::cos(angle) + std::sin(angle) * shear) * height;
        shiftX = stream.uniform(-2.4, 2.4);
        shiftY = stream.uniform(-2.0, 2.0);
        jitter = stream.uniform(0.01, 0.045);
        waveX = stream.uniform(-0.04, 0.04);
        waveY = stream.uniform(-0.04, 0.04);
        phaseX = stream.uniform(0, 2 * std::numbers::pi);
        phaseY = stream.uniform(0, 2 * std::numbers::pi);
        startRadius = stream.uniform(0.65, 1.5);
        endRadius = startRadius * stream.uniform(0.75, 1.25);
        ink = stream.uniform(0.6, 1.0);
    }

    [[nodiscard]] Point place(const PenPoint& pen, RandomStream& stream) const
    {
        const double x =
            pen.x - 0.5 + waveX * std::sin(5 * pen.y + phaseX) + stream.uniform(-jitter, jitter);
        const double y =
            pen.y - 0.5 + waveY * std::sin(5 * pen.x + phaseY) + stream.uniform(-jitter, jitter);
        constexpr double kCentre = (kSide - 1) / 2.0;
        return {kCentre + shiftX + xx * x + xy * y, kCentre + shiftY + yx * x + yy * y};
    }
};

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

/// How far every pixel centre lies outside the ink, in pixels; negative inside.
class Canvas
{
public:
    Canvas() { m_outside.fill(kFar); }

    void drawPiece(Point from, Point to, double fromRadius, double toRadius)
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
                double& nearest = m_outside[static_cast<std::size_t>(row) * kSide
                                            + static_cast<std::size_t>(column)];
                nearest = std::min(nearest, outside);
            }
        }
    }

    /// The share of a pixel that is inked: a soft edge one pixel wide.
    [[nodiscard]] double coverage(std::size_t pixel) const
    {
        return std::clamp(0.5 - m_outside[pixel], 0.0, 1.0);
    }

private:
    static constexpr double kFar = 1e9;

    static std::pair<int, int> range(double a, double b, double reach)
    {
        constexpr double kLast = kSide - 1;
        return {static_cast<int>(std::clamp(std::ceil(std::min(a, b) - reach), 0.0, kLast + 1)),
                static_cast<int>(std::clamp(std::floor(std::max(a, b) + reach), -1.0, kLast))};
    }

    std::array<double, kPixels> m_outside;
};

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

/// Close to a standard normal, from one draw: the sum of four uniform bytes has mean 510 and
/// variance 4·(256²−1)/12.
double roughNormal(RandomStream& stream)
{
    const std::uint32_t bits = stream.next32();
    const std::uint32_t sum =
        (bits & 255U) + (bits >> 8 & 255U) + (bits >> 16 & 255U) + (bits >> 24);
    constexpr double kDeviation = 147.8005412;
    return (static_cast<double>(sum) - 510.0) / kDeviation;
}

void drawDigit(std::int32_t digit,
               double noise,
               RandomStream& stream,
               std::span<std::uint8_t> pixels)
{
    const Hand hand(stream);
    const std::span<const Glyph> templates = glyphTemplates(digit);
    Canvas canvas;
    for (const PenStroke& stroke :
         templates[static_cast<std::size_t>(stream.below(templates.size()))])
        drawStroke(canvas, stroke, hand, stream);
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        const double value = hand.ink * canvas.coverage(i) + noise * roughNormal(stream);
        pixels[i] = static_cast<std::uint8_t>(std::clamp(value, 0.0, 1.0) * 255.0 + 0.5);
    }
}

} // namespace

Dataset makeGlyphDigits(const GlyphDigitsParameters& parameters)
{
    Dataset dataset;
    dataset.name = "glyphDigits";
    dataset.title = "Glyph digits";
    dataset.classes = kDigits;
    for (std::size_t digit = 0; digit < kDigits; ++digit)
        dataset.classNames.push_back(std::to_string(digit));
    dataset.train.shape = {.channels = 1, .height = kSide, .width = kSide};
    dataset.officialTest.shape = dataset.train.shape;

    std::vector<std::uint8_t> pixels(parameters.samples * kPixels);
    dataset.train.labels.resize(parameters.samples);
    std::array<std::int32_t, kDigits> order{};
    for (std::size_t i = 0; i < parameters.samples; ++i) {
        if (i % kDigits == 0) {
            std::iota(order.begin(), order.end(), 0);
            RandomStream labels({.seed = parameters.seed,
                                 .purpose = Purpose::Synthesise,
                                 .client = static_cast<std::uint32_t>(i / kDigits),
                                 .peer = kLabelPeer});
            labels.shuffle(std::span<std::int32_t>(order));
        }
        dataset.train.labels[i] = order[i % kDigits];
        RandomStream stream({.seed = parameters.seed,
                             .purpose = Purpose::Synthesise,
                             .client = static_cast<std::uint32_t>(i)});
        drawDigit(order[i % kDigits],
                  parameters.noise,
                  stream,
                  std::span(pixels).subspan(i * kPixels, kPixels));
    }
    dataset.train.values = std::move(pixels);
    return dataset;
}

} // namespace coterie
