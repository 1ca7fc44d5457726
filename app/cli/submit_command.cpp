#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/ranks.h"
#include "app/cli/table_printer.h"
#include "core/base/json_values.h"
#include "core/base/try.h"
#include "core/experiment/external_command.h"
#include "core/run/submit.h"
#include "core/run/submitted_tasks.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coterie::cli {

namespace {

std::string countOf(std::size_t count, const std::string& word)
{
    return std::to_string(count) + ' ' + word + (count == 1 ? "" : "s");
}

std::string absolutePath(const std::filesystem::path& path)
{
    std::error_code problem;
    return std::filesystem::absolute(path, problem).lexically_normal().string();
}

/// small.json gets its folder small.tasks in the working directory.
std::filesystem::path folderOf(const Arguments& arguments)
{
    if (const std::optional<std::string> named = arguments.value("--out"))
        return absolutePath(*named);
    return absolutePath(std::filesystem::path(arguments.operands.front()).stem().string()
                        + ".tasks");
}

/// What a rank of `run` needs, checked here, where somebody reads it. 0: nobody has said a number.
Result<int> ranksOf(const Arguments& arguments)
{
    const std::optional<std::string> ranks = arguments.value("--ranks");
    if (!ranks)
        return 0;
    if (*ranks == "env")
        return fail("--ranks",
                    "must be a number with submit: each task starts its own ranks, on its machine "
                    "(for ranks on several machines use `srun`, see docs/ranks.md)");
    COTERIE_CHECK(CommandRanks::of(arguments));
    return numberIn<int>(*ranks).value_or(1);
}

/// What the call of `run` that all tasks share has beside the experiment.
std::vector<std::string> wordsOfTasks(const Arguments& arguments)
{
    std::vector<std::string> words;
    for (const char* option : {"--seed", "--rank-timeout", "--device"})
        for (const std::string& value : arguments.values(option))
            words.insert(words.end(), {option, value});
    for (const char* option : {"--data", "--methods"})
        for (const std::string& value : arguments.values(option))
            words.insert(words.end(), {option, absolutePath(value)});
    if (arguments.has("--allow-external")) {
        const std::filesystem::path folder = experimentFolder(arguments);
        words.insert(words.end(), {"--allow-external", "--command-folder"});
        words.push_back(absolutePath(
            arguments.value("--command-folder").value_or(folder.empty() ? "." : folder.string())));
    }
    return words;
}

std::string liveText(std::size_t live)
{
    return live == 0
               ? ""
               : countOf(live, "task") + (live == 1 ? " waits or runs.\n" : " wait or run.\n");
}

} // namespace

Outcome runSubmit(Arguments& arguments)
{
    SubmitRequest request;
    COTERIE_TRY(request.options, slurm::optionWords(arguments.value("--slurm").value_or("")));
    COTERIE_TRY(request.ranks, ranksOf(arguments));
    // Read once, as it may come from a pipe.
    COTERIE_TRY(request.experiment, readExperimentInput(arguments));
    COTERIE_TRY(request.plans, chosenPlans(request.experiment, arguments));
    if (!arguments.has("--allow-external"))
        for (const RunPlan& plan : request.plans)
            COTERIE_CHECK(checkStartsNoCommand(plan));
    COTERIE_CHECK(dataFolders(arguments));
    std::error_code problem;
    request.program = std::filesystem::read_symlink("/proc/self/exe", problem);
    if (problem)
        return refuse(fail("/proc/self/exe", "cannot be read (" + problem.message() + ")").error);
    request.folder = folderOf(arguments);
    request.store = absolutePath(databaseFile(arguments));
    request.changesStore = arguments.has("--db");
    if (const std::optional<std::int64_t> tasks = arguments.whole("--tasks"))
        request.tasks = static_cast<std::size_t>(*tasks);
    request.atOnce = static_cast<int>(arguments.whole("--at-once").value_or(0));
    if (const std::optional<std::int64_t> threads = arguments.whole("--threads"))
        request.threads = static_cast<int>(*threads);
    request.words = wordsOfTasks(arguments);
    request.place = absolutePath(".");

    COTERIE_TRY(const Submitted submitted, submitRuns(request));
    const SubmitPlan& plan = submitted.plan;
    const std::string store = plan.submission.store.string();
    if (plan.submission.tasks.empty())
        return printed("All of these runs are finished in " + store + ".\n");
    if (!submitted.job.empty())
        return printed("Submitted job " + submitted.job + ": " + countOf(plan.tasks.size(), "task")
                       + " with " + countOf(plan.runs(), "run") + " in " + request.folder.string()
                       + ".\n" + liveText(plan.live));
    return printed(plan.live > 0
                       ? "Nothing else to submit: " + liveText(plan.live)
                       : "All runs of these tasks are finished. `coterie-cli merge "
                             + request.folder.string() + "` brings them to " + store + ".\n");
}

Outcome runStatus(Arguments& arguments)
{
    COTERIE_TRY(const Submission submission, Submission::read(arguments.operands.front()));
    COTERIE_TRY(const std::vector<TaskReport> reports, reportTasks(submission));
    Table table({right("task"),
                 left("job"),
                 left("state"),
                 right("runs"),
                 right("finished"),
                 right("failed")});
    JsonNode tasks = JsonNode::list();
    std::size_t all = 0;
    std::size_t finished = 0;
    bool isLive = false;
    for (const TaskReport& report : reports) {
        const auto cell = [](std::optional<std::size_t> number) {
            return number ? std::to_string(*number) : std::string();
        };
        all += report.runs;
        finished += report.finished.value_or(0);
        isLive = isLive || report.isLive;
        const std::string& cluster = report.job.cluster;
        table.add({std::to_string(report.task),
                   report.jobText() + (cluster.empty() ? "" : " on " + cluster),
                   report.state + (report.reason.empty() ? "" : " (" + report.reason + ')'),
                   std::to_string(report.runs),
                   cell(report.finished),
                   cell(report.failed)});
        tasks.items.push_back(
            jsonObject({{"task", report.task},
                        {"job", report.jobText()},
                        {"cluster", cluster.empty() ? std::nullopt : std::optional(cluster)},
                        {"state", report.state},
                        {"reason", report.reason},
                        {"live", report.isLive},
                        {"runs", report.runs},
                        {"finished", report.finished},
                        {"failed", report.failed}}));
    }
    if (arguments.has("--json")) {
        printJsonLine(jsonObject({{"folder", submission.folder.string()},
                                  {"experiment", submission.experiment},
                                  {"database", submission.store.string()},
                                  {"runs", all},
                                  {"tasks", tasks}}));
        return kDone;
    }
    return printed(submission.experiment + '\n' + table.text() + '\n' + std::to_string(finished)
                   + " of " + countOf(all, "run") + " finished"
                   + (isLive ? ", without those of the tasks that wait or run.\n" : ".\n"));
}

Outcome runCancel(Arguments& arguments)
{
    COTERIE_TRY(const Submission submission, Submission::read(arguments.operands.front()));
    COTERIE_TRY(const CancelledTasks cancelled, cancelTasks(submission));
    if (cancelled.tasks == 0)
        return printed("No task waits or runs.\n");
    return printed("Cancelled " + countOf(cancelled.tasks, "task") + " of job "
                   + joined(cancelled.jobs, ", ")
                   + ". What is computed stays; `submit` computes the rest.\n");
}

} // namespace coterie::cli
