#pragma once

#include "core/data/formats/bytes.h"
#include "core/data/sets/sets.h"

#include <functional>

namespace coterie {

/// A file that a program can download, as the publisher offers it: perhaps packed.
struct PublishedFile
{
    std::string_view name;
    std::uint64_t bytes = 0; ///< 0: not known
    std::string_view sha256 = {};
    std::string_view md5 = {};
    std::string_view note = {};    ///< where size and digest come from, if not from the publisher
    std::string_view address = {}; ///< empty: the set's address and the name
};

/// Where the files of a published data set usually are, and where they come from.
struct PublishedFiles
{
    NamedPart part;
    std::array<std::string_view, 4> folders;      ///< below a data folder; the first is recommended
    std::span<const std::string_view> files = {}; ///< all are needed, each as it is or with .gz
    std::string_view archive = {};       ///< one file with all of them, read in place instead
    std::string_view archiveFolder = {}; ///< of the archive, where the files are: "gzip/"
    std::string_view address;            ///< where they are published
    std::string_view ending = {};        ///< of the files there and in the archive: ".gz"
    /// Whether a data folder may itself hold the files; null: it may.
    bool (*mayHold)(const std::filesystem::path& folder) = nullptr;
    std::span<const PublishedFile> downloads = {};
};

/// The files, in their order, or the archive alone, from the first folder that has either; empty if
/// none has.
[[nodiscard]] std::vector<std::filesystem::path> findFiles(const PublishedFiles& set,
                                                           const DataFolders& folders);
/// The catalogue's entry of a set whose files are always the same.
template <const PublishedFiles& kSet>
[[nodiscard]] constexpr CatalogEntry
publishedSet(std::string_view licence, std::string_view origin, decltype(CatalogEntry::load) load)
{
    return {.part = kSet.part,
            .builtIn = false,
            .licence = licence,
            .origin = origin,
            .load = load,
            .find = [](const DataFolders& folders) { return findFiles(kSet, folders); },
            .published = &kSet};
}

/// The same for loading: an error if they are not on this machine.
[[nodiscard]] Result<std::vector<std::filesystem::path>> neededFiles(const PublishedFiles& set,
                                                                     const DataFolders& folders);
/// Whether what was found is the archive.
[[nodiscard]] bool isArchive(const PublishedFiles& set,
                             std::span<const std::filesystem::path> found);

/// Opens one of a set's files by its number, unpacked, from its folder or its zip archive.
using OpenFile = std::function<Result<ByteSourcePointer>(std::size_t file)>;
/// Finds the files and lets `read` read the training samples (part 0) and the test samples (1).
[[nodiscard]] Result<DatasetPointer>
loadPublished(const PublishedFiles& set,
              const DataFolders& folders,
              const DatasetFacts& facts,
              const std::function<Result<Samples>(const OpenFile& open, std::size_t part)>& read);

/// Lets `read` read each of the files that were found, once: in their order, or in that of the
/// set's tar archive, which must have all of them.
[[nodiscard]] Result<void>
readEach(const PublishedFiles& set,
         std::span<const std::filesystem::path> found,
         const std::function<Result<void>(std::size_t file, ByteSource& content)>& read);

/// The error of a data set whose files are not on this machine: its title, and more about it.
[[nodiscard]] Unexpected<Error> notFound(std::string_view title, std::string_view more);
/// Whether an error is one of those: the experiment is right, but its data are not here.
[[nodiscard]] bool saysFilesMissing(const Error& error);

} // namespace coterie
