#include "core/store/exports.h"

#include "core/store/atomic_file.h"
#include "core/store/export_tables.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace coterie {

namespace {

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
        std::string words;
        for (const ExportTable& entry : tables)
            words.append(words.empty() ? "" : ", ").append(entry.kind.name);
        return Unexpected<Error>{Error{.place = "what",
                                       .found = std::string(kind),
                                       .needed = "one of: " + words,
                                       .nearest = {}}};
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
