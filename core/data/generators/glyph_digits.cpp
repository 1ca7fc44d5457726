#include "core/data/generators/glyph_digits.h"

#include "core/base/random_stream.h"
#include "core/data/generators/pen.h"
#include "core/data/generators/pictures.h"
#include "core/data/sets/sets.h"

#include <algorithm>
#include <array>

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

namespace {

constexpr std::array kParameters{
    bind<&GlyphDigitsParameters::samples>(
        {.name = "samples",
         .minimum = 10,
         .maximum = 1'000'000,
         .unit = "samples",
         .meaning = "how many digits are drawn; fewer are the beginning of more"}),
    bind<&GlyphDigitsParameters::seed>(
        seedParameter("which digits are drawn; the runs of an experiment share them")),
    bind<&GlyphDigitsParameters::noise>(
        {.name = "noise",
         .minimum = 0,
         .maximum = 1,
         .meaning = "standard deviation of the pixel noise, as a share of full ink"}),
};

Result<DatasetPointer> load(const ParameterSet& given, const DataFolders&)
{
    return shared(makeGlyphDigits(readParameters<GlyphDigitsParameters>(kParameters, given)));
}

} // namespace

constexpr CatalogEntry kGlyphDigitsSet{
    .part = {.name = "glyphDigits",
             .title = "Glyph digits",
             .meaning = "28×28 grey pictures of the digits 0 to 9, drawn by a simulated pen: "
                        "several ways to write each digit, random slant, size, place, line width "
                        "and noise.",
             .parameters = kParameters},
    .licence = kMadeByCoterie,
    .origin = "drawn by this program",
    .load = &load};

} // namespace coterie
