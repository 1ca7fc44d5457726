#include "core/base/try.h"
#include "core/store/branch_rows.h"
#include "core/store/checkpoint_rows.h"
#include "core/store/database.h"
#include "core/store/guarded.h"
#include "core/store/kept_states.h"
#include "core/store/other_stores.h"
#include "core/store/report_reader.h"
#include "core/store/round_tables.h"
#include "core/store/row_values.h"
#include "core/store/run_rows.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace coterie {

namespace {

void copyRounds(Database& database, std::int64_t from, std::int64_t to, int last)
{
    for (const std::string_view table : kRoundTables) {
        std::string names;
        auto columns = database.statement("SELECT name FROM pragma_table_info(?)", table);
        while (columns.next())
            if (const std::string name = columns.text(0); name != "run" && name != "id")
                names += ", \"" + name + '"';
        const std::string quoted = '"' + std::string(table) + '"';
        database
            .statement("INSERT INTO " + quoted + " (run" + names + ") SELECT ?" + names + " FROM "
                           + quoted + " WHERE run = ? AND round <= ?",
                       to,
                       from,
                       last)
            .run();
    }
}

/// The state would be that of a round which the branch lacks.
void requireRound(Database& database, std::int64_t run, int round)
{
    auto found = database.statement("SELECT 1 FROM round WHERE run = ? AND round = ?", run, round);
    if (!found.next())
        database.fail("run " + std::to_string(run) + " has a state of round "
                      + std::to_string(round) + ", but not that round");
}

std::int64_t insertBranch(Database& database, const NewBranch& made)
{
    const std::int64_t parent = made.branch.parent.value();
    requireRun(database, parent);
    if (made.state.round >= 0)
        requireRound(database, parent, made.state.round);
    database
        .statement("INSERT INTO run (experiment, arm, arm_index, seed, sweep, plan, status, rounds,"
                   " rounds_done, created, program, torch, blas, blas_core, instructions, device,"
                   " sqlite, host)"
                   " SELECT experiment, arm, arm_index, seed, sweep, plan, ?, ?, ?,"
                   " strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), program, torch, blas, blas_core,"
                   " instructions, device, sqlite, host FROM run WHERE id = ?",
                   word(RunStatus::Queued),
                   made.rounds,
                   std::max(0, made.state.round),
                   parent)
        .run();
    const std::int64_t run = database.lastInsertedId();
    updateEnvironment(database, run, made.environment);
    writeBranch(database, run, made.branch);
    if (const FederationFacts facts = readFacts(database, parent); facts != FederationFacts{})
        writeFacts(database, run, facts);
    copyRounds(database, parent, run, made.state.round);
    if (made.state.round >= 0) {
        PlacedPieces pieces;
        std::ranges::transform(
            made.state.changed, std::back_inserter(pieces), &PlacedPiece::inStore);
        writeCheckpoint(database, run, made.state, pieces);
    }
    return run;
}

} // namespace

Result<std::int64_t> RunStore::addBranch(const NewBranch& made)
{
    return writing(database(), [&] { return insertBranch(database(), made); });
}

Result<CheckpointDelta> RunStore::stateUpTo(std::int64_t run, int round)
{
    if (asksOther(run))
        return m_others->ask(run, [&](RunStore& store, std::int64_t number) {
            return store.stateUpTo(number, round);
        });
    return readingRun(database(), run, [&] {
        std::optional<CheckpointDelta> found = keptState(database(), run, round);
        if (std::optional<UsableState> newest = intactState(database(), run);
            newest && newest->checkpoint.round <= round
            && (!found || newest->checkpoint.round >= found->round))
            found = std::move(newest->checkpoint);
        return found ? std::move(*found)
                     : CheckpointDelta{.round = -1, .changed = {}, .removed = {}};
    });
}

} // namespace coterie
