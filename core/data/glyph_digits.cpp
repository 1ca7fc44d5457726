#include "core/data/glyph_digits.h"

#include "core/data/generators/pen.h"
#include "core/data/generators/pictures.h"
#include "core/data/glyph_templates.h"
#include "core/spec/random_stream.h"

#include <algorithm>

namespace coterie {

namespace {

constexpr std::size_t kSide = 28;
constexpr std::size_t kPixels = kSide * kSide;
constexpr std::size_t kDigits = 10;
constexpr std::uint32_t kLabelPeer = 1; // labels and pictures draw from separate streams

void drawDigit(std::int32_t digit,
               double noise,
               RandomStream& stream,
               std::span<std::uint8_t> pixels)
{
    const Hand hand(kSide, stream);
    const std::span<const Glyph> templates = glyphTemplates(digit);
    Canvas canvas(kSide);
    drawGlyph(
        canvas, templates[static_cast<std::size_t>(stream.below(templates.size()))], hand, stream);
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
    balancedLabels(kDigits, parameters.seed, kLabelPeer, dataset.train.labels);
    for (std::size_t i = 0; i < parameters.samples; ++i) {
        RandomStream stream({.seed = parameters.seed,
                             .purpose = Purpose::Synthesise,
                             .client = static_cast<std::uint32_t>(i)});
        drawDigit(dataset.train.labels[i],
                  parameters.noise,
                  stream,
                  std::span(pixels).subspan(i * kPixels, kPixels));
    }
    dataset.train.values = std::move(pixels);
    return dataset;
}

} // namespace coterie
