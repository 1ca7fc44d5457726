#include "core/store/run_store.h"

#include "core/base/files.h"
#include "core/experiment/experiment_json.h"
#include "core/store/checkpoint_rows.h"
#include "core/store/database.h"
#include "core/store/leases.h"
#include "core/store/report_reader.h"
#include "core/store/report_writer.h"
#include "core/store/row_values.h"
#include "core/store/run_rows.h"
#include "core/store/schema.h"

#include <sqlite3.h>

#include <algorithm>
#include <limits>
#include <map>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <type_traits>

namespace coterie {

namespace {

/// Runs `work` and turns exceptions into errors.
template <typename Work>
auto guarded(const std::filesystem::path& file, Work work) -> Result<std::invoke_result_t<Work>>
{
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Work>>) {
            work();
            return {};
        } else {
            return work();
        }
    } catch (const DatabaseError& problem) {
        return Unexpected<Error>{problem.error()};
    } catch (const std::bad_alloc&) {
        return fail(file.string(), "there is not enough memory to read or write the run store");
    } catch (const std::length_error&) { // a stored size that no container can have
        return fail(file.string(), "the run store is damaged: it contains an impossible size");
    }
}

/// While this exists, commits reach the disk itself. In the ordinary mode a power cut may undo the
/// last commits, and an older one would then name pieces of a state file that were overwritten.
class DurableCommits
{
public:
    explicit DurableCommits(Database& database)
        : m_database(database)
    {
        database.execute("PRAGMA synchronous = FULL");
    }
    ~DurableCommits()
    {
        try {
            m_database.execute("PRAGMA synchronous = NORMAL");
        } catch (const DatabaseError&) {
            // Later commits are slower, but safe.
        }
    }
    DurableCommits(const DurableCommits&) = delete;
    DurableCommits& operator=(const DurableCommits&) = delete;

private:
    Database& m_database;
};

/// Deletes rows that name a run's state, and the file they name.
void dropState(Database& database, std::int64_t run, std::string_view deletion)
{
    std::optional<DurableCommits> durable;
    if (hasStateFile(database, run))
        durable.emplace(database);
    database.statement(deletion).bind(run).run();
    std::error_code ignored; // a later run of that number overwrites it
    std::filesystem::remove(stateFile(database.file(), run), ignored);
}

/// One change to each of these runs, all in one transaction.
void updateEach(Database& database, std::span<const std::int64_t> runs, std::string_view change)
{
    Transaction transaction(database, Transaction::Kind::Write);
    for (const std::int64_t run : runs) {
        requireRun(database, run);
        database.statement(change).bind(run).run();
    }
    transaction.commit();
}

/// All rows of "round, name, value".
std::vector<MetricPoint> readPoints(Statement& query)
{
    std::vector<MetricPoint> points;
    while (query.next())
        points.push_back(
            MetricPoint{.round = query.whole(0), .name = query.text(1), .value = query.real(2)});
    return points;
}

constexpr const char* kProcessEnded = "Its process ended early. You can resume it.";

/// The stored status may be older than the end of its process.
void markIfAbandoned(const std::filesystem::path& store, RunRow& row)
{
    const bool wasAtWork = row.status == RunStatus::Running || row.status == RunStatus::Paused;
    if (wasAtWork && !isComputed(store, row.id)) {
        row.status = RunStatus::Stopped;
        row.reason = kProcessEnded;
    } else if (row.status == RunStatus::Queued && wasLeft(store, row.id)) {
        row.status = RunStatus::Stopped;
        row.reason = row.isBegun() ? kProcessEnded : kStoppedBeforeItsTurn;
    }
}

/// Whether a process computes one of the store's runs, perhaps an older program.
bool hasComputedRuns(Database& database)
{
    Statement runs = database.statement("SELECT id FROM run WHERE status IN ('running', 'paused')");
    while (runs.next())
        if (isComputed(database.file(), runs.integer(0)))
            return true;
    return false;
}

} // namespace

class RunStore::Connection
{
public:
    Connection(const std::filesystem::path& file, Database::Access access)
        : database(file, access)
    {
        if (access == Database::Access::ReadOnly && isOlderStore(database)
            && !hasComputedRuns(database)) {
            try {
                const Connection updated(file, Database::Access::ReadWrite);
            } catch (const DatabaseError&) {
                // It stays as it is, and prepareStore() refuses it.
            }
        }
        prepareStore(database);
    }

    Database database;
    std::map<std::int64_t, ReportWriter> writers; ///< of the runs this object has committed to
};

namespace {

/// One statement about a run that must exist.
template <typename... Values>
Result<void>
change(Database& database, std::int64_t run, std::string_view sql, const Values&... values)
{
    return guarded(database.file(), [&] {
        requireRun(database, run);
        database.statement(sql).bind(values...).run();
    });
}

/// Reads what is stored of a run that must exist, as of one moment.
template <typename Read>
auto snapshot(Database& database, std::int64_t run, Read read)
{
    return guarded(database.file(), [&] {
        const Transaction transaction(database, Transaction::Kind::Read);
        requireRun(database, run);
        return read(database);
    });
}

} // namespace

RunStore::RunStore(std::unique_ptr<Connection> connection)
    : m_connection(std::move(connection))
{}

RunStore::~RunStore() = default;

Result<std::unique_ptr<RunStore>> RunStore::open(const std::filesystem::path& file, Mode mode)
{
    // SQLite would open a temporary database.
    if (file.empty())
        return fail("the run store",
                    "no file is given, and neither XDG_DATA_HOME nor HOME is set; give a file");
    std::error_code problem;
    if (mode == Mode::ReadOnly && !std::filesystem::exists(file, problem))
        return fail(file.string(), "there is no such file");
    if (mode == Mode::ReadWrite && file.has_parent_path()) {
        std::filesystem::create_directories(file.parent_path(), problem);
        if (problem)
            return fail(file.parent_path().string(),
                        "cannot create the folder (" + problem.message() + ")");
    }
    return guarded(file, [&] {
        const auto access =
            mode == Mode::ReadOnly ? Database::Access::ReadOnly : Database::Access::ReadWrite;
        return std::unique_ptr<RunStore>(new RunStore(std::make_unique<Connection>(file, access)));
    });
}

bool RunStore::isUnmade(const std::filesystem::path& file)
{
    const Result<bool> unmade = guarded(file, [&] {
        Database database(file, Database::Access::ReadOnly);
        return database.firstValue("SELECT count(*) FROM sqlite_master") == "0";
    });
    return unmade && *unmade;
}

const std::filesystem::path& RunStore::file() const
{
    return m_connection->database.file();
}

Result<std::int64_t>
RunStore::addExperiment(const std::string& name, const std::string& json, const std::string& hash)
{
    return guarded(file(), [&] {
        Database& database = m_connection->database;
        Transaction transaction(database, Transaction::Kind::Write);
        auto known = database.statement(
            "SELECT id FROM experiment WHERE hash = ? AND name = ? AND json = ?");
        known.bind(hash, name, json);
        if (known.next())
            return known.integer(0);
        database
            .statement("INSERT INTO experiment (name, hash, json, created) VALUES"
                       " (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))")
            .bind(name, hash, json)
            .run();
        const std::int64_t id = database.lastInsertedId();
        transaction.commit();
        return id;
    });
}

Result<std::int64_t> RunStore::addRun(std::int64_t experiment,
                                      const RunPlan& plan,
                                      const std::string& planJson,
                                      const Environment& environment)
{
    return guarded(file(), [&] {
        Database& database = m_connection->database;
        Transaction transaction(database, Transaction::Kind::Write);
        requireExperiment(database, experiment);
        const std::int64_t id = insertRun(database, experiment, plan, planJson, environment);
        transaction.commit();
        return id;
    });
}

Result<std::vector<std::int64_t>> RunStore::addRuns(std::int64_t experiment,
                                                    std::span<const RunPlan> plans,
                                                    const Environment& environment)
{
    return guarded(file(), [&] {
        Database& database = m_connection->database;
        Transaction transaction(database, Transaction::Kind::Write);
        requireExperiment(database, experiment);
        std::vector<std::int64_t> ids;
        ids.reserve(plans.size());
        Environment where = environment;
        for (const RunPlan& plan : plans) {
            where.device = plan.device;
            ids.push_back(insertRun(database, experiment, plan, writePlan(plan), where));
        }
        transaction.commit();
        return ids;
    });
}

Result<void> RunStore::setEnvironment(std::int64_t run, const Environment& environment)
{
    return guarded(file(), [&] {
        requireRun(m_connection->database, run);
        updateEnvironment(m_connection->database, run, environment);
    });
}

Result<void> RunStore::commit(std::int64_t run,
                              const std::vector<std::shared_ptr<const RoundReport>>& reports,
                              const CheckpointDelta* checkpoint)
{
    Result<void> done = guarded(file(), [&] {
        Database& database = m_connection->database;
        auto& writers = m_connection->writers;
        requireRun(database, run);
        StatePlaces places;
        std::optional<DurableCommits> durable;
        if (checkpoint != nullptr) {
            places = writeStateFile(database, run, *checkpoint);
            if (std::ranges::any_of(places, [](const auto& place) { return place.has_value(); })
                || hasStateFile(database, run))
                durable.emplace(database);
        }
        Transaction transaction(database, Transaction::Kind::Write);
        for (const auto& report : reports) {
            auto writer = writers.find(run);
            if (writer == writers.end())
                writer = writers.try_emplace(run, database, run).first;
            if (report->round <= writer->second.lastRound()) {
                writers.erase(writer);
                database.statement("DELETE FROM round WHERE run = ? AND round >= ?")
                    .bind(run, report->round)
                    .run();
                writer = writers.try_emplace(run, database, run).first;
            }
            writer->second.write(*report);
        }
        if (!reports.empty())
            database.statement("UPDATE run SET rounds_done = ? WHERE id = ?")
                .bind(reports.back()->round, run)
                .run();
        if (checkpoint != nullptr)
            writeCheckpoint(database, run, *checkpoint, places);
        transaction.commit();
    });
    if (!done)
        m_connection->writers.erase(run); // it remembers what was rolled back
    return done;
}

Result<void> RunStore::setFacts(std::int64_t run, const FederationFacts& facts)
{
    return guarded(file(), [&] {
        Database& database = m_connection->database;
        Transaction transaction(database, Transaction::Kind::Write);
        requireRun(database, run);
        writeFacts(database, run, facts);
        transaction.commit();
    });
}

Result<void> RunStore::setRounds(std::int64_t run, int rounds)
{
    return change(
        m_connection->database, run, "UPDATE run SET rounds = ? WHERE id = ?", rounds, run);
}

Result<void> RunStore::setStatus(std::int64_t run, RunStatus status, const std::string& reason)
{
    // Ended runs are forgotten, so that a queue of many runs does not remember all of them.
    if (status != RunStatus::Running && status != RunStatus::Paused)
        m_connection->writers.erase(run);
    return change(m_connection->database,
                  run,
                  "UPDATE run SET status = ?, reason = ?, begun = max(begun, ?) WHERE id = ?",
                  word(status),
                  reason,
                  status == RunStatus::Running || status == RunStatus::Failed,
                  run);
}

Result<CheckpointDelta> RunStore::loadCheckpoint(std::int64_t run)
{
    return snapshot(m_connection->database, run, [run](Database& database) {
        return readCheckpoint(database, run);
    });
}

Result<void> RunStore::dropCheckpoint(std::int64_t run)
{
    return guarded(file(), [&] {
        Database& database = m_connection->database;
        requireRun(database, run);
        dropState(database, run, "DELETE FROM checkpoint WHERE run = ?");
    });
}

Result<std::vector<std::int64_t>> RunStore::finishedWithState()
{
    return guarded(file(), [&] {
        Database& database = m_connection->database;
        auto query = database.statement(
            "SELECT id, EXISTS (SELECT 1 FROM checkpoint WHERE checkpoint.run = run.id) FROM run"
            " WHERE status = ? ORDER BY id");
        query.bind(word(RunStatus::Finished));
        std::vector<std::int64_t> runs;
        while (query.next()) {
            std::error_code ignored; // an inaccessible file cannot be removed either
            const std::int64_t run = query.integer(0);
            if (query.integer(1) != 0
                || std::filesystem::exists(stateFile(database.file(), run), ignored))
                runs.push_back(run);
        }
        return runs;
    });
}

Result<std::vector<RunRow>> RunStore::runs()
{
    return guarded(file(), [&] {
        const Transaction snapshot(m_connection->database, Transaction::Kind::Read);
        std::vector<RunRow> rows = readRuns(m_connection->database, std::nullopt);
        for (RunRow& row : rows)
            markIfAbandoned(file(), row);
        return rows;
    });
}

Result<RunRow> RunStore::run(std::int64_t id)
{
    return snapshot(m_connection->database, id, [&](Database& database) {
        RunRow row = std::move(readRuns(database, id).front());
        markIfAbandoned(file(), row);
        return row;
    });
}

Result<std::string> RunStore::experimentJson(std::int64_t experiment)
{
    return guarded(file(), [&] {
        Database& database = m_connection->database;
        auto query = database.statement("SELECT json FROM experiment WHERE id = ?");
        query.bind(experiment);
        if (!query.next())
            database.fail("there is no experiment " + std::to_string(experiment)
                          + " in this run store");
        return query.text(0);
    });
}

Result<FederationFacts> RunStore::facts(std::int64_t run)
{
    return snapshot(m_connection->database, run, [run](Database& database) {
        return readFacts(database, run);
    });
}

Result<std::vector<RoundReport>>
RunStore::reports(std::int64_t run, int firstRound, int lastRound, bool withMatrices)
{
    const int last = lastRound < 0 ? std::numeric_limits<int>::max() : lastRound;
    return snapshot(m_connection->database, run, [&](Database& database) {
        return readReports(database, run, firstRound, last, withMatrices);
    });
}

Result<std::vector<MetricPoint>> RunStore::metrics(std::int64_t run)
{
    return snapshot(m_connection->database, run, [run](Database& database) {
        auto query = database.statement(
            "SELECT round, name, value FROM round_metric WHERE run = ? ORDER BY run, round, name");
        query.bind(run);
        return readPoints(query);
    });
}

Result<std::vector<MetricPoint>> RunStore::lastMetrics(std::int64_t run)
{
    return snapshot(m_connection->database, run, [run](Database& database) {
        // A round in which any model was tested has one of these losses, with classes or without.
        auto query = database.statement(
            "SELECT round, name, value FROM round_metric WHERE run = ? AND round = coalesce("
            // Stops at the first match from the newest round back; max() would look at all.
            "(SELECT round FROM round_metric WHERE run = ?"
            " AND name IN ('meanTestLoss', 'globalTestLoss', 'officialTestLoss')"
            " ORDER BY round DESC LIMIT 1),"
            "(SELECT max(round) FROM round_metric WHERE run = ?)) ORDER BY name");
        query.bind(run, run, run);
        return readPoints(query);
    });
}

Result<std::vector<RunMetric>> RunStore::metricOfRuns(const MetricMoment& moment)
{
    return guarded(file(), [&] {
        const Transaction snapshot(m_connection->database, Transaction::Kind::Read);
        return readMetricOfRuns(m_connection->database, moment);
    });
}

Result<void> RunStore::addTag(std::int64_t run, const std::string& tag)
{
    return change(m_connection->database, run, "INSERT OR IGNORE INTO tag VALUES (?, ?)", run, tag);
}

Result<void> RunStore::removeTag(std::int64_t run, const std::string& tag)
{
    return change(
        m_connection->database, run, "DELETE FROM tag WHERE run = ? AND tag = ?", run, tag);
}

Result<void> RunStore::setNote(std::int64_t run, const std::string& note)
{
    return change(m_connection->database,
                  run,
                  "INSERT INTO note VALUES (?, ?)"
                  " ON CONFLICT (run) DO UPDATE SET text = excluded.text",
                  run,
                  note);
}

Result<void> RunStore::deleteRun(std::int64_t run)
{
    m_connection->writers.erase(run);
    return guarded(file(), [&] {
        requireRun(m_connection->database, run);
        dropState(m_connection->database, run, "DELETE FROM run WHERE id = ?");
    });
}

Result<void> RunStore::setPinned(std::int64_t run, bool pinned)
{
    return change(
        m_connection->database, run, "UPDATE run SET pinned = ? WHERE id = ?", pinned, run);
}

Result<void> RunStore::discardRuns(std::span<const std::int64_t> runs)
{
    return guarded(file(), [&] {
        updateEach(m_connection->database,
                   runs,
                   "UPDATE run SET discarded = datetime('now') WHERE id = ?");
    });
}

Result<void> RunStore::restoreRuns(std::span<const std::int64_t> runs)
{
    return guarded(file(), [&] {
        updateEach(m_connection->database, runs, "UPDATE run SET discarded = NULL WHERE id = ?");
    });
}

Result<std::size_t> RunStore::purgeDiscarded(int days)
{
    std::vector<std::int64_t> gone;
    const Result<void> found = guarded(file(), [&] {
        auto query = m_connection->database.statement(
            "SELECT id FROM run WHERE discarded <= datetime('now', ?)");
        query.bind("-" + std::to_string(days) + " days");
        while (query.next())
            gone.push_back(query.integer(0));
    });
    if (!found)
        return Unexpected<Error>{found.error()};
    if (gone.empty())
        return std::size_t{0};
    Result<RunLeases> leases = RunLeases::open(file());
    if (!leases)
        return Unexpected<Error>{leases.error()};
    std::size_t purged = 0;
    for (const std::int64_t run : gone) {
        if (!leases->take(run))
            continue; // a process computes it
        if (const Result<void> deleted = deleteRun(run); !deleted)
            return Unexpected<Error>{deleted.error()};
        ++purged;
    }
    return purged;
}

std::string sqliteVersion()
{
    return sqlite3_libversion();
}

std::filesystem::path defaultStoreFile()
{
    const std::filesystem::path folder = userDataFolder();
    return folder.empty() ? folder : folder / "runs.sqlite";
}

} // namespace coterie
