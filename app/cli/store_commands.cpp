#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/result_table.h"
#include "core/algorithms/registry.h"
#include "core/base/printable.h"
#include "core/base/result.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/run/known_runs.h"
#include "core/store/design_points.h"
#include "core/store/row_values.h"

#include <algorithm>
#include <array>
#include <map>

namespace coterie::cli {

namespace {

/// `design`: what tells the run from others of its experiment, arm and seed.
JsonNode rowJson(const RunRow& row, const std::string& design)
{
    return jsonObject(
        {{"run", row.id},
         {"experiment", row.experimentName},
         {"hash", row.experimentHash},
         {"arm", row.arm},
         {"seed", row.seed},
         {"sweep", row.sweep},
         {"design", design},
         {"status", word(row.status)},
         {"reason", row.reason},
         {"roundsDone", row.roundsDone},
         {"rounds", row.rounds},
         {"created", row.created},
         {"origin", row.origin},
         {"parent", row.branch ? row.branch->parent : std::nullopt},
         {"parentRound", row.branch ? std::optional(row.branch->round) : std::nullopt},
         {"tags", jsonList(row.tags)},
         {"folder", row.folder},
         {"name", row.name},
         {"note", row.note}});
}

} // namespace

Outcome runList(Arguments& arguments)
{
    COTERIE_TRY(const std::unique_ptr<RunStore> store, openStoredRuns(arguments));
    COTERIE_TRY(const std::vector<RunRow> rows, store->runs());
    const RunSettings settings(rows);
    if (arguments.has("--json")) {
        for (const RunRow& row : rows)
            printJsonLine(rowJson(row, designText(row, settings)));
        return kDone;
    }
    Table table({right("run"),
                 left("experiment"),
                 left("arm"),
                 left("name"),
                 right("seed"),
                 left("design"),
                 left("status"),
                 right("rounds"),
                 left("begun (UTC)"),
                 left("imported from"),
                 left("fork of"),
                 left("folder"),
                 left("tags"),
                 left("note")});
    constexpr std::size_t kLongestNote = 40;
    for (const RunRow& row : rows)
        table.add({std::to_string(row.id),
                   row.experimentName,
                   row.arm,
                   row.name,
                   std::to_string(row.seed),
                   designText(row, settings),
                   std::string(stateWord(row)),
                   std::to_string(row.roundsDone) + " of " + std::to_string(row.rounds),
                   row.created,
                   row.origin,
                   row.branch ? originText(*row.branch) : "",
                   row.folder,
                   joined(row.tags, ", "),
                   shortened(printable(row.note, LineEnds::Escape), kLongestNote)});
    table.dropEmptyColumns();
    return printed(rows.empty() ? "No runs in " + store->file().string() + ".\n" : table.text());
}

namespace {

constexpr std::size_t kLineWidth = 110;

/// "hcct (alpha = 80)"
std::string partText(const Part& part)
{
    const std::string inside = joined(part.parameters.all(), ", ", [](const Parameter& parameter) {
        return parameter.name + " = " + toText(parameter.values.front());
    });
    return inside.empty() ? part.name : part.name + " (" + inside + ')';
}

std::string dataText(const DataSettings& data)
{
    std::string text = partText(data.dataset) + ", partition " + partText(data.partition)
                       + ", test share " + shortestText(data.testShare);
    if (data.validationShare > 0)
        text += ", validation share " + shortestText(data.validationShare);
    for (const Part& step : data.preprocess)
        text += ", " + partText(step);
    return text;
}

std::string localText(const LocalSettings& local)
{
    std::string text = partText(local.optimizer) + ", " + partText(local.schedule)
                       + " learning rate, batch " + std::to_string(local.batch);
    if (local.localEpochs)
        text += ", " + std::to_string(*local.localEpochs) + " local epochs";
    if (local.localSteps)
        text += ", " + std::to_string(*local.localSteps) + " local steps";
    if (local.keepOptimizerState)
        text += ", optimizer state kept";
    if (local.dropLast)
        text += ", short last batch dropped";
    return text + ", objective " + partText(local.objective);
}

std::string clientsText(const FederationFacts& facts)
{
    if (facts.trainSamples.empty())
        return {};
    const auto [least, most] = std::ranges::minmax(facts.trainSamples);
    return std::to_string(facts.trainSamples.size()) + " with " + countText(least)
           + (least == most ? "" : " to " + countText(most)) + " training samples each";
}

std::string environmentText(const Environment& environment)
{
    std::string text = environment.program + " on " + environment.device + ", LibTorch "
                       + environment.torch + ", " + environment.blas + ' ' + environment.blasCore
                       + ", " + environment.instructions;
    if (!environment.sqlite.empty())
        text += ", SQLite " + environment.sqlite;
    return environment.host.empty() ? text : text + ", host " + environment.host;
}

std::string headText(const RunRow& row, const FederationFacts& facts)
{
    Table table({left(), wrapping()});
    const auto say = [&table](std::string_view what, std::string text) {
        if (!text.empty())
            table.add({std::string(what), std::move(text)});
    };
    constexpr std::size_t kHashShown = 12;
    say("Run", std::to_string(row.id));
    say("Experiment", row.experimentName + " (" + row.experimentHash.substr(0, kHashShown) + ")");
    say("Arm", row.arm);
    say("Seed", std::to_string(row.seed));
    say("Sweep", row.sweep);
    say("Status",
        std::string(stateWord(row)) + " after " + std::to_string(row.roundsDone) + " of "
            + std::to_string(row.rounds) + " rounds" + (row.reason.empty() ? "" : ": ")
            + row.reason);
    say(row.origin.empty() ? "Begun" : "Imported", row.created);
    say("From", row.origin);
    if (row.branch)
        say("Fork of",
            originText(*row.branch) + (row.branch->parent ? " (" + row.branch->name + ')' : ""));
    if (const Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry())) {
        say("Algorithm", partText(plan->algorithm));
        say("Sampler", partText(plan->sampler));
        say("Data", dataText(plan->data));
        say("Model",
            partText(plan->model.model) + ", " + plan->model.precision + ", "
                + countText(facts.parameters) + " parameters, initialisation "
                + plan->model.initialisation);
        say("Local work", localText(plan->local));
    } else {
        // A plan of another version is shown as stored.
        say("Plan", row.planJson);
    }
    say("Clients", clientsText(facts));
    say("Environment", environmentText(row.environment));
    say("Note", row.note);
    return table.text(0, kLineWidth);
}

constexpr std::array kRoundColumns{
    MetricColumn{"meanTestError", "test error %", 2},
    MetricColumn{"stdTestError", "sd", 2},
    MetricColumn{"worstTestError", "worst 10 %", 2},
    MetricColumn{"meanTestLoss", "test loss", 4},
    MetricColumn{"meanTrainLoss", "train loss", 4},
    MetricColumn{"pooledTrainLoss", "train loss, pooled", 4},
    MetricColumn{"globalAccuracy", "global accuracy", 4},
    MetricColumn{"officialAccuracy", "official accuracy", 4},
    MetricColumn{"groupCount", "groups", 0},
    MetricColumn{"adjustedRandIndex", "rand index", 3},
    MetricColumn{"totalUtility", "utility", 3},
    MetricColumn{"meanSparsity", "non-zero", 3},
    MetricColumn{"trafficBits", "bits sent", 0},
};

/// All rounds, or about `limit` evenly spaced ones, first and last included.
std::vector<int> shownRounds(const std::vector<int>& rounds, std::size_t limit)
{
    if (rounds.size() <= limit)
        return rounds;
    std::vector<int> shown;
    const std::size_t every = (rounds.size() + limit - 1) / limit;
    for (std::size_t i = 0; i < rounds.size(); i += every)
        shown.push_back(rounds[i]);
    if (shown.back() != rounds.back())
        shown.push_back(rounds.back());
    return shown;
}

std::string metricText(const std::vector<MetricPoint>& points, bool allRounds)
{
    std::map<int, std::map<std::string, double, std::less<>>> byRound;
    for (const MetricPoint& point : points)
        byRound[point.round][point.name] = point.value;
    std::vector<int> rounds;
    for (const auto& [round, values] : byRound)
        rounds.push_back(round);

    std::vector<Column> columns{right("round")};
    for (const MetricColumn& column : kRoundColumns)
        columns.push_back(right(column.title));
    Table table(std::move(columns));
    constexpr std::size_t kRoundsShown = 25;
    const std::vector<int> shown = allRounds ? rounds : shownRounds(rounds, kRoundsShown);
    for (const int round : shown) {
        std::vector<std::string> cells{std::to_string(round)};
        for (const MetricColumn& column : kRoundColumns) {
            const auto value = byRound[round].find(column.metric);
            cells.push_back(
                value == byRound[round].end() ? "" : numberText(value->second, column.decimals));
        }
        table.add(std::move(cells));
    }
    table.dropEmptyColumns();
    std::string text = table.text();
    if (shown.size() < rounds.size())
        text += std::to_string(shown.size()) + " of " + std::to_string(rounds.size())
                + " rounds; --all shows all\n";
    return text;
}

/// Which clients the numbers in groups and events mean.
std::string namesText(const FederationFacts& facts, bool all)
{
    constexpr std::size_t kNamesShown = 30;
    Table table({right("client"), wrapping("name in the data")});
    std::size_t named = 0;
    for (std::size_t client = 0; client < facts.clientNames.size(); ++client)
        if (const std::string& name = facts.clientNames[client]; !name.empty())
            if (++named <= kNamesShown || all)
                table.add({std::to_string(client), name});
    if (named == 0)
        return {};
    std::string text = table.text(0, kLineWidth);
    if (named > kNamesShown && !all)
        text += std::to_string(kNamesShown) + " of " + std::to_string(named)
                + " names; --all shows all\n";
    return text;
}

/// One line per round whose groups changed.
std::string groupText(const std::vector<RoundReport>& reports)
{
    Table table({right("round"), wrapping("groups")});
    std::string last;
    for (const RoundReport& report : reports) {
        if (!report.grouping)
            continue;
        std::string now = joined(report.grouping->groups, " | ", &clientList);
        if (now == last)
            continue;
        table.add({std::to_string(report.round), now});
        last = std::move(now);
    }
    return table.empty() ? "" : table.text(0, kLineWidth);
}

std::string eventText(const std::vector<RoundReport>& reports)
{
    Table table({right("round"), wrapping("event")});
    for (const RoundReport& report : reports)
        for (const Event& event : report.events)
            table.add({std::to_string(report.round),
                       std::string(word(event.severity)) + ": " + event.sentence});
    return table.empty() ? "" : table.text(0, kLineWidth);
}

} // namespace

Outcome runShow(Arguments& arguments)
{
    COTERIE_TRY(const std::unique_ptr<RunStore> store, openStoredRuns(arguments));
    COTERIE_TRY(const std::vector<RunRow> rows, namedRuns(*store, arguments.operands));
    const RunRow& row = rows.front();
    COTERIE_TRY(const FederationFacts facts, store->facts(row.id));
    COTERIE_TRY(const std::vector<MetricPoint> metrics, store->metrics(row.id));
    COTERIE_TRY(const std::vector<RoundReport> reports, store->reports(row.id, 0, -1, false));

    std::string text = headText(row, facts);
    for (const std::string& part :
         {metrics.empty() ? "" : metricText(metrics, arguments.has("--all")),
          namesText(facts, arguments.has("--all")),
          groupText(reports),
          eventText(reports)})
        if (!part.empty())
            text += '\n' + part;
    return printed(text);
}

} // namespace coterie::cli
