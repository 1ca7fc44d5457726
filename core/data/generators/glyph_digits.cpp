#include "core/data/generators/glyph_digits.h"

#include "core/data/generators/pen.h"
#include "core/data/generators/pictures.h"
#include "core/data/sets/sets.h"

#include <algorithm>

namespace coterie {

namespace {

constexpr std::size_t kSide = 28;
constexpr std::size_t kPixels = kSide * kSide;
constexpr std::uint32_t kLabelPeer = 1; // labels and pictures draw from separate streams

void drawDigit(std::int32_t digit,
               double noise,
               RandomStream& stream,
               std::span<std::uint8_t> pixels)
{
    const Hand hand(kSide, stream);
    Canvas canvas(kSide);
    drawGlyph(canvas, anyGlyph(digit, stream), hand, stream);
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        const double value = hand.ink * canvas.coverage(i) + noise * roughNormal(stream);
        pixels[i] = static_cast<std::uint8_t>(std::clamp(value, 0.0, 1.0) * 255.0 + 0.5);
    }
}

constexpr std::array kParameters{
    bind<&GlyphDigitsParameters::samples>(
        {.name = "samples",
         .range = between(10, 1'000'000),
         .unit = "samples",
         .meaning = "how many digits are drawn; fewer are the beginning of more"}),
    bind<&GlyphDigitsParameters::seed>(
        seedParameter("which digits are drawn; the runs of an experiment share them")),
    bind<&GlyphDigitsParameters::noise>(
        {.name = "noise",
         .range = between(0, 1),
         .meaning = "standard deviation of the pixel noise, as a share of full ink"}),
};

constexpr NamedPart kPart{
    .name = "glyphDigits",
    .title = "Glyph digits",
    .meaning = "28×28 grey pictures of the digits 0 to 9, drawn by a simulated pen: several ways "
               "to write each digit, random slant, size, place, line width and noise.",
    .parameters = kParameters};

std::uint64_t bytesOf(const GlyphDigitsParameters& parameters)
{
    return parameters.samples * (kPixels + sizeof(std::int32_t));
}

} // namespace

Dataset makeGlyphDigits(const GlyphDigitsParameters& parameters)
{
    Samples train;
    train.shape = {.channels = 1, .height = kSide, .width = kSide};
    train.labels.resize(parameters.samples);
    balancedLabels(kDigitNames.size(), parameters.seed, kLabelPeer, train.labels);
    std::vector<std::uint8_t> pixels(parameters.samples * kPixels);
    for (std::size_t i = 0; i < parameters.samples; ++i) {
        RandomStream stream = synthesis(parameters.seed, i);
        drawDigit(train.labels[i],
                  parameters.noise,
                  stream,
                  std::span(pixels).subspan(i * kPixels, kPixels));
    }
    train.values = std::move(pixels);
    Samples test;
    test.shape = train.shape;
    return describedDataset(kPart, {.classNames = kDigitNames}, std::move(train), std::move(test));
}

constexpr CatalogEntry kGlyphDigitsSet = withSamples(
    generatedSet<GlyphDigitsParameters, kPart, &makeGlyphDigits, &bytesOf>("drawn by this program"),
    pictures(1, kSide, 10));

} // namespace coterie
