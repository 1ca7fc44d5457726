#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/algorithms/hcct_partition.h"
#include "core/algorithms/registry.h"
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

int runSufficient(Arguments& arguments)
{
    const auto clients = static_cast<std::size_t>(arguments.whole("--clients").value_or(20));
    const auto dimension = static_cast<std::size_t>(arguments.whole("--dimension").value_or(10));
    const auto seed = static_cast<std::uint64_t>(arguments.whole("--seed").value_or(1));
    const auto variations = positiveNumbers(arguments, "--variation", "0.001,0.01,0.1,1");
    const auto precisions =
        positiveNumbers(arguments, "--precision", "1e-5,1e-4,1e-3,1e-2,1e-1,1,10");
    if (!variations || !precisions)
        return refuse(!variations ? variations.error() : precisions.error());

    std::vector<Column> columns{{.title = "ε \\ v"}};
    std::vector<std::vector<std::size_t>> sizes;
    for (const double variation : *variations) {
        columns.push_back({.title = shortestText(variation), .align = Align::Right});
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
    print("How many of " + std::to_string(clients)
          + " clients the first one can collaborate with at precision ε, itself included, when "
            "their\noptima differ by N(0, v²) in each of "
          + std::to_string(dimension) + " coordinates (All-for-one, Definition 2 and Figure 1)\n\n"
          + table.text());
    return kDone;
}

namespace {

Result<double> readAlpha(const std::string& text)
{
    double alpha = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), alpha);
    if (status != std::errc{} || end != text.data() + text.size() || !(alpha >= 0)
        || std::isinf(alpha))
        return notAllowed("--alpha", '"' + text + '"', "a number, at least 0");
    return alpha;
}

std::string groupsText(const Grouping& grouping)
{
    Table table({{.title = "group", .align = Align::Right},
                 {.title = "clients", .align = Align::Right},
                 {.title = "members", .wraps = true}});
    for (std::size_t group = 0; group < grouping.groups.size(); ++group) {
        std::string members;
        for (const int client : grouping.groups[group])
            members.append(members.empty() ? "" : " ").append(std::to_string(client));
        table.add({std::to_string(group + 1),
                   std::to_string(grouping.groups[group].size()),
                   std::move(members)});
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
    Table table({{.title = "merge", .align = Align::Right},
                 {.title = "of"},
                 {.title = "and"},
                 {.title = "clients", .align = Align::Right},
                 {.title = "benefit", .align = Align::Right},
                 {.title = "from data", .align = Align::Right},
                 {.title = "from similarity", .align = Align::Right}});
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
    JsonNode node = JsonNode::object();
    node.add("left", JsonNode::fromWhole(merge.left));
    node.add("right", JsonNode::fromWhole(merge.right));
    node.add("benefit", jsonNumber(merge.score));
    node.add("dataGain", jsonNumber(merge.dataGain.value_or(0)));
    node.add("similarityLoss", jsonNumber(merge.similarityLoss.value_or(0)));
    return node;
}

JsonNode asJson(const Grouping& grouping)
{
    JsonNode groups = JsonNode::list();
    for (const std::vector<int>& group : grouping.groups) {
        JsonNode members = JsonNode::list();
        for (const int client : group)
            members.items.push_back(JsonNode::fromWhole(client));
        groups.items.push_back(std::move(members));
    }
    JsonNode merges = JsonNode::list();
    for (const Merge& merge : grouping.merges)
        merges.items.push_back(mergeJson(merge));
    JsonNode whole = JsonNode::object();
    whole.add("groups", std::move(groups));
    whole.add("merges", std::move(merges));
    whole.add("stopReason", JsonNode::fromText(grouping.stopReason));
    if (grouping.refused)
        whole.add("refused", mergeJson(*grouping.refused));
    return whole;
}

Result<Grouping> compute(RunStore& store, const RunRow& row, int round, const WhatIf& change)
{
    const Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry());
    if (!plan)
        return Unexpected<Error>{plan.error().front()};
    const Result<FederationFacts> facts = store.facts(row.id);
    if (!facts)
        return Unexpected<Error>{facts.error()};
    const Result<std::vector<RoundReport>> reports = store.reports(row.id, round, round);
    if (!reports)
        return Unexpected<Error>{reports.error()};
    if (reports->empty())
        return fail("--round",
                    "run " + std::to_string(row.id) + " has no round " + std::to_string(round)
                        + " yet; it has done " + std::to_string(row.roundsDone));
    return whatIf(*plan, *facts, reports->front(), change);
}

} // namespace

int runWhatIf(Arguments& arguments)
{
    WhatIf change;
    if (const std::optional<std::string> text = arguments.value("--alpha")) {
        const Result<double> alpha = readAlpha(*text);
        if (!alpha)
            return refuse(alpha.error());
        change.alpha = *alpha;
    }
    if (const std::optional<std::int64_t> groups = arguments.whole("--groups"))
        change.fixedGroups = static_cast<std::size_t>(*groups);
    const Result<std::unique_ptr<RunStore>> store = openStoredRuns(arguments);
    if (!store)
        return refuse(store.error());
    const Result<std::vector<RunRow>> rows = namedRuns(**store, arguments.operands());
    if (!rows)
        return refuse(rows.error());
    const RunRow& row = rows->front();
    const auto round = static_cast<int>(*arguments.whole("--round"));
    const Result<Grouping> grouping = compute(**store, row, round, change);
    if (!grouping)
        return refuse(grouping.error());
    if (arguments.has("--json")) {
        printJsonLine(asJson(*grouping));
        return kDone;
    }
    const Result<FederationFacts> facts = (*store)->facts(row.id);
    const int clients = facts ? static_cast<int>(facts->trainSamples.size()) : 0;
    print(groupsText(*grouping) + mergesText(*grouping, clients) + '\n' + grouping->stopReason
          + '\n');
    return kDone;
}

} // namespace coterie::cli
