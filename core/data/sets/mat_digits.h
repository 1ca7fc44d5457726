#pragma once

#include "core/data/sets/make_dataset.h"
#include "core/data/sets/published_files.h"

namespace coterie {

/// Digits published as SVHN is: a training and a test file of MATLAB 5.
struct MatDigits
{
    const NamedPart& part;
    PublishedFiles files; ///< two
    bool tenIsZero = false;
};

[[nodiscard]] Result<DatasetPointer> loadMatDigits(const MatDigits& set,
                                                   const DataFolders& folders);

} // namespace coterie
