#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/algorithms/hcct_partition.h"
#include "core/algorithms/registry.h"
#include "core/base/try.h"
#include "core/collaboration/sufficient_cluster.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/parameters.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>

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

Result<double>
positiveNumber(const Arguments& arguments, std::string_view option, std::string_view otherwise)
{
    COTERIE_TRY(const std::vector<double> numbers, positiveNumbers(arguments, option, otherwise));
    if (numbers.size() > 1)
        return notAllowed(
            std::string(option), '"' + *arguments.value(option) + '"', "one number above 0");
    return numbers.front();
}

/// What the bounds of Table 1 are computed with.
struct BoundChoice
{
    WeightRule rule;
    BoundSetting setting; ///< `variance` is σ² of one client's gradients
    double rate = 0;
    double factor = 0;
};

Result<BoundChoice> boundChoice(const Arguments& arguments)
{
    BoundChoice choice;
    if (arguments.value("--criterion") == "continuous")
        choice.rule.criterion = Criterion::Continuous;
    COTERIE_TRY(choice.rule.threshold, positiveNumber(arguments, "--threshold", "0.1"));
    if (choice.rule.threshold > 1)
        return notAllowed(
            "--threshold", shortestText(choice.rule.threshold), "above 0 and at most 1");
    COTERIE_TRY(choice.setting.variance, positiveNumber(arguments, "--noise", "1"));
    COTERIE_TRY(choice.setting.start, positiveNumber(arguments, "--start", "1"));
    choice.setting.steps = static_cast<double>(arguments.whole("--steps").value_or(1000));
    COTERIE_TRY(choice.rate, positiveNumber(arguments, "--rate", "0.25"));
    if (choice.rate > 1 / choice.setting.convexity)
        return notAllowed("--rate",
                          shortestText(choice.rate),
                          "above 0 and at most " + shortestText(1 / choice.setting.convexity)
                              + ", which is 1/μ");
    COTERIE_TRY(choice.factor, positiveNumber(arguments, "--decrease", "2"));
    if (!(choice.factor > 1))
        return notAllowed("--decrease", shortestText(choice.factor), "above 1");
    return choice;
}

/// One variation and one precision.
struct SufficientRow
{
    double variation = 0;
    double precision = 0;
    SufficientCluster cluster; ///< `variance` is that of the setting's σ²
    double constant = 0;
    std::optional<double> horizon;
    double decreasing = 0;
    double steps = 0;
    double gradientNorm = 0;
};

SufficientRow rowOf(double variation,
                    double precision,
                    const SufficientCluster& cluster,
                    const BoundChoice& choice)
{
    BoundSetting setting = choice.setting;
    setting.variance *= cluster.variance;
    return {.variation = variation,
            .precision = precision,
            .cluster = {.clients = cluster.clients, .variance = setting.variance},
            .constant = constantRateBound(setting, choice.rate),
            .horizon = horizonRateBound(setting),
            .decreasing = decreasingRateBound(setting, choice.factor),
            .steps = stepsToPrecision(setting, choice.factor, precision),
            .gradientNorm = gradientNormBound(setting)};
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
    const auto clients = static_cast<std::size_t>(arguments.whole("--clients").value_or(20));
    const auto dimension = static_cast<std::size_t>(arguments.whole("--dimension").value_or(10));
    const auto seed = static_cast<std::uint64_t>(arguments.whole("--seed").value_or(1));
    COTERIE_TRY(const auto variations,
                positiveNumbers(arguments, "--variation", "0.001,0.01,0.1,1"));
    COTERIE_TRY(const auto precisions,
                positiveNumbers(arguments, "--precision", "1e-5,1e-4,1e-3,1e-2,1e-1,1,10"));
    COTERIE_TRY(const BoundChoice choice, boundChoice(arguments));

    std::vector<Column> columns{left("ε \\ v")};
    std::vector<SufficientRow> rows;
    for (const double variation : variations) {
        columns.push_back(right(shortestText(variation)));
        RandomStream stream({.seed = seed, .purpose = Purpose::Synthesise}); // the same directions
        const std::vector<SufficientCluster> clusters = sufficientClusters(
            drawnOptima(clients, dimension, variation, stream), precisions, choice.rule);
        for (std::size_t p = 0; p < precisions.size(); ++p)
            rows.push_back(rowOf(variation, precisions[p], clusters[p], choice));
    }
    if (arguments.has("--csv"))
        return printed(sufficientCsv(rows));
    Table table(columns);
    for (std::size_t p = 0; p < precisions.size(); ++p) {
        std::vector<std::string> row{shortestText(precisions[p])};
        for (std::size_t v = 0; v < variations.size(); ++v)
            row.push_back(std::to_string(rows[v * precisions.size() + p].cluster.clients));
        table.add(row);
    }
    return printed(
        "How many of " + std::to_string(clients)
        + " clients the first one can collaborate with at precision ε, itself included, when "
          "their\noptima differ by N(0, v²) in each of "
        + std::to_string(dimension)
        + " coordinates (All-for-one, Figure 1; as in the\nreleased code x ≥ 0 counts, where "
          "Definition 2 needs x ≥ λ for binary weights)\n\n"
        + table.text()
        + "\nThe sufficient variance and the bounds of Table 1 on the excess loss after "
        + shortestText(choice.setting.steps)
        + " steps, with constant,\nhorizon-dependent and "
          "decreasing step sizes; and the steps to ε with decreasing ones (Corollary 1).\nAn "
          "empty bound does not hold at this number of steps. The others hold while step sizes "
          "are at\nmost (σ_φ/σ_ψ)²/β (Theorem 2). That is certain up to "
        + shortestText(guaranteedRate(choice.rule, clients, choice.setting.smoothness))
        + " (Remark 3); the constant one is " + shortestText(choice.rate)
        + ",\nand decreasing ones begin at "
        + shortestText(choice.factor / choice.setting.convexity) + ".\n\n" + boundsText(rows));
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
