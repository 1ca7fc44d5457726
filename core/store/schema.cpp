#include "core/store/schema.h"

#include "core/store/checkpoint_rows.h"
#include "core/store/database.h"
#include "core/store/old_events.h"
#include "core/store/schema_scripts.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

namespace {

constexpr std::int64_t kApplicationId = 0x436f7465; // "Cote": tells our files from other programs'

std::int64_t version(Database& database)
{
    return std::stoll(database.firstValue("PRAGMA user_version"));
}

/// Without comments and white space, which may have changed since the store was made.
std::string statementOf(std::string_view sql)
{
    std::string text;
    char quote = 0;
    for (std::size_t i = 0; i < sql.size(); ++i) {
        const char letter = sql[i];
        if (quote == 0 && sql.substr(i).starts_with("--")) {
            i = std::min(sql.find('\n', i), sql.size() - 1);
            continue;
        }
        if (letter == '"' || letter == '\'')
            quote = quote == 0 ? letter : quote == letter ? '\0' : quote;
        if (quote != 0 || (letter != ' ' && letter != '\n'))
            text += letter;
    }
    return text;
}

/// A row of sqlite_master.
struct SchemaEntry
{
    std::string type; ///< "table", "index", "view" or "trigger"
    std::string name;
    std::string table;
    std::string statement;

    auto operator<=>(const SchemaEntry&) const = default;
};

std::vector<SchemaEntry> schemaOf(Database& database)
{
    // SQLite's own statistics, which `PRAGMA optimize` of another program leaves.
    constexpr std::array kStatistics{
        std::string_view("CREATETABLEsqlite_stat1(tbl,idx,stat)"),
        std::string_view("CREATETABLEsqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)")};
    std::vector<SchemaEntry> entries;
    auto query = database.statement("SELECT type, name, tbl_name, sql FROM sqlite_master");
    while (query.next()) {
        SchemaEntry entry{.type = query.text(0),
                          .name = query.text(1),
                          .table = query.text(2),
                          .statement = statementOf(query.text(3))};
        if (std::ranges::find(kStatistics, entry.statement) == kStatistics.end())
            entries.push_back(std::move(entry));
    }
    std::ranges::sort(entries);
    return entries;
}

/// Refuses a store whose tables are not those that its version has: a view in a table's place or a
/// trigger would run what a stranger wrote.
void refuseOtherTables(Database& database, std::int64_t found)
{
    Database model(":memory:", Database::Access::ReadWrite);
    createTables(model, found);
    const std::vector<SchemaEntry> expected = schemaOf(model);
    const std::vector<SchemaEntry> present = schemaOf(database);
    const auto refuse = [&](const SchemaEntry& entry, const char* what) {
        database.fail("this is not a run store as Coterie writes it: the " + entry.type + " \""
                      + entry.name + "\" " + what);
    };
    for (const SchemaEntry& entry : present)
        if (!std::ranges::binary_search(expected, entry)) {
            const auto isOurs = [&](const SchemaEntry& ours) {
                return ours.type == entry.type && ours.name == entry.name;
            };
            refuse(entry,
                   std::ranges::any_of(expected, isOurs) ? "is not as Coterie makes it"
                                                         : "does not belong in it");
        }
    for (const SchemaEntry& entry : expected)
        if (!std::ranges::binary_search(present, entry))
            refuse(entry, "is missing");
}

void refuseStrangers(Database& database)
{
    // One snapshot: another program may be creating the tables.
    const Transaction snapshot(database, Transaction::Kind::Read);
    const std::int64_t found = version(database);
    if (found > kStoreVersion) {
        database.fail("the run store was written by a newer version of Coterie (its format is "
                      + std::to_string(found) + ", this program reads up to "
                      + std::to_string(kStoreVersion) + ")");
    }
    const bool ours = std::stoll(database.firstValue("PRAGMA application_id")) == kApplicationId;
    const bool empty = database.firstValue("SELECT count(*) FROM sqlite_master") == "0";
    if ((!ours && !(empty && found == 0)) || found < 0)
        database.fail("this database belongs to another program");
    refuseOtherTables(database, found);
    if (database.isReadOnly() && found < kStoreVersion) {
        database.fail(empty ? "there is no run store in this file"
                            : "the run store is of an older version; open it once for writing to "
                              "update it");
    }
}

void migrate(Database& database)
{
    // Lock before reading the version: another program may be migrating too.
    Transaction transaction(database, Transaction::Kind::Write);
    const std::int64_t found = version(database);
    for (std::int64_t step = found; step < kStoreVersion; ++step)
        database.execute(std::string(migrationScript(step)));
    if (found < 5)
        giveEventsTheirValues(database);
    if (found > 0 && found < 6)
        giveStatesTheirDigests(database);
    database.execute("PRAGMA application_id = " + std::to_string(kApplicationId));
    database.execute("PRAGMA user_version = " + std::to_string(kStoreVersion));
    transaction.commit();
}

} // namespace

void createTables(Database& database, std::int64_t version)
{
    for (std::int64_t step = 0; step < version; ++step)
        database.execute(std::string(migrationScript(step)));
    if (version > 0)
        database.execute("PRAGMA application_id = " + std::to_string(kApplicationId)
                         + "; PRAGMA user_version = " + std::to_string(version));
}

bool isOlderStore(Database& database)
{
    const Transaction snapshot(database, Transaction::Kind::Read);
    const std::int64_t found = version(database);
    const bool ours = std::stoll(database.firstValue("PRAGMA application_id")) == kApplicationId;
    if (found <= 0 || found >= kStoreVersion || !ours)
        return false;
    refuseOtherTables(database, found);
    return true;
}

Result<bool> isOlderStore(const std::filesystem::path& file)
{
    try {
        Database database(file, Database::Access::ReadOnly);
        return isOlderStore(database);
    } catch (const DatabaseError& problem) {
        return Unexpected<Error>{problem.error()};
    }
}

void prepareStore(Database& database)
{
    refuseStrangers(database);
    // The cache is 16 MiB; larger commits spill to the log.
    database.execute("PRAGMA foreign_keys = ON;"
                     "PRAGMA temp_store = MEMORY;"
                     "PRAGMA cache_size = -16384;");
    if (database.isReadOnly())
        return;
    // Debian's SQLite fills freed pages with zeros by default. Dropping 1.2 GB of state then took
    // 3.3 s instead of 0.15 s.
    if (version(database) == 0)
        database.execute("PRAGMA auto_vacuum = INCREMENTAL"); // later a file keeps what it is
    database.execute("PRAGMA page_size = 8192;"
                     "PRAGMA secure_delete = OFF;");
    database.enableWriteAheadLog();
    // NORMAL: in WAL mode the log is not flushed at every commit. A killed process loses nothing; a
    // power cut may lose the last commits but does not damage the file.
    database.execute("PRAGMA synchronous = NORMAL;"
                     "PRAGMA wal_autocheckpoint = 1000;"
                     "PRAGMA journal_size_limit = 33554432;");
    if (version(database) < kStoreVersion)
        migrate(database);
}

} // namespace coterie
