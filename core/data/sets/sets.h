#pragma once

#include "core/data/catalog.h"

namespace coterie {

/// The only list of data sets in the program, in the order it shows them. To add one: a file in
/// this folder that defines its entry, and its name here.
#define COTERIE_DATA_SETS                                                                          \
    kGlyphDigitsSet, kGlyphDomainsSet, kShapes10Set, kShapes100Set, kSyntheticRegressionSet,       \
        kTabularClinicsSet, kVolumesSet, kMnistSet, kFashionMnistSet, kEmnistSet, kCifar10Set,     \
        kCifar100Set, kSvhnSet, kUspsSet, kSynthDigitsSet, kMnistMSet, kDigitDomainsSet,           \
        kHeartDiseaseSet, kIxiTinySet, kCsvSet, kNpySet, kNpzSet, kIdxSet, kCifarFileSet,          \
        kImageFolderSet

extern const CatalogEntry COTERIE_DATA_SETS;

/// Licence of what the program makes itself.
inline constexpr std::string_view kMadeByCoterie = "GPL-3.0-or-later, as the program";

/// Every generated data set has one.
[[nodiscard]] constexpr ParameterDescriptor seedParameter(std::string_view meaning)
{
    constexpr double kLargest = 9'007'199'254'740'992.0; // that a JSON reader keeps exact
    return {.name = "seed", .minimum = 0, .maximum = kLargest, .meaning = meaning};
}

[[nodiscard]] inline DatasetPointer shared(Dataset dataset)
{
    return std::make_shared<Dataset>(std::move(dataset));
}

} // namespace coterie
