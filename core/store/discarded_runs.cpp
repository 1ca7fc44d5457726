#include "core/base/try.h"
#include "core/store/database.h"
#include "core/store/guarded.h"
#include "core/store/leases.h"
#include "core/store/run_store.h"

#include <string>

namespace coterie {

namespace {

/// One change to each of these runs.
Result<void>
changeEach(Database& database, std::span<const std::int64_t> runs, std::string_view sql)
{
    return writing(database, [&] {
        for (const std::int64_t run : runs) {
            requireRun(database, run);
            database.statement(sql, run).run();
        }
    });
}

} // namespace

Result<void> RunStore::discardRuns(std::span<const std::int64_t> runs)
{
    return changeEach(database(), runs, "UPDATE run SET discarded = datetime('now') WHERE id = ?");
}

Result<void> RunStore::restoreRuns(std::span<const std::int64_t> runs)
{
    return changeEach(database(), runs, "UPDATE run SET discarded = NULL WHERE id = ?");
}

Result<std::size_t> RunStore::purgeDiscarded(int days)
{
    std::vector<std::int64_t> gone;
    COTERIE_CHECK(guarded(file(), [&] {
        auto query =
            database().statement("SELECT id FROM run WHERE discarded <= datetime('now', ?)",
                                 "-" + std::to_string(days) + " days");
        while (query.next())
            gone.push_back(query.integer(0));
    }));
    if (gone.empty())
        return std::size_t{0};
    COTERIE_TRY(RunLeases leases, RunLeases::open(file()));
    std::size_t purged = 0;
    for (const std::int64_t run : gone) {
        if (!leases.take(run))
            continue; // a process computes it
        COTERIE_CHECK(deleteRun(run));
        ++purged;
    }
    return purged;
}

} // namespace coterie
