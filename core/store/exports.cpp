#include "core/store/exports.h"

#include "core/base/files.h"
#include "core/metrics/metric_infos.h"
#include "core/store/csv_writer.h"
#include "core/store/report_writer.h"
#include "core/store/row_values.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace coterie {

namespace {

/// One run that is being exported.
struct ExportRun
{
    RunRow row;
    std::string identity; ///< the fields every row of the run begins with
    FederationFacts facts;
    std::map<int, std::map<std::string, double, std::less<>>>
        metrics; ///< by round; only if the table wants them
};

/// How one table is made: its own columns, and the rows one report gives.
struct ExportTable
{
    ExportKind kind;
    std::vector<std::string> (*columns)() = nullptr; ///< after those that identify the run
    void (*write)(const ExportRun& run, const RoundReport& report, CsvWriter& csv) = nullptr;
    bool wantsMatrices = false;
    bool wantsMetrics = false;
};

/// Every row begins with the run and the round.
void beginRow(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    csv.raw(run.identity);
    csv.number(report.round);
}

std::string withUnit(std::string_view name, std::string_view unit)
{
    return unit.empty() ? std::string(name) : std::string(name).append("_").append(unit);
}

// --- rounds
// -------------------------------------------------------------------------------------------------------

std::vector<std::string> roundColumns()
{
    std::vector<std::string> columns{"round", "learningRate", "participants_count", "stopReason"};
    for (const MetricInfo& info : metricInfos())
        columns.push_back(withUnit(info.name, info.unit));
    return columns;
}

void writeRoundRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    beginRow(run, report, csv);
    csv.number(report.learningRate);
    csv.number(report.participants.size());
    csv.text(report.grouping ? report.grouping->stopReason : std::string());
    const auto metrics = run.metrics.find(report.round);
    for (const MetricInfo& info : metricInfos()) {
        if (metrics == run.metrics.end()) {
            csv.empty();
            continue;
        }
        const auto metric = metrics->second.find(info.name);
        csv.number(metric == metrics->second.end() ? std::nullopt : std::optional(metric->second));
    }
    csv.endRow();
}

// --- clients
// ------------------------------------------------------------------------------------------------------

constexpr std::array kScores{
    std::pair{std::string_view("personalTest"), &ClientReport::personalTest},
    std::pair{std::string_view("globalTest"), &ClientReport::globalTest},
    std::pair{std::string_view("personalValidation"), &ClientReport::personalValidation},
    std::pair{std::string_view("globalValidation"), &ClientReport::globalValidation}};

std::vector<std::string> clientColumns()
{
    std::vector<std::string> columns{
        "round", "client", "trueGroup", "trainSamples_count", "trainLoss", "trainAccuracy_share"};
    for (const auto& [name, part] : kScores) {
        columns.push_back(std::string(name) + "Loss");
        columns.push_back(std::string(name) + "Accuracy_share");
        columns.push_back(std::string(name) + "Samples_count");
    }
    columns.emplace_back("steps_count");
    columns.emplace_back("updateNorm");
    return columns;
}

template <typename Value>
std::optional<Value> elementOf(const std::vector<Value>& values, int index)
{
    const auto place = static_cast<std::size_t>(index); // a negative index becomes one past any end
    return place < values.size() ? std::optional(values[place]) : std::nullopt;
}

void writeClientRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    for (const ClientReport& client : report.clients) {
        beginRow(run, report, csv);
        csv.number(client.client);
        csv.number(elementOf(run.facts.trueGroup, client.client));
        csv.number(elementOf(run.facts.trainSamples, client.client));
        csv.number(client.trainLoss);
        csv.number(client.trainAccuracy);
        for (const auto& [name, part] : kScores) {
            const std::optional<Score>& score = client.*part;
            csv.number(score ? std::optional(score->loss) : std::nullopt);
            csv.number(score ? score->accuracy : std::nullopt);
            csv.number(score ? std::optional(score->samples) : std::nullopt);
        }
        csv.number(client.steps);
        csv.number(client.updateNorm);
        csv.endRow();
    }
}

// --- groups and merges
// --------------------------------------------------------------------------------------------

std::vector<std::string> groupColumns()
{
    return {"round", "group", "client", "trueGroup"};
}

template <std::optional<Grouping> RoundReport::*kPart>
void writeGroupRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    const std::optional<Grouping>& grouping = report.*kPart;
    if (!grouping)
        return;
    for (std::size_t group = 0; group < grouping->groups.size(); ++group) {
        for (const int client : grouping->groups[group]) {
            beginRow(run, report, csv);
            csv.number(group);
            csv.number(client);
            csv.number(elementOf(run.facts.trueGroup, client));
            csv.endRow();
        }
    }
}

std::vector<std::string> mergeColumns()
{
    return {"round",
            "step",
            "done",
            "left",
            "right",
            "kind",
            "score",
            "size_count",
            "dataGain",
            "similarityLoss"};
}

template <std::optional<Grouping> RoundReport::*kPart>
void writeMergeRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    const std::optional<Grouping>& grouping = report.*kPart;
    if (!grouping)
        return;
    const auto writeMerge = [&](std::size_t step, bool done, const Merge& merge) {
        beginRow(run, report, csv);
        csv.number(step);
        csv.flag(done);
        csv.number(merge.left);
        csv.number(merge.right);
        csv.text(word(merge.kind));
        csv.number(merge.score);
        csv.number(merge.size);
        csv.number(merge.dataGain);
        csv.number(merge.similarityLoss);
        csv.endRow();
    };
    for (std::size_t step = 0; step < grouping->merges.size(); ++step)
        writeMerge(step + 1, true, grouping->merges[step]);
    if (grouping->refused)
        writeMerge(grouping->merges.size() + 1, false, *grouping->refused);
}

// --- matrices
// -----------------------------------------------------------------------------------------------------

std::vector<std::string> matrixColumns()
{
    return {"round", "kind", "row", "column", "value"};
}

void writeMatrixRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    for (const MatrixColumn& column : kMatrixColumns) {
        const std::optional<Matrix>& matrix = report.*column.part;
        if (!matrix)
            continue;
        for (std::size_t row = 0; row < matrix->rows; ++row) {
            for (std::size_t place = 0; place < matrix->columns; ++place) {
                beginRow(run, report, csv);
                csv.text(column.word);
                csv.number(row);
                csv.number(place);
                // Kept as a float, written as one: 0.1, not 0.10000000149011612.
                if (column.precision == MatrixPrecision::Single)
                    csv.number(static_cast<float>(matrix->at(row, place)));
                else
                    csv.number(matrix->at(row, place));
                csv.endRow();
            }
        }
    }
}

// --- values
// -------------------------------------------------------------------------------------------------------

std::vector<std::string> valueColumns()
{
    return {"round", "scope", "index", "name", "value"};
}

void writeValueRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    const auto writeScope = [&](std::string_view scope, const std::vector<NamedValues>& series) {
        for (const NamedValues& values : series) {
            for (std::size_t i = 0; i < values.values.size(); ++i) {
                beginRow(run, report, csv);
                csv.text(scope);
                csv.number(i);
                csv.text(values.name);
                csv.number(values.values[i]);
                csv.endRow();
            }
        }
    };
    writeScope("client", report.clientValues);
    writeScope("group", report.groupValues);
    for (const auto& [name, value] : report.roundValues) {
        beginRow(run, report, csv);
        csv.text("round");
        csv.empty(); // it is the round's, nobody's
        csv.text(name);
        csv.number(value);
        csv.endRow();
    }
}

// --- participation, traffic, events
// -------------------------------------------------------------------------------

std::vector<std::string> participationColumns()
{
    return {"round", "draw", "client"};
}

void writeParticipationRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    for (std::size_t draw = 0; draw < report.participants.size(); ++draw) {
        beginRow(run, report, csv);
        csv.number(draw + 1);
        csv.number(report.participants[draw]);
        csv.endRow();
    }
}

std::vector<std::string> trafficColumns()
{
    return {"round", "link", "client", "traffic_bits"};
}

void writeTrafficRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    for (const Traffic& traffic : report.traffic) {
        beginRow(run, report, csv);
        csv.text(word(traffic.link));
        csv.number(traffic.client);
        csv.number(traffic.bits);
        csv.endRow();
    }
}

std::vector<std::string> eventColumns()
{
    return {"round", "severity", "kind", "client", "sentence"};
}

void writeEventRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    for (const Event& event : report.events) {
        beginRow(run, report, csv);
        csv.text(word(event.severity));
        csv.text(event.kind);
        csv.number(event.client);
        csv.text(event.sentence);
        csv.endRow();
    }
}

// --- timings
// ------------------------------------------------------------------------------------------------------

std::vector<std::string> timingColumns()
{
    return {"run",
            "created",
            "status",
            "host",
            "program",
            "torch",
            "blas",
            "core",
            "instructions",
            "device",
            "sqlite",
            "round",
            "phase",
            "time_seconds"};
}

void writeTimingRows(const ExportRun& run, const RoundReport& report, CsvWriter& csv)
{
    const auto writeTime = [&](std::string_view phase, double seconds) {
        const Environment& environment = run.row.environment;
        csv.raw(run.identity);
        csv.number(run.row.id);
        csv.text(run.row.created);
        csv.text(word(run.row.status));
        csv.text(environment.host);
        csv.text(environment.program);
        csv.text(environment.torch);
        csv.text(environment.blas);
        csv.text(environment.blasCore);
        csv.text(environment.instructions);
        csv.text(environment.device);
        csv.text(environment.sqlite);
        csv.number(report.round);
        csv.text(phase);
        csv.number(seconds);
        csv.endRow();
    };
    for (const PhaseTime& time : report.timings)
        writeTime(time.phase, time.seconds);
    writeTime("round", report.seconds);
}

std::span<const ExportTable> exportTables()
{
    static const std::vector<ExportTable> tables{
        {.kind = {"rounds", "one row per round: learning rate and every metric"},
         .columns = &roundColumns,
         .write = &writeRoundRows,
         .wantsMetrics = true},
        {.kind = {"clients",
                  "one row per round and client: losses, accuracies, steps, size of the update"},
         .columns = &clientColumns,
         .write = &writeClientRows},
        {.kind = {"groups", "one row per round and member of a group"},
         .columns = &groupColumns,
         .write = &writeGroupRows<&RoundReport::grouping>},
        {.kind = {"merges", "one row per merge, in order, and the best one refused"},
         .columns = &mergeColumns,
         .write = &writeMergeRows<&RoundReport::grouping>},
        {.kind = {"clusters",
                  "one row per round and member of a cluster that a sampler draws from"},
         .columns = &groupColumns,
         .write = &writeGroupRows<&RoundReport::samplingClusters>},
        {.kind = {"clusterMerges", "one row per merge that made these clusters, in order"},
         .columns = &mergeColumns,
         .write = &writeMergeRows<&RoundReport::samplingClusters>},
        {.kind = {"matrices", "one row per entry of A, the similarities and the Gram matrix"},
         .columns = &matrixColumns,
         .write = &writeMatrixRows,
         .wantsMatrices = true},
        {.kind = {"values",
                  "one row per further value of a client or a group: entropies, probabilities …"},
         .columns = &valueColumns,
         .write = &writeValueRows},
        {.kind = {"participation", "one row per client that took part in a round"},
         .columns = &participationColumns,
         .write = &writeParticipationRows},
        {.kind = {"traffic", "one row per link and round: bits sent"},
         .columns = &trafficColumns,
         .write = &writeTrafficRows},
        {.kind = {"events", "one row per event: live changes, warnings, failures"},
         .columns = &eventColumns,
         .write = &writeEventRows},
        {.kind = {"timings", "one row per phase of a round: seconds, host, run, library versions"},
         .columns = &timingColumns,
         .write = &writeTimingRows},
    };
    return tables;
}

/// Rounds read at a time: a long run is exported without being held in memory whole.
constexpr int kRoundsAtATime = 64;
constexpr int kMatrixRoundsAtATime = 4;

auto identityOf(const RunRow& row)
{
    return std::tie(row.experimentName, row.armIndex, row.arm, row.seed, row.sweep);
}

/// The runs asked for, ordered by what identifies them.
Result<std::vector<RunRow>> selected(RunStore& store, std::span<const std::int64_t> runs)
{
    Result<std::vector<RunRow>> all = store.runs();
    if (!all)
        return all;
    std::vector<RunRow> rows;
    for (RunRow& row : *all) {
        if (runs.empty() || std::ranges::find(runs, row.id) != runs.end())
            rows.push_back(std::move(row));
    }
    for (const std::int64_t id : runs) {
        if (std::ranges::find(rows, id, &RunRow::id) == rows.end())
            return fail(store.file().string(),
                        "there is no run " + std::to_string(id) + " in this run store");
    }
    std::ranges::sort(rows, [](const RunRow& left, const RunRow& right) {
        return std::tuple_cat(identityOf(left), std::tie(left.id))
               < std::tuple_cat(identityOf(right), std::tie(right.id));
    });
    return rows;
}

std::string identityFields(const RunRow& row, int repeat)
{
    return csvField(row.experimentName) + ',' + csvField(row.arm) + ',' + std::to_string(row.seed)
           + ',' + csvField(row.sweep) + ',' + std::to_string(repeat);
}

Result<void> writeRun(RunStore& store, const ExportTable& table, ExportRun& run, CsvWriter& csv)
{
    Result<FederationFacts> facts = store.facts(run.row.id);
    if (!facts)
        return Unexpected<Error>{facts.error()};
    run.facts = std::move(*facts);
    if (table.wantsMetrics) {
        const Result<std::vector<MetricPoint>> metrics = store.metrics(run.row.id);
        if (!metrics)
            return Unexpected<Error>{metrics.error()};
        for (const MetricPoint& point : *metrics)
            run.metrics[point.round][point.name] = point.value;
    }
    const int step = table.wantsMatrices ? kMatrixRoundsAtATime : kRoundsAtATime;
    for (int first = 0; first <= run.row.roundsDone; first += step) {
        const int last = std::min(first + step - 1, run.row.roundsDone);
        const Result<std::vector<RoundReport>> reports =
            store.reports(run.row.id, first, last, table.wantsMatrices);
        if (!reports)
            return Unexpected<Error>{reports.error()};
        for (const RoundReport& report : *reports)
            table.write(run, report, csv);
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
        return list;
    }();
    return kinds;
}

Result<void> exportCsv(RunStore& store,
                       std::string_view kind,
                       std::span<const std::int64_t> runs,
                       std::ostream& out)
{
    const auto tables = exportTables();
    const auto table =
        std::ranges::find(tables, kind, [](const ExportTable& entry) { return entry.kind.name; });
    if (table == tables.end()) {
        std::vector<std::string_view> words;
        for (const ExportTable& entry : tables)
            words.push_back(entry.kind.name);
        return unknownName("what", kind, words);
    }
    Result<std::vector<RunRow>> rows = selected(store, runs);
    if (!rows)
        return Unexpected<Error>{rows.error()};

    CsvWriter csv(out);
    std::vector<std::string> header{"experiment", "arm", "seed", "sweep", "repeat"};
    std::ranges::copy(table->columns(), std::back_inserter(header));
    csv.header(header);
    int repeat = 1;
    for (std::size_t i = 0; i < rows->size(); ++i) {
        RunRow& row = (*rows)[i];
        repeat = i > 0 && identityOf(row) == identityOf((*rows)[i - 1]) ? repeat + 1 : 1;
        ExportRun run{
            .row = row, .identity = identityFields(row, repeat), .facts = {}, .metrics = {}};
        if (const Result<void> written = writeRun(store, *table, run, csv); !written)
            return written;
        if (!out)
            break;
    }
    csv.flush();
    if (!out)
        return fail("export", "the stream took no more data");
    return {};
}

Result<void> exportCsvFile(RunStore& store,
                           std::string_view kind,
                           std::span<const std::int64_t> runs,
                           const std::filesystem::path& file)
{
    return writeFileAtomically(
        file, [&](std::ostream& out) { return exportCsv(store, kind, runs, out); });
}

} // namespace coterie
