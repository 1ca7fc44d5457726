#include "core/store/checkpoint_rows.h"

#include "core/spec/content_hash.h"
#include "core/store/database.h"
#include "core/store/state_file.h"

#include <bit>

namespace coterie {

namespace {

/// From these sizes on, of a delta and of a piece of it, bytes go to the state file. States below
/// cost SQLite milliseconds, and one file holds everything then.
constexpr std::size_t kLargeDelta = std::size_t{32} << 20;
constexpr std::size_t kLargePiece = std::size_t{64} << 10;

std::size_t bytesOf(const CheckpointDelta& checkpoint)
{
    std::size_t bytes = 0;
    for (const StateChunk& chunk : checkpoint.changed)
        bytes += chunk.bytes.size();
    return bytes;
}

std::vector<Extent> storedExtents(Database& database, std::int64_t run)
{
    std::vector<Extent> extents;
    auto query = database.statement("SELECT file_offset, file_length FROM checkpoint_chunk"
                                    " WHERE run = ? AND file_offset IS NOT NULL");
    query.bind(run);
    while (query.next())
        extents.push_back({.offset = static_cast<std::uint64_t>(query.integer(0)),
                           .length = static_cast<std::uint64_t>(query.integer(1))});
    return extents;
}

} // namespace

bool hasStateFile(Database& database, std::int64_t run)
{
    auto query = database.statement("SELECT 1 FROM checkpoint_chunk"
                                    " WHERE run = ? AND file_offset IS NOT NULL LIMIT 1");
    query.bind(run);
    return query.next();
}

StatePlaces writeStateFile(Database& database, std::int64_t run, const CheckpointDelta& checkpoint)
{
    StatePlaces places(checkpoint.changed.size());
    if (bytesOf(checkpoint) < kLargeDelta)
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

void writeCheckpoint(Database& database,
                     std::int64_t run,
                     const CheckpointDelta& checkpoint,
                     const StatePlaces& places)
{
    database
        .statement("INSERT INTO checkpoint VALUES (?, ?)"
                   " ON CONFLICT (run) DO UPDATE SET round = excluded.round")
        .bind(run, checkpoint.round)
        .run();

    auto remove =
        database.statement("DELETE FROM checkpoint_chunk"
                           " WHERE run = ? AND part = ? AND client = ? AND \"index\" = ?");
    for (const StateChunk& chunk : checkpoint.removed)
        remove.bind(run, chunk.part, chunk.client, chunk.index).run();

    // UPDATE first: SQLite then overwrites a value of unchanged length where it lies. INSERT OR
    // REPLACE would free its pages and take others.
    auto update = database.statement(
        "UPDATE checkpoint_chunk SET bytes = ?, file_offset = ?, file_length = ?, file_hash = ?"
        " WHERE run = ? AND part = ? AND client = ? AND \"index\" = ?");
    auto insert =
        database.statement("INSERT INTO checkpoint_chunk"
                           " (bytes, file_offset, file_length, file_hash, run, part, client, "
                           "\"index\") VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    for (std::size_t i = 0; i < checkpoint.changed.size(); ++i) {
        const StateChunk& chunk = checkpoint.changed[i];
        const std::span<const std::byte> bytes = chunk.bytes.view();
        if (bytes.size() > kLargestChunk) {
            database.fail("a piece of the state (\"" + chunk.part + "\", client "
                          + std::to_string(chunk.client) + ") has " + std::to_string(bytes.size())
                          + " bytes, at most " + std::to_string(kLargestChunk)
                          + " are kept in one");
        }
        const auto put = [&](Statement& statement) {
            std::optional<std::uint64_t> offset;
            std::optional<std::uint64_t> length;
            std::optional<std::int64_t> hash;
            if (places[i]) {
                offset = places[i]->offset;
                length = places[i]->length;
                hash = std::bit_cast<std::int64_t>(chunk.hash);
            }
            statement
                .bind(places[i] ? std::span<const std::byte>() : bytes,
                      offset,
                      length,
                      hash,
                      run,
                      chunk.part,
                      chunk.client,
                      chunk.index)
                .run();
        };
        put(update);
        if (database.changes() == 0)
            put(insert);
    }
}

CheckpointDelta readCheckpoint(Database& database, std::int64_t run)
{
    CheckpointDelta checkpoint{.round = -1, .changed = {}, .removed = {}};
    auto head = database.statement("SELECT round FROM checkpoint WHERE run = ?");
    head.bind(run);
    if (!head.next())
        return checkpoint;
    checkpoint.round = head.whole(0);
    auto query = database.statement(
        "SELECT part, client, \"index\", bytes, file_offset, file_length, file_hash"
        " FROM checkpoint_chunk WHERE run = ? ORDER BY part, client, \"index\"");
    query.bind(run);
    const std::filesystem::path file = stateFile(database.file(), run);
    while (query.next()) {
        const bool inFile = !query.isNull(4);
        const std::span<const std::byte> here = query.blob(3);
        SharedBytes bytes(
            inFile ? readStateFile(file,
                                   {.offset = static_cast<std::uint64_t>(query.integer(4)),
                                    .length = static_cast<std::uint64_t>(query.integer(5))})
                   : std::vector<std::byte>(here.begin(), here.end()));
        const std::uint64_t hash = contentHash(bytes.view());
        if (inFile && hash != std::bit_cast<std::uint64_t>(query.integer(6))) {
            throw DatabaseError(fail(file.string(),
                                     "this is not the state of run " + std::to_string(run)
                                         + " that the run store speaks of")
                                    .error);
        }
        checkpoint.changed.push_back(StateChunk{.part = query.text(0),
                                                .client = query.whole(1),
                                                .index = query.whole(2),
                                                .bytes = std::move(bytes),
                                                .hash = hash});
    }
    return checkpoint;
}

} // namespace coterie
