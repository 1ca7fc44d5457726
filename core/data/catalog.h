#pragma once

#include "core/base/result.h"
#include "core/data/dataset.h"
#include "core/experiment/parameters.h"

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace coterie {

/// Where real files are looked for: --data, then COTERIE_DATA, then the user's data directory.
struct DataFolders
{
    std::vector<std::filesystem::path> folders;
};

/// One data set the program knows: how to make it, or where to find it. Each is defined in a file
/// of core/data/sets.
struct CatalogEntry
{
    NamedPart part;        ///< name, title, meaning, origin, parameters
    bool builtIn = true;   ///< needs no files
    bool fromPath = false; ///< read from a file of the user's, which its "path" parameter names
    std::string_view licence = {};
    std::string_view origin = {}; ///< how to get it, for a person
    Result<std::shared_ptr<const Dataset>> (*load)(const ParameterSet& parameters,
                                                   std::uint64_t seed,
                                                   const DataFolders& folders) = nullptr;
    /// Files found for it in these folders; empty if some are missing.
    std::vector<std::filesystem::path> (*find)(const DataFolders& folders) = nullptr;
    /// Whether there is what `load` reads with these parameters; null: whenever files are found.
    bool (*isHere)(const ParameterSet& parameters, const DataFolders& folders) = nullptr;
};

/// CatalogEntry::find of what needs no files.
[[nodiscard]] std::vector<std::filesystem::path> nothingToFind(const DataFolders& folders);

[[nodiscard]] std::span<const CatalogEntry> dataCatalog();
/// The catalogue's parts alone, for the registry.
[[nodiscard]] std::span<const NamedPart> datasetParts();
/// Loads (or generates) the data set a plan asks for. A built-in one depends on its own "seed"
/// parameter only through `seed`, so that all arms and seeds of an experiment share it unless the
/// file says otherwise.
[[nodiscard]] Result<std::shared_ptr<const Dataset>> loadDataset(const Part& dataset,
                                                                 const DataFolders& folders);
/// Whether the files are there that loading it would read; looks for them and opens none. True of
/// what needs none, and of a file of the user's, whose path says where it should be.
[[nodiscard]] bool hasFiles(const Part& dataset, const DataFolders& folders);
[[nodiscard]] DataFolders defaultDataFolders(const std::filesystem::path& named = {});

} // namespace coterie
