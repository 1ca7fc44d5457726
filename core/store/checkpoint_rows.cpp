#include "core/store/checkpoint_rows.h"

#include "core/base/hash.h"
#include "core/store/database.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <tuple>
#include <unistd.h>
#include <utility>

namespace coterie {

FreeSpace::FreeSpace(std::vector<Extent> used)
{
    std::ranges::sort(used, {}, &Extent::offset);
    for (const Extent& extent : used) {
        if (extent.offset > m_end)
            m_gaps.push_back({.offset = m_end, .length = extent.offset - m_end});
        m_end = std::max(m_end, extent.offset + wholeBlocks(extent.length));
    }
}

Extent FreeSpace::take(std::uint64_t length)
{
    const std::uint64_t needed = wholeBlocks(length);
    const auto gap = std::ranges::find_if(
        m_gaps, [needed](const Extent& extent) { return extent.length >= needed; });
    if (gap == m_gaps.end()) {
        const Extent taken{.offset = m_end, .length = length};
        m_end += needed;
        return taken;
    }
    const Extent taken{.offset = gap->offset, .length = length};
    gap->offset += needed;
    gap->length -= needed;
    if (gap->length == 0)
        m_gaps.erase(gap);
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

    /// Up to the end of the last block, which must be free too.
    void write(std::uint64_t offset, std::span<const std::byte> bytes)
    {
        while (!bytes.empty()) {
            const std::size_t count = std::min(bytes.size(), kBufferBytes);
            std::memcpy(m_buffer.get(), bytes.data(), count);
            const std::size_t length = wholeBlocks(count);
            std::memset(m_buffer.get() + count, 0, length - count);
            writeBlocks(offset, length);
            offset += length;
            bytes = bytes.subspan(count);
        }
    }

    /// To the disk itself.
    void sync()
    {
        if (::fdatasync(m_descriptor) != 0)
            refuse(m_file, "the state of the run cannot be written", errno);
    }

private:
    struct Free
    {
        void operator()(std::byte* memory) const { std::free(memory); }
    };

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
};

/// Nothing if the file is too short or the disk cannot read it: that is damage. Throws a
/// DatabaseError where it may be put right, as when there is no file.
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

/// From these sizes on, of a delta and of a piece, bytes go to the state file. Smaller ones take
/// SQLite milliseconds.
constexpr std::size_t kLargeDelta = std::size_t{32} << 20;
constexpr std::size_t kLargePiece = std::size_t{64} << 10;

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

StatePlaces writeStateFile(Database& database, std::int64_t run, const CheckpointDelta& checkpoint)
{
    StatePlaces places(checkpoint.changed.size());
    std::size_t size = 0;
    for (const StateChunk& chunk : checkpoint.changed)
        size += chunk.bytes.size();
    if (size < kLargeDelta)
        return places;
    FreeSpace space(storedExtents(database, run));
    StateFileWriter file(stateFile(database.file(), run));
    for (std::size_t i = 0; i < places.size(); ++i) {
        const SharedBytes& bytes = checkpoint.changed[i].bytes;
        if (bytes.size() < kLargePiece)
            continue;
        places[i] = space.take(bytes.size());
        file.write(places[i]->offset, bytes.view());
    }
    file.sync();
    return places;
}

namespace {

/// What a state is known by: its round and the key and hash of every piece.
class StateDigest
{
public:
    explicit StateDigest(int round) { add(round); }

    void add(const StateChunk& chunk)
    {
        m_text += chunk.part;
        m_text += '\0';
        add(chunk.client);
        add(chunk.index);
        add(static_cast<std::int64_t>(chunk.hash));
    }
    [[nodiscard]] std::uint64_t value() const
    {
        return contentHash(std::as_bytes(std::span(m_text)));
    }

private:
    void add(std::int64_t number) { m_text += std::to_string(number) + ' '; }

    std::string m_text;
};

constexpr const char* kNewest = " WHERE run = ? AND until IS NULL ORDER BY part, client, \"index\"";

void writeDigest(Database& database, std::int64_t run, int round)
{
    StateDigest digest(round);
    auto query = database.statement(
        std::string("SELECT part, client, \"index\", hash FROM checkpoint_piece") + kNewest, run);
    while (query.next()) {
        StateChunk chunk;
        query.read(0, chunk.part, chunk.client, chunk.index, chunk.hash);
        digest.add(chunk);
    }
    database.statement("UPDATE checkpoint SET digest = ? WHERE run = ?", digest.value(), run).run();
}

/// The number of a state that begins now; the newest one becomes the one before.
std::int64_t beginState(Database& database, std::int64_t run, int round)
{
    database
        .statement("INSERT INTO checkpoint (run, round) VALUES (?, ?)"
                   " ON CONFLICT (run) DO UPDATE SET before_round = round, before_digest = digest,"
                   " round = excluded.round, number = number + 1",
                   run,
                   round)
        .run();
    auto query = database.statement("SELECT number FROM checkpoint WHERE run = ?", run);
    return query.next() ? query.integer(0) : 0;
}

/// Deletes pieces that no state has any more: those that `which` selects.
void deletePieces(Database& database, std::int64_t run, const std::string& which, std::int64_t at)
{
    const std::string these = " FROM checkpoint_piece WHERE run = ?1 AND " + which;
    database
        .statement("DELETE FROM checkpoint_bytes WHERE id IN (SELECT bytes" + these + ")", run, at)
        .run();
    database.statement("DELETE" + these, run, at).run();
}

/// The newest state, or nothing if its bytes are not what was written.
std::optional<CheckpointDelta> readIntact(Database& database, std::int64_t run)
{
    CheckpointDelta checkpoint{.round = -1, .changed = {}, .removed = {}};
    std::uint64_t expected = 0;
    auto head = database.statement("SELECT round, digest FROM checkpoint WHERE run = ?", run);
    if (!head.next())
        return checkpoint;
    head.read(0, checkpoint.round, expected);
    StateDigest digest(checkpoint.round);
    auto query = database.statement(
        std::string("SELECT part, client, \"index\", hash, file_offset, file_length,"
                    " (SELECT bytes FROM checkpoint_bytes WHERE id = checkpoint_piece.bytes)"
                    " FROM checkpoint_piece")
            + kNewest,
        run);
    const std::filesystem::path file = stateFile(database.file(), run);
    while (query.next()) {
        StateChunk& chunk = checkpoint.changed.emplace_back();
        query.read(0, chunk.part, chunk.client, chunk.index, chunk.hash);
        const std::span<const std::byte> here = query.blob(6);
        Extent extent;
        query.read(4, extent.offset, extent.length);
        std::optional<std::vector<std::byte>> bytes =
            query.isNull(4) ? std::vector<std::byte>(here.begin(), here.end())
                            : readStateFile(file, extent);
        if (!bytes || contentHash(*bytes) != chunk.hash)
            return std::nullopt;
        chunk.bytes = SharedBytes(std::move(*bytes));
        digest.add(chunk);
    }
    return digest.value() == expected ? std::optional(std::move(checkpoint)) : std::nullopt;
}

/// Until the next commit the store knows that a state was damaged and given up, by a round before
/// without a digest. So a resume says it even if the process ends before the event is stored.
std::string whatWasGivenUp(Database& database, std::int64_t run)
{
    auto head = database.statement("SELECT round, before_round FROM checkpoint WHERE run = ?"
                                   " AND before_round IS NOT NULL AND before_digest IS NULL",
                                   run);
    if (!head.next())
        return {};
    if (head.integer(0) < 0)
        return "No stored state is intact. The run begins again from round 0.";
    return "The stored state after round " + std::to_string(head.integer(1))
           + " is damaged. The run continues from the one before it, after round "
           + std::to_string(head.integer(0)) + '.';
}

} // namespace

void writeCheckpoint(Database& database,
                     std::int64_t run,
                     const CheckpointDelta& checkpoint,
                     const StatePlaces& places)
{
    const std::int64_t number = beginState(database, run, checkpoint.round);
    const std::string key = " WHERE run = ?1 AND part = ?2 AND client = ?3 AND \"index\" = ?4";
    auto retire =
        database.statement("UPDATE checkpoint_piece SET until = ?5" + key + " AND until IS NULL");
    for (const StateChunk& chunk : checkpoint.removed)
        retire.bind(run, chunk.part, chunk.client, chunk.index, number).run();

    // Bytes of the state before the one before are overwritten. SQLite does that in place where the
    // length is unchanged; INSERT OR REPLACE would free their pages and use others.
    auto unused = database.statement("DELETE FROM checkpoint_piece" + key
                                     + " AND until < ?5 AND bytes IS NOT NULL RETURNING bytes");
    auto overwrite = database.statement("UPDATE checkpoint_bytes SET bytes = ? WHERE id = ?");
    auto insert = database.statement("INSERT INTO checkpoint_bytes (run, bytes) VALUES (?, ?)");
    auto name = database.statement("INSERT INTO checkpoint_piece (run, part, client, \"index\","
                                   " since, hash, bytes, file_offset, file_length)"
                                   " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (std::size_t i = 0; i < checkpoint.changed.size(); ++i) {
        const StateChunk& chunk = checkpoint.changed[i];
        const std::span<const std::byte> bytes = chunk.bytes.view();
        if (bytes.size() > kLargestChunk) {
            database.fail("a piece of the state (\"" + chunk.part + "\", client "
                          + std::to_string(chunk.client) + ") has " + std::to_string(bytes.size())
                          + " bytes; it must have at most " + std::to_string(kLargestChunk));
        }
        const std::optional<Extent>& place = places[i];
        std::optional<std::int64_t> id;
        if (!place) {
            unused.bind(run, chunk.part, chunk.client, chunk.index, number);
            while (unused.next())
                id = unused.integer(0);
            if (id) {
                overwrite.bind(bytes, *id).run();
            } else {
                insert.bind(run, bytes).run();
                id = database.lastInsertedId();
            }
        }
        retire.bind(run, chunk.part, chunk.client, chunk.index, number).run();
        name.bind(run,
                  chunk.part,
                  chunk.client,
                  chunk.index,
                  number,
                  place ? chunk.hash : contentHash(bytes),
                  id,
                  place ? std::optional(place->offset) : std::nullopt,
                  place ? std::optional(place->length) : std::nullopt)
            .run();
    }
    deletePieces(database, run, "until < ?2", number);
    writeDigest(database, run, checkpoint.round);
}

CheckpointDelta readCheckpoint(Database& database, std::int64_t run)
{
    std::optional<CheckpointDelta> checkpoint = readIntact(database, run);
    if (!checkpoint)
        database.fail("the stored state of run " + std::to_string(run) + " is damaged");
    return std::move(*checkpoint);
}

std::optional<UsableState> intactState(Database& database, std::int64_t run)
{
    std::optional<CheckpointDelta> checkpoint = readIntact(database, run);
    if (!checkpoint)
        return std::nullopt;
    return UsableState{.checkpoint = std::move(*checkpoint),
                       .givenUp = whatWasGivenUp(database, run)};
}

void giveUpState(Database& database, std::int64_t run)
{
    database.statement("DELETE FROM checkpoint WHERE run = ?", run).run();
    database.statement("INSERT INTO checkpoint (run, round, before_round) VALUES (?, -1, -1)", run)
        .run();
    writeDigest(database, run, -1);
}

UsableState recoverCheckpoint(Database& database, std::int64_t run)
{
    if (std::optional<UsableState> intact = intactState(database, run))
        return std::move(*intact);
    auto fallBack = database.statement(
        "UPDATE checkpoint SET round = before_round, digest = before_digest, number = number - 1,"
        " before_round = round, before_digest = NULL"
        " WHERE run = ? AND before_digest IS NOT NULL RETURNING number + 1",
        run);
    std::optional<std::int64_t> number;
    while (fallBack.next())
        number = fallBack.integer(0);
    if (number) {
        constexpr const char* kReturn =
            "UPDATE checkpoint_piece SET until = NULL WHERE run = ? AND until = ?";
        deletePieces(database, run, "since = ?2", *number);
        database.statement(kReturn, run, *number).run();
    }
    if (std::optional<UsableState> before = number ? intactState(database, run) : std::nullopt)
        return std::move(*before);
    giveUpState(database, run);
    return intactState(database, run).value();
}

void giveStatesTheirDigests(Database& database)
{
    using Key = std::tuple<std::int64_t, std::string, int, int, std::int64_t>; // the only index
    std::vector<std::pair<std::uint64_t, Key>> hashes;
    {
        auto query = database.statement(
            "SELECT checkpoint_bytes.bytes, piece.run, part, client, \"index\", since"
            " FROM checkpoint_piece AS piece JOIN checkpoint_bytes ON id = piece.bytes");
        while (query.next()) {
            auto& [hash, key] = hashes.emplace_back(contentHash(query.blob(0)), Key());
            std::apply([&](auto&... column) { query.read(1, column...); }, key);
        }
    }
    auto update =
        database.statement("UPDATE checkpoint_piece SET hash = ? WHERE run = ? AND part = ?"
                           " AND client = ? AND \"index\" = ? AND since = ?");
    for (const auto& [hash, key] : hashes)
        update.bind(hash, key).run();
    std::vector<std::pair<std::int64_t, int>> states;
    {
        auto query = database.statement("SELECT run, round FROM checkpoint");
        while (query.next())
            states.emplace_back(query.integer(0), query.whole(1));
    }
    for (const auto& [run, round] : states)
        writeDigest(database, run, round);
}

} // namespace coterie
