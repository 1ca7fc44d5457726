#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "core/base/try.h"

#include <algorithm>
#include <array>

namespace coterie::cli {

namespace {

std::string countedRuns(std::size_t count)
{
    return std::to_string(count) + (count == 1 ? " run" : " runs");
}

Result<std::size_t> moveTo(RunStore& store, const std::vector<RunRow>& rows, std::string folder)
{
    std::vector<RunFolder> places;
    for (const RunRow& row : rows)
        places.push_back({.run = row.id, .folder = folder});
    COTERIE_TRY(const std::vector<LabelChange> moved, store.moveRuns(places));
    COTERIE_TRY(const RunRow first, store.run(rows.front().id)); // as it is stored
    return std::size_t(std::ranges::count_if(
        moved, [&](const LabelChange& run) { return run.before != first.folder; }));
}

} // namespace

Outcome runTag(Arguments& arguments)
{
    const std::vector<std::string> added = arguments.values("--add");
    const std::vector<std::string> removed = arguments.values("--remove");
    const std::optional<std::string> folder = arguments.value("--folder");
    if (added.empty() && removed.empty() && !folder)
        return refuse("nothing to change; give --add TAG, --remove TAG or --folder PATH");
    COTERIE_CHECK(openStoredRuns(arguments)); // that is, do not make one
    COTERIE_TRY(const std::unique_ptr<RunStore> store, RunStore::open(databaseFile(arguments)));
    COTERIE_TRY(const std::vector<RunRow> rows, namedRuns(*store, arguments.operands));
    if (folder && !folder->empty()) // before anything is changed
        COTERIE_CHECK(checkedFolder(*folder));
    std::string text;
    if (!added.empty() || !removed.empty()) {
        COTERIE_TRY(const std::vector<TagChange> changes,
                    store->changeTags(idsOf(rows), added, removed));
        text += "Changed the tags of " + countedRuns(changes.size()) + ".\n";
    }
    if (folder) {
        COTERIE_TRY(const std::size_t moved, moveTo(*store, rows, *folder));
        text += "Moved " + countedRuns(moved)
                + (folder->empty() ? " out of folders.\n" : " to " + *folder + ".\n");
    }
    return printed(text);
}

} // namespace coterie::cli
