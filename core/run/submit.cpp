#include "core/run/submit.h"

#include "core/algorithms/registry.h"
#include "core/base/files.h"
#include "core/base/hash.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/run/known_runs.h"
#include "core/run/submitted_tasks.h"
#include "core/store/run_store.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <memory>
#include <set>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace coterie {

namespace {

// As many as Slurm allows in one array unless its administrator says otherwise.
constexpr std::size_t kUsualTasks = 1000;
constexpr const char* kTaskScript = "task.sh";
constexpr const char* kTaskExperiment = "experiment.json";
constexpr const char* kFolderLock = "submission.lock";

/// Nothing in it is the user's: what the user typed comes as arguments.
constexpr std::string_view kTaskScriptText = R"(#!/bin/sh
# A task of an array job that `coterie-cli submit` made, in its folder.
# Arguments: the folder to work in, the ranks of a run that were asked for (else 1), the threads of
# each (empty: its share of the cores that Slurm gives), the program and its arguments.
task="$PWD/task_$SLURM_ARRAY_TASK_ID"
threads=${3:-$(((${SLURM_CPUS_ON_NODE:-1} + $2 - 1) / $2))}
cd -- "$1" || exit
shift 3
exec "$@" --threads "$threads" --only "$task.runs" --db "$task.sqlite"
)";

/// The right to submit from a folder, until destroyed.
class SubmitLock
{
public:
    static Result<SubmitLock> take(const std::filesystem::path& folder)
    {
        const std::filesystem::path file = folder / kFolderLock;
        SubmitLock lock(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
        if (lock.m_file < 0)
            return fail(file.string(),
                        std::string("cannot be written (") + std::strerror(errno) + ")");
        if (::flock(lock.m_file, LOCK_EX | LOCK_NB) == 0)
            return lock;
        if (errno == EWOULDBLOCK)
            return fail(folder.string(), "another `submit` is at work there; try again later");
        return fail(file.string(), std::string("cannot be locked (") + std::strerror(errno) + ")");
    }
    SubmitLock(SubmitLock&& other) noexcept
        : m_file(std::exchange(other.m_file, -1))
    {}
    SubmitLock& operator=(SubmitLock&&) = delete;
    ~SubmitLock()
    {
        if (m_file >= 0)
            ::close(m_file);
    }

private:
    explicit SubmitLock(int file)
        : m_file(file)
    {}

    int m_file = -1;
};

Result<void> writeTaskFile(const std::filesystem::path& file, std::string_view text)
{
    return writeFileAtomically(file, [&](std::ostream& out) -> Result<void> {
        out << text;
        return {};
    });
}

/// A new folder, an empty one, or that of an earlier `submit`.
Result<void> checkTaskFolder(const std::filesystem::path& folder)
{
    if (folder.native().find_first_of("%\\") != std::string::npos)
        return fail(
            folder.string(),
            "must be a folder without % and \\ in its name: Slurm replaces them in the names "
            "of logs");
    std::error_code problem;
    if (!std::filesystem::exists(folder, problem))
        return {};
    bool isNew = true;
    for (const auto& entry : std::filesystem::directory_iterator(folder, problem))
        isNew = isNew && entry.path().filename() == kFolderLock;
    if (problem)
        return fail(folder.string(), "cannot be read (" + problem.message() + ")");
    if (!isNew && !Submission::isIn(folder))
        return fail(folder.string(),
                    "has other files; name a new folder or that of an earlier `submit`");
    return {};
}

/// Removes the runs whose result the store has, wherever it was computed. What the user's own files
/// may have changed is computed again.
Result<void> leaveOutStored(std::vector<RunPlan>& plans, const std::filesystem::path& file)
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

std::string digestOfAll(const std::vector<RunPlan>& plans)
{
    std::string all;
    for (const RunPlan& plan : plans)
        all += runIdentity(plan);
    return sha256(all);
}

/// The folder's tasks if it has any, else new ones: runs are dealt like cards, because those of an
/// arm stand together and cost about the same.
Result<Submission> submissionOf(const SubmitRequest& request)
{
    std::vector<RunPlan> plans = request.plans;
    leaveOutRepeated(plans);
    const std::string selection = digestOfAll(plans);
    Submission submission;
    if (Submission::isIn(request.folder)) {
        COTERIE_TRY(submission, Submission::read(request.folder));
        if (request.changesStore)
            submission.store = request.store;
        if (!submission.jobs.empty()) {
            if (submission.selection != selection)
                return fail(request.folder.string(),
                            "has the tasks of other runs; name another folder");
            std::size_t runs = 0;
            for (const std::vector<std::string>& task : submission.tasks)
                runs += task.size();
            if (request.tasks && std::min(runs, *request.tasks) != submission.tasks.size())
                return fail("--tasks",
                            "must stay " + std::to_string(submission.tasks.size())
                                + ", as the runs in " + request.folder.string()
                                + " are dealt already");
            return submission;
        }
    }
    submission.folder = request.folder;
    submission.experiment = request.experiment.name;
    submission.selection = selection;
    submission.store = request.store;
    COTERIE_CHECK(leaveOutStored(plans, submission.store));
    submission.tasks.assign(std::min(plans.size(), request.tasks.value_or(kUsualTasks)), {});
    for (std::size_t i = 0; i < plans.size(); ++i)
        submission.tasks[i % submission.tasks.size()].push_back(runIdentity(plans[i]));
    return submission;
}

/// Adds the tasks that have runs to compute and are not under way.
Result<void> addMissing(SubmitPlan& plan)
{
    const Submission& submission = plan.submission;
    COTERIE_TRY(const std::vector<TaskState> states, taskStates(submission));
    plan.live = liveTasks(states).size();
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (states[i].said.isLive)
            continue;
        const int task = static_cast<int>(i) + 1;
        COTERIE_TRY(const TaskRuns stored, runsOfTask(submission, task));
        std::vector<std::string> missing;
        std::ranges::copy_if(
            submission.tasks[i], std::back_inserter(missing), [&](const std::string& run) {
                return !stored.finished.contains(run);
            });
        if (missing.empty())
            continue;
        plan.tasks.push_back(task);
        plan.missing.push_back(std::move(missing));
    }
    return {};
}

slurm::ArrayJob jobOf(const SubmitRequest& request, const std::vector<int>& tasks)
{
    slurm::ArrayJob job{.options = request.options,
                        .name = "coterie-" + request.folder.stem().string(),
                        .folder = request.folder,
                        .script = kTaskScript,
                        .arguments = {request.place.string(),
                                      std::to_string(std::max(1, request.ranks)),
                                      request.threads ? std::to_string(*request.threads) : "",
                                      request.program.string(),
                                      "run",
                                      (request.folder / kTaskExperiment).string(),
                                      "--resume"},
                        .tasks = tasks,
                        .atOnce = request.atOnce};
    if (request.ranks > 0)
        job.arguments.insert(job.arguments.end(), {"--ranks", std::to_string(request.ranks)});
    job.arguments.insert(job.arguments.end(), request.words.begin(), request.words.end());
    return job;
}

/// Notes the job in the folder. One that nobody knows would be submitted twice, so it is cancelled
/// where that fails.
Result<void> note(const Submission& submission, const slurm::Job& job)
{
    const Result<void> recorded = submission.write();
    if (recorded)
        return recorded;
    const bool cancelled = slurm::cancel(std::vector<slurm::Job>{job}).has_value();
    return fail(recorded.error().place,
                recorded.error().complaint() + "; job " + job.number
                    + (cancelled ? " was cancelled" : " must be cancelled by hand"));
}

} // namespace

std::size_t SubmitPlan::runs() const
{
    std::size_t runs = 0;
    for (const std::vector<std::string>& task : missing)
        runs += task.size();
    return runs;
}

Result<SubmitPlan> planSubmit(const SubmitRequest& request)
{
    COTERIE_CHECK(checkTaskFolder(request.folder));
    SubmitPlan plan;
    COTERIE_TRY(plan.submission, submissionOf(request));
    COTERIE_CHECK(addMissing(plan));
    plan.job = jobOf(request, plan.tasks);
    return plan;
}

Result<Submitted> submitRuns(const SubmitRequest& request)
{
    const std::filesystem::path& folder = request.folder;
    COTERIE_CHECK(checkTaskFolder(folder));
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    if (problem)
        return fail(folder.string(), "cannot be made (" + problem.message() + ")");
    COTERIE_TRY(const SubmitLock lock, SubmitLock::take(folder));
    COTERIE_TRY(SubmitPlan plan, planSubmit(request));
    if (plan.submission.tasks.empty())
        return Submitted{.plan = std::move(plan), .job = {}};
    // First, so that the folder that a killed call leaves is known as one of `submit`.
    COTERIE_CHECK(plan.submission.write());
    COTERIE_CHECK(writeTaskFile(folder / kTaskExperiment, writeExperiment(request.experiment)));
    COTERIE_CHECK(writeTaskFile(folder / kTaskScript, kTaskScriptText));
    for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
        std::string lines;
        for (const std::string& run : plan.missing[i])
            lines += run + '\n';
        COTERIE_CHECK(writeTaskFile(plan.submission.fileOf(plan.tasks[i], "runs"), lines));
    }
    if (plan.tasks.empty())
        return Submitted{.plan = std::move(plan), .job = {}};
    COTERIE_TRY(const slurm::Job job, slurm::submit(plan.job));
    plan.submission.jobs.push_back({.id = job, .tasks = plan.tasks});
    COTERIE_CHECK(note(plan.submission, job));
    return Submitted{.plan = std::move(plan), .job = job.number};
}

} // namespace coterie
