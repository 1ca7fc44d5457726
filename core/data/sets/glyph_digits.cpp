#include "core/data/glyph_digits.h"

#include "core/data/sets/sets.h"

#include <array>

namespace coterie {

namespace {

constexpr std::array kParameters{
    ParameterDescriptor{.name = "samples",
                        .type = ParameterType::Integer,
                        .minimum = 10,
                        .maximum = 1'000'000,
                        .defaultNumber = 4000,
                        .unit = "samples",
                        .meaning = "how many digits are drawn; fewer are the beginning of more"},
    ParameterDescriptor{.name = "seed",
                        .type = ParameterType::Integer,
                        .minimum = 0,
                        .maximum =
                            9'007'199'254'740'992.0, // whole numbers a JSON reader keeps exact
                        .defaultNumber = 1,
                        .meaning = "which digits are drawn; the runs of an experiment share them"},
    ParameterDescriptor{.name = "noise",
                        .minimum = 0,
                        .maximum = 1,
                        .defaultNumber = GlyphDigitsParameters{}.noise,
                        .meaning = "standard deviation of the pixel noise, as a share of full ink"},
};

Result<std::shared_ptr<const Dataset>>
load(const ParameterSet& parameters, std::uint64_t seed, const DataFolders&)
{
    return std::shared_ptr<const Dataset>(std::make_shared<Dataset>(
        makeGlyphDigits({.samples = static_cast<std::size_t>(parameters.integer("samples")),
                         .seed = seed,
                         .noise = parameters.real("noise")})));
}

} // namespace

constexpr CatalogEntry kGlyphDigitsSet{
    .part = {.name = "glyphDigits",
             .title = "Glyph digits",
             .meaning = "28×28 grey pictures of the digits 0 to 9, drawn by a simulated pen: "
                        "several ways to write each digit, random slant, size, place, line width "
                        "and noise.",
             .parameters = kParameters},
    .builtIn = true,
    .licence = kMadeByCoterie,
    .origin = "drawn by this program",
    .load = &load,
    .find = &nothingToFind};

} // namespace coterie
