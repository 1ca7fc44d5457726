#pragma once

#include "core/base/result.h"
#include "core/data/dataset.h"
#include "core/experiment/parameters.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

using DatasetPointer = std::shared_ptr<const Dataset>;

/// Where files are searched for: --data, then COTERIE_DATA, then the user's data folder.
struct DataFolders
{
    std::vector<std::filesystem::path> folders;
};

struct PublishedFiles;

/// What the samples of a data set are, and what a network predicts for one.
struct KnownSamples
{
    SampleShape shape;
    std::size_t classes = 0; ///< of the task Classes
    Task task = Task::Classes;
};

[[nodiscard]] inline std::vector<std::filesystem::path> nothingToFind(const DataFolders&)
{
    return {};
}

/// One data set the program knows: how to make it, or where to find it. Each is defined in a file
/// of core/data/sets.
struct CatalogEntry
{
    NamedPart part;
    bool builtIn = true;   ///< needs no files
    bool fromPath = false; ///< read from the user's file that its parameter "path" names
    std::string_view licence = {};
    std::string_view origin = {}; ///< how to get it, for a person
    Result<DatasetPointer> (*load)(const ParameterSet& parameters,
                                   const DataFolders& folders) = nullptr;
    /// Its files in these folders; empty if some are missing.
    std::vector<std::filesystem::path> (*find)(const DataFolders& folders) = &nothingToFind;
    /// Whether the files that `load` reads with these parameters exist; null: if any are found.
    bool (*isHere)(const ParameterSet& parameters, const DataFolders& folders) = nullptr;
    /// Whether with these parameters it takes whatever of its files there are, and so contains
    /// more or less; null: never.
    bool (*takesWhatIsThere)(const ParameterSet& parameters) = nullptr;
    const PublishedFiles* published = nullptr;
    /// Its samples with the default parameters, known without its files; absent: they depend on
    /// them.
    std::optional<KnownSamples> samples = {};
};

/// The entry of a set whose samples are always these.
[[nodiscard]] constexpr CatalogEntry withSamples(CatalogEntry entry, const KnownSamples& samples)
{
    entry.samples = samples;
    return entry;
}

/// Pictures of ten classes or so.
[[nodiscard]] constexpr KnownSamples
pictures(std::size_t channels, std::size_t side, std::size_t classes)
{
    return {.shape = {.channels = channels, .height = side, .width = side}, .classes = classes};
}

[[nodiscard]] std::span<const CatalogEntry> dataCatalog();
/// The catalogue's parts alone, for the registry.
[[nodiscard]] std::span<const NamedPart> datasetParts();
/// Loads or generates the data set of a plan. A built-in one depends on its own parameter "seed",
/// not on that of a run: all arms and seeds of an experiment share it.
[[nodiscard]] Result<DatasetPointer> loadDataset(const Part& dataset, const DataFolders& folders);
/// Whether the files exist that loading it would read; opens none. True of a built-in set, and of
/// the user's own file, whose path says where it should be.
[[nodiscard]] bool hasFiles(const Part& dataset, const DataFolders& folders);
/// Whether its name and parameters alone say what it contains. Not so of the user's own file, of a
/// set that takes whatever files there are, and of an unknown one.
[[nodiscard]] bool hasFixedContents(const Part& dataset);
[[nodiscard]] DataFolders defaultDataFolders(const std::filesystem::path& named = {});

/// One file to download for a data set. A digest that is not known is empty.
struct Download
{
    std::string_view dataset; ///< its name in the catalogue
    std::string file;         ///< its place below a data folder
    std::string address;
    std::uint64_t bytes = 0; ///< 0: not known
    std::string_view sha256 = {};
    std::string_view md5 = {};
    std::string_view note = {}; ///< where size and digest come from, if not from the publisher
};

/// The files that a program can download. SynthDigits has none: its author asks a person to agree
/// first.
[[nodiscard]] std::vector<Download> downloadsOf(std::string_view dataset);

} // namespace coterie
