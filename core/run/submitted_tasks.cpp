#include "core/run/submitted_tasks.h"

#include "core/algorithms/registry.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/run/known_runs.h"

#include <algorithm>
#include <memory>

namespace coterie {

Result<std::vector<TaskState>> taskStates(const Submission& submission)
{
    std::vector<slurm::Job> jobs;
    for (const Submission::Job& job : submission.jobs)
        jobs.push_back(job.id);
    COTERIE_TRY(const slurm::States said, slurm::statesOf(jobs));
    std::vector<TaskState> states(submission.tasks.size());
    for (const Submission::Job& job : submission.jobs)
        for (const int task : job.tasks) {
            TaskState& state = states[static_cast<std::size_t>(task) - 1];
            if (state.said.isLive) // somebody requeued the older job
                continue;
            const auto known = said.find({job.id, task});
            state = {.job = job.id, .said = known == said.end() ? slurm::State() : known->second};
        }
    return states;
}

std::vector<int> liveTasks(const std::vector<TaskState>& states)
{
    std::vector<int> live;
    for (std::size_t i = 0; i < states.size(); ++i)
        if (states[i].said.isLive)
            live.push_back(static_cast<int>(i) + 1);
    return live;
}

namespace {

/// Whether the task has a store. An unmade one: the task was killed while it made it.
bool hasStore(const std::filesystem::path& file)
{
    std::error_code problem;
    return std::filesystem::exists(file, problem) && !RunStore::isUnmade(file);
}

/// Whether a run's settings do not tell all that its numbers hang on.
bool hangsOnMore(const RunRow& run)
{
    const Result<RunPlan, Problems> plan = parsePlan(run.planJson, registry());
    return !plan || !isFullyTold(*plan);
}

} // namespace

Result<TaskRuns> runsOfTask(const Submission& submission, int task)
{
    TaskRuns runs;
    const std::filesystem::path file = submission.fileOf(task, "sqlite");
    if (!hasStore(file))
        return runs;
    COTERIE_TRY(const std::unique_ptr<RunStore> store,
                RunStore::open(file, RunStore::Mode::ReadOnly));
    COTERIE_TRY(const std::vector<RunRow> rows, store->runs());
    const std::set<std::string> finished = identitiesOf(rows, RunStatus::Finished);
    const std::set<std::string> failed = identitiesOf(rows, RunStatus::Failed);
    for (const std::string& run : submission.tasks[static_cast<std::size_t>(task) - 1])
        if (finished.contains(run))
            runs.finished.insert(run);
        else if (failed.contains(run))
            runs.failed.insert(run);
    for (const RunRow& row : rows)
        if (!runs.failed.empty() && row.status == RunStatus::Failed)
            runs.reason = row.reason;
    return runs;
}

std::string TaskReport::jobText() const
{
    return job.number.empty() ? std::string() : job.number + '_' + std::to_string(task);
}

Result<std::vector<TaskReport>> reportTasks(const Submission& submission)
{
    COTERIE_TRY(const std::vector<TaskState> states, taskStates(submission));
    std::vector<TaskReport> reports;
    for (std::size_t i = 0; i < states.size(); ++i) {
        const auto& [job, said] = states[i];
        TaskReport& report = reports.emplace_back(TaskReport{.task = static_cast<int>(i) + 1,
                                                             .job = job,
                                                             .state = said.word,
                                                             .reason = said.reason,
                                                             .isLive = said.isLive,
                                                             .runs = submission.tasks[i].size()});
        if (said.isLive)
            continue;
        COTERIE_TRY(const TaskRuns stored, runsOfTask(submission, report.task));
        report.finished = stored.finished.size();
        report.failed = stored.failed.size();
        if (report.reason.empty())
            report.reason = stored.reason;
        if (report.finished == report.runs)
            report.state = "finished";
        else
            report.state = said.word.empty() || said.word == "completed"
                               ? "incomplete"
                               : "incomplete, " + said.word;
    }
    return reports;
}

Result<CancelledTasks> cancelTasks(const Submission& submission)
{
    COTERIE_TRY(const std::vector<TaskState> states, taskStates(submission));
    std::set<slurm::Job> jobs;
    for (const TaskState& state : states)
        if (state.said.isLive)
            jobs.insert(state.job);
    CancelledTasks cancelled{.tasks = liveTasks(states).size(), .jobs = {}};
    for (const slurm::Job& job : jobs)
        cancelled.jobs.push_back(job.number);
    if (!jobs.empty())
        COTERIE_CHECK(slurm::cancel(std::vector<slurm::Job>(jobs.begin(), jobs.end())));
    return cancelled;
}

Result<EndedTasks> endedTasks(const Submission& submission)
{
    COTERIE_TRY(const std::vector<TaskState> states, taskStates(submission));
    EndedTasks ended{.stores = {}, .live = liveTasks(states).size()};
    for (std::size_t i = 0; i < states.size(); ++i) {
        std::filesystem::path file = submission.fileOf(static_cast<int>(i) + 1, "sqlite");
        if (!states[i].said.isLive && hasStore(file))
            ended.stores.push_back(std::move(file));
    }
    return ended;
}

Result<MergedRuns> mergeStores(RunStore& into, const std::vector<std::filesystem::path>& stores)
{
    return into.merge(stores, &hangsOnMore);
}

} // namespace coterie
