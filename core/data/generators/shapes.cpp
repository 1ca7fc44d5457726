#include "core/data/generators/shapes.h"

#include "core/data/generators/pictures.h"
#include "core/data/generators/shape_outlines.h"
#include "core/data/generators/textures.h"
#include "core/data/sets/sets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace coterie {

namespace {

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
            const double outside = outsideOf(shape, frame.place(x, y)) * frame.radius;
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
    balancedLabels(parameters.hundredClasses ? kOutlines * kTextures : kOutlines,
                   parameters.seed,
                   peers + kLabels,
                   samples.labels);
    const std::size_t size = samples.shape.size();
    std::vector<std::uint8_t> pixels(count * size);
    const Hardness hardness(parameters.difficulty);
    Picture picture(kSide);
    for (std::size_t i = 0; i < count; ++i) {
        RandomStream stream({.seed = parameters.seed,
                             .purpose = Purpose::Synthesise,
                             .client = static_cast<std::uint32_t>(i),
                             .peer = peers + kPictures});
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
    ParameterDescriptor{.name = "samples",
                        .type = ParameterType::Integer,
                        .minimum = 10,
                        .maximum = 1'000'000,
                        .defaultNumber = ShapesParameters{}.samples,
                        .unit = "samples",
                        .meaning = "pictures to train on; fewer are the beginning of more"},
    ParameterDescriptor{.name = "testSamples",
                        .type = ParameterType::Integer,
                        .minimum = 0,
                        .maximum = 1'000'000,
                        .defaultNumber = ShapesParameters{}.test,
                        .unit = "samples",
                        .meaning = "pictures in the official test set"},
    ParameterDescriptor{.name = "difficulty",
                        .minimum = 0,
                        .maximum = 1,
                        .defaultNumber = ShapesParameters{}.difficulty,
                        .meaning =
                            "0: large, upright, plain and clear; 1: small, turned, in noise, "
                            "on strong texture and partly covered"},
    ParameterDescriptor{.name = "seed",
                        .type = ParameterType::Integer,
                        .minimum = 0,
                        .maximum = kLargestSeed,
                        .defaultNumber = 1,
                        .meaning = "which pictures; the runs of an experiment share them"},
};

template <bool hundredClasses>
Result<std::shared_ptr<const Dataset>>
load(const ParameterSet& parameters, std::uint64_t seed, const DataFolders&)
{
    return std::shared_ptr<const Dataset>(std::make_shared<Dataset>(
        makeShapes({.hundredClasses = hundredClasses,
                    .samples = static_cast<std::size_t>(parameters.integer("samples")),
                    .test = static_cast<std::size_t>(parameters.integer("testSamples")),
                    .difficulty = parameters.real("difficulty"),
                    .seed = seed})));
}

} // namespace

Dataset makeShapes(const ShapesParameters& parameters)
{
    Dataset dataset;
    dataset.name = parameters.hundredClasses ? "shapes100" : "shapes10";
    dataset.title = parameters.hundredClasses ? "Shapes in textures" : "Shapes";
    dataset.classes = parameters.hundredClasses ? kOutlines * kTextures : kOutlines;
    for (std::size_t label = 0; label < dataset.classes; ++label)
        dataset.classNames.push_back(parameters.hundredClasses
                                         ? std::string(outlineName(label / kTextures)) + ", "
                                               + std::string(textureName(label % kTextures))
                                         : std::string(outlineName(label)));
    dataset.train = drawn(parameters, parameters.samples, false);
    dataset.officialTest = drawn(parameters, parameters.test, true);
    return dataset;
}

constexpr CatalogEntry kShapes10Set{
    .part = {.name = "shapes10",
             .title = "Shapes",
             .meaning = "32×32 colour pictures of ten shapes in any texture, turned, stretched and "
                        "partly covered, on textured ground. A stand-in for CIFAR-10.",
             .parameters = kParameters},
    .builtIn = true,
    .licence = kMadeByCoterie,
    .origin = "drawn by this program",
    .load = &load<false>,
    .find = &nothingToFind};

constexpr CatalogEntry kShapes100Set{
    .part = {.name = "shapes100",
             .title = "Shapes in textures",
             .meaning = "As shapes10, but shape and texture together are the class: one hundred of "
                        "them. A stand-in for CIFAR-100.",
             .parameters = kParameters},
    .builtIn = true,
    .licence = kMadeByCoterie,
    .origin = "drawn by this program",
    .load = &load<true>,
    .find = &nothingToFind};

} // namespace coterie
