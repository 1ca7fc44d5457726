#pragma once

#include "core/data/catalog.h"

namespace coterie {

// The data sets the program knows. To add one: a file in this folder that defines its entry, a
// declaration here and a line in the table of core/data/catalog.cpp.
extern const CatalogEntry kGlyphDigitsSet;
extern const CatalogEntry kMnistSet;
extern const CatalogEntry kFashionMnistSet;

} // namespace coterie
