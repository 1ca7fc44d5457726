#include "core/store/equal_runs.h"

#include "core/store/database.h"
#include "core/store/round_tables.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

namespace {

/// With the tables of rounds all that has rows of a run's facts.
constexpr std::array<std::string_view, 4> kFactTables{
    "federation", "federation_client", "federation_edge", "federation_edge_client"};
constexpr std::string_view kTimings = "timing"; ///< no numbers of a run

/// All not-a-numbers are one: a table has one word for them.
std::string withoutNan(const std::string& column)
{
    return "iif(typeof(" + column + ") = 'text' AND " + column + " GLOB 'NaN*', 'NaN', " + column
           + ")";
}

/// "b."round" IS a."round" AND …" for all columns but those that may differ.
std::string equalColumns(Database& database, std::string_view table)
{
    std::string condition;
    auto columns = database.statement("SELECT name, type FROM pragma_table_info(?)", table);
    while (columns.next()) {
        const std::string name = columns.text(0);
        if (name == "run" || name == "id" || name == "seconds")
            continue;
        const std::string left = "b.\"" + name + '"';
        const std::string right = "a.\"" + name + '"';
        if (!condition.empty())
            condition += " AND ";
        // Columns of numbers that may be none have no type; the others are compared as they are, so
        // that an index is used.
        condition += columns.text(1).empty() ? withoutNan(left) + " IS " + withoutNan(right)
                                             : left + " IS " + right;
    }
    return condition;
}

bool haveEqualRows(Database& database, std::string_view table, std::int64_t a, std::int64_t b)
{
    const std::string name = '"' + std::string(table) + '"';
    auto query = database.statement(
        "SELECT (SELECT count(*) FROM " + name + " WHERE run = ?1) = (SELECT count(*) FROM " + name
            + " WHERE run = ?2) AND NOT EXISTS (SELECT 1 FROM " + name
            + " AS a WHERE a.run = ?1 AND NOT EXISTS (SELECT 1 FROM " + name
            + " AS b WHERE b.run = ?2 AND " + equalColumns(database, table) + "))",
        a,
        b);
    return query.next() && query.integer(0) != 0;
}

} // namespace

std::optional<std::int64_t> equalRun(Database& database,
                                     std::int64_t run,
                                     std::int64_t end,
                                     const std::set<std::int64_t>& taken)
{
    std::vector<std::int64_t> candidates;
    {
        auto query = database.statement(
            "SELECT b.id FROM run AS a JOIN experiment AS ea ON ea.id = a.experiment"
            " JOIN experiment AS eb ON eb.hash = ea.hash AND eb.name = ea.name"
            " JOIN run AS b ON b.experiment = eb.id"
            " WHERE a.id = ? AND b.id < ? AND b.status = 'finished' AND b.discarded IS NULL"
            " AND (b.arm, b.seed, b.sweep, b.rounds, b.rounds_done, b.program, b.torch, b.blas,"
            " b.blas_core, b.instructions, b.device, b.sqlite)"
            " = (a.arm, a.seed, a.sweep, a.rounds, a.rounds_done, a.program, a.torch, a.blas,"
            " a.blas_core, a.instructions, a.device, a.sqlite) ORDER BY b.id",
            run,
            end);
        while (query.next())
            if (!taken.contains(query.integer(0)))
                candidates.push_back(query.integer(0));
    }
    for (const std::int64_t candidate : candidates) {
        const auto isEqual = [&](std::string_view table) {
            return table == kTimings || haveEqualRows(database, table, run, candidate);
        };
        if (std::ranges::all_of(kFactTables, isEqual) && std::ranges::all_of(kRoundTables, isEqual))
            return candidate;
    }
    return std::nullopt;
}

} // namespace coterie
