#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/result_table.h"
#include "app/cli/table_printer.h"
#include "core/base/try.h"
#include "core/metrics/metric_infos.h"
#include "core/run/environment.h"
#include "core/run/run_difference.h"
#include "core/run/verify.h"
#include "core/store/row_values.h"
#include "core/train/worker_pool.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
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
    for (const TwoValues& each : values)
        table.add(
            {each.name, each.one.empty() ? "–" : each.one, each.other.empty() ? "–" : each.other});
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
             {"metrics", numbersJson(numbers)}}));
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
    return printed(text);
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
                          .device = device};
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
