#include "app/cli/result_table.h"

#include "app/cli/output.h"
#include "app/cli/table_printer.h"
#include "core/base/try.h"

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
        node.add("medianRounds", json(*rounds.median));
    node.add("reached", json(rounds.reached));
    if (speedUp)
        node.add("speedUp", json(*speedUp));
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

    std::vector<Column> columns{left("arm"), right("runs")};
    for (const MetricColumn& column : shown)
        columns.push_back(right(column.title));
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
    Table table({left("arm"),
                 right("rounds here"),
                 right("reached by"),
                 right("speed-up"),
                 right("reference"),
                 right("speed-up"),
                 right("difference")});
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
    Table table({left("arm"), right("here"), right("reference"), right("difference")});
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
    return jsonObject(
        {{"mean", spread.mean}, {"deviation", spread.deviation}, {"runs", spread.runs}});
}

JsonNode rowJson(const ComparisonRow& row)
{
    JsonNode entry = jsonObject({{"arm", row.arm}, {"sweep", row.sweep}});
    if (row.ours)
        entry.add("ours", spreadJson(*row.ours));
    if (row.rounds)
        entry.add("rounds", reachedJson(row.rounds->raw, row.rounds->speedUp));
    if (row.paper) {
        JsonNode paper = jsonObject({{"mean", row.paper->mean}});
        if (row.paper->deviation)
            paper.add("deviation", json(*row.paper->deviation));
        if (row.paperSpeedUp)
            paper.add("speedUp", json(*row.paperSpeedUp));
        entry.add("reference", std::move(paper));
    }
    if (row.difference)
        entry.add("difference", json(*row.difference));
    return entry;
}

JsonNode comparisonJson(const Comparison& comparison)
{
    JsonNode node = jsonObject(
        {{"source", comparison.source}, {"metric", comparison.metric}, {"unit", comparison.unit}});
    if (comparison.target)
        node.add("target", json(*comparison.target));
    node.add("rows", jsonList(comparison.rows, &rowJson));
    return node;
}

} // namespace

Result<Results> collectResults(RunStore& store,
                               const std::vector<RunRow>& rows,
                               std::span<const Reference> references)
{
    COTERIE_TRY(std::vector<ArmSummary> arms, summarise(store, rows));
    COTERIE_TRY(std::vector<Comparison> comparisons, compare(store, arms, references));
    return Results{.arms = std::move(arms), .comparisons = std::move(comparisons)};
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
    const auto armJson = [](const ArmSummary& arm) {
        JsonNode metrics = JsonNode::object();
        for (const auto& [name, spread] : arm.values)
            metrics.add(name, spreadJson(spread));
        return jsonObject({{"arm", arm.arm},
                           {"sweep", arm.sweep},
                           {"seeds", jsonList(arm.seeds)},
                           {"unfinished", arm.unfinished},
                           {"metrics", metrics}});
    };
    JsonNode node = jsonObject({{"arms", jsonList(results.arms, armJson)}});
    if (results.comparisons.size() == 1) // as in the file: one block, or a list of them
        node.add("reference", comparisonJson(results.comparisons.front()));
    else if (!results.comparisons.empty())
        node.add("reference", jsonList(results.comparisons, &comparisonJson));
    return node;
}

} // namespace coterie::cli
