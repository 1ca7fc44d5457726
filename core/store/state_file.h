#pragma once

#include "core/store/free_space.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

namespace coterie {

/// The file beside a run store that holds the large pieces of one run's state; the store says where
/// in it each piece lies. A gigabyte through SQLite's log is copied four times and fills the
/// system's cache twice, 3 s of a core; this way it takes a tenth of that (README, "How fast").
///
/// It is safe because nothing that a commit names is written over before a newer commit, which
/// names something else, is on disk: pieces go to free space, sync() brings them to disk, and only
/// then the store commits their places.
[[nodiscard]] std::filesystem::path stateFile(const std::filesystem::path& store, std::int64_t run);

/// Writes around the system's cache where the file system allows it. All failures are
/// DatabaseErrors that name the file.
class StateFileWriter
{
public:
    explicit StateFileWriter(const std::filesystem::path& file);
    ~StateFileWriter();
    StateFileWriter(const StateFileWriter&) = delete;
    StateFileWriter& operator=(const StateFileWriter&) = delete;

    /// Up to the end of the last block, which must be free too.
    void write(std::uint64_t offset, std::span<const std::byte> bytes);
    /// To the disk itself.
    void sync();

private:
    struct Free
    {
        void operator()(std::byte* memory) const;
    };

    void writeBlocks(std::uint64_t offset, std::size_t length);

    const std::filesystem::path m_file;
    int m_descriptor = -1;
    std::unique_ptr<std::byte, Free> m_buffer; ///< begins at a block, as such writes must
};

/// Throws a DatabaseError if it is not all there.
[[nodiscard]] std::vector<std::byte> readStateFile(const std::filesystem::path& file,
                                                   const Extent& extent);

} // namespace coterie
