#include "core/data/generators/glyph_domains.h"

#include "core/data/generators/pen.h"
#include "core/data/generators/pictures.h"
#include "core/data/sets/sets.h"

#include <algorithm>
#include <cmath>

namespace coterie {

namespace {

constexpr Colour kBlack{0, 0, 0};
constexpr Colour kWhite{1, 1, 1};

void paintInk(Picture& picture, const Canvas& canvas, const Colour& colour, double ink)
{
    for (std::size_t pixel = 0; pixel < picture.plane(); ++pixel)
        if (const double share = ink * canvas.coverage(pixel); share > 0)
            picture.paint(pixel, colour, static_cast<float>(share));
}

/// A place in the unit square for a pixel.
float unit(std::size_t at, std::size_t side)
{
    return static_cast<float>(at) / static_cast<float>(side);
}

/// White strokes of a pen on black (MNIST).
void paintClean(Picture& picture, std::int32_t digit, RandomStream& stream)
{
    const Hand hand(picture.side(), stream);
    Canvas canvas(picture.side());
    drawGlyph(canvas, anyGlyph(digit, stream), hand, stream);
    picture.fill(kBlack);
    paintInk(picture, canvas, kWhite, hand.ink);
    picture.addNoise(0.02, stream);
}

/// Thick figures in any colour on any other, unevenly lit, blurred, with neighbours that reach into
/// the picture (SVHN).
void paintStreet(Picture& picture, std::int32_t digit, RandomStream& stream)
{
    const auto side = static_cast<double>(picture.side());
    Hand hand(picture.side());
    const double width = side * stream.uniform(0.36, 0.50);
    hand.pose(stream.uniform(-0.15, 0.15),
              stream.uniform(-0.15, 0.2),
              width,
              side * stream.uniform(0.58, 0.78));
    hand.shiftX = side * stream.uniform(-0.05, 0.05);
    hand.shiftY = side * stream.uniform(-0.05, 0.05);
    hand.startRadius = hand.endRadius = side * stream.uniform(0.042, 0.075);
    Canvas canvas(picture.side());
    drawGlyph(canvas, anyGlyph(digit, stream), hand, stream);
    const double middle = hand.shiftX;
    for (const double direction : {-1.0, 1.0}) {
        if (stream.uniform() < 0.35)
            continue;
        hand.shiftX = middle + direction * (width + side * stream.uniform(0.14, 0.24));
        drawGlyph(canvas,
                  anyGlyph(static_cast<std::int32_t>(stream.below(kDigitNames.size())), stream),
                  hand,
                  stream);
    }

    const Colour wall = randomColour(stream);
    picture.fill(wall);
    paintInk(picture, canvas, contrasting(wall, 0.25F, stream), 1);
    const SmoothField light(2, stream);
    const auto depth = static_cast<float>(stream.uniform(0.1, 0.5));
    for (std::size_t y = 0; y < picture.side(); ++y)
        for (std::size_t x = 0; x < picture.side(); ++x)
            picture.paint(y * picture.side() + x,
                          kBlack,
                          depth * light.at(unit(x, picture.side()), unit(y, picture.side())));
    picture.blur(static_cast<float>(stream.uniform(0.5, 1)));
    picture.addNoise(0.03, stream);
}

/// Drawn to fill 16×16 pixels, then enlarged (USPS): dark ink on bright paper, because otherwise
/// only sharpness would distinguish it from clean strokes.
void paintScanned(Picture& picture, std::int32_t digit, RandomStream& stream)
{
    constexpr std::size_t kScan = 16;
    Hand hand(kScan, stream);
    hand.pose(stream.uniform(-0.15, 0.15),
              stream.uniform(-0.35, 0.2),
              stream.uniform(10.0, 14.0),
              stream.uniform(14.0, 16.0));
    hand.shiftX = stream.uniform(-0.6, 0.6);
    hand.shiftY = stream.uniform(-0.3, 0.3);
    hand.startRadius = hand.endRadius = stream.uniform(0.7, 1.35);
    Canvas canvas(kScan);
    drawGlyph(canvas, anyGlyph(digit, stream), hand, stream);
    std::array<float, kScan * kScan> scan{};
    for (std::size_t pixel = 0; pixel < scan.size(); ++pixel)
        scan[pixel] = static_cast<float>(
            std::clamp(canvas.coverage(pixel) + 0.05 * roughNormal(stream), 0.0, 1.0));

    picture.fill(kWhite);
    const float step = static_cast<float>(kScan) / static_cast<float>(picture.side());
    for (std::size_t y = 0; y < picture.side(); ++y)
        for (std::size_t x = 0; x < picture.side(); ++x) {
            const auto split = [step](std::size_t at) { // bilinear, pixel centres on pixel centres
                const float place = std::clamp((static_cast<float>(at) + 0.5F) * step - 0.5F,
                                               0.0F,
                                               static_cast<float>(kScan) - 1.001F);
                const auto whole = static_cast<std::size_t>(place);
                return std::pair(whole, place - static_cast<float>(whole));
            };
            const auto [row, down] = split(y);
            const auto [column, right] = split(x);
            const float* from = scan.data() + row * kScan + column;
            const float top = from[0] + (from[1] - from[0]) * right;
            const float bottom = from[kScan] + (from[kScan + 1] - from[kScan]) * right;
            picture.paint(y * picture.side() + x, kBlack, top + (bottom - top) * down);
        }
}

/// Even figures of a type face, thin to bold, plain colours, some with a shadow (SynthDigits).
void paintFont(Picture& picture, std::int32_t digit, RandomStream& stream)
{
    const auto side = static_cast<double>(picture.side());
    Hand hand(picture.side());
    const double slant = stream.uniform() < 0.5 ? 0 : 0.3;
    hand.pose(stream.uniform(-0.35, 0.35),
              slant,
              side * stream.uniform(0.40, 0.66),
              side * stream.uniform(0.52, 0.74));
    hand.shiftX = side * stream.uniform(-0.09, 0.09);
    hand.shiftY = side * stream.uniform(-0.07, 0.07);
    hand.startRadius = hand.endRadius = side * stream.uniform(0.022, 0.08);
    const Glyph& glyph = anyGlyph(digit, stream);

    const Colour paper = randomColour(stream);
    picture.fill(paper);
    Canvas canvas(picture.side());
    if (stream.uniform() < 0.4) {
        Hand shadow = hand;
        const double offset = side * stream.uniform(0.04, 0.08);
        shadow.shiftX += offset;
        shadow.shiftY += offset;
        drawGlyph(canvas, glyph, shadow, stream);
        paintInk(picture, canvas, kBlack, 0.35);
        canvas.clear();
    }
    drawGlyph(canvas, glyph, hand, stream);
    paintInk(picture, canvas, contrasting(paper, 0.35F, stream), 1);
    picture.addNoise(0.02, stream);
}

/// A pen's strokes that turn a coloured texture into its opposite (MNIST-M: |background − digit|).
void paintTextured(Picture& picture, std::int32_t digit, RandomStream& stream)
{
    const Hand hand(picture.side(), stream);
    Canvas canvas(picture.side());
    drawGlyph(canvas, anyGlyph(digit, stream), hand, stream);
    const SmoothField coarse(3, stream);
    const SmoothField fine(11, stream);
    const Colour dark = randomColour(stream);
    const Colour bright = randomColour(stream);
    for (std::size_t y = 0; y < picture.side(); ++y)
        for (std::size_t x = 0; x < picture.side(); ++x) {
            const std::size_t pixel = y * picture.side() + x;
            const float u = unit(x, picture.side());
            const float v = unit(y, picture.side());
            const float rough = 0.45F * coarse.at(u, v) + 0.55F * fine.at(u, v);
            const float mixed = std::clamp(2 * rough - 0.5F, 0.0F, 1.0F); // all of both colours
            const auto ink = static_cast<float>(canvas.coverage(pixel));
            for (std::size_t c = 0; c < 3; ++c)
                picture.channel(c)[pixel] = std::abs(dark[c] + (bright[c] - dark[c]) * mixed - ink);
        }
    picture.addNoise(0.03, stream);
}

struct Style
{
    std::string_view name;
    void (*paint)(Picture& picture, std::int32_t digit, RandomStream& stream);
};

constexpr std::array kStyles{
    Style{"clean", &paintClean},
    Style{"street", &paintStreet},
    Style{"scanned", &paintScanned},
    Style{"fonts", &paintFont},
    Style{"textured", &paintTextured},
};

/// Peers of the streams (seed, Synthesise, …): four for each domain.
std::uint32_t peerOf(std::size_t domain, bool test, bool labels)
{
    return static_cast<std::uint32_t>(domain * 4 + (test ? 2 : 0) + (labels ? 1 : 0));
}

SampleShape shapeOf(const GlyphDomainsParameters& parameters)
{
    using Shape = GlyphDomainsParameters::Shape;
    const std::size_t side = parameters.shape == Shape::Colour32 ? 32 : 28;
    return {.channels = parameters.shape == Shape::Grey28 ? 1U : 3U, .height = side, .width = side};
}

/// Of pixels, labels and domains.
std::uint64_t bytesOf(const GlyphDomainsParameters& parameters)
{
    return (parameters.samples + parameters.test) * kStyles.size()
           * (shapeOf(parameters).size() + 2 * sizeof(std::int32_t));
}

Samples drawn(const GlyphDomainsParameters& parameters, std::size_t perDomain, bool test)
{
    Samples samples;
    samples.shape = shapeOf(parameters);
    const std::size_t size = samples.shape.size();
    std::vector<std::uint8_t> pixels(kStyles.size() * perDomain * size);
    samples.labels.resize(kStyles.size() * perDomain);
    Picture picture(samples.shape.width);
    for (std::size_t domain = 0; domain < kStyles.size(); ++domain) {
        const std::span<std::int32_t> labels =
            std::span(samples.labels).subspan(domain * perDomain, perDomain);
        balancedLabels(kDigitNames.size(), parameters.seed, peerOf(domain, test, true), labels);
        for (std::size_t i = 0; i < perDomain; ++i) {
            RandomStream stream = synthesis(parameters.seed, i, peerOf(domain, test, false));
            kStyles[domain].paint(picture, labels[i], stream);
            picture.write(std::span(pixels).subspan((domain * perDomain + i) * size, size),
                          samples.shape.channels);
        }
        samples.domains.insert(samples.domains.end(), perDomain, static_cast<std::int32_t>(domain));
    }
    samples.values = std::move(pixels);
    return samples;
}

constexpr std::array<std::string_view, 3> kShapes{"28x28x3", "28x28x1", "32x32x3"};

constexpr std::array kParameters{
    bind<&GlyphDomainsParameters::samples>({.name = "samples",
                                            .range = between(10, 200'000),
                                            .unit = "samples",
                                            .meaning = "to train on, of each of the five domains"}),
    bind<&GlyphDomainsParameters::test>({.name = "testSamples",
                                         .range = between(0, 200'000),
                                         .unit = "samples",
                                         .meaning = "in the official test set, of each domain"}),
    bind<&GlyphDomainsParameters::shape>({.name = "shape",
                                          .title = "Shape of a picture",
                                          .words = kShapes,
                                          .meaning = "height, width and colours of a picture"}),
    bind<&GlyphDomainsParameters::seed>(
        seedParameter("which digits are drawn; the runs of an experiment share them")),
};

constexpr NamedPart kPart{
    .name = "glyphDomains",
    .title = "Glyph digits in five domains",
    .meaning = "The digits 0 to 9 in five styles: clean strokes, street numbers between "
               "neighbours, 16×16 scans, coloured fonts, and strokes on texture. A "
               "stand-in for the Digit task, whose data sets differ likewise.",
    .parameters = kParameters};

} // namespace

Dataset makeGlyphDomains(const GlyphDomainsParameters& parameters)
{
    std::array<std::string_view, kStyles.size()> names;
    std::ranges::transform(kStyles, names.begin(), &Style::name);
    return describedDataset(kPart,
                            {.classNames = kDigitNames, .domainNames = names},
                            drawn(parameters, parameters.samples, false),
                            drawn(parameters, parameters.test, true));
}

constexpr CatalogEntry kGlyphDomainsSet =
    withSamples(generatedSet<GlyphDomainsParameters, kPart, &makeGlyphDomains, &bytesOf>(
                    "drawn by this program"),
                pictures(3, 28, 10));

} // namespace coterie
