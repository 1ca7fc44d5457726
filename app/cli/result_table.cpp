#include "app/cli/result_table.h"

#include "app/cli/output.h"
#include "core/base/printable.h"
#include "core/base/try.h"

#include <algorithm>
#include <cmath>

namespace coterie::cli {

std::string roundsUntil(const std::string& metric, Better better, double target)
{
    return "Rounds until " + metric + (better == Better::Lower ? " is at most " : " is at least ")
           + shortestText(target);
}

std::string armText(const std::string& arm, const std::string& sweep)
{
    return sweep.empty() ? arm : arm + ", " + sweep;
}

namespace {

std::string hundredths(double value)
{
    constexpr int kDecimals = 2;
    return numberText(value, kDecimals);
}

/// With halves, for medians of an even number of seeds.
std::string roundsText(double rounds)
{
    return numberText(rounds, rounds == std::floor(rounds) ? 0 : 1);
}

std::string speedUpText(const std::optional<double>& speedUp)
{
    return speedUp ? hundredths(*speedUp) + "×" : "";
}

} // namespace

std::array<std::string, 3> reachedCells(const ReachedRounds& rounds,
                                        std::size_t measured,
                                        const std::optional<double>& speedUp)
{
    if (measured == 0)
        return {"not measured", "", speedUpText(speedUp)};
    return {rounds.median ? roundsText(*rounds.median) : "not reached",
            std::to_string(rounds.reached) + " of " + std::to_string(measured),
            speedUpText(speedUp)};
}

JsonNode reachedJson(const ReachedRounds& rounds, const std::optional<double>& speedUp)
{
    return jsonObject(
        {{"medianRounds", rounds.median}, {"reached", rounds.reached}, {"speedUp", speedUp}});
}

std::string runsText(const std::vector<std::int64_t>& runs)
{
    return (runs.size() > 1 ? "runs " : "run ")
           + joined(runs, ", ", [](std::int64_t run) { return std::to_string(run); });
}

namespace {

constexpr std::string_view kChangedOnTheWay =
    "changed by hand or resumed with another program, library or device";

} // namespace

std::string changedOnTheWayText(const std::vector<std::int64_t>& runs)
{
    std::string text = runsText(runs) + (runs.size() > 1 ? " were " : " was ")
                       + std::string(kChangedOnTheWay) + '.';
    text.front() = 'R';
    return text;
}

std::string leftOutText(const std::vector<std::int64_t>& runs)
{
    const bool many = runs.size() > 1;
    return "Left out: " + runsText(runs)
           + (many ? " of other experiments, which were " : " of another experiment, which was ")
           + std::string(kChangedOnTheWay) + ". The runs shown in place of "
           + (many ? "them" : "it") + " were not.";
}

std::string changedText(const std::vector<std::int64_t>& runs)
{
    const bool many = runs.size() > 1;
    return "Among the results: " + runsText(runs) + (many ? ", which were " : ", which was ")
           + std::string(kChangedOnTheWay) + ". No other run of "
           + (many ? "their arms and seeds" : "its arm and seed") + " has finished.";
}

std::string titled(const std::string& title, const Table& table, bool markdown)
{
    const std::string line = printable(title, LineEnds::Escape); // it may quote a stranger's words
    return markdown ? line + "\n\n" + table.markdown() : line + '\n' + table.text();
}

namespace {

constexpr std::array kArmColumns{
    MetricColumn{"meanTestError", "test error %, last", 2},
    MetricColumn{"bestRoundTestError", "best round", 2},
    MetricColumn{"meanTestLoss", "test loss, last", 4},
    MetricColumn{"bestRoundTestLoss", "best round", 4},
};

std::string spreadText(double mean, const std::optional<double>& deviation, int decimals = 2)
{
    const std::string text = numberText(mean, decimals);
    return deviation ? text + " ± " + numberText(*deviation, decimals) : text;
}

std::string spreadText(const Spread& spread, int decimals = 2)
{
    return spreadText(
        spread.mean, spread.runs > 1 ? std::optional(spread.deviation) : std::nullopt, decimals);
}

Table armTable(const Results& results)
{
    std::vector<MetricColumn> shown;
    for (const MetricColumn& column : kArmColumns)
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

Table roundsTable(const Comparison& comparison)
{
    Table table({left("arm"),
                 right("rounds here"),
                 right("reached by"),
                 right("speed-up"),
                 right("smoothed"),
                 right("reached by"),
                 right("speed-up"),
                 right("reference"),
                 right("speed-up"),
                 right("unsmoothed − reference")});
    for (const ComparisonRow& row : comparison.rows) {
        const ArmTarget rounds = row.rounds.value_or(ArmTarget{});
        const auto [median, reached, speedUp] =
            reachedCells(rounds.raw, rounds.measured, rounds.speedUp);
        const auto [smoothMedian, smoothReached, smoothSpeedUp] =
            reachedCells(rounds.smoothed, rounds.measured, rounds.smoothedSpeedUp);
        table.add({armText(row.arm, row.sweep),
                   median,
                   reached,
                   speedUp,
                   rounds.measured == 0 ? "" : smoothMedian,
                   smoothReached,
                   smoothSpeedUp,
                   row.paper ? roundsText(row.paper->mean) : "",
                   speedUpText(row.paperSpeedUp),
                   row.difference ? signedText(*row.difference, &roundsText) : ""});
    }
    return table;
}

/// A metric may be a best itself.
bool differsAtItsBest(const Comparison& comparison)
{
    return std::ranges::any_of(
        comparison.rows, [](const ComparisonRow& row) { return row.best && row.best != row.ours; });
}

Table comparisonTable(const Comparison& comparison)
{
    if (comparison.target)
        return roundsTable(comparison);
    const bool overClients = comparison.deviationOver == Reference::Over::Clients;
    const bool hasBest = differsAtItsBest(comparison);
    std::vector<Column> columns{left("arm"), right(hasBest ? "here, last" : "here")};
    if (hasBest)
        columns.push_back(right("best round"));
    for (const char* const title : {"reference", "difference"})
        columns.push_back(right(title));
    if (overClients)
        for (const char* const title : {"sd here", "sd in reference"})
            columns.push_back(right(title));
    Table table(std::move(columns));
    const auto orNothing = [](const std::optional<double>& value) {
        return value ? hundredths(*value) : std::string();
    };
    for (const ComparisonRow& row : comparison.rows) {
        const std::optional<double> deviation = row.paper ? row.paper->deviation : std::nullopt;
        std::vector<std::string> cells{armText(row.arm, row.sweep),
                                       row.ours ? spreadText(*row.ours) : ""};
        if (hasBest)
            cells.push_back(row.best ? spreadText(*row.best) : "");
        cells.push_back(
            row.paper ? spreadText(row.paper->mean, overClients ? std::nullopt : deviation) : "");
        cells.push_back(row.difference ? signedText(*row.difference, &hundredths) : "");
        if (overClients) {
            cells.push_back(orNothing(row.clientDeviation));
            cells.push_back(orNothing(deviation));
        }
        table.add(std::move(cells));
    }
    return table;
}

std::string comparisonTitle(const Comparison& comparison)
{
    const std::string title = "Beside " + comparison.source;
    if (comparison.target)
        return title + ". " + roundsUntil(comparison.metric, comparison.better, *comparison.target)
               + ", the median over seeds, also of the smoothed curves";
    return title + ": " + comparison.metric
           + (comparison.unit.empty() ? "" : " in " + comparison.unit)
           + (comparison.deviationOver == Reference::Over::Clients
                  ? "; sd is over clients and seeds together"
                  : "");
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
    if (row.best)
        entry.add("best", spreadJson(*row.best));
    if (row.clientDeviation)
        entry.add("deviationOverClients", json(*row.clientDeviation));
    if (row.rounds) {
        entry.add("rounds", reachedJson(row.rounds->raw, row.rounds->speedUp));
        entry.add("smoothed", reachedJson(row.rounds->smoothed, row.rounds->smoothedSpeedUp));
    }
    if (row.paper)
        entry.add("reference",
                  jsonObject({{"mean", row.paper->mean},
                              {"deviation", row.paper->deviation},
                              {"speedUp", row.paperSpeedUp}}));
    if (row.difference)
        entry.add("difference", json(*row.difference));
    return entry;
}

JsonNode comparisonJson(const Comparison& comparison)
{
    return jsonObject(
        {{"source", comparison.source},
         {"metric", comparison.metric},
         {"unit", comparison.unit},
         {"deviationOver",
          comparison.deviationOver == Reference::Over::Clients ? std::optional("clients")
                                                               : std::nullopt},
         {"target", comparison.target},
         {"rows", jsonList(comparison.rows, &rowJson)}});
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

std::string resultText(const Results& results, bool markdown)
{
    const Table arms = armTable(results);
    std::string text = markdown ? arms.markdown() : arms.text();
    for (const Comparison& comparison : results.comparisons)
        text += '\n' + titled(comparisonTitle(comparison), comparisonTable(comparison), markdown);
    if (std::ranges::any_of(results.comparisons, &differsAtItsBest))
        text += "\nThe best round of a run is the one with its best value in the test, so the test "
                "chose it.\n";
    if (std::ranges::any_of(results.arms,
                            [](const ArmSummary& arm) { return arm.seeds.size() > 1; }))
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
