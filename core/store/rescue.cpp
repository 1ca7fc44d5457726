#include "core/store/rescue.h"

#include "core/store/database.h"
#include "core/store/state_file.h"

#include <sqlite3.h>

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <system_error>
#include <unistd.h>
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

/// A new, empty file beside the lost store. Another program may rescue the same one now.
fs::path takeName(const fs::path& lost, const Database& database)
{
    for (int number = 1;; ++number) {
        const std::string suffix = number == 1 ? "" : "-" + std::to_string(number);
        fs::path file = lost.parent_path()
                        / (lost.stem().string() + "-rescued" + suffix + lost.extension().string());
        const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (descriptor >= 0) {
            ::close(descriptor);
            return file;
        }
        if (errno == ENOSPC || errno == EDQUOT)
            database.failWith(SQLITE_FULL);
        if (errno != EEXIST)
            database.fail(file.filename().string() + " cannot be created ("
                          + std::generic_category().message(errno) + ")");
    }
}

} // namespace

Rescue rescueStore(Database& database)
{
    const fs::path& lost = database.file();
    std::error_code ignored; // the first file in it fails too, and says why
    fs::create_directories(lost.parent_path(), ignored);
    Rescue rescue{.store = takeName(lost, database), .withoutStates = {}};
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
