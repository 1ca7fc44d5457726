#include "core/store/rescue.h"

#include "core/store/checkpoint_rows.h"
#include "core/store/database.h"

#include <cstdint>
#include <string>
#include <system_error>

namespace coterie {

std::filesystem::path rescueStore(Database& database)
{
    const std::filesystem::path& lost = database.file();
    std::error_code ignored; // SQLite names what it cannot write to
    std::filesystem::create_directories(lost.parent_path(), ignored);
    std::filesystem::path rescued;
    for (int number = 1; rescued.empty() || std::filesystem::exists(rescued, ignored); ++number) {
        const std::string suffix = number == 1 ? "" : "-" + std::to_string(number);
        rescued = lost.parent_path()
                  / (lost.stem().string() + "-rescued" + suffix + lost.extension().string());
    }
    // The open file still has everything, though no folder lists it any more.
    database.statement("VACUUM INTO ?", rescued.string()).run();
    auto runs = database.statement("SELECT run FROM checkpoint");
    while (runs.next()) {
        const std::int64_t run = runs.integer(0);
        std::filesystem::create_hard_link(stateFile(lost, run), stateFile(rescued, run), ignored);
    }
    return rescued;
}

} // namespace coterie
