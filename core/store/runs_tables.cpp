#include "core/store/runs_tables.h"

#include "core/base/try.h"
#include "core/metrics/metrics.h"
#include "core/store/row_values.h"
#include "core/store/seeds_tables.h"
#include "core/store/swept_columns.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace coterie {

namespace {

/// The newest and the best of a metric's values.
struct LastAndBest
{
    CurvePoint last;
    std::optional<CurvePoint> best;

    void add(const CurvePoint& point, Better better)
    {
        last = point;
        if (better == Better::Neither || !std::isfinite(point.value))
            return;
        if (!best
            || (better == Better::Lower ? point.value < best->value : point.value > best->value))
            best = point;
    }
};

Result<void> writeLastAndBest(RunStore& store, std::span<const ExportRun> runs, CsvWriter& csv)
{
    const SweptColumns swept(runs);
    csv.raw(kRunFields);
    swept.writeNames(csv);
    csv.raw("status,rounds_count,clients_count,groups_count,metric,unit,last,lastRound,best,"
            "bestRound");
    csv.endRow();
    for (const ExportRun& run : runs) {
        COTERIE_TRY(const std::vector<MetricPoint> points, store.metrics(run.row.id));
        COTERIE_TRY(const FederationFacts facts, store.facts(run.row.id));
        std::map<std::string, LastAndBest, std::less<>> found;
        for (const MetricPoint& point : points) // ascending rounds
            if (const MetricInfo* info = findMetric(point.name))
                found[point.name].add({.round = point.round, .value = point.value}, info->better);
        const auto groups = found.find("groupCount");
        for (const MetricInfo& info : metricInfos()) {
            const auto metric = found.find(info.name);
            if (metric == found.end())
                continue;
            const auto& [last, best] = metric->second;
            csv.raw(run.identity);
            swept.writeValues(run.row, csv);
            csv.row(word(run.row.status),
                    run.row.roundsDone,
                    facts.trainSamples.size(),
                    groups == found.end() ? std::nullopt : std::optional(groups->second.last.value),
                    info.name,
                    info.unit,
                    last.value,
                    last.round,
                    best ? std::optional(best->value) : std::nullopt,
                    best ? std::optional(best->round) : std::nullopt);
        }
    }
    return {};
}

/// Calls visit(report) for every round of a run, without its matrices.
template <typename Visit>
Result<void> eachRound(RunStore& store, const RunRow& row, const Visit& visit)
{
    constexpr int kRoundsRead = 64;
    for (int first = 0; first <= row.roundsDone; first += kRoundsRead) {
        const int last = std::min(first + kRoundsRead - 1, row.roundsDone);
        COTERIE_TRY(const std::vector<RoundReport> reports,
                    store.reports(row.id, first, last, false));
        for (const RoundReport& report : reports)
            visit(report);
    }
    return {};
}

void writePoints(const ExportRun& run,
                 const RoundReport& report,
                 const FederationFacts& facts,
                 const std::set<std::string>& names,
                 const SweptColumns& swept,
                 CsvWriter& csv)
{
    std::map<std::string, const NamedValues*> series;
    std::size_t clients = 0;
    for (const NamedValues& values : report.clientValues) {
        series[values.name] = &values;
        clients = std::max(clients, values.values.size());
    }
    for (std::size_t client = 0; client < clients; ++client) {
        csv.raw(run.identity);
        swept.writeValues(run.row, csv);
        csv.fields(report.round,
                   client,
                   elementOf(facts.trueGroup, client),
                   elementOf(facts.trainSamples, client),
                   std::ranges::count(report.participants, static_cast<int>(client)));
        for (const std::string& name : names) {
            const auto values = series.find(name);
            csv.fields(values == series.end()
                           ? std::nullopt
                           : elementOf(values->second->values, client).value_or(std::nullopt));
        }
        csv.endRow();
    }
}

/// The values that algorithms and samplers report of clients, beside each other.
Result<void> writeAllPoints(RunStore& store, std::span<const ExportRun> runs, CsvWriter& csv)
{
    std::set<std::string> names;
    for (const ExportRun& run : runs)
        COTERIE_CHECK(eachRound(store, run.row, [&](const RoundReport& report) {
            for (const NamedValues& values : report.clientValues)
                names.insert(values.name);
        }));
    const SweptColumns swept(runs);
    csv.raw(kRunFields);
    swept.writeNames(csv);
    csv.raw("round,client,trueGroup,trainSamples_count,draws_count");
    for (const std::string& name : names)
        csv.fields(name);
    csv.endRow();
    for (const ExportRun& run : runs) {
        COTERIE_TRY(const FederationFacts facts, store.facts(run.row.id));
        COTERIE_CHECK(eachRound(store, run.row, [&](const RoundReport& report) {
            writePoints(run, report, facts, names, swept, csv);
        }));
        if (!csv.isGood()) // nobody reads on
            break;
    }
    return {};
}

Result<void> writeClientNames(RunStore& store, std::span<const ExportRun> runs, CsvWriter& csv)
{
    csv.raw(kRunFields);
    csv.raw("client,name");
    csv.endRow();
    for (const ExportRun& run : runs) {
        COTERIE_TRY(const FederationFacts facts, store.facts(run.row.id));
        for (std::size_t client = 0; client < facts.clientNames.size(); ++client) {
            if (facts.clientNames[client].empty())
                continue;
            csv.raw(run.identity);
            csv.row(client, facts.clientNames[client]);
        }
    }
    return {};
}

} // namespace

std::span<const RunsTable> runsTables()
{
    static const std::vector<RunsTable> tables{
        {{"runs",
          "one row per run and metric: swept settings as numbers, clients, groups, last and best",
          false},
         &writeLastAndBest},
        {{"roundsOverSeeds",
          "one row per arm, round and metric: mean ± deviation over the seeds of finished runs and "
          "over clients, smoothed",
          false,
          true},
         &writeRoundsOverSeeds},
        {{"clientsOverSeeds",
          "one row per arm, round, client and metric: mean ± deviation over the seeds of finished "
          "runs, best so far",
          false,
          true},
         &writeClientsOverSeeds},
        {{"points",
          "one row per round and client: its further values beside each other, such as estimated "
          "and true entropy",
          false},
         &writeAllPoints},
        {{"clientNames", "one row per client that has a name in the data: its name", false},
         &writeClientNames},
    };
    return tables;
}

} // namespace coterie
