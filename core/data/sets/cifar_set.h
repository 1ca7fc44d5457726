#pragma once

#include "core/data/formats/cifar.h"
#include "core/data/sets/make_dataset.h"
#include "core/data/sets/published_files.h"

namespace coterie {

/// CIFAR's binary version: files of records, the last of them the official test set; or the
/// official .tar.gz, read in place.
struct CifarSet
{
    const NamedPart& part;
    PublishedFiles files;
    CifarLayout layout; ///< its `records` are those of one training file
    std::size_t testRecords = 10000;
    std::span<const std::string_view> classNames;
};

[[nodiscard]] Result<DatasetPointer> loadCifarSet(const CifarSet& set, const DataFolders& folders);

} // namespace coterie
