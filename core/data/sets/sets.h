#pragma once

#include "core/data/catalog.h"

namespace coterie {

// The data sets the program knows. To add one: a file in this folder that defines its entry, a
// declaration here and a line in the table of core/data/catalog.cpp.
extern const CatalogEntry kGlyphDigitsSet;
extern const CatalogEntry kMnistSet;
extern const CatalogEntry kFashionMnistSet;
extern const CatalogEntry kEmnistSet;
extern const CatalogEntry kCifar10Set;
extern const CatalogEntry kCifar100Set;
extern const CatalogEntry kSvhnSet;
extern const CatalogEntry kUspsSet;
extern const CatalogEntry kSynthDigitsSet;
extern const CatalogEntry kMnistMSet;
extern const CatalogEntry kHeartDiseaseSet;
extern const CatalogEntry kCsvSet;
extern const CatalogEntry kNpySet;
extern const CatalogEntry kNpzSet;
extern const CatalogEntry kIdxSet;
extern const CatalogEntry kImageFolderSet;

} // namespace coterie
