#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/result_table.h"
#include "app/cli/run_session.h"
#include "app/cli/table_printer.h"
#include "core/base/try.h"
#include "core/experiment/layers_text.h"
#include "core/metrics/metric_infos.h"
#include "core/report/client_names.h"
#include "core/run/environment.h"
#include "core/run/round_difference.h"
#include "core/run/run_difference.h"
#include "core/run/verify.h"
#include "core/store/csv_writer.h"
#include "core/store/row_values.h"
#include "core/train/worker_pool.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <ostream>
#include <stop_token>
#include <string>
#include <unistd.h>
#include <vector>

namespace coterie::cli {

namespace {

/// "Run 5 (Quickstart, HCCT, seed 1, alpha = 10)"
std::string nameOf(const RunRow& row)
{
    return "Run " + std::to_string(row.id) + " (" + row.experimentName + ", " + row.arm + ", seed "
           + std::to_string(row.seed) + (row.sweep.empty() ? "" : ", " + row.sweep) + ')';
}

std::string twoValuesText(const std::string& title,
                          const std::vector<TwoValues>& values,
                          const std::array<RunRow, 2>& rows)
{
    if (values.empty())
        return {};
    Table table({left(title),
                 wrapping("run " + std::to_string(rows[0].id)),
                 wrapping("run " + std::to_string(rows[1].id))});
    for (const TwoValues& each : values) {
        const auto text = [&](const std::string& value) {
            if (value.empty())
                return std::string("–");
            return each.name.starts_with("/model/layers") ? layersInWords(value) : value;
        };
        table.add({each.name, text(each.one), text(each.other)});
    }
    return table.text() + '\n';
}

std::string
numbersText(const std::vector<TwoNumbers>& numbers, const std::array<RunRow, 2>& rows, bool byRound)
{
    Table table({left(byRound ? "round" : "metric"),
                 right("run " + std::to_string(rows[0].id)),
                 right("run " + std::to_string(rows[1].id)),
                 right("second − first")});
    constexpr int kDecimals = 4;
    for (const TwoNumbers& each : numbers)
        table.add({byRound ? std::to_string(each.round) : std::string(each.metric),
                   numberText(each.one, kDecimals),
                   numberText(each.other, kDecimals),
                   numberText(each.other - each.one, kDecimals)});
    return table.text();
}

JsonNode valuesJson(const std::vector<TwoValues>& values)
{
    return jsonList(values, [](const TwoValues& each) {
        return jsonObject({{"name", each.name}, {"first", each.one}, {"second", each.other}});
    });
}

JsonNode differenceJson(int round, const ReportDifference& difference)
{
    return jsonObject({{"round", round},
                       {"table", difference.table},
                       {"place", difference.place},
                       {"column", difference.column},
                       {"first", difference.one},
                       {"second", difference.other}});
}

JsonNode numbersJson(const std::vector<TwoNumbers>& numbers)
{
    return jsonList(numbers, [](const TwoNumbers& each) {
        return jsonObject({{"round", each.round},
                           {"metric", std::string(each.metric)},
                           {"first", each.one},
                           {"second", each.other},
                           {"difference", each.other - each.one}});
    });
}

/// The matrices and groups of both runs in one round.
struct RoundDifference
{
    int round = 0;
    TwoReports reports;
    FederationFacts named;                ///< no more than the names that clients have in both runs
    std::optional<MatrixDistance> matrix; ///< absent: not both have one of the same size
    std::optional<GroupFlow> flow;
};

/// The round is checked, and what a table is wanted of must be there.
Result<RoundDifference>
roundDifference(RunStore& store, const RunDifference& runs, const Arguments& arguments)
{
    const int last = runs.lastCommonRound();
    const std::int64_t round = arguments.whole("--round").value_or(last);
    if (round > last)
        return fail("--round",
                    "must be at most " + std::to_string(last)
                        + ", the last round that both runs have");
    RoundDifference found{
        .round = static_cast<int>(round), .reports = {}, .named = {}, .matrix = {}, .flow = {}};
    found.named.clientNames = runs.clientNames;
    Result<TwoReports> reports = reportsOf(store, {runs.runs[0].id, runs.runs[1].id}, found.round);
    if (!reports) { // the rest has been compared and is shown
        for (const std::string_view option : {"--round", "--matrix", "--groups"})
            if (arguments.has(option))
                return Unexpected<Error>{reports.error()};
        complain(reports.error().sentence());
        return found;
    }
    found.reports = *std::move(reports);
    const auto& [one, other] = found.reports;
    found.matrix = distanceBetween(one.collaboration, other.collaboration);
    found.flow = flowOf(one, other);
    const std::string where = " for the same clients in round " + std::to_string(round);
    if (arguments.has("--matrix") && !found.matrix)
        return fail("--matrix", "the runs do not both report a collaboration matrix" + where);
    if (arguments.has("--matrix") && one.collaboration->rows() > kMostPairedClients)
        return fail("--matrix",
                    "the table has a line for each pair of clients and at most "
                        + std::to_string(kMostPairedClients) + " clients (the runs have "
                        + std::to_string(one.collaboration->rows())
                        + "); \"export --what matrices\" writes the different rows");
    if (arguments.has("--groups") && !found.flow)
        return fail("--groups", "the runs do not both report groups" + where);
    return found;
}

Result<void> writeRoundTables(const RoundDifference& found, const Arguments& arguments)
{
    COTERIE_CHECK(writeIfNamed(arguments, "--matrix", [&found](std::ostream& out) {
        CsvWriter csv(out);
        csv.raw("round,client,fromClient,first,second,difference");
        csv.endRow();
        const auto& [one, other] = found.reports;
        const Matrix first = one.collaboration->dense();
        const Matrix second = other.collaboration->dense();
        const std::optional<Matrix> difference = subtracted(first, second);
        for (std::size_t i = 0; i < first.values.size(); ++i)
            csv.row(found.round,
                    i / first.columns,
                    i % first.columns,
                    first.values[i],
                    second.values[i],
                    difference->values[i]);
    }));
    return writeIfNamed(arguments, "--groups", [&found](std::ostream& out) {
        CsvWriter csv(out);
        csv.raw("round,client,firstGroup,secondGroup");
        csv.endRow();
        for (const GroupMove& move : found.flow->moves)
            for (const int client : move.clients)
                csv.row(found.round, client, move.from, move.to);
    });
}

constexpr std::string_view kNotBoth = "not both runs have them for the same clients.\n";

std::string matrixText(const RoundDifference& found, const std::array<RunRow, 2>& rows)
{
    constexpr int kDecimals = 4;
    const auto& [one, other] = found.reports;
    if (!one.collaboration && !other.collaboration)
        return {};
    const std::string title =
        "\nCollaboration matrices of round " + std::to_string(found.round) + ": ";
    if (!found.matrix)
        return title + std::string(kNotBoth);
    const MatrixDistance& distance = *found.matrix;
    if (distance.largest == 0)
        return title + "the same.\n";
    const auto weightOf = [&](std::size_t run) {
        return numberText(found.reports[run].collaboration->at(distance.row, distance.column),
                          kDecimals)
               + " in run " + std::to_string(rows[run].id);
    };
    const auto clientAt = [&found](std::size_t client) {
        return numberedClient(found.named, static_cast<int>(client));
    };
    return title + "mean absolute difference " + numberText(distance.mean, kDecimals) + ", largest "
           + numberText(distance.largest, kDecimals) + ".\nClient " + clientAt(distance.row)
           + " takes from client " + clientAt(distance.column) + ' ' + weightOf(0) + " and "
           + weightOf(1) + ".\n";
}

std::string flowText(const RoundDifference& found, const std::array<RunRow, 2>& rows)
{
    const auto& [one, other] = found.reports;
    if (!one.grouping && !other.grouping)
        return {};
    const std::string title = "\nGroups of round " + std::to_string(found.round) + ": ";
    if (!found.flow)
        return title + std::string(kNotBoth);
    const GroupFlow& flow = *found.flow;
    if (flow.moved.empty())
        return title + "the same.\n";
    Table table({wrapping("run " + std::to_string(rows[0].id)),
                 wrapping("run " + std::to_string(rows[1].id)),
                 right("clients"),
                 wrapping("which")});
    const auto members = [&](std::size_t run, std::optional<std::size_t> group) {
        return group ? namedClients(found.named, flow.groups[run][*group]) : std::string("none");
    };
    for (const GroupMove& move : flow.moves)
        table.add({members(0, move.from),
                   members(1, move.to),
                   std::to_string(move.clients.size()),
                   namedClients(found.named, move.clients)});
    const std::size_t moved = flow.moved.size();
    return title + std::to_string(moved) + " of " + std::to_string(flow.clients)
           + (moved == 1 ? " clients trains" : " clients train") + " with other clients.\n"
           + table.text();
}

std::optional<JsonNode> matrixJson(const RoundDifference& found)
{
    if (!found.matrix)
        return std::nullopt;
    const MatrixDistance& distance = *found.matrix;
    const auto weightOf = [&](std::size_t run) {
        return found.reports[run].collaboration->at(distance.row, distance.column);
    };
    return jsonObject({{"round", found.round},
                       {"mean", distance.mean},
                       {"largest", distance.largest},
                       {"client", static_cast<std::int64_t>(distance.row)},
                       {"fromClient", static_cast<std::int64_t>(distance.column)},
                       {"first", weightOf(0)},
                       {"second", weightOf(1)}});
}

std::optional<JsonNode> flowJson(const RoundDifference& found)
{
    if (!found.flow)
        return std::nullopt;
    const auto group = [](std::optional<std::size_t> place) {
        return place ? std::optional(static_cast<std::int64_t>(*place)) : std::nullopt;
    };
    return jsonObject({{"round", found.round},
                       {"moved", jsonList(found.flow->moved)},
                       {"moves", jsonList(found.flow->moves, [&](const GroupMove& move) {
                            return jsonObject({{"firstGroup", group(move.from)},
                                               {"secondGroup", group(move.to)},
                                               {"clients", jsonList(move.clients)}});
                        })}});
}

/// A metric that the user named, if it is one.
Result<std::optional<std::string>> chosenMetric(const Arguments& arguments)
{
    const std::optional<std::string> name = arguments.value("--metric");
    if (!name || findMetric(*name) != nullptr)
        return name;
    std::vector<std::string_view> names;
    for (const MetricInfo& info : metricInfos())
        names.push_back(info.name);
    return unknownName("--metric", *name, names);
}

} // namespace

Outcome runDiff(Arguments& arguments)
{
    if (arguments.operands.size() != 2)
        return refuse("diff needs two runs");
    COTERIE_TRY(const std::optional<std::string> metric, chosenMetric(arguments));
    COTERIE_TRY(const std::unique_ptr<RunStore> store, openStoredRuns(arguments));
    std::array<RunRow, 2> rows;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        COTERIE_TRY(std::vector<RunRow> named, namedRuns(*store, {arguments.operands[i]}));
        rows[i] = std::move(named.front());
    }
    COTERIE_TRY(const RunDifference difference, differenceOf(*store, rows));
    const std::vector<TwoNumbers> numbers =
        metric ? difference.numbersOf(*metric) : difference.lastNumbers();
    if (metric && numbers.empty())
        return refuse(fail("--metric", "the runs have no round in common with " + *metric).error);
    COTERIE_TRY(const RoundDifference round, roundDifference(*store, difference, arguments));
    COTERIE_CHECK(writeRoundTables(round, arguments));

    std::vector<std::int64_t> changed;
    for (const RunRow& row : rows)
        if (row.isMixed)
            changed.push_back(row.id);

    if (arguments.has("--json")) {
        printJsonLine(jsonObject(
            {{"runs", jsonList(rows, &RunRow::id)},
             {"changed", changed.empty() ? std::nullopt : std::optional(jsonList(changed))},
             {"settings", valuesJson(difference.settings)},
             {"environment", valuesJson(difference.environment)},
             {"parting",
              difference.parting ? std::optional(
                  differenceJson(difference.parting->round, difference.parting->difference))
                                 : std::nullopt},
             {"metrics", numbersJson(numbers)},
             {"collaboration", matrixJson(round)},
             {"groups", flowJson(round)}}));
        return kDone;
    }
    std::string text = nameOf(rows[0]) + '\n' + nameOf(rows[1]) + "\n\n";
    text += twoValuesText("setting", difference.settings, rows)
            + twoValuesText("computed with", difference.environment, rows);
    if (!changed.empty())
        text += changedOnTheWayText(changed) + "\n\n";
    else if (difference.settings.empty() && difference.environment.empty())
        text += "Settings, program, libraries, processor and device are the same.\n\n";
    text += difference.partingText() + '\n';
    if (!numbers.empty())
        text += '\n'
                + (metric ? *metric + ":\n"
                          : "Metrics of round " + std::to_string(numbers.front().round)
                                + ", the last tested one that both have:\n")
                + numbersText(numbers, rows, metric.has_value());
    return printed(text + matrixText(round, rows) + flowText(round, rows));
}

Outcome runVerify(Arguments& arguments)
{
    COTERIE_TRY(const std::vector<std::filesystem::path> folders, dataFolders(arguments));
    const std::string device = arguments.value("--device").value_or("");
    COTERIE_CHECK(checkDevice(device, "--device"));
    COTERIE_TRY(const std::unique_ptr<RunStore> store, openStoredRuns(arguments));
    COTERIE_TRY(const std::vector<RunRow> rows, namedRuns(*store, arguments.operands));
    RunData data(DataFolders{folders});
    VerifyOptions options{.threads = workerCount(arguments.whole("--threads").value_or(0)),
                          .device = device,
                          .commands = commandConsent(arguments)};
    for (const RunRow& row : rows)
        COTERIE_CHECK(checkCommandOf(row, options.commands));
    const bool isWatched = isatty(STDERR_FILENO) != 0;
    bool isSame = true;
    bool areAllPlayed = true;
    for (const RunRow& row : rows) {
        if (isWatched)
            options.roundDone = [&row](int round) {
                std::fprintf(stderr, "\rround %d of %d\r", round, row.roundsDone);
            };
        const Result<Verification> found = verifyRun(*store, row, data, options, std::stop_token());
        if (!found) {
            complain(found.error().sentence());
            areAllPlayed = false;
            continue;
        }
        isSame = isSame && !found->difference && found->trouble.empty();
        if (arguments.has("--json"))
            printJsonLine(jsonObject(
                {{"run", row.id},
                 {"lastSame", found->lastSame},
                 {"lastStored", found->lastStored},
                 {"difference",
                  found->difference
                      ? std::optional(differenceJson(found->lastSame + 1, *found->difference))
                      : std::nullopt},
                 {"trouble", found->trouble.empty() ? std::nullopt : std::optional(found->trouble)},
                 {"verdict", verdictOf(*found)}}));
        else
            print(nameOf(row) + ": " + verdictOf(*found) + '\n');
    }
    return !isSame ? kRunFailed : areAllPlayed ? kDone : kBadInput;
}

} // namespace coterie::cli
