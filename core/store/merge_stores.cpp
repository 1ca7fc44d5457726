#include "core/base/try.h"
#include "core/store/branch_rows.h"
#include "core/store/equal_runs.h"
#include "core/store/guarded.h"
#include "core/store/report_difference.h"
#include "core/store/report_reader.h"
#include "core/store/round_tables.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <array>
#include <map>
#include <ranges>
#include <string_view>

namespace coterie {

namespace {

// What belongs to a run beside its own row, its rounds and its branch. No state to resume from:
// runs that have one are left where they are. Where a table refers to another one, that stands
// before it.
constexpr std::array<std::string_view, 5> kFacts{"federation",
                                                 "federation_client",
                                                 "federation_client_name",
                                                 "federation_edge",
                                                 "federation_edge_client"};
constexpr std::array<std::string_view, 4> kModels{
    "kept_models", "kept_model", "kept_model_client", "kept_model_piece"};
constexpr std::array<std::string_view, 2> kStates{"kept_state", "kept_piece"};
constexpr std::array<std::string_view, 4> kLabels{"note", "tag", "folder", "shown_name"};

/// The columns of a table but these: "a", "b".
std::string columnsOf(Database& database, std::string_view table, std::string_view without)
{
    std::string list;
    auto columns = database.statement("SELECT name FROM pragma_table_info(?)", table);
    while (columns.next()) {
        const std::string name = columns.text(0);
        if (name == "id" || name == without)
            continue;
        list += (list.empty() ? "\"" : ", \"") + name + '"';
    }
    return list;
}

/// Rows of one store written into another one.
class RunCopy
{
public:
    RunCopy(Database& from, Database& to)
        : m_from(from)
        , m_to(to)
    {}

    /// All that belongs to a run but its branch. Its number in the other store.
    std::int64_t run(std::int64_t id)
    {
        const std::int64_t made = rowOfRun(id);
        const auto take = [&](std::string_view table) { rows(table, id, made); };
        std::ranges::for_each(kFacts, take);
        std::ranges::for_each(kRoundTables, take);
        std::ranges::for_each(kModels, take);
        std::ranges::for_each(kStates, take);
        std::ranges::for_each(kLabels, take);
        return made;
    }

    void models(std::int64_t id, std::int64_t to)
    {
        for (const std::string_view table : kModels)
            rows(table, id, to);
    }

private:
    std::int64_t experiment(std::int64_t id)
    {
        const auto known = m_experiments.find(id);
        if (known != m_experiments.end())
            return known->second;
        auto row = m_from.statement("SELECT name, json, hash FROM experiment WHERE id = ?", id);
        if (!row.next())
            m_from.fail("the run store is damaged: a run has no experiment");
        return m_experiments[id] = insertExperiment(m_to, row.text(0), row.text(1), row.text(2));
    }

    std::int64_t rowOfRun(std::int64_t id)
    {
        const std::string columns = columnsOf(m_from, "run", "experiment");
        const auto count = static_cast<int>(std::ranges::count(columns, ',')) + 1;
        auto row = m_from.statement("SELECT experiment, " + columns + " FROM run WHERE id = ?", id);
        if (!row.next())
            m_from.fail("the run store is damaged: it does not have a run that it lists");
        const std::int64_t ofExperiment = experiment(row.integer(0));
        write("INSERT INTO run (experiment, " + columns + ") VALUES (?", ofExperiment, row, count);
        return m_to.lastInsertedId();
    }

    void rows(std::string_view table, std::int64_t id, std::int64_t to)
    {
        const std::string name = '"' + std::string(table) + '"';
        const std::string columns = columnsOf(m_from, table, "run");
        const auto count = static_cast<int>(std::ranges::count(columns, ',')) + 1;
        auto row =
            m_from.statement("SELECT run, " + columns + " FROM " + name + " WHERE run = ?", id);
        while (row.next())
            write("INSERT INTO " + name + " (run, " + columns + ") VALUES (?", to, row, count);
    }

    /// A row whose first column is `key` and whose others, `count` of them, follow the first one.
    void write(std::string sql, std::int64_t key, const Statement& row, int count)
    {
        for (int column = 0; column < count; ++column)
            sql += ", ?";
        auto insertion = m_to.statement(sql + ')', key);
        for (int column = 1; column <= count; ++column)
            insertion.bindColumn(column + 1, row, column);
        insertion.run();
    }

    Database& m_from;
    Database& m_to;
    std::map<std::int64_t, std::int64_t> m_experiments; ///< by their number there
};

std::string sayDifference(const ReportDifference& found, int round)
{
    std::string text = " (round " + std::to_string(round);
    text += ", " + found.table + (found.place.empty() ? "" : ", " + found.place);
    if (!found.column.empty())
        text += ", " + found.column + ": " + (found.one.empty() ? "nothing" : found.one) + " and "
                + (found.other.empty() ? "nothing" : found.other);
    return text + ')';
}

/// The first number in which two runs of the same settings differ.
std::string differenceOf(Database& database, const RunRow& one, const RunRow& other)
{
    for (int round = 0; round <= std::min(one.roundsDone, other.roundsDone); ++round) {
        const auto of = [&](const RunRow& run) {
            return readReports(database, run.id, round, round, true);
        };
        const std::vector<RoundReport> first = of(one);
        const std::vector<RoundReport> second = of(other);
        if (first.empty() || second.empty())
            continue;
        if (const auto found = firstDifferenceOfKept(first.front(), second.front()))
            return sayDifference(*found, round);
    }
    return {};
}

/// One store's runs brought into another one.
class StoreMerge final
{
public:
    StoreMerge(Database& from, Database& to, const MayDiffer& mayDiffer)
        : m_from(from)
        , m_to(to)
        , m_mayDiffer(mayDiffer)
        , m_copy(from, to)
    {}

    void operator()(MergedRuns& merged)
    {
        std::size_t left = 0;
        auto listed =
            m_from.statement("SELECT id, status = 'finished' OR (status = 'failed' AND NOT EXISTS"
                             " (SELECT 1 FROM checkpoint WHERE checkpoint.run = run.id))"
                             " FROM run WHERE discarded IS NULL ORDER BY id");
        while (listed.next()) {
            if (listed.integer(1) != 0)
                m_numbers[listed.integer(0)] = m_copy.run(listed.integer(0));
            else
                ++left;
        }
        if (left > 0)
            merged.left.emplace_back(m_from.file().string(), left);
        if (m_numbers.empty())
            return;
        const std::int64_t first = std::ranges::min(m_numbers | std::views::values);
        branches();
        EqualRuns stored(m_to, first, EqualRuns::Events::LeftOut);
        for (auto& [there, here] : m_numbers) {
            const std::optional<std::int64_t> known = stored.take(here);
            if (known) {
                recognise(there, here, *known);
                merged.known.push_back(*known);
                continue;
            }
            refuseConflicts(there, here, stored.untaken(here));
            merged.added.push_back(here);
        }
    }

private:
    void branches()
    {
        auto row = m_from.statement("SELECT run, parent, name, round, changes FROM branch");
        while (row.next()) {
            const auto run = m_numbers.find(row.integer(0));
            if (run == m_numbers.end())
                continue;
            const auto parent = row.isNull(1) ? m_numbers.end() : m_numbers.find(row.integer(1));
            m_to.statement("INSERT INTO branch (run, parent, name, round, changes)"
                           " VALUES (?, ?, ?, ?, ?)",
                           run->second,
                           parent == m_numbers.end() ? std::nullopt : std::optional(parent->second),
                           row.text(2),
                           row.integer(3),
                           row.text(4))
                .run();
        }
    }

    /// A run that is here already keeps its own note, name and folder.
    void recognise(std::int64_t there, std::int64_t here, std::int64_t known)
    {
        for (const std::string_view table : kLabels) {
            const std::string name(table);
            const std::string columns = columnsOf(m_to, table, "run");
            m_to.statement("INSERT OR IGNORE INTO " + name + " (run, " + columns + ") SELECT ?, "
                               + columns + " FROM " + name + " WHERE run = ?",
                           known,
                           here)
                .run();
        }
        m_to.statement("UPDATE branch SET parent = ? WHERE parent = ?", known, here).run();
        takeClientNames(m_to, here, known);
        m_to.statement("DELETE FROM run WHERE id = ?", here).run();
        auto kept = m_to.statement("SELECT 1 FROM kept_models WHERE run = ?", known);
        if (!kept.next())
            m_copy.models(there, known);
    }

    /// What was changed by hand or resumed elsewhere has a right to other numbers.
    void
    refuseConflicts(std::int64_t there, std::int64_t here, const std::vector<std::int64_t>& rivals)
    {
        if (rivals.empty())
            return;
        const RunRow added = readRuns(m_to, here).front();
        if (m_mayDiffer && m_mayDiffer(added))
            return;
        for (const std::int64_t rival : rivals) {
            const RunRow stored = readRuns(m_to, rival).front();
            const std::string difference =
                added.isMixed || stored.isMixed ? std::string() : differenceOf(m_to, added, stored);
            if (difference.empty())
                continue;
            m_from.fail("run " + std::to_string(there) + " (" + added.arm + ", seed "
                        + std::to_string(added.seed)
                        + ") has the settings, program and libraries of" + " run "
                        + std::to_string(rival) + " in " + m_to.file().string()
                        + ", but other numbers" + difference + "; nothing was merged");
        }
    }

    Database& m_from;
    Database& m_to;
    const MayDiffer& m_mayDiffer;
    RunCopy m_copy;
    std::map<std::int64_t, std::int64_t> m_numbers; ///< of runs there, with that here
};

} // namespace

Result<MergedRuns> RunStore::merge(std::span<const std::filesystem::path> others,
                                   const MayDiffer& mayDiffer)
{
    for (const std::filesystem::path& other : others) {
        std::error_code unknown;
        if (std::filesystem::equivalent(other, file(), unknown))
            return fail(other.string(), "is the store that runs are merged into");
        COTERIE_CHECK(open(other, Mode::ReadOnly)); // before anything is written
    }
    return writing(database(), [&] {
        MergedRuns merged;
        // One at a time: there may be more than a process may have open.
        for (const std::filesystem::path& other : others) {
            const Result<std::unique_ptr<RunStore>> store = open(other, Mode::ReadOnly);
            if (!store)
                throw DatabaseError(store.error());
            const Transaction snapshot((*store)->database(), Transaction::Kind::Read);
            StoreMerge bring((*store)->database(), database(), mayDiffer);
            bring(merged);
        }
        std::ranges::sort(merged.known);
        const auto repeated = std::ranges::unique(merged.known); // of several stores
        merged.known.erase(repeated.begin(), repeated.end());
        return merged;
    });
}

} // namespace coterie
