#include "core/store/branch_rows.h"

#include "core/store/database.h"

#include <algorithm>
#include <string>
#include <utility>

namespace coterie {

std::string originText(const Branch& branch)
{
    return (branch.parent ? "run " + std::to_string(numberInItsStore(*branch.parent)) : branch.name)
           + " after round " + std::to_string(branch.round);
}

void writeBranch(Database& database, std::int64_t run, const Branch& branch)
{
    database
        .statement("INSERT INTO branch (run, parent, name, round, changes) VALUES (?, ?, ?, ?, ?)",
                   run,
                   branch.parent,
                   branch.name,
                   branch.round,
                   recordText(branch.changes))
        .run();
}

void readBranches(Database& database, std::vector<RunRow>& rows)
{
    auto query = database.statement("SELECT run, parent, name, round, changes FROM branch"
                                    " ORDER BY run");
    while (query.next()) {
        const auto row = std::ranges::lower_bound(rows, query.integer(0), {}, &RunRow::id);
        if (row == rows.end() || row->id != query.integer(0))
            continue;
        Branch branch;
        query.read(1, branch.parent, branch.name, branch.round);
        Result<std::vector<RecordedChange>> changes = readRecord(query.text(4));
        if (!changes)
            database.fail("the run store is damaged: " + changes.error().sentence());
        branch.changes = std::move(*changes);
        for (const RecordedChange& change : branch.changes)
            if (change.round > row->roundsDone || !row->hasRounds)
                row->changes.push_back(change);
        row->branch = std::move(branch);
    }
}

} // namespace coterie
