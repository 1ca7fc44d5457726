#include "app/cli/result_table.h"

#include "app/cli/output.h"
#include "app/cli/table_printer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace coterie::cli {

std::string roundsUntil(const std::string& metric, Better better, double target)
{
    return "Rounds until " + metric + (better == Better::Lower ? " is at most " : " is at least ")
           + shortestText(target);
}

std::string roundsText(double rounds)
{
    return numberText(rounds, rounds == std::floor(rounds) ? 0 : 1);
}

std::string medianText(const ReachedRounds& rounds, std::size_t measured)
{
    if (measured == 0)
        return "not measured";
    return rounds.median ? roundsText(*rounds.median) : "not reached";
}

std::string reachedText(const ReachedRounds& rounds, std::size_t measured)
{
    return measured == 0 ? "" : std::to_string(rounds.reached) + " of " + std::to_string(measured);
}

std::string speedUpText(const std::optional<double>& speedUp)
{
    constexpr int kDecimals = 2;
    return speedUp ? numberText(*speedUp, kDecimals) + "×" : "";
}

JsonNode reachedJson(const ReachedRounds& rounds, const std::optional<double>& speedUp)
{
    JsonNode node = JsonNode::object();
    if (rounds.median)
        node.add("medianRounds", jsonNumber(*rounds.median));
    node.add("reached", JsonNode::fromWhole(static_cast<std::int64_t>(rounds.reached)));
    if (speedUp)
        node.add("speedUp", jsonNumber(*speedUp));
    return node;
}

namespace {

struct MetricColumn
{
    std::string_view metric;
    std::string_view title;
    int decimals;
};

constexpr std::array kMetricColumns{
    MetricColumn{"meanTestError", "test error %, last", 2},
    MetricColumn{"bestRoundTestError", "best round", 2},
    MetricColumn{"meanTestLoss", "test loss, last", 4},
    MetricColumn{"bestRoundTestLoss", "best round", 4},
};

std::string spreadText(const Spread& spread, int decimals)
{
    const std::string mean = numberText(spread.mean, decimals);
    return spread.runs > 1 ? mean + " ± " + numberText(spread.deviation, decimals) : mean;
}

std::string valueText(const Reference::Value& value)
{
    constexpr int kDecimals = 2;
    const std::string mean = numberText(value.mean, kDecimals);
    return value.deviation ? mean + " ± " + numberText(*value.deviation, kDecimals) : mean;
}

std::string armText(const std::string& arm, const std::string& sweep)
{
    return sweep.empty() ? arm : arm + ", " + sweep;
}

Table armTable(const Results& results)
{
    std::vector<MetricColumn> shown;
    for (const MetricColumn& column : kMetricColumns)
        if (std::ranges::any_of(results.arms, [&column](const ArmSummary& arm) {
                return arm.find(column.metric) != nullptr;
            }))
            shown.push_back(column);

    std::vector<Column> columns{{.title = "arm"}, {.title = "runs", .align = Align::Right}};
    for (const MetricColumn& column : shown)
        columns.push_back({.title = std::string(column.title), .align = Align::Right});
    Table table(std::move(columns));
    for (const ArmSummary& arm : results.arms) {
        std::string runs = std::to_string(arm.seeds.size());
        if (arm.unfinished > 0)
            runs += " of " + std::to_string(arm.seeds.size() + arm.unfinished);
        std::vector<std::string> cells{armText(arm.arm, arm.sweep), std::move(runs)};
        for (const MetricColumn& column : shown) {
            const Spread* spread = arm.find(column.metric);
            cells.push_back(spread == nullptr ? "" : spreadText(*spread, column.decimals));
        }
        table.add(std::move(cells));
    }
    return table;
}

std::string signedText(double difference, std::string (*text)(double))
{
    return (difference > 0 ? "+" : "") + text(difference);
}

std::string hundredths(double value)
{
    constexpr int kDecimals = 2;
    return numberText(value, kDecimals);
}

Table roundsTable(const Comparison& comparison)
{
    Table table({{.title = "arm"},
                 {.title = "rounds here", .align = Align::Right},
                 {.title = "reached by", .align = Align::Right},
                 {.title = "speed-up", .align = Align::Right},
                 {.title = "reference", .align = Align::Right},
                 {.title = "speed-up", .align = Align::Right},
                 {.title = "difference", .align = Align::Right}});
    for (const ComparisonRow& row : comparison.rows) {
        const ArmTarget rounds = row.rounds.value_or(ArmTarget{});
        table.add({armText(row.arm, row.sweep),
                   medianText(rounds.raw, rounds.measured),
                   reachedText(rounds.raw, rounds.measured),
                   speedUpText(rounds.speedUp),
                   row.paper ? roundsText(row.paper->mean) : "",
                   speedUpText(row.paperSpeedUp),
                   row.difference ? signedText(*row.difference, &roundsText) : ""});
    }
    return table;
}

Table comparisonTable(const Comparison& comparison)
{
    if (comparison.target)
        return roundsTable(comparison);
    Table table({{.title = "arm"},
                 {.title = "here", .align = Align::Right},
                 {.title = "reference", .align = Align::Right},
                 {.title = "difference", .align = Align::Right}});
    constexpr int kDecimals = 2;
    for (const ComparisonRow& row : comparison.rows)
        table.add({armText(row.arm, row.sweep),
                   row.ours ? spreadText(*row.ours, kDecimals) : "",
                   row.paper ? valueText(*row.paper) : "",
                   row.difference ? signedText(*row.difference, &hundredths) : ""});
    return table;
}

std::string comparisonTitle(const Comparison& comparison)
{
    const std::string title = "Beside " + comparison.source;
    if (comparison.target)
        return title + ". " + roundsUntil(comparison.metric, comparison.better, *comparison.target)
               + ", the median over seeds";
    return title + ": " + comparison.metric
           + (comparison.unit.empty() ? "" : " in " + comparison.unit);
}

/// Explains "±" only if it is shown.
bool hasSpread(const Results& results)
{
    return std::ranges::any_of(results.arms,
                               [](const ArmSummary& arm) { return arm.seeds.size() > 1; });
}

JsonNode spreadJson(const Spread& spread)
{
    JsonNode node = JsonNode::object();
    node.add("mean", jsonNumber(spread.mean));
    node.add("deviation", jsonNumber(spread.deviation));
    node.add("runs", JsonNode::fromWhole(static_cast<std::int64_t>(spread.runs)));
    return node;
}

JsonNode comparisonJson(const Comparison& comparison)
{
    JsonNode node = JsonNode::object();
    node.add("source", JsonNode::fromText(comparison.source));
    node.add("metric", JsonNode::fromText(comparison.metric));
    node.add("unit", JsonNode::fromText(comparison.unit));
    if (comparison.target)
        node.add("target", jsonNumber(*comparison.target));
    JsonNode rows = JsonNode::list();
    for (const ComparisonRow& row : comparison.rows) {
        JsonNode entry = JsonNode::object();
        entry.add("arm", JsonNode::fromText(row.arm));
        entry.add("sweep", JsonNode::fromText(row.sweep));
        if (row.ours)
            entry.add("ours", spreadJson(*row.ours));
        if (row.rounds)
            entry.add("rounds", reachedJson(row.rounds->raw, row.rounds->speedUp));
        if (row.paper) {
            JsonNode paper = JsonNode::object();
            paper.add("mean", jsonNumber(row.paper->mean));
            if (row.paper->deviation)
                paper.add("deviation", jsonNumber(*row.paper->deviation));
            if (row.paperSpeedUp)
                paper.add("speedUp", jsonNumber(*row.paperSpeedUp));
            entry.add("reference", std::move(paper));
        }
        if (row.difference)
            entry.add("difference", jsonNumber(*row.difference));
        rows.items.push_back(std::move(entry));
    }
    node.add("rows", std::move(rows));
    return node;
}

} // namespace

Result<Results> collectResults(RunStore& store,
                               const std::vector<RunRow>& rows,
                               std::span<const Reference> references)
{
    Result<std::vector<ArmSummary>> arms = summarise(store, rows);
    if (!arms)
        return Unexpected<Error>{arms.error()};
    Result<std::vector<Comparison>> comparisons = compare(store, *arms, references);
    if (!comparisons)
        return Unexpected<Error>{comparisons.error()};
    return Results{.arms = std::move(*arms), .comparisons = std::move(*comparisons)};
}

std::string resultText(const Results& results)
{
    std::string text = armTable(results).text();
    for (const Comparison& comparison : results.comparisons)
        text += '\n' + comparisonTitle(comparison) + '\n' + comparisonTable(comparison).text();
    if (hasSpread(results))
        text += '\n' + std::string(kSpreadLabel) + '\n';
    return text;
}

std::string resultMarkdown(const Results& results)
{
    std::string text = armTable(results).markdown();
    for (const Comparison& comparison : results.comparisons)
        text +=
            '\n' + comparisonTitle(comparison) + "\n\n" + comparisonTable(comparison).markdown();
    if (hasSpread(results))
        text += '\n' + std::string(kSpreadLabel) + '\n';
    return text;
}

JsonNode resultJson(const Results& results)
{
    JsonNode arms = JsonNode::list();
    for (const ArmSummary& arm : results.arms) {
        JsonNode entry = JsonNode::object();
        entry.add("arm", JsonNode::fromText(arm.arm));
        entry.add("sweep", JsonNode::fromText(arm.sweep));
        JsonNode seeds = JsonNode::list();
        for (const std::uint64_t seed : arm.seeds)
            seeds.items.push_back(JsonNode::fromWhole(static_cast<std::int64_t>(seed)));
        entry.add("seeds", std::move(seeds));
        entry.add("unfinished", JsonNode::fromWhole(static_cast<std::int64_t>(arm.unfinished)));
        JsonNode metrics = JsonNode::object();
        for (const auto& [name, spread] : arm.values)
            metrics.add(name, spreadJson(spread));
        entry.add("metrics", std::move(metrics));
        arms.items.push_back(std::move(entry));
    }
    JsonNode node = JsonNode::object();
    node.add("arms", std::move(arms));
    if (results.comparisons.size() == 1) { // as in the file: one block, or a list of them
        node.add("reference", comparisonJson(results.comparisons.front()));
    } else if (!results.comparisons.empty()) {
        JsonNode blocks = JsonNode::list();
        for (const Comparison& comparison : results.comparisons)
            blocks.items.push_back(comparisonJson(comparison));
        node.add("reference", std::move(blocks));
    }
    return node;
}

} // namespace coterie::cli
