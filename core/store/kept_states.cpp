#include "core/store/kept_states.h"

#include "core/base/hash.h"
#include "core/store/checkpoint_rows.h"
#include "core/store/database.h"
#include "core/store/state_file.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace coterie {

namespace {

/// In how many rounds one is kept, after the budget may have been full before.
int strideOf(Database& database, std::int64_t run, int every)
{
    auto query = database.statement("SELECT max(every) FROM kept_state WHERE run = ?", run);
    const int used = query.next() && !query.isNull(0) ? query.whole(0) : every;
    return used > 0 && used % every == 0 ? used : every; // the run was resumed with another setting
}

std::uint64_t bytesKept(Database& database, std::int64_t run)
{
    auto query =
        database.statement("SELECT total(length(bytes)) FROM kept_piece WHERE run = ?", run);
    return query.next() ? static_cast<std::uint64_t>(query.real(0)) : 0;
}

std::uint64_t bytesOfNewest(Database& database, std::int64_t run)
{
    auto query = database.statement(
        "SELECT total(coalesce(file_length, (SELECT length(bytes) FROM checkpoint_bytes"
        " WHERE id = checkpoint_piece.bytes))) FROM checkpoint_piece"
        " WHERE run = ? AND until IS NULL",
        run);
    return query.next() ? static_cast<std::uint64_t>(query.real(0)) : 0;
}

void copyNewest(Database& database, std::int64_t run, int round, int every)
{
    database.statement("DELETE FROM kept_state WHERE run = ? AND round = ?", run, round).run();
    database
        .statement("INSERT INTO kept_state (run, round, every, digest)"
                   " SELECT run, round, ?, digest FROM checkpoint WHERE run = ?",
                   every,
                   run)
        .run();
    database
        .statement("INSERT INTO kept_piece (run, round, part, client, \"index\", hash, bytes)"
                   " SELECT piece.run, ?, part, client, \"index\", hash, held.bytes"
                   " FROM checkpoint_piece AS piece JOIN checkpoint_bytes AS held"
                   " ON held.id = piece.bytes WHERE piece.run = ? AND until IS NULL",
                   round,
                   run)
        .run();
    auto inFile = database.statement("SELECT part, client, \"index\", hash, file_offset,"
                                     " file_length FROM checkpoint_piece"
                                     " WHERE run = ? AND until IS NULL AND bytes IS NULL",
                                     run);
    auto insert = database.statement("INSERT INTO kept_piece (run, round, part, client, \"index\","
                                     " hash, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)");
    while (inFile.next()) {
        StateChunk chunk;
        Extent extent;
        inFile.read(0, chunk.part, chunk.client, chunk.index, chunk.hash);
        inFile.read(4, extent.offset, extent.length);
        const auto bytes = readStateFile(stateFile(database.file(), run), extent);
        if (!bytes)
            database.fail("the state of the run cannot be read back");
        insert
            .bind(run,
                  round,
                  chunk.part,
                  chunk.client,
                  chunk.index,
                  chunk.hash,
                  std::span<const std::byte>(*bytes))
            .run();
    }
}

} // namespace

void keepNewestState(Database& database, std::int64_t run, const StateKeeping& keeping)
{
    int round = 0;
    {
        auto head = database.statement("SELECT round FROM checkpoint WHERE run = ?", run);
        if (!head.next())
            return;
        round = head.whole(0);
    }
    const std::uint64_t needed = bytesOfNewest(database, run);
    int every = strideOf(database, run, keeping.every);
    if (round % every != 0 || needed > keeping.budget)
        return;
    database.statement("DELETE FROM kept_state WHERE run = ? AND round = ?", run, round).run();
    // In the end no other state is left, and this one fits.
    while (bytesKept(database, run) + needed > keeping.budget) {
        every *= 2;
        database.statement("DELETE FROM kept_state WHERE run = ? AND round % ? <> 0", run, every)
            .run();
        database.statement("UPDATE kept_state SET every = ? WHERE run = ?", every, run).run();
        if (round % every != 0)
            return;
    }
    copyNewest(database, run, round, every);
}

std::optional<CheckpointDelta> keptState(Database& database, std::int64_t run, int round)
{
    auto states = database.statement("SELECT round, digest FROM kept_state"
                                     " WHERE run = ? AND round <= ? ORDER BY round DESC",
                                     run,
                                     round);
    while (states.next()) {
        CheckpointDelta state;
        state.isWhole = true;
        std::uint64_t expected = 0;
        states.read(0, state.round, expected);
        bool isIntact = true;
        auto pieces = database.statement("SELECT part, client, \"index\", hash, bytes"
                                         " FROM kept_piece WHERE run = ? AND round = ?"
                                         " ORDER BY part, client, \"index\"",
                                         run,
                                         state.round);
        while (isIntact && pieces.next()) {
            StateChunk& chunk = state.changed.emplace_back();
            pieces.read(0, chunk.part, chunk.client, chunk.index, chunk.hash);
            const std::span<const std::byte> bytes = pieces.blob(4);
            isIntact = contentHash(bytes) == chunk.hash;
            chunk.bytes = SharedBytes(std::vector<std::byte>(bytes.begin(), bytes.end()));
        }
        if (isIntact && digestOf(state) == expected)
            return state;
    }
    return std::nullopt;
}

} // namespace coterie
