#include "core/store/export_tables.h"

#include "core/collab/metric_infos.h"
#include "core/store/enum_words.h"
#include "core/store/report_writer.h"

#include <array>

namespace coterie {

namespace {

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

} // namespace

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

} // namespace coterie
