#include "core/data/generators/shapes.h"

#include "core/base/filled.h"
#include "core/data/generators/pen.h"
#include "core/data/generators/pictures.h"
#include "core/data/sets/sets.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace coterie {

namespace {

double length(Point point)
{
    return std::sqrt(point.x * point.x + point.y * point.y);
}

/// Distance to the nearest edge, with the sign of inside by the parity of crossings.
double outsidePolygon(std::span<const Point> corners, Point point)
{
    double nearest = std::numeric_limits<double>::infinity();
    bool inside = false;
    Point from = corners.back();
    for (const Point& to : corners) {
        const double dx = to.x - from.x;
        const double dy = to.y - from.y;
        const double px = point.x - from.x;
        const double py = point.y - from.y;
        const double t = std::clamp((px * dx + py * dy) / (dx * dx + dy * dy), 0.0, 1.0);
        const double ox = px - t * dx;
        const double oy = py - t * dy;
        nearest = std::min(nearest, ox * ox + oy * oy);
        if ((from.y > point.y) != (to.y > point.y) && point.x < from.x + dx * (py / dy))
            inside = !inside;
        from = to;
    }
    return inside ? -std::sqrt(nearest) : std::sqrt(nearest);
}

/// Corners evenly around the origin, in turn at one distance and the other.
std::vector<Point> around(std::size_t count, double first, double second)
{
    std::vector<Point> corners;
    for (std::size_t i = 0; i < count; ++i) {
        const double angle =
            2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
        const double distance = i % 2 == 0 ? first : second;
        corners.push_back({distance * std::sin(angle), -distance * std::cos(angle)});
    }
    return corners;
}

double outsideBox(Point point, double halfWidth, double halfHeight)
{
    const double x = std::abs(point.x) - halfWidth;
    const double y = std::abs(point.y) - halfHeight;
    return length({std::max(x, 0.0), std::max(y, 0.0)}) + std::min(std::max(x, y), 0.0);
}

struct Outline
{
    std::string_view name;
    double (*outside)(Point point); ///< how far it lies outside; negative inside
};

/// What pictures of shapes are made of, each about 1 large around the origin.
constexpr std::array kOutlines{
    Outline{"disc", [](Point point) { return length(point) - 1; }},
    Outline{"square", [](Point point) { return outsideBox(point, 0.85, 0.85); }},
    Outline{"triangle",
            [](Point point) {
                static const std::vector<Point> corners = around(3, 1.1, 1.1);
                return outsidePolygon(corners, point);
            }},
    Outline{"hexagon",
            [](Point point) {
                static const std::vector<Point> corners = around(6, 1, 1);
                return outsidePolygon(corners, point);
            }},
    Outline{"plus",
            [](Point point) {
                return std::min(outsideBox(point, 1.05, 0.36), outsideBox(point, 0.36, 1.05));
            }},
    Outline{"ring", [](Point point) { return std::abs(length(point) - 0.78) - 0.26; }},
    Outline{"star",
            [](Point point) {
                static const std::vector<Point> corners = around(10, 1.15, 0.5);
                return outsidePolygon(corners, point);
            }},
    Outline{"crescent",
            [](Point point) {
                return std::max(length(point) - 1, 0.8 - length({point.x - 0.5, point.y}));
            }},
    Outline{"half disc", [](Point point) { return std::max(length(point) - 1.1, point.y - 0.15); }},
    Outline{"arrow",
            [](Point point) {
                static const std::vector<Point> corners{{1.1, 0},
                                                        {0.1, -0.9},
                                                        {0.1, -0.35},
                                                        {-1.1, -0.35},
                                                        {-1.1, 0.35},
                                                        {0.1, 0.35},
                                                        {0.1, 0.9}};
                return outsidePolygon(corners, point);
            }},
};

constexpr double kPictureSide = 32; ///< over which fields and shading spread

struct Pattern
{
    std::string_view name;
    double shortest = 6; ///< pixels from one line to the next
    double longest = 10;
};

constexpr std::array kPatterns{Pattern{"plain"},
                               Pattern{"broad stripes"},
                               Pattern{"fine stripes", 2.6, 3.4},
                               Pattern{"checks", 4.5, 7},
                               Pattern{"dots", 4.5, 7},
                               Pattern{"rings"},
                               Pattern{"shading", 2 * kPictureSide, 2 * kPictureSide},
                               Pattern{"blotches"},
                               Pattern{"mottle"},
                               Pattern{"waves"}};
constexpr std::size_t kTextures = kPatterns.size();
// The order of kPatterns.
enum Kind : std::size_t
{
    kPlain,
    kBroadStripes,
    kFineStripes,
    kChecks,
    kDots,
    kRings,
    kShading,
    kBlotches,
    kMottle,
    kWaves
};

/// Soft steps: a wave of −1 to 1 pushed towards its ends.
float edged(double wave)
{
    return static_cast<float>(std::clamp(0.5 + 2 * wave, 0.0, 1.0));
}

/// A pattern over the plane of pixels: how much of a second colour each place has, 0 to 1.
/// Direction, width and phase are random.
class Texture
{
public:
    Texture(std::size_t kind, RandomStream& stream)
        : m_kind(kind)
        , m_phase(stream.uniform(0, 2 * std::numbers::pi))
        , m_field(kind == kMottle ? 14 : 5, stream)
    {
        const auto [name, shortest, longest] = kPatterns[kind];
        const double angle = stream.uniform(0, 2 * std::numbers::pi);
        const double rate = 2 * std::numbers::pi
                            / (shortest < longest ? stream.uniform(shortest, longest) : longest);
        m_right = std::cos(angle) * rate;
        m_down = std::sin(angle) * rate;
    }
    [[nodiscard]] float at(double x, double y) const;

private:
    std::size_t m_kind;
    double m_right = 0;
    double m_down = 0;
    double m_phase;
    SmoothField m_field;
};

float Texture::at(double x, double y) const
{
    const double along = m_right * x + m_down * y + m_phase;
    const double across = m_right * y - m_down * x;
    switch (m_kind) {
    case kBroadStripes:
    case kFineStripes:
        return edged(std::sin(along));
    case kChecks:
        return edged(2 * std::sin(along) * std::sin(across));
    case kDots:
        return edged(std::sin(along) + std::sin(across) - 0.9);
    case kRings: {
        const double rate = std::sqrt(m_right * m_right + m_down * m_down);
        const double middleX = x - kPictureSide / 2;
        const double middleY = y - kPictureSide / 2;
        return edged(std::sin(rate * std::sqrt(middleX * middleX + middleY * middleY) + m_phase));
    }
    case kShading:
        return static_cast<float>(0.5 + 0.5 * std::sin(along));
    case kBlotches:
    case kMottle:
        return edged(static_cast<double>(m_field.at(static_cast<float>(x / kPictureSide),
                                                    static_cast<float>(y / kPictureSide)))
                     - 0.5);
    case kWaves:
        return edged(std::sin(along + 1.5 * std::sin(across)));
    default:
        return 0;
    }
}

constexpr std::size_t kSide = 32;

/// What makes the task hard. At the usual difficulty cnn4_cifar ends between 55 and 85 % on
/// shapes10 (a science test holds it).
struct Hardness
{
    float contrast;    ///< least difference in brightness between the shape and the ground
    float groundCloth; ///< how strong the ground's texture is
    double noise;
    double turn;        ///< largest, either way, in radians
    double shift;       ///< likewise, in pixels
    double leastRadius; ///< pixels
    int patches;        ///< that cover parts of the picture

    explicit Hardness(double difficulty)
        : contrast(static_cast<float>(0.45 - 0.4 * difficulty))
        , groundCloth(static_cast<float>(difficulty))
        , noise(0.14 * difficulty)
        , turn(std::numbers::pi * difficulty)
        , shift(2 + 8 * difficulty)
        , leastRadius(9 - 5 * difficulty)
        , patches(static_cast<int>(std::lround(6 * difficulty)))
    {}
};

constexpr double kMostRadius = 11;

/// Where a picture's pixel lies in the shape's own coordinates, in which it is about 1 large.
struct Frame
{
    double xx, xy, yx, yy, centreX, centreY, radius;

    Frame(const Hardness& hardness, RandomStream& stream)
    {
        const double turn = stream.uniform(-hardness.turn, hardness.turn);
        const double stretch = std::exp(stream.uniform(-0.3, 0.3));
        radius = stream.uniform(hardness.leastRadius, kMostRadius);
        xx = std::cos(turn) * stretch / radius;
        xy = std::sin(turn) * stretch / radius;
        yx = -std::sin(turn) / (stretch * radius);
        yy = std::cos(turn) / (stretch * radius);
        constexpr double kMiddle = (kSide - 1) / 2.0;
        centreX = kMiddle + stream.uniform(-hardness.shift, hardness.shift);
        centreY = kMiddle + stream.uniform(-hardness.shift, hardness.shift);
    }

    [[nodiscard]] Point place(std::size_t x, std::size_t y) const
    {
        const double right = static_cast<double>(x) - centreX;
        const double down = static_cast<double>(y) - centreY;
        return {xx * right + xy * down, yx * right + yy * down};
    }
};

/// Two colours that a texture mixes.
struct Cloth
{
    Colour first;
    Colour second;
    Texture texture;
    float strength; ///< of the second colour

    [[nodiscard]] Colour at(double x, double y) const
    {
        const float share = strength * texture.at(x, y);
        Colour colour = first;
        for (std::size_t c = 0; c < colour.size(); ++c)
            colour[c] += (second[c] - first[c]) * share;
        return colour;
    }
};

Cloth clothOf(const Colour& first, std::size_t texture, float strength, RandomStream& stream)
{
    const Colour second = randomColour(stream);
    return {.first = first,
            .second = second,
            .texture = Texture(texture, stream),
            .strength = strength};
}

void coverPatches(Picture& picture, int patches, RandomStream& stream)
{
    for (int patch = 0; patch < patches; ++patch) {
        const Colour colour = randomColour(stream);
        const auto left = static_cast<std::size_t>(stream.below(kSide));
        const auto top = static_cast<std::size_t>(stream.below(kSide));
        const auto right = std::min(kSide, left + 2 + static_cast<std::size_t>(stream.below(7)));
        const auto bottom = std::min(kSide, top + 2 + static_cast<std::size_t>(stream.below(7)));
        for (std::size_t y = top; y < bottom; ++y)
            for (std::size_t x = left; x < right; ++x)
                picture.paint(y * kSide + x, colour, 1);
    }
}

void paint(Picture& picture,
           std::size_t shape,
           std::size_t texture,
           const Hardness& hardness,
           RandomStream& stream)
{
    const Colour wall = randomColour(stream);
    const auto wallTexture = static_cast<std::size_t>(stream.below(kTextures));
    const Cloth ground = clothOf(wall, wallTexture, hardness.groundCloth, stream);
    const Cloth cloth = clothOf(contrasting(wall, hardness.contrast, stream), texture, 1, stream);
    const Frame frame(hardness, stream);
    for (std::size_t y = 0; y < kSide; ++y)
        for (std::size_t x = 0; x < kSide; ++x) {
            const std::size_t pixel = y * kSide + x;
            const auto column = static_cast<double>(x);
            const auto row = static_cast<double>(y);
            picture.paint(pixel, ground.at(column, row), 1);
            const double outside = kOutlines[shape].outside(frame.place(x, y)) * frame.radius;
            if (outside < 0.5)
                picture.paint(
                    pixel, cloth.at(column, row), static_cast<float>(std::min(0.5 - outside, 1.0)));
        }
    coverPatches(picture, hardness.patches, stream);
    picture.addNoise(hardness.noise, stream);
}

// Peers of the streams (seed, Synthesise, …).
enum Peer : std::uint32_t
{
    kPictures,
    kLabels,
    kSets ///< the distance from those of the training samples to those of the test samples
};

Samples drawn(const ShapesParameters& parameters, std::size_t count, bool test)
{
    const std::uint32_t peers = test ? kSets : kPictures;
    Samples samples;
    samples.shape = {.channels = 3, .height = kSide, .width = kSide};
    samples.labels.resize(count);
    balancedLabels(parameters.hundredClasses ? kOutlines.size() * kTextures : kOutlines.size(),
                   parameters.seed,
                   peers + kLabels,
                   samples.labels);
    const std::size_t size = samples.shape.size();
    std::vector<std::uint8_t> pixels(count * size);
    const Hardness hardness(parameters.difficulty);
    Picture picture(kSide);
    for (std::size_t i = 0; i < count; ++i) {
        RandomStream stream = synthesis(parameters.seed, i, peers + kPictures);
        const auto label = static_cast<std::size_t>(samples.labels[i]);
        const auto texture = parameters.hundredClasses
                                 ? label % kTextures
                                 : static_cast<std::size_t>(stream.below(kTextures));
        paint(picture,
              parameters.hundredClasses ? label / kTextures : label,
              texture,
              hardness,
              stream);
        picture.write(std::span(pixels).subspan(i * size, size), 3);
    }
    samples.values = std::move(pixels);
    return samples;
}

constexpr std::array kParameters{
    bind<&ShapesParameters::samples>(
        {.name = "samples",
         .range = between(10, 1'000'000),
         .unit = "samples",
         .meaning = "pictures to train on; fewer are the beginning of more"}),
    bind<&ShapesParameters::test>({.name = "testSamples",
                                   .range = between(0, 1'000'000),
                                   .unit = "samples",
                                   .meaning = "pictures in the official test set"}),
    bind<&ShapesParameters::difficulty>(
        {.name = "difficulty",
         .range = between(0, 1),
         .meaning = "0: large, upright, plain and clear; 1: small, turned, in noise, on strong "
                    "texture and partly covered"}),
    bind<&ShapesParameters::seed>(
        seedParameter("which pictures; the runs of an experiment share them")),
};

constexpr NamedPart kShapes10{
    .name = "shapes10",
    .title = "Shapes",
    .meaning = "32×32 colour pictures of ten shapes in any texture, turned, stretched and partly "
               "covered, on textured ground. A stand-in for CIFAR-10.",
    .parameters = kParameters};
constexpr NamedPart kShapes100{.name = "shapes100",
                               .title = "Shapes in textures",
                               .meaning = "Like Shapes, but shape and texture together are the "
                                          "class: one hundred of them. A stand-in for CIFAR-100.",
                               .parameters = kParameters};

Dataset makeHundred(ShapesParameters parameters)
{
    parameters.hundredClasses = true;
    return makeShapes(parameters);
}

std::uint64_t bytesOf(const ShapesParameters& parameters)
{
    return (parameters.samples + parameters.test) * (3 * kSide * kSide + sizeof(std::int32_t));
}

} // namespace

Dataset makeShapes(const ShapesParameters& parameters)
{
    std::vector<std::string> names;
    for (const Outline& outline : kOutlines)
        if (!parameters.hundredClasses)
            names.emplace_back(outline.name);
        else
            for (const Pattern& pattern : kPatterns)
                names.push_back(filled("{}, {}", outline.name, pattern.name));
    const std::vector<std::string_view> classNames(names.begin(), names.end());
    return describedDataset(parameters.hundredClasses ? kShapes100 : kShapes10,
                            {.classNames = classNames},
                            drawn(parameters, parameters.samples, false),
                            drawn(parameters, parameters.test, true));
}

constexpr CatalogEntry kShapes10Set = withSamples(
    generatedSet<ShapesParameters, kShapes10, &makeShapes, &bytesOf>("drawn by this program"),
    pictures(3, kSide, 10));
constexpr CatalogEntry kShapes100Set = withSamples(
    generatedSet<ShapesParameters, kShapes100, &makeHundred, &bytesOf>("drawn by this program"),
    pictures(3, kSide, 100));

} // namespace coterie
