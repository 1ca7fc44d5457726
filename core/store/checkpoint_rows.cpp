#include "core/store/checkpoint_rows.h"

#include "core/base/hash.h"
#include "core/store/database.h"
#include "core/store/kept_states.h"

#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace coterie {

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

/// What was found intact in the state file, once more.
SharedBytes broughtFrom(const std::filesystem::path& file, const Extent& extent, std::uint64_t hash)
{
    std::optional<std::vector<std::byte>> bytes = readStateFile(file, extent);
    if (!bytes || contentHash(*bytes) != hash)
        throw std::runtime_error(file.string() + " has changed while it was read");
    return SharedBytes(std::move(*bytes));
}

/// The newest state, or nothing if its bytes are not what was written. Pieces of the state file may
/// stay there.
std::optional<CheckpointDelta>
readIntact(Database& database, std::int64_t run, bool leavesLargeOnes)
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
        if (leavesLargeOnes && !query.isNull(4))
            chunk.bytes = SharedBytes(bytes->size(), [file, extent, hash = chunk.hash] {
                return broughtFrom(file, extent, hash);
            });
        else
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
                     const PlacedPieces& pieces)
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
        if (chunk.bytes.size() > kLargestChunk) {
            database.fail("a piece of the state (\"" + chunk.part + "\", client "
                          + std::to_string(chunk.client) + ") has "
                          + std::to_string(chunk.bytes.size()) + " bytes; it must have at most "
                          + std::to_string(kLargestChunk));
        }
        const std::optional<Extent>& place = pieces[i].place;
        const std::span<const std::byte> bytes = pieces[i].bytes.view();
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
    if (checkpoint.keeping.takes(checkpoint.round))
        keepNewestState(database, run, checkpoint.keeping);
}

std::uint64_t digestOf(const CheckpointDelta& state)
{
    StateDigest digest(state.round);
    for (const StateChunk& chunk : state.changed)
        digest.add(chunk);
    return digest.value();
}

CheckpointDelta readCheckpoint(Database& database, std::int64_t run)
{
    std::optional<CheckpointDelta> checkpoint = readIntact(database, run, false);
    if (!checkpoint)
        database.fail("the stored state of run " + std::to_string(run) + " is damaged");
    return std::move(*checkpoint);
}

std::optional<UsableState> intactState(Database& database, std::int64_t run, bool leavesLargeOnes)
{
    std::optional<CheckpointDelta> checkpoint = readIntact(database, run, leavesLargeOnes);
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
    if (std::optional<UsableState> intact = intactState(database, run, true))
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
    if (std::optional<UsableState> before =
            number ? intactState(database, run, true) : std::nullopt)
        return std::move(*before);
    giveUpState(database, run);
    return intactState(database, run, true).value();
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
