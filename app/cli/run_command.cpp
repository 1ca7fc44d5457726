#include "app/cli/commands.h"
#include "app/cli/experiment_input.h"
#include "app/cli/output.h"
#include "app/cli/queue_session.h"
#include "app/cli/result_table.h"
#include "app/cli/store_input.h"
#include "core/algorithms/registry.h"
#include "core/run/environment.h"
#include "core/spec/experiment_json.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <memory>
#include <span>

namespace coterie::cli {

namespace {

/// The runs a session was about: those it named, or those it added.
using RowFilter = std::function<bool(const RunRow&)>;

/// Whether a run only waits to be continued. One that failed can be asked for by its number, once
/// what it lacked is there.
bool waitsToBeResumed(RunStatus status)
{
    return status != RunStatus::Finished && status != RunStatus::Failed;
}

Result<QueueOptions> queueOptions(const Arguments& arguments)
{
    Result<std::vector<std::filesystem::path>> folders = dataFolders(arguments);
    if (!folders)
        return Unexpected<Error>{folders.error()};
    const std::string device = arguments.value("--device").value_or("");
    if (const Result<void> there = checkDevice(device, "--device"); !there)
        return Unexpected<Error>{there.error()};
    return QueueOptions{.storeFile = databaseFile(arguments),
                        .dataFolders = std::move(*folders),
                        .threads = static_cast<int>(arguments.whole("--threads").value_or(0)),
                        .device = device};
}

/// Whether these new runs' devices can be had here, unless the command line names another.
Result<void> checkDevicesOf(const std::vector<RunPlan>& plans, const QueueOptions& options)
{
    if (!options.device.empty())
        return {};
    for (const RunPlan& plan : plans)
        if (const Result<void> there = checkDevice(plan.device); !there)
            return there;
    return {};
}

/// The same of stored runs; a plan that cannot be read is refused by the queue.
Result<void> checkDevicesOf(const std::vector<RunRow>& rows, const QueueOptions& options)
{
    if (!options.device.empty())
        return {};
    for (const RunRow& row : rows) {
        const Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry());
        if (!plan)
            continue;
        if (const Result<void> there =
                checkDevice(plan->device, "run " + std::to_string(row.id) + ", /device");
            !there)
            return there;
    }
    return {};
}

/// In single quotes where a shell would otherwise read more into it.
std::string shellWord(const std::string& text)
{
    constexpr std::string_view kPlain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+:,@%=";
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos)
        return text;
    std::string out = "'";
    for (const char letter : text)
        out += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return out + '\'';
}

std::string resumeCommand(const std::vector<RunRow>& rows, const std::filesystem::path& file)
{
    std::string text = "coterie-cli resume";
    for (const RunRow& row : rows)
        if (waitsToBeResumed(row.status))
            text += ' ' + std::to_string(row.id);
    return text + " --db " + shellWord(file.string());
}

std::string idList(const std::vector<RunRow>& rows)
{
    std::string text;
    for (const RunRow& row : rows)
        text += (text.empty() ? "" : ", ") + std::to_string(row.id);
    return text;
}

/// The last words of a session for a person: the results, where they are, how to go on.
void printEnd(const Results& results,
              const std::vector<RunRow>& rows,
              const std::filesystem::path& file,
              bool resumable)
{
    const bool any =
        std::ranges::any_of(results.arms, [](const ArmSummary& arm) { return !arm.seeds.empty(); });
    if (any)
        print('\n' + resultText(results));
    print("\nDatabase: " + file.string() + "\nRuns: " + idList(rows) + '\n');
    if (resumable)
        print("To go on: " + resumeCommand(rows, file) + '\n');
}

void printJsonEnd(const Results& results,
                  const std::vector<RunRow>& rows,
                  const std::filesystem::path& file,
                  bool resumable)
{
    JsonNode node = JsonNode::object();
    node.add("event", JsonNode::fromText("ended"));
    node.add("database", JsonNode::fromText(file.string()));
    JsonNode ids = JsonNode::list();
    for (const RunRow& row : rows)
        ids.items.push_back(JsonNode::fromWhole(row.id));
    node.add("runs", std::move(ids));
    if (resumable)
        node.add("resume", JsonNode::fromText(resumeCommand(rows, file)));
    node.add("results", resultJson(results));
    printJsonLine(node);
}

/// Runs the queue and tells its end. The results are put beside the references.
int follow(const QueueOptions& options,
           bool json,
           const std::function<void(RunQueue&)>& start,
           const RowFilter& belongs,
           std::span<const Reference> references)
{
    const std::unique_ptr<RunReporter> reporter = makeReporter(json);
    const SessionEnd end = followQueue(options, *reporter, start);

    const std::filesystem::path file = std::filesystem::absolute(options.storeFile);
    Result<std::unique_ptr<RunStore>> store = RunStore::open(file);
    Result<std::vector<RunRow>> rows =
        store ? (*store)->runs() : Result<std::vector<RunRow>>(Unexpected<Error>{store.error()});
    if (!rows) {
        complain(rows.error().sentence());
        return end == SessionEnd::Interrupted ? kInterrupted : kRunFailed;
    }
    std::erase_if(*rows, [&belongs](const RunRow& row) { return !belongs(row); });
    const Result<Results> results = collectResults(**store, *rows, references);
    if (!results) {
        complain(results.error().sentence());
        return kRunFailed;
    }
    const bool resumable =
        std::ranges::any_of(*rows, [](const RunRow& row) { return waitsToBeResumed(row.status); });
    (json ? printJsonEnd : printEnd)(*results, *rows, file, resumable);

    if (end == SessionEnd::Interrupted)
        return kInterrupted;
    const bool allFinished = std::ranges::all_of(
        *rows, [](const RunRow& row) { return row.status == RunStatus::Finished; });
    return allFinished && !rows->empty() ? kDone : kRunFailed;
}

/// What the results of stored runs are put beside: their experiment's references, if it is one and
/// the same.
std::vector<Reference> referencesOf(RunStore& store, const std::vector<RunRow>& rows)
{
    if (rows.empty() || std::ranges::any_of(rows, [&rows](const RunRow& row) {
            return row.experiment != rows.front().experiment;
        }))
        return {};
    const Result<std::string> json = store.experimentJson(rows.front().experiment);
    if (!json)
        return {};
    const Result<Experiment, Problems> experiment = parseExperiment(*json, registry());
    return experiment ? experiment->references : std::vector<Reference>();
}

} // namespace

int runRun(Arguments& arguments)
{
    const Result<Experiment, Problems> experiment = readExperimentInput(arguments);
    if (!experiment)
        return refuse(experiment.error());
    const Result<std::vector<RunPlan>> plans = chosenPlans(*experiment, arguments);
    if (!plans)
        return refuse(plans.error());
    const Result<QueueOptions> options = queueOptions(arguments);
    if (!options)
        return refuse(options.error());
    if (const Result<void> there = checkDevicesOf(*plans, *options); !there)
        return refuse(there.error());

    // A store that cannot be written is told before any work is done.
    std::int64_t newestBefore = 0;
    {
        Result<std::unique_ptr<RunStore>> store = RunStore::open(options->storeFile);
        if (!store)
            return refuse(store.error());
        const Result<std::vector<RunRow>> rows = (*store)->runs();
        if (!rows)
            return refuse(rows.error());
        for (const RunRow& row : *rows)
            newestBefore = std::max(newestBefore, row.id);
    }
    const std::string hash = canonicalHash(*experiment, registry());
    return follow(
        *options,
        arguments.has("--json"),
        [&](RunQueue& queue) { queue.add(*experiment, *plans); },
        [&](const RunRow& row) { return row.id > newestBefore && row.experimentHash == hash; },
        experiment->references);
}

int runResume(Arguments& arguments)
{
    const Result<QueueOptions> options = queueOptions(arguments);
    if (!options)
        return refuse(options.error());
    const bool all = arguments.has("--all");
    if (all != arguments.operands().empty())
        return refuse(Error{.place = {},
                            .found = {},
                            .needed = "resume needs either runs or --all",
                            .nearest = {}});

    std::vector<RunRow> chosen;
    std::vector<Reference> references;
    {
        const Result<std::unique_ptr<RunStore>> store = openStoredRuns(arguments);
        if (!store)
            return refuse(store.error());
        Result<std::vector<RunRow>> rows =
            all ? (*store)->runs() : namedRuns(**store, arguments.operands());
        if (!rows)
            return refuse(rows.error());
        for (RunRow& row : *rows) {
            if (all ? waitsToBeResumed(row.status) : row.status != RunStatus::Finished)
                chosen.push_back(std::move(row));
            else if (!all)
                return refuse(fail("run " + std::to_string(row.id),
                                   "it is finished, there is nothing to resume")
                                  .error);
        }
        references = referencesOf(**store, chosen);
    }
    if (chosen.empty()) {
        print("There is no run to resume.\n");
        return kDone;
    }
    // Of --all the queue leaves out those whose device is not here, and says so.
    if (const Result<void> there = checkDevicesOf(chosen, *options); !there && !all)
        return refuse(there.error());
    std::vector<std::int64_t> ids;
    for (const RunRow& row : chosen)
        ids.push_back(row.id);
    return follow(
        *options,
        arguments.has("--json"),
        [&](RunQueue& queue) { queue.resume(ids); },
        [&](const RunRow& row) { return std::ranges::find(ids, row.id) != ids.end(); },
        references);
}

} // namespace coterie::cli
