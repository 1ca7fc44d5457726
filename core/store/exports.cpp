#include "core/store/exports.h"

#include "core/base/files.h"
#include "core/base/try.h"
#include "core/metrics/metrics.h"
#include "core/store/design_points.h"
#include "core/store/matrix_table.h"
#include "core/store/report_rows.h"
#include "core/store/run_store.h"
#include "core/store/runs_tables.h"

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

namespace coterie {

namespace {

/// One table: its own columns, and the rows that one report gives.
struct ExportTable
{
    ExportKind kind;
    std::string columns; ///< after those that identify the run, with commas between
    void (*write)(const ExportRun& run, const RoundReport& report, CsvWriter& csv) = nullptr;
    bool wantsMatrices = false;
    bool isSmoothed = false; ///< the reports hold nothing but smoothed metrics
};

template <typename... Values>
void writeRow(const ExportRun& run, CsvWriter& csv, const Values&... values)
{
    csv.raw(run.identity);
    csv.row(values...);
}

/// "round,…,meanTestError_percent": with every metric's unit.
std::string withMetrics(std::string columns)
{
    for (const MetricInfo& info : metricInfos()) {
        columns.append(",").append(info.name);
        if (!info.unit.empty())
            columns.append("_").append(info.unit);
    }
    return columns;
}

void writeMetrics(const RoundReport& report, CsvWriter& csv)
{
    for (const MetricInfo& info : metricInfos())
        csv.fields(findMetric(report.metrics, info.name));
    csv.endRow();
}

void writeRoundRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    csv.raw(run.identity);
    csv.fields(report.round,
               report.learningRate,
               report.participants.size(),
               report.grouping ? report.grouping->stopReason : std::string());
    writeMetrics(report, csv);
}

void writeSmoothedRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    csv.raw(run.identity);
    csv.fields(report.round);
    writeMetrics(report, csv);
}

template <typename Value>
std::optional<Value> valueOf(const std::vector<Value>& values, int client)
{
    return elementOf(values, static_cast<std::size_t>(client)); // a negative one is past any end
}

void writeClientRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    for (const ClientReport& client : report.clients)
        writeRow(run,
                 csv,
                 report.round,
                 client.client,
                 valueOf(run.facts.trueGroup, client.client),
                 valueOf(run.facts.trainSamples, client.client),
                 client.trainLoss,
                 client.trainAccuracy,
                 columnsOf(client.personalTest),
                 columnsOf(client.globalTest),
                 columnsOf(client.personalValidation),
                 columnsOf(client.globalValidation),
                 client.steps,
                 client.updateNorm);
}

template <std::optional<Grouping> RoundReport::*kPart>
void writeGroupRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    const std::optional<Grouping>& grouping = report.*kPart;
    for (std::size_t group = 0; grouping && group < grouping->groups.size(); ++group)
        for (const int client : grouping->groups[group])
            writeRow(run, csv, report.round, group, client, valueOf(run.facts.trueGroup, client));
}

template <std::optional<Grouping> RoundReport::*kPart>
void writeMergeRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    const std::optional<Grouping>& grouping = report.*kPart;
    if (!grouping)
        return;
    const auto writeMerge = [&](std::size_t step, bool done, const Merge& merge) {
        writeRow(run,
                 csv,
                 report.round,
                 step,
                 done,
                 merge.left,
                 merge.right,
                 word(merge.kind),
                 merge.score,
                 merge.size,
                 merge.dataGain,
                 merge.similarityLoss);
    };
    for (std::size_t step = 0; step < grouping->merges.size(); ++step)
        writeMerge(step + 1, true, grouping->merges[step]);
    if (grouping->refused)
        writeMerge(grouping->merges.size() + 1, false, *grouping->refused);
}

void writeMatrices(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    writeMatrixRows(run.identity, report, csv);
}

void writeValueRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    for (const ValueTable& table : kValueTables)
        for (const NamedValues& series : report.*table.part)
            for (std::size_t i = 0; i < series.values.size(); ++i)
                writeRow(run, csv, report.round, table.scope, i, series.name, series.values[i]);
    for (const auto& [name, value] : report.metrics)
        if (const MetricInfo* info = findMetric(name); info && info->isReported)
            writeRow(run, csv, report.round, "round", std::optional<int>(), name, value);
}

void writeParticipationRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    for (std::size_t draw = 0; draw < report.participants.size(); ++draw)
        writeRow(run, csv, report.round, draw + 1, report.participants[draw]);
}

void writeTrafficRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    for (const Traffic& traffic : report.traffic)
        writeRow(run, csv, report.round, word(traffic.link), traffic.client, traffic.bits);
}

void writeEventRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    for (const Event& event : report.events)
        writeRow(run,
                 csv,
                 report.round,
                 word(event.severity),
                 kindOf(event.what),
                 event.client,
                 event.sentence);
}

void writeTimingRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    const auto writeTime = [&](std::string_view phase, double seconds) {
        const Environment& environment = run.row.environment;
        std::optional<std::int64_t> parent = run.row.branch ? run.row.branch->parent : std::nullopt;
        if (parent)
            *parent = numberInItsStore(*parent);
        writeRow(run,
                 csv,
                 numberInItsStore(run.row.id),
                 run.row.created,
                 word(run.row.status),
                 parent,
                 run.row.branch ? std::optional(run.row.branch->round) : std::nullopt,
                 environment.host,
                 environment.program,
                 environment.torch,
                 environment.blas,
                 environment.blasCore,
                 environment.instructions,
                 environment.device,
                 environment.sqlite,
                 report.round,
                 phase,
                 seconds);
    };
    for (const PhaseTime& time : report.timings)
        writeTime(time.phase, time.seconds);
    writeTime("round", report.seconds);
}

std::span<const ExportTable> exportTables()
{
    constexpr auto kGroup = "round,group,client,trueGroup";
    constexpr auto kMerge =
        "round,step,done,left,right,kind,score,size_count,dataGain,similarityLoss";
    static const std::vector<ExportTable> tables{
        {.kind = {"rounds", "one row per round: learning rate and every metric"},
         .columns = withMetrics("round,learningRate,participants_count,stopReason"),
         .write = &writeRoundRows},
        {.kind = {"smoothed",
                  "one row per tested round from 1 on: every metric's smoothed curve "
                  "(Savitzky–Golay, 13 points, order 3)"},
         .columns = withMetrics("round"),
         .write = &writeSmoothedRows,
         .isSmoothed = true},
        {.kind = {"clients",
                  "one row per round and client: losses, accuracies, steps, size of the update"},
         .columns = "round,client,trueGroup,trainSamples_count,trainLoss,trainAccuracy_share,"
                    "personalTestLoss,personalTestAccuracy_share,personalTestSamples_count,"
                    "globalTestLoss,globalTestAccuracy_share,globalTestSamples_count,"
                    "personalValidationLoss,personalValidationAccuracy_share,"
                    "personalValidationSamples_count,globalValidationLoss,"
                    "globalValidationAccuracy_share,globalValidationSamples_count,"
                    "steps_count,updateNorm",
         .write = &writeClientRows},
        {.kind = {"groups", "one row per round and member of a group"},
         .columns = kGroup,
         .write = &writeGroupRows<&RoundReport::grouping>},
        {.kind = {"merges", "one row per merge, in order, and the best merge that was refused"},
         .columns = kMerge,
         .write = &writeMergeRows<&RoundReport::grouping>},
        {.kind = {"clusters",
                  "one row per round and member of a cluster that a sampler draws from"},
         .columns = kGroup,
         .write = &writeGroupRows<&RoundReport::samplingClusters>},
        {.kind = {"clusterMerges", "one row per merge that made these clusters, in order"},
         .columns = kMerge,
         .write = &writeMergeRows<&RoundReport::samplingClusters>},
        {.kind = {"matrices",
                  "one row per entry of A, the similarities and the Gram matrix; of more than "
                  "1000 clients the different rows of A, and which clients have which"},
         .columns = "round,kind,row,column,value",
         .write = &writeMatrices,
         .wantsMatrices = true},
        {.kind = {"values",
                  "one row per further value of a client or a group: entropies, probabilities …"},
         .columns = "round,scope,index,name,value",
         .write = &writeValueRows},
        {.kind = {"participation", "one row per client that took part in a round"},
         .columns = "round,draw,client",
         .write = &writeParticipationRows},
        {.kind = {"traffic", "one row per link and round: bits sent"},
         .columns = "round,link,client,traffic_bits",
         .write = &writeTrafficRows},
        {.kind = {"events", "one row per event: live changes, warnings, failures"},
         .columns = "round,severity,kind,client,sentence",
         .write = &writeEventRows},
        {.kind = {"timings",
                  "one row per phase of a round: seconds, host, run, library versions",
                  false},
         .columns = "run,created,status,parentRun,parentRound,host,program,torch,blas,core,"
                    "instructions,device,sqlite,"
                    "round,phase,time_seconds",
         .write = &writeTimingRows},
    };
    return tables;
}

/// Rounds read at a time, so that a long run is not in memory as a whole.
constexpr int kRoundsAtATime = 64;
constexpr int kMatrixRoundsAtATime = 4;

auto identityOf(const RunRow& row)
{
    return std::tie(row.experimentName, row.armIndex, row.arm, row.seed, row.sweep);
}

/// These runs, or all.
Result<std::vector<RunRow>> selected(RunStore& store, std::span<const std::int64_t> runs)
{
    COTERIE_TRY(std::vector<RunRow> rows, store.runs());
    for (const std::int64_t id : runs)
        if (std::ranges::find(rows, id, &RunRow::id) == rows.end())
            return fail(store.file().string(),
                        "there is no run " + std::to_string(id) + " in this run store");
    std::erase_if(rows, [&](const RunRow& row) {
        return !runs.empty() && std::ranges::find(runs, row.id) == runs.end();
    });
    return rows;
}

void sortByIdentity(std::vector<RunRow>& rows)
{
    std::ranges::sort(rows, [](const RunRow& left, const RunRow& right) {
        return std::tuple_cat(identityOf(left), std::tie(left.id))
               < std::tuple_cat(identityOf(right), std::tie(right.id));
    });
}

/// Runs that were set differently or are in several stores are no repeats of each other, whatever
/// their names.
void tellApart(std::vector<RunRow>& rows)
{
    const RunSettings settings(rows);
    for (RunRow& row : rows)
        row.sweep = designText(row, settings);
    if (std::ranges::all_of(rows,
                            [&](const RunRow& row) { return row.store == rows.front().store; }))
        return;
    for (RunRow& row : rows)
        if (!row.store.empty())
            row.sweep += (row.sweep.empty() ? "store = " : ", store = ") + row.store;
}

std::string identityFields(const RunRow& row, int repeat, CsvReader reader)
{
    return csvField(row.experimentName, reader) + ',' + csvField(row.arm, reader) + ','
           + std::to_string(row.seed) + ',' + csvField(row.sweep, reader) + ','
           + std::to_string(repeat);
}

/// Reports that hold the smoothed curve of every metric, by round.
Result<std::map<int, RoundReport>> smoothedRounds(RunStore& store, std::int64_t run)
{
    COTERIE_TRY(const std::vector<MetricPoint> points, store.metrics(run));
    std::map<std::string, std::vector<CurvePoint>> curves;
    for (const MetricPoint& point : points)
        curves[point.name].push_back({.round = point.round, .value = point.value});
    std::map<int, RoundReport> rounds;
    for (const auto& [name, curve] : curves)
        for (const CurvePoint& point : smoothed(curve)) {
            rounds[point.round].round = point.round;
            rounds[point.round].metrics[name] = point.value;
        }
    return rounds;
}

Result<void> writeRun(RunStore& store, const ExportTable& table, ExportRun& run, CsvWriter& csv)
{
    if (table.isSmoothed) {
        COTERIE_TRY(const auto rounds, smoothedRounds(store, run.row.id));
        for (const auto& [round, report] : rounds)
            table.write(run, report, csv);
        return {};
    }
    COTERIE_TRY(run.facts, store.facts(run.row.id));
    const int step = table.wantsMatrices ? kMatrixRoundsAtATime : kRoundsAtATime;
    for (int first = 0; first <= run.row.roundsDone; first += step) {
        const int last = std::min(first + step - 1, run.row.roundsDone);
        COTERIE_TRY(const std::vector<RoundReport> reports,
                    store.reports(run.row.id, first, last, table.wantsMatrices));
        for (const RoundReport& report : reports)
            table.write(run, report, csv);
    }
    return {};
}

Result<void>
writeRuns(RunStore& store, const ExportTable& table, std::vector<ExportRun>& runs, CsvWriter& csv)
{
    csv.raw(exportHeader(table.kind.name));
    csv.endRow();
    for (ExportRun& run : runs) {
        COTERIE_CHECK(writeRun(store, table, run, csv));
        if (!csv.isGood()) // nobody reads on
            break;
    }
    return {};
}

} // namespace

std::span<const ExportKind> exportKinds()
{
    static const std::vector<ExportKind> kinds = [] {
        std::vector<ExportKind> list;
        for (const ExportTable& table : exportTables())
            list.push_back(table.kind);
        for (const RunsTable& table : runsTables())
            list.push_back(table.kind);
        return list;
    }();
    return kinds;
}

std::string exportHeader(std::string_view kind)
{
    for (const ExportTable& table : exportTables())
        if (table.kind.name == kind)
            return std::string(kRunFields) + ',' + table.columns;
    return {};
}

std::string exportRows(std::string_view kind, const RoundReport& report)
{
    std::ostringstream out;
    CsvWriter csv(out);
    const ExportRun run{.row = {}, .identity = std::string(kFieldsBeforeRound - 1, ',')};
    for (const ExportTable& table : exportTables())
        if (table.kind.name == kind)
            table.write(run, report, csv);
    csv.flush();
    return std::move(out).str();
}

Result<void> exportCsv(RunStore& store,
                       std::string_view kind,
                       std::span<const std::int64_t> runs,
                       std::ostream& out,
                       CsvReader reader,
                       ExportNames names)
{
    COTERIE_TRY(std::vector<RunRow> rows, selected(store, runs));
    return exportRowsCsv(store, kind, std::move(rows), out, reader, names);
}

Result<void> exportRowsCsv(RunStore& store,
                           std::string_view kind,
                           std::vector<RunRow> runs,
                           std::ostream& out,
                           CsvReader reader,
                           ExportNames names)
{
    const std::span<const ExportKind> kinds = exportKinds();
    if (std::ranges::find(kinds, kind, &ExportKind::name) == kinds.end()) {
        std::vector<std::string_view> words;
        for (const ExportKind& known : kinds)
            words.push_back(known.name);
        return unknownName("what", kind, words);
    }
    if (names == ExportNames::Told)
        tellApart(runs);
    sortByIdentity(runs);
    std::vector<ExportRun> exported;
    int repeat = 1;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        repeat = i > 0 && identityOf(runs[i]) == identityOf(runs[i - 1]) ? repeat + 1 : 1;
        exported.push_back({.row = runs[i], .identity = identityFields(runs[i], repeat, reader)});
    }

    CsvWriter csv(out, reader);
    for (const RunsTable& table : runsTables())
        if (table.kind.name == kind)
            COTERIE_CHECK(table.write(store, exported, csv));
    for (const ExportTable& table : exportTables())
        if (table.kind.name == kind)
            COTERIE_CHECK(writeRuns(store, table, exported, csv));
    csv.flush();
    if (!out)
        return fail("export", "the data could not be written");
    return {};
}

Result<void> exportCsvFile(RunStore& store,
                           std::string_view kind,
                           std::span<const std::int64_t> runs,
                           const std::filesystem::path& file,
                           CsvReader reader)
{
    return writeFileAtomically(
        file, [&](std::ostream& out) { return exportCsv(store, kind, runs, out, reader); });
}

} // namespace coterie
