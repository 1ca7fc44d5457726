#include "app/cli/commands.h"
#include "app/cli/inputs.h"
#include "app/cli/output.h"
#include "app/cli/ranks.h"
#include "app/cli/slurm.h"
#include "app/cli/submission.h"
#include "app/cli/table_printer.h"
#include "core/algorithms/registry.h"
#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/json_values.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/external_command.h"
#include "core/run/known_runs.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace coterie::cli {

namespace {

// As many as Slurm allows in one array unless its administrator says otherwise.
constexpr std::size_t kUsualTasks = 1000;
constexpr const char* kScript = "task.sh";
constexpr const char* kLock = "submission.lock";

/// Nothing in it is the user's: what the user typed comes as arguments.
constexpr std::string_view kScriptText = R"(#!/bin/sh
# A task of an array job that `coterie-cli submit` made, in its folder.
# Arguments: the folder to work in, the ranks of a run, the threads of each (empty: its share of the
# cores that Slurm gives), the program and its arguments.
task="$PWD/task_$SLURM_ARRAY_TASK_ID"
threads=${3:-$(((${SLURM_CPUS_ON_NODE:-1} + $2 - 1) / $2))}
cd -- "$1" || exit
shift 3
exec "$@" --threads "$threads" --only "$task.runs" --db "$task.sqlite"
)";

/// The right to submit from a folder, until destroyed.
class FolderLock
{
public:
    static Result<FolderLock> take(const std::filesystem::path& folder)
    {
        const std::filesystem::path file = folder / kLock;
        FolderLock lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
        if (lock.m_file < 0)
            return fail(file.string(),
                        std::string("cannot be written (") + std::strerror(errno) + ")");
        if (::flock(lock.m_file, LOCK_EX | LOCK_NB) == 0)
            return lock;
        if (errno == EWOULDBLOCK)
            return fail(folder.string(), "another `submit` is at work there; try again later");
        return fail(file.string(), std::string("cannot be locked (") + std::strerror(errno) + ")");
    }
    FolderLock(FolderLock&& other) noexcept
        : m_file(std::exchange(other.m_file, -1))
    {}
    FolderLock& operator=(FolderLock&&) = delete;
    ~FolderLock()
    {
        if (m_file >= 0)
            ::close(m_file);
    }

private:
    explicit FolderLock(int file)
        : m_file(file)
    {}

    int m_file = -1;
};

std::string countOf(std::size_t count, const std::string& word)
{
    return std::to_string(count) + ' ' + word + (count == 1 ? "" : "s");
}

Result<void> writeText(const std::filesystem::path& file, std::string_view text)
{
    return writeFileAtomically(file, [&](std::ostream& out) -> Result<void> {
        out << text;
        return {};
    });
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

/// What a rank of `run` needs, checked here, where somebody reads it.
Result<std::string> ranksOf(const Arguments& arguments)
{
    const std::string ranks = arguments.value("--ranks").value_or("1");
    if (ranks == "env")
        return fail("--ranks",
                    "must be a number with submit: each task starts its own ranks, on its machine "
                    "(for ranks on several machines use `srun`, see docs/ranks.md)");
    COTERIE_CHECK(CommandRanks::of(arguments));
    return ranks;
}

/// The call of `run` that all tasks share.
Result<std::vector<std::string>> commandOfTasks(const Arguments& arguments,
                                                const std::filesystem::path& experiment)
{
    std::error_code problem;
    std::vector<std::string> words{
        std::filesystem::read_symlink("/proc/self/exe", problem).string(),
        "run",
        experiment.string(),
        "--resume"};
    if (problem)
        return fail("/proc/self/exe", "cannot be read (" + problem.message() + ")");
    for (const char* option : {"--seed", "--ranks", "--rank-timeout", "--device"})
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

/// Removes the runs whose result the store has, wherever it was computed. What the user's own files
/// may have changed is computed again.
Result<void> leaveOutFinished(std::vector<RunPlan>& plans, const std::filesystem::path& file)
{
    std::error_code problem;
    if (!std::filesystem::exists(file, problem))
        return {};
    COTERIE_TRY(const std::unique_ptr<RunStore> store,
                RunStore::open(file, RunStore::Mode::ReadOnly));
    COTERIE_TRY(const std::vector<RunRow> rows, store->runs());
    const std::set<std::string> finished = identitiesOf(rows, RunStatus::Finished);
    std::erase_if(plans, [&finished](const RunPlan& plan) {
        return isFullyTold(plan) && finished.contains(runIdentity(plan));
    });
    return {};
}

std::string selectionOf(const std::vector<RunPlan>& plans)
{
    std::string all;
    for (const RunPlan& plan : plans)
        all += runIdentity(plan);
    return sha256(all);
}

/// The folder's tasks if it has any, else new ones: runs are dealt like cards, because those of an
/// arm stand together and cost about the same.
Result<Submission> submissionOf(const Experiment& experiment,
                                std::vector<RunPlan> plans,
                                const std::filesystem::path& folder,
                                const Arguments& arguments)
{
    const std::optional<std::int64_t> wanted = arguments.whole("--tasks");
    const std::string selection = selectionOf(plans);
    Submission submission;
    if (Submission::isIn(folder)) {
        COTERIE_TRY(submission, Submission::read(folder));
        if (arguments.has("--db"))
            submission.store = absolutePath(databaseFile(arguments));
        if (!submission.jobs.empty()) {
            if (submission.selection != selection)
                return fail(folder.string(),
                            "has the tasks of other runs; name another folder with --out");
            std::size_t runs = 0;
            for (const std::vector<std::string>& task : submission.tasks)
                runs += task.size();
            if (wanted
                && std::min(runs, static_cast<std::size_t>(*wanted)) != submission.tasks.size())
                return fail("--tasks",
                            "must stay " + std::to_string(submission.tasks.size())
                                + ", as the runs in " + folder.string() + " are dealt already");
            return submission;
        }
    }
    submission.folder = folder;
    submission.experiment = experiment.name;
    submission.selection = selection;
    submission.store = absolutePath(databaseFile(arguments));
    COTERIE_CHECK(leaveOutFinished(plans, submission.store));
    submission.tasks.assign(
        std::min(plans.size(), wanted ? static_cast<std::size_t>(*wanted) : kUsualTasks), {});
    for (std::size_t i = 0; i < plans.size(); ++i)
        submission.tasks[i % submission.tasks.size()].push_back(runIdentity(plans[i]));
    return submission;
}

/// An empty or new one, or that of an earlier `submit`.
Result<void> makeFolder(const std::filesystem::path& folder)
{
    if (folder.native().find_first_of("%\\") != std::string::npos)
        return fail(
            folder.string(),
            "must be a folder without % and \\ in its name: Slurm replaces them in the names "
            "of logs");
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    bool isNew = true;
    if (!problem)
        for (const auto& entry : std::filesystem::directory_iterator(folder, problem))
            isNew = isNew && entry.path().filename() == kLock;
    if (problem)
        return fail(folder.string(), "cannot be made (" + problem.message() + ")");
    if (!isNew && !Submission::isIn(folder))
        return fail(folder.string(),
                    "has other files; --out must name a new folder or that of an earlier `submit`");
    return {};
}

} // namespace

Outcome runSubmit(Arguments& arguments)
{
    COTERIE_TRY(std::vector<std::string> options,
                slurm::optionWords(arguments.value("--slurm").value_or("")));
    COTERIE_TRY(const std::string ranks, ranksOf(arguments));
    COTERIE_TRY(const Experiment experiment, readExperimentInput(arguments));
    COTERIE_TRY(std::vector<RunPlan> plans, chosenPlans(experiment, arguments));
    leaveOutRepeated(plans);
    if (!arguments.has("--allow-external"))
        for (const RunPlan& plan : plans)
            COTERIE_CHECK(checkStartsNoCommand(plan));
    COTERIE_CHECK(dataFolders(arguments));

    const std::filesystem::path folder = folderOf(arguments);
    COTERIE_CHECK(makeFolder(folder));
    COTERIE_TRY(const FolderLock lock, FolderLock::take(folder));
    COTERIE_TRY(Submission submission, submissionOf(experiment, plans, folder, arguments));
    if (submission.tasks.empty())
        return printed("All of these runs are finished in " + submission.store.string() + ".\n");
    // First, so that the folder that a killed call leaves is known as one of `submit`.
    COTERIE_CHECK(submission.write());
    // What tasks read may not change under them: the file and --set as they are now. It is read
    // once, as it may come from a pipe.
    COTERIE_CHECK(writeText(folder / "experiment.json", writeExperiment(experiment)));
    COTERIE_CHECK(writeText(folder / kScript, kScriptText));

    COTERIE_TRY(const std::vector<TaskState> states, taskStates(submission));
    std::vector<int> tasks;
    std::size_t missing = 0;
    for (int task = 1; task <= std::ssize(submission.tasks); ++task) {
        if (states[static_cast<std::size_t>(task) - 1].said.isLive)
            continue;
        COTERIE_TRY(const TaskRuns runs, runsOfTask(submission, task));
        std::string lines;
        for (const std::string& run : submission.tasks[static_cast<std::size_t>(task) - 1])
            if (!runs.finished.contains(run)) {
                lines += run + '\n';
                ++missing;
            }
        if (lines.empty())
            continue;
        COTERIE_CHECK(writeText(submission.fileOf(task, "runs"), lines));
        tasks.push_back(task);
    }
    const std::size_t live = liveTasks(states).size();
    const std::string waits =
        live == 0 ? ""
                  : countOf(live, "task") + (live == 1 ? " waits or runs.\n" : " wait or run.\n");
    if (tasks.empty())
        return printed(waits.empty() ? "All runs of these tasks are finished. `coterie-cli merge "
                                           + folder.string() + "` brings them to "
                                           + submission.store.string() + ".\n"
                                     : "Nothing else to submit: " + waits);

    COTERIE_TRY(const std::vector<std::string> command,
                commandOfTasks(arguments, folder / "experiment.json"));
    slurm::ArrayJob job{
        .options = std::move(options),
        .name = "coterie-" + folder.stem().string(),
        .folder = folder,
        .script = kScript,
        .arguments = {absolutePath("."), ranks, arguments.value("--threads").value_or("")},
        .tasks = tasks,
        .atOnce = static_cast<int>(arguments.whole("--at-once").value_or(0))};
    job.arguments.insert(job.arguments.end(), command.begin(), command.end());
    COTERIE_TRY(const std::string number, slurm::submit(job));
    submission.jobs.push_back({.number = number, .tasks = tasks});
    if (const Result<void> recorded = submission.write(); !recorded) {
        // A job that nobody knows would be submitted twice.
        const std::vector<std::string> numbers{number};
        const Result<void> cancelled = slurm::cancel(numbers);
        return refuse(fail(recorded.error().place,
                           recorded.error().complaint() + "; job " + number
                               + (cancelled ? " was cancelled" : " must be cancelled by hand"))
                          .error);
    }
    return printed("Submitted job " + number + ": " + countOf(tasks.size(), "task") + " with "
                   + countOf(missing, "run") + " in " + folder.string() + ".\n" + waits);
}

Outcome runStatus(Arguments& arguments)
{
    COTERIE_TRY(const Submission submission, Submission::read(arguments.operands.front()));
    COTERIE_TRY(const std::vector<TaskState> states, taskStates(submission));
    Table table({right("task"),
                 left("job"),
                 left("state"),
                 right("runs"),
                 right("finished"),
                 right("failed")});
    JsonNode tasks = JsonNode::list();
    std::size_t all = 0;
    std::size_t finished = 0;
    for (int task = 1; task <= std::ssize(submission.tasks); ++task) {
        const TaskState& state = states[static_cast<std::size_t>(task) - 1];
        const std::size_t runs = submission.tasks[static_cast<std::size_t>(task) - 1].size();
        std::optional<TaskRuns> stored;
        if (!state.said.isLive) {
            COTERIE_TRY(stored, runsOfTask(submission, task));
        }
        std::string word = state.said.word;
        if (stored && stored->finished.size() == runs)
            word = "finished";
        else if (stored)
            word = word.empty() || word == "completed" ? "incomplete" : "incomplete, " + word;
        const auto count = [&stored](std::set<std::string> TaskRuns::*set) {
            return stored ? std::optional((*stored.*set).size()) : std::nullopt;
        };
        const auto cell = [](std::optional<std::size_t> number) {
            return number ? std::to_string(*number) : std::string();
        };
        all += runs;
        finished += count(&TaskRuns::finished).value_or(0);
        const std::string job = state.job.empty() ? "" : state.job + '_' + std::to_string(task);
        table.add({std::to_string(task),
                   job,
                   word + (state.said.reason.empty() ? "" : " (" + state.said.reason + ')'),
                   std::to_string(runs),
                   cell(count(&TaskRuns::finished)),
                   cell(count(&TaskRuns::failed))});
        tasks.items.push_back(jsonObject({{"task", task},
                                          {"job", job},
                                          {"state", word},
                                          {"reason", state.said.reason},
                                          {"live", state.said.isLive},
                                          {"runs", runs},
                                          {"finished", count(&TaskRuns::finished)},
                                          {"failed", count(&TaskRuns::failed)}}));
    }
    if (arguments.has("--json")) {
        printJsonLine(jsonObject({{"folder", submission.folder.string()},
                                  {"experiment", submission.experiment},
                                  {"database", submission.store.string()},
                                  {"runs", all},
                                  {"tasks", tasks}}));
        return kDone;
    }
    const bool isLive = !liveTasks(states).empty();
    return printed(submission.experiment + '\n' + table.text() + '\n' + std::to_string(finished)
                   + " of " + countOf(all, "run") + " finished"
                   + (isLive ? ", without those of the tasks that wait or run.\n" : ".\n"));
}

Outcome runCancel(Arguments& arguments)
{
    COTERIE_TRY(const Submission submission, Submission::read(arguments.operands.front()));
    COTERIE_TRY(const std::vector<TaskState> states, taskStates(submission));
    std::set<std::string> jobs;
    for (const TaskState& state : states)
        if (state.said.isLive)
            jobs.insert(state.job);
    if (jobs.empty())
        return printed("No task waits or runs.\n");
    COTERIE_CHECK(slurm::cancel(std::vector<std::string>(jobs.begin(), jobs.end())));
    return printed("Cancelled " + countOf(liveTasks(states).size(), "task") + " of job "
                   + joined(jobs, ", ")
                   + ". What is computed stays; `submit` computes the rest.\n");
}

} // namespace coterie::cli
