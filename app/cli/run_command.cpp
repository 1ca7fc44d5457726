#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/ranks.h"
#include "app/cli/result_table.h"
#include "app/cli/run_session.h"
#include "core/algorithms/registry.h"
#include "core/base/files.h"
#include "core/base/json_parse.h"
#include "core/base/printable.h"
#include "core/base/try.h"
#include "core/base/whole_number.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/external_command.h"
#include "core/run/card_ranks.h"
#include "core/run/check_runs.h"
#include "core/run/environment.h"
#include "core/run/fork.h"
#include "core/run/kept_models_text.h"
#include "core/run/known_runs.h"
#include "core/run/prepare_run.h"
#include "core/run/run_queue.h"
#include "core/run/runs_room.h"
#include "core/store/run_store.h"
#include "core/train/worker_pool.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <sstream>

namespace coterie::cli {

namespace {

/// Whether the devices of stored runs exist here; the queue reports a plan that it cannot read.
Result<void> checkDevicesOf(const std::vector<RunRow>& rows)
{
    for (const RunRow& row : rows)
        if (const Result<RunPlan, Problems> plan = parsePlan(row.planJson, registry()))
            COTERIE_CHECK(checkDevice(plan->device, "run " + std::to_string(row.id) + ", /device"));
    return {};
}

/// Removes the plans that have a run; these runs.
std::vector<std::int64_t> takeFound(std::vector<RunPlan>& plans,
                                    const std::vector<std::optional<std::int64_t>>& runs)
{
    std::vector<std::int64_t> known;
    std::vector<RunPlan> missing;
    for (std::size_t i = 0; i < plans.size(); ++i)
        if (runs[i])
            known.push_back(*runs[i]);
        else
            missing.push_back(std::move(plans[i]));
    plans = std::move(missing);
    std::ranges::sort(known);
    known.erase(std::ranges::unique(known).begin(), known.end()); // of equal plans
    return known;
}

void sayKnown(const std::vector<std::int64_t>& runs, bool json)
{
    if (json) {
        printJsonLine(jsonObject({{"event", "alreadyStored"}, {"runs", jsonList(runs)}}));
        return;
    }
    print("Already stored, with the same result to the bit: " + runsText(runs)
          + ". Use --again to compute " + (runs.size() > 1 ? "them" : "it") + " again.\n");
}

/// Only to who did not ask for the processor.
void sayIdleCard(const std::vector<RunPlan>& plans, const std::string& device)
{
    if (std::ranges::all_of(plans,
                            [&](const RunPlan& plan) { return deviceFor(plan, device) == "cpu"; }))
        return;
    if (const std::optional<std::string> idle = idleCard())
        complain(*idle);
}

/// Leaves the K-th, (K + N)-th … of the runs. They are dealt like cards, because those of an arm
/// stand together and cost about the same.
Result<void> keepShare(std::vector<RunPlan>& plans, const Arguments& arguments)
{
    const std::optional<std::string> share = arguments.value("--share");
    if (!share)
        return {};
    const std::size_t slash = share->find('/');
    if (slash == std::string::npos)
        return fail("--share", "must be K/N, e.g. 2/12 (is " + inQuotes(*share) + ")");
    constexpr std::int64_t kMost = 1'000'000;
    COTERIE_TRY(const std::int64_t parts,
                readWhole("N of --share", share->substr(slash + 1), 1, kMost));
    COTERIE_TRY(const std::int64_t part,
                readWhole("K of --share", share->substr(0, slash), 1, parts));
    std::vector<RunPlan> kept;
    for (auto i = static_cast<std::size_t>(part) - 1; i < plans.size();
         i += static_cast<std::size_t>(parts))
        kept.push_back(std::move(plans[i]));
    plans = std::move(kept);
    return {};
}

/// Leaves the runs that the file of --only lists.
Result<void> keepListed(std::vector<RunPlan>& plans, const Arguments& arguments)
{
    const std::optional<std::string> file = arguments.value("--only");
    if (!file)
        return {};
    COTERIE_TRY(const std::string text, readWholeFile(*file, kLargestText));
    std::set<std::string> listed;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        listed.insert(line);
    std::erase_if(plans, [&](const RunPlan& plan) { return listed.erase(runIdentity(plan)) == 0; });
    if (!listed.empty())
        return fail(*file,
                    "lists a run that this experiment does not have (" + inQuotes(*listed.begin())
                        + ")");
    return {};
}

/// Refuses runs that start a command, unless the user allows it.
Result<void> checkCommandsOf(const std::vector<RunPlan>& plans, const QueueOptions& options)
{
    if (!options.commands.given)
        for (const RunPlan& plan : plans)
            COTERIE_CHECK(checkStartsNoCommand(plan));
    return {};
}

/// Removes the runs that start a command; the sentence names them. Empty: there is none.
std::string leaveOutCommands(std::vector<RunRow>& rows, const QueueOptions& options)
{
    std::vector<std::int64_t> left;
    std::erase_if(rows, [&](const RunRow& row) {
        const bool starts = !checkCommandOf(row, options.commands);
        if (starts)
            left.push_back(row.id);
        return starts;
    });
    return left.empty()
               ? std::string()
               : "Left out " + runsText(left) + ", which need" + (left.size() > 1 ? "" : "s")
                     + " --allow-external to start a command or to load a module.";
}

/// "; starts the command python3 who.py, if --allow-external is given", or "; runs the code of
/// torch.jit.load net.pt, …"; empty: none.
std::string commandRemark(const std::vector<RunPlan>& plans)
{
    std::string remark;
    for (const std::vector<std::string>& command : commandsOf(plans))
        remark += (!remark.empty()         ? " and "
                   : isModuleLoad(command) ? "; runs the code of "
                                           : "; starts the command ")
                  + printable(commandText(command), LineEnds::Escape);
    return remark + (remark.empty() ? "" : ", if --allow-external is given");
}

/// The run that is forked; its store must exist.
Result<std::vector<RunRow>> parentsOf(const Arguments& arguments)
{
    COTERIE_TRY(const std::unique_ptr<RunStore> store, openStoredRuns(arguments));
    return namedRuns(*store, arguments.operands);
}

std::string counted(std::size_t count, const std::string& word)
{
    return std::to_string(count) + ' ' + word + (count == 1 ? "" : "s");
}

} // namespace

Outcome runRun(Arguments& arguments)
{
    COTERIE_TRY(CommandRanks ranks, CommandRanks::of(arguments));
    if (ranks.follows())
        return ranks.follow(arguments);
    COTERIE_TRY(const auto experiment, readExperimentInput(arguments));
    COTERIE_TRY(std::vector<RunPlan> plans, chosenPlans(experiment, arguments));
    leaveOutRepeated(plans); // before they are dealt, so that all shares see the same list
    COTERIE_CHECK(keepShare(plans, arguments));
    if (plans.empty())
        return printed("This share has no runs.\n");
    COTERIE_CHECK(keepListed(plans, arguments));
    if (plans.empty())
        return printed("The file of --only lists no runs.\n");
    COTERIE_TRY(QueueOptions options, queueOptions(arguments));
    if (options.commands.folder.empty())
        options.commands.folder = experimentFolder(arguments);
    if (options.commands.folder.empty()) // it came from a pipe
        options.commands.folder = ".";
    COTERIE_CHECK(checkCommandsOf(plans, options));
    if (options.device.empty())
        for (const RunPlan& plan : plans)
            COTERIE_CHECK(checkDevice(plan.device));

    // Report an unwritable store before any work.
    std::int64_t newestBefore = 0;
    std::vector<std::int64_t> known;
    std::vector<std::int64_t> unfinished;
    {
        COTERIE_TRY(std::unique_ptr<RunStore> store, RunStore::open(options.storeFile));
        COTERIE_TRY(const std::vector<RunRow> rows, store->runs());
        for (const RunRow& row : rows)
            newestBefore = std::max(newestBefore, row.id);
        if (!arguments.has("--again"))
            known = takeFound(plans, knownRuns(plans, rows, options.device, ranks.asked()));
        if (arguments.has("--resume"))
            unfinished =
                takeFound(plans, unfinishedRuns(plans, rows, options.device, ranks.asked()));
    }
    const bool json = arguments.has("--json");
    if (!known.empty())
        sayKnown(known, json);
    const std::string hash = canonicalHash(experiment, registry());
    std::function<void(RunQueue&)> start;
    if (!plans.empty() || !unfinished.empty()) {
        COTERIE_CHECK(ranks.start(arguments, options));
        start = [&](RunQueue& queue) {
            if (!unfinished.empty())
                queue.resume(unfinished);
            if (!plans.empty())
                queue.add(experiment, plans);
        };
        sayIdleCard(plans, options.device);
    }
    return follow(
        options,
        experiment.retryMinutes,
        json,
        start,
        [&](std::vector<RunRow> rows) {
            std::erase_if(rows, [&](const RunRow& row) {
                const bool isNew = row.id > newestBefore && row.experimentHash == hash;
                return !isNew && std::ranges::find(known, row.id) == known.end()
                       && std::ranges::find(unfinished, row.id) == unfinished.end();
            });
            rows = runsOf(experiment, std::move(rows));
            const std::vector<std::string> arms = arguments.values("--arm");
            std::erase_if(rows, [&arms](const RunRow& row) { // equal arms that were not chosen
                return !arms.empty() && std::ranges::find(arms, row.arm) == arms.end();
            });
            return rows;
        },
        experiment.references);
}

Outcome runResume(Arguments& arguments)
{
    COTERIE_TRY(CommandRanks ranks, CommandRanks::of(arguments));
    if (ranks.follows())
        return ranks.follow(arguments);
    COTERIE_TRY(QueueOptions options, queueOptions(arguments));
    const bool all = arguments.has("--all");
    if (all != arguments.operands.empty())
        return refuse("resume needs either runs or --all");

    std::vector<RunRow> chosen;
    std::vector<Reference> references;
    {
        COTERIE_TRY(const std::unique_ptr<RunStore> store, openStoredRuns(arguments));
        COTERIE_TRY(std::vector<RunRow> rows,
                    all ? store->runs() : namedRuns(*store, arguments.operands));
        for (RunRow& row : rows) {
            if (all ? waitsToBeResumed(row.status) : row.status != RunStatus::Finished)
                chosen.push_back(std::move(row));
            else if (!all)
                return refuse(
                    fail("run " + std::to_string(row.id), "is finished; there is nothing to resume")
                        .error);
        }
        if (all) {
            if (const std::string leftOut = leaveOutCommands(chosen, options); !leftOut.empty())
                complain(leftOut);
        }
        for (const RunRow& row : chosen)
            COTERIE_CHECK(checkCommandOf(row, options.commands));
        references = referencesOf(*store, chosen);
    }
    if (chosen.empty())
        return printed("There is no run to resume.\n");
    // With --all the queue skips runs whose device is missing, and says so.
    if (!all && options.device.empty())
        COTERIE_CHECK(checkDevicesOf(chosen));
    COTERIE_CHECK(ranks.start(arguments, options));
    return followResumed(options, arguments.has("--json"), chosen, references);
}

Outcome runFork(Arguments& arguments)
{
    COTERIE_TRY(CommandRanks ranks, CommandRanks::of(arguments));
    if (ranks.follows())
        return ranks.follow(arguments);
    COTERIE_TRY(QueueOptions options, queueOptions(arguments));
    std::vector<RunRow> made;
    std::vector<Reference> references;
    {
        COTERIE_TRY(std::vector<RunRow> parents, parentsOf(arguments));
        COTERIE_TRY(const std::unique_ptr<RunStore> store, RunStore::open(options.storeFile));
        const RunRow& parent = parents.front();
        COTERIE_CHECK(checkCommandOf(parent, options.commands));
        const int last = static_cast<int>(arguments.whole("--round").value_or(0));
        std::vector<LiveChange> changes;
        for (const std::string& setting : arguments.values("--set")) {
            const std::size_t equals = setting.find('=');
            if (equals == std::string::npos || !setting.starts_with('/'))
                return refuse(
                    notAllowed("--set", '"' + setting + '"', "/POINTER=VALUE, such as /rounds=5")
                        .error);
            COTERIE_TRY(
                LiveChange change,
                forkChange(parent, last, setting.substr(0, equals), setting.substr(equals + 1)));
            changes.push_back(std::move(change));
        }
        if (options.device.empty())
            COTERIE_CHECK(checkDevicesOf(parents));
        COTERIE_TRY(const std::int64_t fork, addFork(*store, parent.id, last, changes));
        COTERIE_TRY(RunRow row, store->run(fork));
        made.push_back(std::move(row));
        references = referencesOf(*store, made);
    }
    COTERIE_CHECK(ranks.start(arguments, options));
    return followResumed(options, arguments.has("--json"), made, references);
}

Outcome runValidate(Arguments& arguments)
{
    const auto refuse = [](const Problems& problems) {
        for (const Error& problem : problems)
            print(printable(problem.sentence(), LineEnds::Escape) + '\n');
        return kBadInput;
    };
    const Result<Experiment, Problems> experiment = readExperimentFile(arguments);
    if (!experiment)
        return refuse(experiment.error());
    COTERIE_TRY(std::vector<std::filesystem::path> folders, dataFolders(arguments));
    COTERIE_TRY(const std::string device, namedDevice(arguments));
    RunData data({.folders = std::move(folders)});
    std::vector<RunPlan> plans = expand(*experiment, registry());
    for (RunPlan& plan : plans) // what runs take depends on it
        plan.device = deviceFor(plan, device);
    // The device of the file may be another machine's.
    const auto lacking = device.empty() ? std::ranges::find_if(
                             plans, [](const RunPlan& plan) { return !checkDevice(plan.device); })
                                        : plans.end();
    const bool lacksDevice = lacking != plans.end();
    const RunsCheck check = checkRuns(plans, data, lacksDevice ? "cpu" : device);
    if (!check.problems.empty())
        return refuse(check.problems);
    const std::size_t arms = experiment->arms.size();
    const std::size_t seeds = experiment->seeds.size();
    const std::size_t runs = plans.size();
    const std::string models = check.missing ? std::string() : keptModelsText(plans, data);
    const int asked = askedRanks(arguments, &processVariable);
    const CardRanks ranks = ranksOfRuns(plans, device, asked == 0 && lacksDevice ? 1 : asked);
    const std::size_t threads =
        workerCount(threadsOfRank(0, static_cast<std::size_t>(ranks.count)));
    const std::optional<RunsRoom> room =
        check.missing
            ? std::nullopt
            : roomOfRuns(
                plans, data, threads, MachineRoom::of(databaseFile(arguments)), ranks.count);
    return printed(
        arguments.operands.front() + ": valid, " + counted(arms, "arm") + " × "
        + counted(seeds, "seed") + (runs == arms * seeds ? "" : ", with sweeps") + " = "
        + counted(runs, "run")
        + (check.missing ? "; not checked with its data, which are not on this machine" : "")
        + (lacksDevice ? "; its device, " + lacking->device + ", is not on this machine" : "")
        + commandRemark(plans) + '\n' + ranks.sentence + (ranks.sentence.empty() ? "" : "\n")
        + models + (models.empty() ? "" : "\n") + (room ? room->text() + '\n' : ""));
}

} // namespace coterie::cli
