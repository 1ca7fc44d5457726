#include "core/store/run_rows.h"

#include "core/base/json_parse.h"
#include "core/experiment/arm_looks.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/sweep_text.h"
#include "core/metrics/metric_infos.h"
#include "core/report/environment_parts.h"
#include "core/store/database.h"
#include "core/store/leases.h"
#include "core/store/row_values.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

namespace coterie {

namespace {

/// For writing and for reading.
template <typename SomeEnvironment>
auto environmentColumns(SomeEnvironment& environment)
{
    return std::tie(environment.program,
                    environment.torch,
                    environment.blas,
                    environment.blasCore,
                    environment.instructions,
                    environment.device,
                    environment.sqlite,
                    environment.host);
}

std::string noSuch(const std::string& what, std::int64_t id)
{
    return "there is no " + what + " " + std::to_string(id) + " in this run store";
}

/// All rows of "round, name, value".
std::vector<MetricPoint> readPoints(Statement&& query)
{
    std::vector<MetricPoint> points;
    while (query.next()) {
        MetricPoint& point = points.emplace_back();
        query.read(0, point.round, point.name, point.value);
    }
    return points;
}

/// Of an experiment that cannot be read, an arm's look is its index and the design is the hash.
void setLooksAndDesigns(Database& database, std::vector<RunRow>& rows)
{
    std::map<std::int64_t, std::vector<std::size_t>> looks; // by experiment
    std::map<std::string, std::string> designs;             // by hash: of its first experiment
    const auto take = [&](std::int64_t experiment, const std::string& hash) {
        auto query = database.statement(
            "SELECT json, id <> (SELECT min(id) FROM experiment WHERE hash = ?2), "
            "(SELECT json FROM experiment WHERE hash = ?2 ORDER BY id LIMIT 1)"
            " FROM experiment WHERE id = ?1",
            experiment,
            hash);
        if (!query.next())
            return;
        Result<ParsedJson> parsed = parseJson(query.text(0));
        if (parsed)
            looks[experiment] = armLooks(parsed->root);
        if (designs.contains(hash))
            return;
        if (query.integer(1) != 0)
            parsed = parseJson(query.text(2));
        designs[hash] = parsed ? designHash(std::move(parsed->root)) : hash;
    };
    for (RunRow& row : rows) {
        const auto [known, isNew] = looks.try_emplace(row.experiment);
        if (isNew)
            take(row.experiment, row.experimentHash);
        row.look = row.armIndex < known->second.size() ? known->second[row.armIndex] : row.armIndex;
        row.experimentDesign = designs[row.experimentHash];
    }
}

void setSweepPlaces(Database& database, std::vector<RunRow>& rows, std::optional<std::int64_t> only)
{
    if (std::ranges::all_of(rows, &std::string::empty, &RunRow::sweep))
        return;
    auto query = database.statement(
        only ? "SELECT experiment, arm_index, sweep FROM run WHERE sweep <> '' AND experiment ="
               " (SELECT experiment FROM run WHERE id = ?1) ORDER BY id"
             : "SELECT experiment, arm_index, sweep FROM run WHERE sweep <> '' ORDER BY id");
    if (only)
        query.bind(only);
    std::map<std::pair<std::int64_t, std::size_t>, std::map<std::string, std::size_t>> places;
    while (query.next()) {
        auto& points = places[{query.integer(0), static_cast<std::size_t>(query.integer(1))}];
        points.try_emplace(query.text(2), points.size());
    }
    for (RunRow& row : rows)
        if (!row.sweep.empty())
            row.sweepPlace = places[{row.experiment, row.armIndex}][row.sweep];
}

/// The stored status may be older than the end of its process.
void markIfAbandoned(const std::filesystem::path& store, RunRow& row)
{
    constexpr const char* kProcessEnded = "Its process ended early. You can resume it.";
    const bool wasAtWork = row.status == RunStatus::Running || row.status == RunStatus::Paused;
    if (wasAtWork && !isComputed(store, row.id)) {
        row.status = RunStatus::Stopped;
        row.reason = kProcessEnded;
        row.isLeft = true;
    } else if (row.status == RunStatus::Queued && wasLeft(store, row.id)) {
        row.status = RunStatus::Stopped;
        row.reason = row.isBegun() ? kProcessEnded : kStoppedBeforeItsTurn;
        row.isLeft = true;
    }
}

} // namespace

void requireRun(Database& database, std::int64_t run)
{
    // A store that is opened as one's own may be a stranger's, with numbers as large as these.
    const bool isHere = database.statement("SELECT 1 FROM run WHERE id = ?", run).next();
    if (!isHere && isOfOtherStore(run))
        database.fail("run " + std::to_string(numberInItsStore(run))
                      + " is in another store, which is only read; open that store as your own to "
                        "change its runs");
    if (!isHere)
        database.fail(noSuch("run", run));
}

void requireExperiment(Database& database, std::int64_t experiment)
{
    if (!database.statement("SELECT 1 FROM experiment WHERE id = ?", experiment).next())
        database.fail(noSuch("experiment", experiment));
}

std::int64_t insertExperiment(Database& database,
                              const std::string& name,
                              const std::string& json,
                              const std::string& hash)
{
    auto known = database.statement(
        "SELECT id FROM experiment WHERE hash = ? AND name = ? AND json = ?", hash, name, json);
    if (known.next())
        return known.integer(0);
    database
        .statement("INSERT INTO experiment (name, hash, json, created) VALUES"
                   " (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                   name,
                   hash,
                   json)
        .run();
    return database.lastInsertedId();
}

std::int64_t insertRun(Database& database,
                       std::int64_t experiment,
                       const RunPlan& plan,
                       const std::string& planJson,
                       const Environment& environment)
{
    database
        .statement("INSERT INTO run (experiment, arm, arm_index, seed, sweep, plan, status, "
                   "rounds, created,"
                   " program, torch, blas, blas_core, instructions, device, sqlite, host)"
                   " VALUES (?, ?, ?, ?, ?, ?, ?, ?, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?, ?, "
                   "?, ?, ?, ?, ?, ?)",
                   experiment,
                   plan.armName,
                   plan.armIndex,
                   plan.seed,
                   sweepText(plan.sweep),
                   planJson,
                   word(RunStatus::Queued),
                   plan.rounds,
                   environmentColumns(environment))
        .run();
    return database.lastInsertedId();
}

void updateEnvironment(Database& database, std::int64_t run, const Environment& environment)
{
    database
        .statement("UPDATE run SET program = ?, torch = ?, blas = ?, blas_core = ?, instructions = "
                   "?, device = ?,"
                   " sqlite = ?, host = ? WHERE id = ?",
                   environmentColumns(environment),
                   run)
        .run();
}

void followEnvironment(Database& database, std::int64_t run, const RoundReport& report)
{
    std::vector<EnvironmentChanged> changes;
    addEnvironmentChanges(report, changes);
    if (changes.empty())
        return;
    Environment environment;
    {
        auto query = database.statement(
            "SELECT program, torch, blas, blas_core, instructions, device, sqlite, host"
            " FROM run WHERE id = ?",
            run);
        if (query.next())
            std::apply([&](auto&... column) { query.read(0, column...); },
                       environmentColumns(environment));
    }
    for (const EnvironmentChanged& change : changes)
        setEnvironmentPart(environment, change.what, change.now);
    updateEnvironment(database, run, environment);
}

std::vector<MetricPoint> readMetrics(Database& database, std::int64_t run)
{
    return readPoints(database.statement(
        "SELECT round, name, value FROM round_metric WHERE run = ? ORDER BY run, round, name",
        run));
}

std::vector<std::pair<int, double>> readRoundSeconds(Database& database, std::int64_t run)
{
    Statement rows =
        database.statement("SELECT round, seconds FROM round WHERE run = ? ORDER BY round", run);
    std::vector<std::pair<int, double>> seconds;
    while (rows.next())
        seconds.emplace_back(static_cast<int>(rows.whole(0)), rows.real(1));
    return seconds;
}

std::vector<MetricPoint> readLastMetrics(Database& database, std::int64_t run)
{
    // A round in which any model was tested has one of these losses, with classes or without.
    return readPoints(database.statement(
        "SELECT round, name, value FROM round_metric WHERE run = ?1 AND round = coalesce("
        // Stops at the first match from the newest round back; max() would look at all.
        "(SELECT round FROM round_metric WHERE run = ?1"
        " AND name IN ('meanTestLoss', 'globalTestLoss', 'officialTestLoss')"
        " ORDER BY round DESC LIMIT 1),"
        "(SELECT max(round) FROM round_metric WHERE run = ?1)) ORDER BY name",
        run));
}

std::vector<RunMetric> readMetricOfRuns(Database& database, const MetricMoment& moment)
{
    using When = MetricMoment::When;
    const MetricInfo* info = findMetric(moment.metric);
    const Better better = info != nullptr ? info->better : Better::Neither;
    const bool wantsBest = moment.when == When::Best && better != Better::Neither;
    std::vector<std::int64_t> runs;
    auto list = database.statement("SELECT id FROM run WHERE discarded IS NULL ORDER BY id");
    while (list.next())
        runs.push_back(list.integer(0));

    std::vector<RunMetric> found;
    for (const std::int64_t run : runs) {
        auto query = database.statement(
            moment.when == When::AtRound
                ? "SELECT round, value FROM round_metric WHERE run = ? AND name = ? AND round = ?"
            : wantsBest ? "SELECT round, value FROM round_metric WHERE run = ? AND name = ?"
                        : "SELECT round, value FROM round_metric WHERE run = ? AND name = ?"
                          " ORDER BY round DESC LIMIT 1");
        if (moment.when == When::AtRound)
            query.bind(run, moment.metric, moment.round);
        else
            query.bind(run, moment.metric);
        std::optional<RunMetric> kept;
        while (query.next()) {
            RunMetric next{.run = run};
            query.read(0, next.round, next.value);
            if (wantsBest
                && (!std::isfinite(next.value)
                    || (kept
                        && (better == Better::Lower ? next.value >= kept->value
                                                    : next.value <= kept->value))))
                continue;
            kept = next;
        }
        if (kept)
            found.push_back(*kept);
    }
    return found;
}

std::vector<RunRow> readRuns(Database& database, std::optional<std::int64_t> only)
{
    std::vector<RunRow> rows;
    auto query = database.statement(
        "SELECT run.id, run.experiment, experiment.name, experiment.hash, arm, arm_index, seed,"
        " sweep, plan, status, reason, rounds,"
        // A stranger's store can claim rounds that nobody could count to; usual numbers are not
        // counted again.
        " CASE WHEN rounds_done < 10000 THEN rounds_done ELSE"
        " min(rounds_done, (SELECT count(*) - 1 FROM round WHERE round.run = run.id)) END,"
        " run.created, program, torch, blas,"
        " blas_core, instructions, device, sqlite, host, note.text, pinned,"
        " EXISTS (SELECT 1 FROM round WHERE round.run = run.id), begun,"
        " EXISTS (SELECT 1 FROM event WHERE event.run = run.id"
        " AND event.kind IN ('liveChange', 'environment')), origin,"
        " substr(folder.path, 1, 120), substr(shown_name.name, 1, 60)"
        " FROM run JOIN experiment ON experiment.id = run.experiment"
        " LEFT JOIN note ON note.run = run.id"
        " LEFT JOIN folder ON folder.run = run.id"
        " LEFT JOIN shown_name ON shown_name.run = run.id"
        " WHERE run.id = ?1 OR (?1 IS NULL AND run.discarded IS NULL)"
        " ORDER BY run.id",
        only);
    while (query.next()) {
        RunRow& row = rows.emplace_back();
        std::string status;
        query.read(0, row.id, row.experiment, row.experimentName, row.experimentHash, row.arm);
        query.read(5, row.armIndex, row.seed, row.sweep, row.planJson, status, row.reason);
        query.read(11, row.rounds, row.roundsDone, row.created);
        std::apply([&](auto&... column) { query.read(14, column...); },
                   environmentColumns(row.environment));
        query.read(22, row.note, row.pinned, row.hasRounds, row.begun, row.isMixed, row.origin);
        query.read(28, row.folder, row.name);
        const auto known = enumerator<RunStatus>(status);
        if (!known)
            database.fail("the run store is damaged: a run has the status \"" + status + "\"");
        row.status = *known;
        markIfAbandoned(database.file(), row);
    }
    auto tags = database.statement(
        "SELECT run, tag FROM tag WHERE ?1 IS NULL OR run = ?1 ORDER BY run, tag", only);
    auto row = rows.begin();
    while (tags.next()) {
        while (row != rows.end() && row->id < tags.integer(0))
            ++row;
        if (row != rows.end() && row->id == tags.integer(0))
            row->tags.push_back(tags.text(1));
    }
    setLooksAndDesigns(database, rows);
    setSweepPlaces(database, rows, only);
    return rows;
}

} // namespace coterie
