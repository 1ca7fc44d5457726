#include "core/store/equal_runs.h"

#include "core/base/json_parse.h"
#include "core/store/database.h"
#include "core/store/round_tables.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

namespace {

/// With the tables of rounds all that has rows of a run's facts but the names of clients. Those
/// belong to the data: equal data give equal ones, and no number depends on them. A run that an
/// earlier version stored or bundled has none, and is the same run.
constexpr std::array<std::string_view, 4> kFactTables{
    "federation", "federation_client", "federation_edge", "federation_edge_client"};
constexpr std::string_view kTimings = "timing"; ///< no numbers of a run
constexpr std::string_view kEvents = "event";
constexpr std::string_view kMatrices = "matrix";

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

/// How often the run keeps its dense matrices, as its plan says it. It is no result, and the rows
/// of runs that differ in it cannot be compared.
std::string matrixKeepingOf(Database& database, std::int64_t run)
{
    JsonNode found = JsonNode::object();
    auto row = database.statement("SELECT plan FROM run WHERE id = ?", run);
    const Result<ParsedJson> plan = parseJson(row.next() ? row.text(0) : std::string());
    if (plan && plan->root.kind == JsonNode::Kind::Object)
        for (const std::string_view setting : {"keepMatricesEvery", "keepMatricesMegabytes"})
            if (const JsonNode* value = plan->root.find(setting))
                found.add(setting, *value);
    return writeCompact(found);
}

/// Of all that tells runs apart but their numbers.
constexpr std::string_view kKeyOfRun =
    "SELECT run.id, experiment.hash, experiment.name, arm, seed, sweep, rounds, rounds_done,"
    " program, torch, blas, blas_core, instructions, device, sqlite, status FROM run"
    " JOIN experiment ON experiment.id = run.experiment WHERE ";
constexpr int kKeyColumns = 15; ///< after the run's number

std::string keyOf(const Statement& row)
{
    std::string key;
    for (int column = 1; column <= kKeyColumns; ++column)
        key.append(row.text(column)).push_back('\0');
    return key;
}

} // namespace

EqualRuns::EqualRuns(Database& database, std::int64_t end, Events events)
    : m_database(database)
    , m_events(events)
{
    Statement rows = database.statement(std::string(kKeyOfRun)
                                            + "run.id < ? AND status IN ('finished', 'failed')"
                                              " AND discarded IS NULL ORDER BY run.id",
                                        end);
    while (rows.next())
        m_runs[keyOf(rows)].push_back(rows.integer(0));
}

std::optional<std::int64_t> EqualRuns::take(std::int64_t run)
{
    Statement row = m_database.statement(std::string(kKeyOfRun) + "run.id = ?", run);
    if (!row.next())
        return std::nullopt;
    const auto alike = m_runs.find(keyOf(row));
    if (alike == m_runs.end())
        return std::nullopt;
    std::vector<std::int64_t>& candidates = alike->second;
    const auto found = std::ranges::find_if(candidates, [&](std::int64_t candidate) {
        ++m_comparisons;
        const bool keepAlike =
            matrixKeepingOf(m_database, run) == matrixKeepingOf(m_database, candidate);
        const auto isEqual = [&](std::string_view table) {
            return table == kTimings || (table == kMatrices && !keepAlike)
                   || (m_events == Events::LeftOut && table == kEvents)
                   || haveEqualRows(m_database, table, run, candidate);
        };
        return std::ranges::all_of(kFactTables, isEqual)
               && std::ranges::all_of(kRoundTables, isEqual);
    });
    if (found == candidates.end())
        return std::nullopt;
    const std::int64_t taken = *found;
    candidates.erase(found);
    return taken;
}

bool takeClientNames(Database& database, std::int64_t from, std::int64_t to)
{
    const auto hasNames = [&database](std::int64_t run) {
        return database.statement("SELECT 1 FROM federation_client_name WHERE run = ? LIMIT 1", run)
            .next();
    };
    if (!hasNames(from) || hasNames(to))
        return false;
    database
        .statement("INSERT INTO federation_client_name (run, client, name)"
                   " SELECT ?, client, name FROM federation_client_name WHERE run = ?",
                   to,
                   from)
        .run();
    return true;
}

std::vector<std::int64_t> EqualRuns::untaken(std::int64_t run)
{
    Statement row = m_database.statement(std::string(kKeyOfRun) + "run.id = ?", run);
    if (!row.next())
        return {};
    const auto alike = m_runs.find(keyOf(row));
    return alike == m_runs.end() ? std::vector<std::int64_t>() : alike->second;
}

} // namespace coterie
