#include "app/cli/store_input.h"

#include "app/cli/experiment_input.h"

#include <algorithm>
#include <limits>

namespace coterie::cli {

Result<std::unique_ptr<RunStore>> openStoredRuns(const Arguments& arguments)
{
    const std::filesystem::path file = databaseFile(arguments);
    std::error_code problem;
    if (!file.empty() && !std::filesystem::exists(file, problem))
        return fail(
            file.string(),
            "there is no run store yet; `coterie-cli run FILE` makes it, --db names another");
    return RunStore::open(file, RunStore::Mode::ReadOnly);
}

Result<std::vector<RunRow>> namedRuns(RunStore& store, const std::vector<std::string>& numbers)
{
    std::vector<RunRow> rows;
    for (const std::string& word : numbers) {
        const Result<std::int64_t> id =
            readWhole("RUN", word, 1, std::numeric_limits<std::int64_t>::max());
        if (!id)
            return Unexpected<Error>{id.error()};
        if (std::ranges::find(rows, *id, &RunRow::id) != rows.end())
            continue;
        Result<RunRow> row = store.run(*id);
        if (!row)
            return Unexpected<Error>{row.error()};
        rows.push_back(std::move(*row));
    }
    return rows;
}

} // namespace coterie::cli
