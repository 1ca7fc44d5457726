#include "core/store/checkpoint_rows.h"

#include "core/store/database.h"

namespace coterie {

std::size_t bytesOf(const CheckpointDelta& checkpoint)
{
    std::size_t bytes = 0;
    for (const StateChunk& chunk : checkpoint.changed)
        bytes += chunk.bytes ? chunk.bytes->size() : 0;
    return bytes;
}

void writeCheckpoint(Database& database, std::int64_t run, const CheckpointDelta& checkpoint)
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
    auto update =
        database.statement("UPDATE checkpoint_chunk SET bytes = ?"
                           " WHERE run = ? AND part = ? AND client = ? AND \"index\" = ?");
    auto insert =
        database.statement("INSERT INTO checkpoint_chunk (run, part, client, \"index\", bytes)"
                           " VALUES (?, ?, ?, ?, ?)");
    static const std::vector<std::byte> kNothing;
    for (const StateChunk& chunk : checkpoint.changed) {
        const std::vector<std::byte>& bytes = chunk.bytes ? *chunk.bytes : kNothing;
        if (bytes.size() > kLargestChunk) {
            database.fail("a piece of the state (\"" + chunk.part + "\", client "
                          + std::to_string(chunk.client) + ") has " + std::to_string(bytes.size())
                          + " bytes, at most " + std::to_string(kLargestChunk)
                          + " are kept in one");
        }
        update.bind(bytes, run, chunk.part, chunk.client, chunk.index).run();
        if (database.changes() == 0)
            insert.bind(run, chunk.part, chunk.client, chunk.index, bytes).run();
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
    auto query = database.statement("SELECT part, client, \"index\", bytes FROM checkpoint_chunk"
                                    " WHERE run = ? ORDER BY part, client, \"index\"");
    query.bind(run);
    while (query.next()) {
        const auto bytes = query.blob(3);
        checkpoint.changed.push_back(StateChunk{
            .part = query.text(0),
            .client = query.whole(1),
            .index = query.whole(2),
            .bytes = std::make_shared<const std::vector<std::byte>>(bytes.begin(), bytes.end())});
    }
    return checkpoint;
}

} // namespace coterie
