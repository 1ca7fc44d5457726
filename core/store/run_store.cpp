#include "core/store/run_store.h"

#include "core/base/files.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/store/change_rows.h"
#include "core/store/checkpoint_rows.h"
#include "core/store/database.h"
#include "core/store/guarded.h"
#include "core/store/kept_model_rows.h"
#include "core/store/leases.h"
#include "core/store/other_stores.h"
#include "core/store/report_reader.h"
#include "core/store/report_writer.h"
#include "core/store/rescue.h"
#include "core/store/row_values.h"
#include "core/store/run_rows.h"
#include "core/store/schema.h"

#include <sqlite3.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace coterie {

namespace {

/// Deletes rows that name a run's state, and the file they name.
Result<void> dropState(Database& database, std::int64_t run, std::string_view deletion)
{
    return guarded(database.file(), [&] {
        database.requireItsFile();
        requireRun(database, run);
        std::optional<DurableCommits> durable;
        if (hasStateFile(database, run))
            durable.emplace(database);
        database.statement(deletion, run).run();
        std::error_code ignored; // a later run of that number overwrites it
        std::filesystem::remove(stateFile(database.file(), run), ignored);
        database.giveBackFreePages();
    });
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
    /// A store without a file or runs.
    Connection()
        : database(":memory:", Database::Access::ReadWrite)
    {
        createTables(database, kStoreVersion);
    }
    Connection(const std::filesystem::path& file, Database::Access access)
        : database(file, access)
    {
        if (database.isReadOnly() && isOlderStore(database)) {
            if (access == Database::Access::AsItIs)
                database.fail("the run store is of an older version of Coterie, and a store beside "
                              "your own is not updated; open it once as your own store to update "
                              "it");
            if (!hasComputedRuns(database))
                update(file);
        }
        prepareStore(database);
    }

    Database database;
    std::map<std::int64_t, ReportWriter> writers; ///< of the runs this object has committed to
    std::optional<Rescue> rescue;                 ///< a copy of this lost store, not in use yet
    std::optional<Error> untold;                  ///< that this store replaces a lost one
    std::set<std::int64_t> withoutStates; ///< runs in progress whose states were lost with that one
    std::map<std::int64_t, Environment> begunAgain; ///< to be stored with their round 0

private:
    static void update(const std::filesystem::path& file)
    {
        try {
            const Connection updated(file, Database::Access::ReadWrite);
        } catch (const DatabaseError&) {
            // It stays as it is, and prepareStore() refuses it.
        }
    }
};

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
    if (mode != Mode::ReadWrite && !std::filesystem::exists(file, problem))
        return fail(file.string(), "there is no such file");
    if (mode == Mode::ReadWrite && file.has_parent_path()) {
        std::filesystem::create_directories(file.parent_path(), problem);
        if (problem)
            return fail(file.parent_path().string(),
                        "cannot create the folder (" + problem.message() + ")");
    }
    return guarded(file, [&] {
        const auto access = mode == Mode::ReadWrite  ? Database::Access::ReadWrite
                            : mode == Mode::ReadOnly ? Database::Access::ReadOnly
                                                     : Database::Access::AsItIs;
        return std::unique_ptr<RunStore>(new RunStore(std::make_unique<Connection>(file, access)));
    });
}

Result<std::unique_ptr<RunStore>> RunStore::openAll(const StoreFiles& files)
{
    const std::vector<OtherStore> others = files.others();
    if (others.empty())
        return open(files.own(), Mode::ReadOnly);
    std::error_code problem;
    std::unique_ptr<RunStore> all;
    if (!std::filesystem::exists(files.own(), problem) || isUnmade(files.own())) {
        COTERIE_TRY(all, guarded(files.own(), [] {
                        return std::unique_ptr<RunStore>(
                            new RunStore(std::make_unique<Connection>()));
                    }));
    } else {
        COTERIE_TRY(all, open(files.own(), Mode::ReadOnly));
    }
    all->m_others = std::make_unique<OtherStores>(others);
    return all;
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

bool RunStore::isGone() const
{
    return m_connection->database.isGone();
}

bool RunStore::lacksState(std::int64_t run) const
{
    return m_connection->withoutStates.contains(run);
}

Database& RunStore::database()
{
    return m_connection->database;
}

Result<std::int64_t>
RunStore::addExperiment(const std::string& name, const std::string& json, const std::string& hash)
{
    return writing(database(), [&] { return insertExperiment(database(), name, json, hash); });
}

Result<std::int64_t> RunStore::addRun(std::int64_t experiment,
                                      const RunPlan& plan,
                                      const std::string& planJson,
                                      const Environment& environment)
{
    return writing(database(), [&] {
        requireExperiment(database(), experiment);
        return insertRun(database(), experiment, plan, planJson, environment);
    });
}

Result<std::vector<std::int64_t>> RunStore::addRuns(std::int64_t experiment,
                                                    std::span<const RunPlan> plans,
                                                    const Environment& environment)
{
    return writing(database(), [&] {
        requireExperiment(database(), experiment);
        std::vector<std::int64_t> ids;
        Environment where = environment;
        for (const RunPlan& plan : plans) {
            where.device = plan.device;
            ids.push_back(insertRun(database(), experiment, plan, writePlan(plan), where));
        }
        return ids;
    });
}

Result<void> RunStore::setEnvironment(std::int64_t run, const Environment& environment)
{
    return guarded(file(), [&] {
        database().requireItsFile();
        requireRun(database(), run);
        updateEnvironment(database(), run, environment);
    });
}

void RunStore::beginAgain(std::int64_t run, const Environment& environment)
{
    m_connection->begunAgain.insert_or_assign(run, environment);
}

Result<void> RunStore::commit(std::int64_t run,
                              const std::vector<std::shared_ptr<const RoundReport>>& reports,
                              const CheckpointDelta* checkpoint)
{
    COTERIE_CHECK(moveIfGone(run));
    const bool isWhole = checkpoint != nullptr && checkpoint->isWhole;
    // What changed since a state that is lost makes no state.
    COTERIE_CHECK(write(run, reports, isWhole || !lacksState(run) ? checkpoint : nullptr));
    if (isWhole)
        m_connection->withoutStates.erase(run);
    return news();
}

Result<void> RunStore::rescue()
{
    COTERIE_CHECK(moveIfGone());
    return news();
}

Result<void> RunStore::news()
{
    if (std::optional<Error> news = std::exchange(m_connection->untold, std::nullopt))
        return Unexpected<Error>{std::move(*news)};
    return {};
}

Result<void> RunStore::moveIfGone(std::optional<std::int64_t> inProgress)
{
    if (!database().isGone())
        return {};
    const std::filesystem::path lost = file();
    std::optional<Rescue>& rescue = m_connection->rescue;
    std::error_code ignored; // a complete copy that cannot be opened stays, and is not made again
    if (!rescue || !std::filesystem::exists(rescue->store, ignored)) {
        Result<Rescue> made = guarded(lost, [&] { return rescueStore(database()); });
        if (!made)
            return fail(lost.string(),
                        "the run store was deleted or moved; its runs exist only in this program "
                        "until they can be copied beside its place: "
                            + made.error().message,
                        made.error().kind);
        rescue = std::move(*made);
    }
    COTERIE_TRY(auto connection, guarded(rescue->store, [&] {
                    auto opened =
                        std::make_unique<Connection>(rescue->store, Database::Access::Existing);
                    for (const std::int64_t run : rescue->withoutStates)
                        giveUpState(opened->database, run);
                    return opened;
                }));
    std::string news = "the run store was deleted or moved while it was used; all its runs are in "
                       + rescue->store.string() + " now, where unfinished ones can be resumed";
    connection->withoutStates = std::move(m_connection->withoutStates);
    connection->begunAgain = std::move(m_connection->begunAgain);
    for (std::string_view before = ", but from round 0, without their states: run ";
         const std::int64_t run : rescue->withoutStates) {
        if (run == inProgress)
            connection->withoutStates.insert(run);
        else
            news.append(std::exchange(before, ", run ")).append(std::to_string(run));
    }
    connection->untold = fail(lost.string(), std::move(news)).error;
    m_connection = std::move(connection);
    return {};
}

Result<void> RunStore::write(std::int64_t run,
                             const std::vector<std::shared_ptr<const RoundReport>>& reports,
                             const CheckpointDelta* checkpoint)
{
    Result<void> done = guarded(file(), [&] {
        Database& database = m_connection->database;
        auto& writers = m_connection->writers;
        requireRun(database, run);
        PlacedPieces pieces;
        std::optional<DurableCommits> durable;
        if (checkpoint != nullptr) {
            pieces = writeStateFile(database, run, *checkpoint);
            if (std::ranges::any_of(pieces,
                                    [](const auto& piece) { return piece.place.has_value(); })
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
                database
                    .statement("DELETE FROM round WHERE run = ? AND round >= ?", run, report->round)
                    .run();
                writer = writers.try_emplace(run, database, run).first;
            }
            writer->second.write(*report);
            if (const auto again = m_connection->begunAgain.find(run);
                report->round == 0 && again != m_connection->begunAgain.end())
                updateEnvironment(database, run, again->second);
            followEnvironment(database, run, *report);
        }
        if (!reports.empty())
            database
                .statement(
                    "UPDATE run SET rounds_done = ? WHERE id = ?", reports.back()->round, run)
                .run();
        if (checkpoint != nullptr)
            writeCheckpoint(database, run, *checkpoint, pieces);
        transaction.commit();
    });
    if (!done)
        m_connection->writers.erase(run); // it remembers what was rolled back
    return done;
}

Result<void> RunStore::setFacts(std::int64_t run, const FederationFacts& facts)
{
    COTERIE_CHECK(moveIfGone(run));
    COTERIE_CHECK(writing(database(), [&] {
        requireRun(database(), run);
        writeFacts(database(), run, facts);
    }));
    return news();
}

Result<void> RunStore::setRounds(std::int64_t run, int rounds)
{
    COTERIE_CHECK(moveIfGone(run));
    COTERIE_CHECK(change(database(), run, "UPDATE run SET rounds = ? WHERE id = ?", rounds, run));
    return news();
}

Result<void> RunStore::setStatus(std::int64_t run, RunStatus status, const std::string& reason)
{
    return changeStatus(run, status, reason, nullptr);
}

Result<void> RunStore::finish(std::int64_t run, const KeptModels* models)
{
    return changeStatus(run, RunStatus::Finished, {}, models);
}

Result<void> RunStore::changeStatus(std::int64_t run,
                                    RunStatus status,
                                    const std::string& reason,
                                    const KeptModels* models)
{
    const bool isInProgress = status == RunStatus::Running || status == RunStatus::Paused;
    COTERIE_CHECK(moveIfGone(isInProgress ? std::optional(run) : std::nullopt));
    // Ended runs are forgotten, so that a queue of many runs does not remember all of them.
    if (!isInProgress) {
        m_connection->writers.erase(run);
        m_connection->withoutStates.erase(run); // resumed, it begins with a whole one
        m_connection->begunAgain.erase(run);
    }
    COTERIE_CHECK(writing(database(), [&] {
        requireRun(database(), run);
        if (models != nullptr)
            writeKeptModels(database(), run, *models);
        database()
            .statement("UPDATE run SET status = ?, reason = ?, begun = max(begun, ?) WHERE id = ?",
                       word(status),
                       reason,
                       status == RunStatus::Running || status == RunStatus::Failed,
                       run)
            .run();
    }));
    return news();
}

Result<CheckpointDelta> RunStore::loadCheckpoint(std::int64_t run)
{
    return readingRun(database(), run, [&] { return readCheckpoint(database(), run); });
}

Result<UsableState> RunStore::recoverCheckpoint(std::int64_t run)
{
    // Only a damaged state needs the write lock, which another program may hold for long.
    COTERIE_TRY(std::optional<UsableState> intact,
                readingRun(database(), run, [&] { return intactState(database(), run, true); }));
    if (intact)
        return std::move(*intact);
    return writing(database(), [&] {
        requireRun(database(), run);
        return coterie::recoverCheckpoint(database(), run);
    });
}

Result<void> RunStore::dropCheckpoint(std::int64_t run)
{
    return dropState(database(), run, "DELETE FROM checkpoint WHERE run = ?");
}

Result<std::vector<std::int64_t>> RunStore::finishedWithState()
{
    return guarded(file(), [&] {
        auto query = database().statement(
            "SELECT id, EXISTS (SELECT 1 FROM checkpoint WHERE checkpoint.run = run.id) FROM run"
            " WHERE status = ? ORDER BY id",
            word(RunStatus::Finished));
        std::vector<std::int64_t> runs;
        while (query.next()) {
            std::error_code ignored; // an inaccessible file cannot be removed either
            const std::int64_t run = query.integer(0);
            if (query.integer(1) != 0 || std::filesystem::exists(stateFile(file(), run), ignored))
                runs.push_back(run);
        }
        return runs;
    });
}

void RunStore::dropNeedlessStates(RunLeases& leases)
{
    const Result<std::vector<std::int64_t>> runs = finishedWithState();
    if (!runs)
        return;
    for (const std::int64_t run : *runs) {
        // Without the lease another queue is about to drop it.
        if (const Result<RunLease> lease = leases.take(run))
            static_cast<void>(dropCheckpoint(run));
    }
}

Result<void> RunStore::deleteRun(std::int64_t run)
{
    m_connection->writers.erase(run);
    return dropState(database(), run, "DELETE FROM run WHERE id = ?");
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
