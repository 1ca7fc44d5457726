#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/algorithms/hcct_partition.h"
#include "core/algorithms/registry.h"
#include "core/base/try.h"
#include "core/collaboration/collaboration_weights.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/parameters.h"

#include <charconv>
#include <cmath>

namespace coterie::cli {

namespace {

/// Numbers above zero, separated by commas.
Result<std::vector<double>>
positiveNumbers(const Arguments& arguments, std::string_view option, std::string_view otherwise)
{
    const std::string text = arguments.value(option).value_or(std::string(otherwise));
    std::vector<double> numbers;
    const char* place = text.data();
    const char* const end = place + text.size();
    while (true) {
        double number = 0;
        const auto [next, status] = std::from_chars(place, end, number);
        const bool isGood = status == std::errc{} && std::isfinite(number) && number > 0;
        if (!isGood || (next != end && *next != ','))
            return notAllowed(
                std::string(option), '"' + text + '"', "numbers above 0, separated by commas");
        numbers.push_back(number);
        if (next == end)
            return numbers;
        place = next + 1;
    }
}

} // namespace

Outcome runSufficient(Arguments& arguments)
{
    const auto clients = static_cast<std::size_t>(arguments.whole("--clients").value_or(20));
    const auto dimension = static_cast<std::size_t>(arguments.whole("--dimension").value_or(10));
    const auto seed = static_cast<std::uint64_t>(arguments.whole("--seed").value_or(1));
    const auto variations = positiveNumbers(arguments, "--variation", "0.001,0.01,0.1,1");
    const auto precisions =
        positiveNumbers(arguments, "--precision", "1e-5,1e-4,1e-3,1e-2,1e-1,1,10");
    if (!variations || !precisions)
        return refuse(!variations ? variations.error() : precisions.error());

    std::vector<Column> columns{left("ε \\ v")};
    std::vector<std::vector<std::size_t>> sizes;
    for (const double variation : *variations) {
        columns.push_back(right(shortestText(variation)));
        RandomStream stream({.seed = seed, .purpose = Purpose::Synthesise}); // the same directions
        sizes.push_back(sufficientClusterSizes(drawnOptima(clients, dimension, variation, stream),
                                               *precisions));
    }
    if (arguments.has("--csv")) {
        print("variation,precision,sufficient_clients\n");
        for (std::size_t v = 0; v < sizes.size(); ++v)
            for (std::size_t p = 0; p < precisions->size(); ++p)
                print(shortestText((*variations)[v]) + ',' + shortestText((*precisions)[p]) + ','
                      + std::to_string(sizes[v][p]) + '\n');
        return kDone;
    }
    Table table(columns);
    for (std::size_t p = 0; p < precisions->size(); ++p) {
        std::vector<std::string> row{shortestText((*precisions)[p])};
        for (const std::vector<std::size_t>& found : sizes)
            row.push_back(std::to_string(found[p]));
        table.add(row);
    }
    return printed(
        "How many of " + std::to_string(clients)
        + " clients the first one can collaborate with at precision ε, itself included, when "
          "their\noptima differ by N(0, v²) in each of "
        + std::to_string(dimension) + " coordinates (All-for-one, Definition 2 and Figure 1)\n\n"
        + table.text());
}

namespace {

Result<double> readAlpha(const std::string& text)
{
    const std::optional<double> alpha = numberIn<double>(text);
    if (!alpha || !(*alpha >= 0) || std::isinf(*alpha))
        return notAllowed("--alpha", '"' + text + '"', "a number, at least 0");
    return *alpha;
}

std::string groupsText(const Grouping& grouping)
{
    Table table({right("group"), right("clients"), wrapping("members")});
    for (std::size_t group = 0; group < grouping.groups.size(); ++group) {
        const std::vector<int>& members = grouping.groups[group];
        table.add({std::to_string(group + 1), std::to_string(members.size()), clientList(members)});
    }
    return table.text();
}

/// Nodes from the number of clients on are earlier merges: "merge 2".
std::string nodeText(int node, int clients)
{
    return node < clients ? "client " + std::to_string(node)
                          : "merge " + std::to_string(node - clients + 1);
}

std::string mergesText(const Grouping& grouping, int clients)
{
    constexpr int kDecimals = 6;
    Table table({right("merge"),
                 left("of"),
                 left("and"),
                 right("clients"),
                 right("benefit"),
                 right("from data"),
                 right("from similarity")});
    const auto add = [&](std::string name, const Merge& merge) {
        table.add({std::move(name),
                   nodeText(merge.left, clients),
                   nodeText(merge.right, clients),
                   std::to_string(merge.size),
                   numberText(merge.score, kDecimals),
                   numberText(merge.dataGain.value_or(0), kDecimals),
                   numberText(merge.similarityLoss.value_or(0), kDecimals)});
    };
    for (std::size_t m = 0; m < grouping.merges.size(); ++m)
        add(std::to_string(m + 1), grouping.merges[m]);
    if (grouping.refused)
        add("refused", *grouping.refused);
    return table.empty() ? "" : '\n' + table.text();
}

JsonNode mergeJson(const Merge& merge)
{
    return jsonObject({{"left", merge.left},
                       {"right", merge.right},
                       {"benefit", merge.score},
                       {"dataGain", merge.dataGain.value_or(0)},
                       {"similarityLoss", merge.similarityLoss.value_or(0)}});
}

JsonNode asJson(const Grouping& grouping)
{
    const auto members = [](const std::vector<int>& group) { return jsonList(group); };
    return jsonObject(
        {{"groups", jsonList(grouping.groups, members)},
         {"merges", jsonList(grouping.merges, &mergeJson)},
         {"stopReason", grouping.stopReason},
         {"refused",
          grouping.refused ? std::optional(mergeJson(*grouping.refused)) : std::nullopt}});
}

Result<Grouping> compute(RunStore& store, const RunRow& row, int round, const WhatIf& change)
{
    const Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry());
    if (!plan)
        return Unexpected<Error>{plan.error().front()};
    COTERIE_TRY(const FederationFacts facts, store.facts(row.id));
    COTERIE_TRY(const std::vector<RoundReport> reports, store.reports(row.id, round, round));
    if (reports.empty())
        return fail("--round",
                    "run " + std::to_string(row.id) + " has no round " + std::to_string(round)
                        + " yet; it has done " + std::to_string(row.roundsDone));
    return whatIf(*plan, facts, reports.front(), change);
}

} // namespace

Outcome runWhatIf(Arguments& arguments)
{
    WhatIf change;
    if (const std::optional<std::string> text = arguments.value("--alpha")) {
        COTERIE_TRY(change.alpha, readAlpha(*text));
    }
    if (const std::optional<std::int64_t> groups = arguments.whole("--groups"))
        change.fixedGroups = static_cast<std::size_t>(*groups);
    COTERIE_TRY(const std::unique_ptr<RunStore> store, openStoredRuns(arguments));
    COTERIE_TRY(const std::vector<RunRow> rows, namedRuns(*store, arguments.operands));
    const RunRow& row = rows.front();
    const auto round = static_cast<int>(*arguments.whole("--round"));
    COTERIE_TRY(const Grouping grouping, compute(*store, row, round, change));
    if (arguments.has("--json")) {
        printJsonLine(asJson(grouping));
        return kDone;
    }
    const Result<FederationFacts> facts = store->facts(row.id);
    const int clients = facts ? static_cast<int>(facts->trainSamples.size()) : 0;
    return printed(groupsText(grouping) + mergesText(grouping, clients) + '\n' + grouping.stopReason
                   + '\n');
}

} // namespace coterie::cli
