#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/algorithms/hcct_partition.h"
#include "core/algorithms/registry.h"
#include "core/base/try.h"
#include "core/collaboration/sufficient_table.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/parameters.h"
#include "core/report/client_names.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <optional>

namespace coterie::cli {

namespace {

Result<SufficientSetting> chosenSetting(const Arguments& arguments)
{
    SufficientTexts texts;
    for (const SufficientInput& input : kSufficientInputs)
        if (const auto text = arguments.value("--" + std::string(input.name)))
            texts.*input.text = *text;
    Result<SufficientSetting> setting = sufficientSetting(texts);
    if (!setting) {
        Error error = setting.error();
        error.place.insert(0, "--");
        return Unexpected<Error>{std::move(error)};
    }
    return setting;
}

/// A row per precision and a column per variation.
std::string sizesText(const SufficientSetting& setting, const std::vector<SufficientRow>& rows)
{
    std::vector<Column> columns{left("ε \\ v")};
    for (const double variation : setting.variations)
        columns.push_back(right(shortestText(variation)));
    Table table(columns);
    const std::size_t precisions = setting.precisions.size();
    for (std::size_t p = 0; p < precisions; ++p) {
        std::vector<std::string> row{shortestText(setting.precisions[p])};
        for (std::size_t v = 0; v < setting.variations.size(); ++v)
            row.push_back(std::to_string(rows[v * precisions + p].cluster.clients));
        table.add(row);
    }
    return table.text();
}

std::string sufficientCsv(const std::vector<SufficientRow>& rows)
{
    std::string text = "variation,precision,sufficient_clients,sufficient_variance,"
                       "bound_constant_rate,bound_horizon_rate,bound_decreasing_rate,"
                       "steps_to_precision,bound_squared_gradient\n";
    for (const SufficientRow& row : rows) {
        text += shortestText(row.variation) + ',' + shortestText(row.precision) + ','
                + std::to_string(row.cluster.clients) + ',' + shortestText(row.cluster.variance)
                + ',' + shortestText(row.constant) + ','
                + (row.horizon ? shortestText(*row.horizon) : "");
        for (const double value : {row.decreasing, row.steps, row.gradientNorm})
            text += ',' + shortestText(value);
        text += '\n';
    }
    return text;
}

std::string boundsText(const std::vector<SufficientRow>& rows)
{
    Table table({right("v"),
                 right("ε"),
                 right("clients"),
                 right("σ²_suf"),
                 right("constant"),
                 right("horizon"),
                 right("decreasing"),
                 right("steps to ε")});
    const auto short3 = [](double value) {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%.3g", value);
        return std::string(text.data());
    };
    for (const SufficientRow& row : rows)
        table.add({shortestText(row.variation),
                   shortestText(row.precision),
                   std::to_string(row.cluster.clients),
                   short3(row.cluster.variance),
                   short3(row.constant),
                   row.horizon ? short3(*row.horizon) : "",
                   short3(row.decreasing),
                   short3(row.steps)});
    return table.text();
}

} // namespace

Outcome runSufficient(Arguments& arguments)
{
    COTERIE_TRY(const SufficientSetting setting, chosenSetting(arguments));
    const std::vector<SufficientRow> rows = sufficientRows(setting, unitDistances(setting));
    if (arguments.has("--csv"))
        return printed(sufficientCsv(rows));
    const auto lines = [](const std::string& text) {
        constexpr std::size_t kWidth = 96;
        return joined(wrapped(text, kWidth), "\n") + "\n\n";
    };
    return printed(lines(sizeNote(setting)) + sizesText(setting, rows) + '\n'
                   + lines(boundNote(setting)) + boundsText(rows));
}

namespace {

Result<double> readAlpha(const std::string& text)
{
    const std::optional<double> alpha = numberIn<double>(text);
    if (!alpha || !(*alpha >= 0) || std::isinf(*alpha))
        return notAllowed("--alpha", '"' + text + '"', "a number, at least 0");
    return *alpha;
}

std::string groupsText(const Grouping& grouping, const FederationFacts& facts)
{
    Table table({right("group"), right("clients"), wrapping("members")});
    for (std::size_t group = 0; group < grouping.groups.size(); ++group) {
        const std::vector<int>& members = grouping.groups[group];
        table.add({std::to_string(group + 1),
                   std::to_string(members.size()),
                   namedClients(facts, members)});
    }
    return table.text();
}

/// Nodes from the number of clients on are earlier merges: "merge 2".
std::string nodeText(int node, const FederationFacts& facts)
{
    const auto clients = static_cast<int>(facts.trainSamples.size());
    return node < clients ? "client " + numberedClient(facts, node)
                          : "merge " + std::to_string(node - clients + 1);
}

std::string mergesText(const Grouping& grouping, const FederationFacts& facts)
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
                   nodeText(merge.left, facts),
                   nodeText(merge.right, facts),
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
    COTERIE_TRY(const FederationFacts facts, store->facts(row.id));
    return printed(groupsText(grouping, facts) + mergesText(grouping, facts) + '\n'
                   + grouping.stopReason + '\n');
}

} // namespace coterie::cli
