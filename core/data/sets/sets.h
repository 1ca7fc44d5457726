#pragma once

#include "core/data/catalog.h"

namespace coterie {

/// Licence of what the program makes itself.
inline constexpr std::string_view kMadeByCoterie = "GPL-3.0-or-later, as the program";
/// The largest seed that a JSON reader keeps exact.
inline constexpr double kLargestSeed = 9'007'199'254'740'992.0;

// The data sets the program knows. To add one: a file in this folder that defines its entry, a
// declaration here and a line in the table of core/data/catalog.cpp.
extern const CatalogEntry kGlyphDigitsSet;
extern const CatalogEntry kGlyphDomainsSet;
extern const CatalogEntry kShapes10Set;
extern const CatalogEntry kShapes100Set;
extern const CatalogEntry kSyntheticRegressionSet;
extern const CatalogEntry kTabularClinicsSet;
extern const CatalogEntry kVolumesSet;
extern const CatalogEntry kMnistSet;
extern const CatalogEntry kFashionMnistSet;
extern const CatalogEntry kEmnistSet;
extern const CatalogEntry kCifar10Set;
extern const CatalogEntry kCifar100Set;
extern const CatalogEntry kSvhnSet;
extern const CatalogEntry kUspsSet;
extern const CatalogEntry kSynthDigitsSet;
extern const CatalogEntry kMnistMSet;
extern const CatalogEntry kDigitDomainsSet;
extern const CatalogEntry kHeartDiseaseSet;
extern const CatalogEntry kIxiTinySet;
extern const CatalogEntry kCsvSet;
extern const CatalogEntry kNpySet;
extern const CatalogEntry kNpzSet;
extern const CatalogEntry kIdxSet;
extern const CatalogEntry kCifarFileSet;
extern const CatalogEntry kImageFolderSet;

} // namespace coterie
