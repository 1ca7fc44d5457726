#include "core/store/rescue.h"

#include "core/store/checkpoint_rows.h"
#include "core/store/database.h"

#include <sqlite3.h>

#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

namespace coterie {

namespace {

namespace fs = std::filesystem;

/// Files that are removed again unless all of them become complete.
class UnfinishedFiles
{
public:
    UnfinishedFiles() = default;
    ~UnfinishedFiles()
    {
        std::error_code ignored; // the caller already gets the failure that left them unfinished
        for (const fs::path& file : m_files)
            fs::remove(file, ignored);
    }
    UnfinishedFiles(const UnfinishedFiles&) = delete;
    UnfinishedFiles& operator=(const UnfinishedFiles&) = delete;

    void add(fs::path file) { m_files.push_back(std::move(file)); }
    void keep() { m_files.clear(); }

private:
    std::vector<fs::path> m_files;
};

} // namespace

Rescue rescueStore(Database& database)
{
    const fs::path& lost = database.file();
    std::error_code ignored; // SQLite names what it cannot write to
    fs::create_directories(lost.parent_path(), ignored);
    Rescue rescue;
    for (int number = 1; rescue.store.empty() || fs::exists(rescue.store, ignored); ++number) {
        const std::string suffix = number == 1 ? "" : "-" + std::to_string(number);
        rescue.store = lost.parent_path()
                       / (lost.stem().string() + "-rescued" + suffix + lost.extension().string());
    }
    UnfinishedFiles files;
    files.add(rescue.store);
    files.add(rescue.store.string() + "-journal");
    // The open file still has everything, though no folder lists it any more.
    database.statement("VACUUM INTO ?", rescue.store.string()).run();
    auto runs = database.statement(
        "SELECT DISTINCT run FROM checkpoint_piece WHERE file_offset IS NOT NULL");
    while (runs.next()) {
        const std::int64_t run = runs.integer(0);
        const fs::path copy = stateFile(rescue.store, run);
        files.add(copy);
        std::error_code problem;
        // Not a link: the lost store may be in use elsewhere, and changes its own.
        fs::copy_file(stateFile(lost, run), copy, fs::copy_options::overwrite_existing, problem);
        if (problem.value() == ENOSPC || problem.value() == EDQUOT)
            database.failWith(SQLITE_FULL);
        if (!problem)
            continue;
        fs::remove(copy, ignored);
        rescue.withoutStates.push_back(run);
    }
    files.keep();
    return rescue;
}

} // namespace coterie
