#include "core/store/state_file.h"

#include "core/store/database.h"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace coterie {

FreeSpace::FreeSpace(std::vector<Extent> used)
{
    std::ranges::sort(used, {}, &Extent::offset);
    for (const Extent& extent : used) {
        if (extent.offset > m_end)
            m_gaps.push_back({.offset = m_end, .length = extent.offset - m_end});
        m_end = std::max(m_end, extent.offset + wholeBlocks(extent.length));
    }
    m_longest.assign(2 * std::bit_ceil(std::max<std::size_t>(1, m_gaps.size())), 0);
    std::ranges::transform(
        m_gaps, m_longest.begin() + static_cast<std::ptrdiff_t>(leaves()), &Extent::length);
    for (std::size_t node = leaves() - 1; node > 0; --node)
        m_longest[node] = std::max(m_longest[2 * node], m_longest[2 * node + 1]);
}

Extent FreeSpace::take(std::uint64_t length)
{
    const std::uint64_t needed = wholeBlocks(length);
    if (m_gaps.empty() || m_longest[1] < needed) {
        const Extent taken{.offset = m_end, .length = length};
        m_end += needed;
        return taken;
    }
    std::size_t node = 1;
    while (node < leaves())
        node = 2 * node + (m_longest[2 * node] >= needed ? 0 : 1);
    Extent& gap = m_gaps[node - leaves()];
    const Extent taken{.offset = gap.offset, .length = length};
    gap.offset += needed;
    gap.length -= needed;
    m_longest[node] = gap.length;
    while ((node /= 2) > 0)
        m_longest[node] = std::max(m_longest[2 * node], m_longest[2 * node + 1]);
    return taken;
}

namespace {

constexpr std::size_t kBufferBytes = std::size_t{4} << 20;

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what, int problem)
{
    const bool isFull = problem == ENOSPC || problem == EDQUOT;
    const std::string why = isFull ? "the disk is full; free some space and try again"
                                   : std::generic_category().message(problem);
    throw DatabaseError(
        fail(file.string(), what + ": " + why, isFull ? ErrorKind::TooMuch : ErrorKind::File)
            .error);
}

/// A power cut would lose a file whose name is not on disk yet.
void syncFolder(const std::filesystem::path& file)
{
    const std::filesystem::path folder = file.parent_path().empty() ? "." : file.parent_path();
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return;
    ::fsync(descriptor);
    ::close(descriptor);
}

/// Bypasses the system's cache where the file system allows it. Failures are DatabaseErrors.
class StateFileWriter
{
public:
    explicit StateFileWriter(const std::filesystem::path& file)
        : m_file(file)
        , m_buffer(static_cast<std::byte*>(std::aligned_alloc(kFileBlock, kBufferBytes)))
    {
        if (!m_buffer)
            throw std::bad_alloc();
        std::error_code ignored;
        const bool isNew = !std::filesystem::exists(file, ignored);
        constexpr int kFlags = O_WRONLY | O_CREAT | O_CLOEXEC;
        constexpr mode_t kRights = S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH;
        m_descriptor = ::open(file.c_str(), kFlags | O_DIRECT, kRights);
        if (m_descriptor < 0 && errno == EINVAL) // a file system that always caches
            m_descriptor = ::open(file.c_str(), kFlags, kRights);
        if (m_descriptor < 0)
            refuse(file, "the state of the run cannot be written", errno);
        if (isNew)
            syncFolder(file);
    }
    ~StateFileWriter() { ::close(m_descriptor); }
    StateFileWriter(const StateFileWriter&) = delete;
    StateFileWriter& operator=(const StateFileWriter&) = delete;

    /// Up to the end of the last block, which must be free too. Small pieces that follow each other
    /// are written together.
    void write(std::uint64_t offset, std::span<const std::byte> bytes)
    {
        while (!bytes.empty()) {
            if (m_waiting == kBufferBytes || offset != m_offset + m_waiting)
                writeWaiting();
            if (m_waiting == 0)
                m_offset = offset;
            std::byte* const free = m_buffer.get() + m_waiting;
            const std::size_t count = std::min(bytes.size(), kBufferBytes - m_waiting);
            std::memcpy(free, bytes.data(), count);
            const std::size_t length = wholeBlocks(count);
            std::memset(free + count, 0, length - count);
            m_waiting += length;
            offset += length;
            bytes = bytes.subspan(count);
        }
    }

    /// To the disk itself.
    void sync()
    {
        writeWaiting();
        if (::fdatasync(m_descriptor) != 0)
            refuse(m_file, "the state of the run cannot be written", errno);
    }

private:
    struct Free
    {
        void operator()(std::byte* memory) const { std::free(memory); }
    };

    void writeWaiting()
    {
        writeBlocks(m_offset, m_waiting);
        m_waiting = 0;
    }

    void writeBlocks(std::uint64_t offset, std::size_t length)
    {
        for (std::size_t done = 0; done < length;) {
            const ssize_t written = ::pwrite(m_descriptor,
                                             m_buffer.get() + done,
                                             length - done,
                                             static_cast<off_t>(offset + done));
            if (written > 0) {
                done += static_cast<std::size_t>(written);
                continue;
            }
            const int problem = written == 0 ? EIO : errno;
            const int flags = ::fcntl(m_descriptor, F_GETFL);
            if (problem == EINVAL && (flags & O_DIRECT) != 0)
                ::fcntl(m_descriptor, F_SETFL, flags & ~O_DIRECT); // this disk has larger blocks
            else if (problem != EINTR)
                refuse(m_file, "the state of the run cannot be written", problem);
        }
    }

    const std::filesystem::path m_file;
    int m_descriptor = -1;
    std::unique_ptr<std::byte, Free> m_buffer; ///< aligned to a block
    std::uint64_t m_offset = 0;                ///< of what waits in it
    std::size_t m_waiting = 0;                 ///< whole blocks
};

/// Of the newest state.
std::vector<Extent> storedExtents(Database& database, std::int64_t run)
{
    std::vector<Extent> extents;
    auto query = database.statement("SELECT file_offset, file_length FROM checkpoint_piece"
                                    " WHERE run = ? AND until IS NULL AND file_offset IS NOT NULL",
                                    run);
    while (query.next()) {
        Extent& extent = extents.emplace_back();
        query.read(0, extent.offset, extent.length);
    }
    return extents;
}

} // namespace

std::filesystem::path stateFile(const std::filesystem::path& store, std::int64_t run)
{
    return store.string() + "-state-" + std::to_string(run);
}

bool hasStateFile(Database& database, std::int64_t run)
{
    return database
        .statement("SELECT 1 FROM checkpoint_piece"
                   " WHERE run = ? AND file_offset IS NOT NULL LIMIT 1",
                   run)
        .next();
}

PlacedPieces writeStateFile(Database& database, std::int64_t run, const CheckpointDelta& checkpoint)
{
    PlacedPieces pieces;
    pieces.reserve(checkpoint.changed.size());
    std::size_t size = 0;
    for (const StateChunk& chunk : checkpoint.changed)
        size += chunk.bytes.size();
    if (size < kLargeDelta) {
        std::ranges::transform(
            checkpoint.changed, std::back_inserter(pieces), &PlacedPiece::inStore);
        return pieces;
    }
    FreeSpace space(storedExtents(database, run));
    StateFileWriter file(stateFile(database.file(), run));
    for (const StateChunk& chunk : checkpoint.changed) {
        const std::size_t large = chunk.bytes.isHere() ? kLargePiece : kLargePieceElsewhere;
        if (chunk.bytes.size() < large) {
            pieces.push_back(PlacedPiece::inStore(chunk));
            continue;
        }
        const SharedBytes bytes = chunk.bytes.here();
        pieces.push_back({.place = space.take(bytes.size())});
        file.write(pieces.back().place->offset, bytes.view());
    }
    file.sync();
    return pieces;
}

std::optional<std::vector<std::byte>> readStateFile(const std::filesystem::path& file,
                                                    const Extent& extent)
{
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        refuse(file, "the state of the run cannot be read", errno);
    // What a store claims is not allocated before it is seen to be there.
    struct stat found = {};
    const bool isKnown = ::fstat(descriptor, &found) == 0;
    const auto size = isKnown ? static_cast<std::uint64_t>(found.st_size) : 0;
    int problem = isKnown ? 0 : errno;
    if (isKnown && (extent.length > size || extent.offset > size - extent.length))
        problem = ENODATA;
    std::vector<std::byte> bytes(problem == 0 ? extent.length : 0);
    std::size_t done = 0;
    while (done < bytes.size() && problem == 0) {
        const ssize_t got = ::pread(descriptor,
                                    bytes.data() + done,
                                    bytes.size() - done,
                                    static_cast<off_t>(extent.offset + done));
        if (got > 0)
            done += static_cast<std::size_t>(got);
        else if (got == 0)
            problem = ENODATA;
        else if (errno != EINTR)
            problem = errno;
    }
    ::close(descriptor);
    if (problem == ENODATA || problem == EIO)
        return std::nullopt;
    if (problem != 0)
        refuse(file, "the state of the run cannot be read", problem);
    return bytes;
}

} // namespace coterie
