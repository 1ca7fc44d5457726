#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/result_table.h"
#include "app/cli/table_printer.h"
#include "core/base/try.h"
#include "core/metrics/metric_infos.h"
#include "core/run/environment.h"
#include "core/run/verify.h"
#include "core/store/plan_settings.h"
#include "core/store/report_difference.h"
#include "core/store/row_values.h"
#include "core/train/worker_pool.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
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

std::string inRun(const RunRow& row)
{
    return "in run " + std::to_string(row.id);
}

/// Something that both runs have or do not have; empty: it does not.
struct TwoValues
{
    std::string name;
    std::string one;
    std::string other;
};

std::vector<TwoValues> differingSettings(const RunRow& one, const RunRow& other)
{
    std::vector<TwoValues> all;
    for (auto& [pointer, value] : planSettings(one.planJson))
        all.push_back({.name = std::move(pointer), .one = std::move(value), .other = {}});
    for (auto& [pointer, value] : planSettings(other.planJson)) {
        const auto known = std::ranges::find(all, pointer, &TwoValues::name);
        if (known != all.end())
            known->other = std::move(value);
        else
            all.push_back({.name = std::move(pointer), .one = {}, .other = std::move(value)});
    }
    std::erase_if(all, [](const TwoValues& each) { return each.one == each.other; });
    const auto add = [&all](std::string name, auto first, auto second) {
        if (first != second)
            all.push_back({.name = std::move(name),
                           .one = std::to_string(first),
                           .other = std::to_string(second)});
    };
    add("rounds", one.rounds, other.rounds);
    add("seed", one.seed, other.seed);
    return all;
}

std::vector<TwoValues> differingEnvironment(const RunRow& one, const RunRow& other)
{
    std::vector<TwoValues> all;
    for (EnvironmentChanged& change : differences(one.environment, other.environment))
        all.push_back({.name = std::move(change.what),
                       .one = std::move(change.before),
                       .other = std::move(change.now)});
    return all;
}

/// Where two runs part, if they do in their common rounds.
struct Parting
{
    int round = 0;
    ReportDifference difference;
};

Result<std::optional<Parting>> partingOf(RunStore& store, const RunRow& one, const RunRow& other)
{
    constexpr int kAtATime = 4; // rounds, with their matrices
    const int last = std::min(one.roundsDone, other.roundsDone);
    for (int first = 0; first <= last; first += kAtATime) {
        const int end = std::min(first + kAtATime - 1, last);
        COTERIE_TRY(const std::vector<RoundReport> ours, store.reports(one.id, first, end));
        COTERIE_TRY(const std::vector<RoundReport> theirs, store.reports(other.id, first, end));
        const auto all = static_cast<std::size_t>(end - first + 1);
        if (ours.size() != all || theirs.size() != all)
            return fail("run " + std::to_string(ours.size() != all ? one.id : other.id),
                        "a round from " + std::to_string(first) + " to " + std::to_string(end)
                            + " is not in the store");
        for (std::size_t i = 0; i < all; ++i)
            if (auto difference = firstDifference(ours[i], theirs[i]))
                return std::optional(
                    Parting{.round = ours[i].round, .difference = std::move(*difference)});
    }
    return std::optional<Parting>();
}

using Curve = std::map<int, double>; ///< by round

/// The curves of a run, by metric.
Result<std::map<std::string, Curve>> curvesOf(RunStore& store, const RunRow& row)
{
    COTERIE_TRY(const std::vector<MetricPoint> points, store.metrics(row.id));
    std::map<std::string, Curve> curves;
    for (const MetricPoint& point : points)
        curves[point.name][point.round] = point.value;
    return curves;
}

/// One metric of both runs in one round.
struct TwoNumbers
{
    int round = 0;
    std::string metric;
    double one = 0;
    double other = 0;
};

/// In the rounds that both have it.
std::vector<TwoNumbers> inCommon(const std::string& metric, const Curve& one, const Curve& other)
{
    std::vector<TwoNumbers> common;
    for (const auto& [round, value] : one)
        if (const auto beside = other.find(round); beside != other.end())
            common.push_back(
                {.round = round, .metric = metric, .one = value, .other = beside->second});
    return common;
}

/// Every metric that both have, in the last round in which both have one that can be good or bad.
std::vector<TwoNumbers> lastInCommon(const std::map<std::string, Curve>& one,
                                     const std::map<std::string, Curve>& other)
{
    std::vector<TwoNumbers> all;
    int last = -1;
    for (const MetricInfo& info : metricInfos()) {
        const std::string name(info.name);
        if (!one.contains(name) || !other.contains(name))
            continue;
        const std::vector<TwoNumbers> common = inCommon(name, one.at(name), other.at(name));
        if (!common.empty() && info.better != Better::Neither)
            last = std::max(last, common.back().round);
        all.insert(all.end(), common.begin(), common.end());
    }
    std::erase_if(all, [last](const TwoNumbers& each) { return each.round != last; });
    return all;
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
        table.add({byRound ? std::to_string(each.round) : each.metric,
                   numberText(each.one, kDecimals),
                   numberText(each.other, kDecimals),
                   numberText(each.other - each.one, kDecimals)});
    return table.text();
}

std::string partingText(const std::optional<Parting>& parting, const std::array<RunRow, 2>& rows)
{
    if (parting)
        return "They differ from "
               + differenceText(parting->round, parting->difference, inRun(rows[0]), inRun(rows[1]))
               + ".\n";
    const int common = std::min(rows[0].roundsDone, rows[1].roundsDone);
    std::string text = "Their rounds are the same to the bit up to round " + std::to_string(common);
    for (const RunRow& row : rows)
        if (row.roundsDone > common)
            text += "; run " + std::to_string(row.id) + " has more, up to round "
                    + std::to_string(row.roundsDone);
    return text + ".\n";
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
                           {"metric", each.metric},
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
        if (!rows[i].hasRounds)
            return refuse(
                fail("run " + std::to_string(rows[i].id), "has no round to compare with").error);
    }
    COTERIE_TRY(const std::optional<Parting> parting, partingOf(*store, rows[0], rows[1]));
    COTERIE_TRY(const auto ours, curvesOf(*store, rows[0]));
    COTERIE_TRY(const auto theirs, curvesOf(*store, rows[1]));
    const std::vector<TwoValues> settings = differingSettings(rows[0], rows[1]);
    const std::vector<TwoValues> environment = differingEnvironment(rows[0], rows[1]);
    std::vector<TwoNumbers> numbers = lastInCommon(ours, theirs);
    if (metric) {
        numbers.clear();
        if (ours.contains(*metric) && theirs.contains(*metric))
            numbers = inCommon(*metric, ours.at(*metric), theirs.at(*metric));
        if (numbers.empty())
            return refuse(
                fail("--metric", "the runs have no round in common with " + *metric).error);
    }

    std::vector<std::int64_t> changed;
    for (const RunRow& row : rows)
        if (row.isMixed)
            changed.push_back(row.id);

    if (arguments.has("--json")) {
        printJsonLine(jsonObject(
            {{"runs", jsonList(rows, &RunRow::id)},
             {"changed", changed.empty() ? std::nullopt : std::optional(jsonList(changed))},
             {"settings", valuesJson(settings)},
             {"environment", valuesJson(environment)},
             {"parting",
              parting ? std::optional(differenceJson(parting->round, parting->difference))
                      : std::nullopt},
             {"metrics", numbersJson(numbers)}}));
        return kDone;
    }
    std::string text = nameOf(rows[0]) + '\n' + nameOf(rows[1]) + "\n\n";
    text += twoValuesText("setting", settings, rows)
            + twoValuesText("computed with", environment, rows);
    if (!changed.empty())
        text += changedOnTheWayText(changed) + "\n\n";
    else if (settings.empty() && environment.empty())
        text += "Settings, program, libraries, processor and device are the same.\n\n";
    text += partingText(parting, rows);
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
