#pragma once

#include "core/base/result.h"
#include "core/run/slurm.h"
#include "core/run/submission.h"
#include "core/store/run_store.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coterie {

/// What became of the tasks of a submission: Slurm says where they are, their stores what they have
/// computed. Everything here waits for Slurm, or for the disk that the machines share.

struct TaskState
{
    slurm::Job job;    ///< the newest that has it; an empty number: none
    slurm::State said; ///< what Slurm says; an empty word: it no longer knows the task
};
/// Of each task, from the first.
[[nodiscard]] Result<std::vector<TaskState>> taskStates(const Submission& submission);

/// The tasks that wait or run.
[[nodiscard]] std::vector<int> liveTasks(const std::vector<TaskState>& states);

struct TaskRuns
{
    std::set<std::string> finished; ///< identities
    std::set<std::string> failed;   ///< those that are not finished either
    std::string reason;             ///< why the last of these failed
};
/// What the store of a task holds of its runs. Only of a task that is not live: while a machine
/// writes to a store, no other may read it.
[[nodiscard]] Result<TaskRuns> runsOfTask(const Submission& submission, int task);

struct TaskReport
{
    int task = 0;       ///< from 1
    slurm::Job job;     ///< an empty number: none
    std::string state;  ///< "pending", "running", "finished", "incomplete, timeout", …
    std::string reason; ///< why it waits, or why a run failed; empty: nothing worth telling
    bool isLive = false;
    std::size_t runs = 0;
    std::optional<std::size_t> finished = {}; ///< of the runs, once the task has ended
    std::optional<std::size_t> failed = {};

    bool operator==(const TaskReport&) const = default;

    /// "12_3"; empty: none
    [[nodiscard]] std::string jobText() const;
};
/// Of each task, from the first.
[[nodiscard]] Result<std::vector<TaskReport>> reportTasks(const Submission& submission);

struct CancelledTasks
{
    std::size_t tasks = 0;
    std::vector<std::string> jobs; ///< their numbers, ascending
};
/// Those that wait or run. A run that is under way stops at a safe point.
[[nodiscard]] Result<CancelledTasks> cancelTasks(const Submission& submission);

struct EndedTasks
{
    std::vector<std::filesystem::path> stores;
    std::size_t live = 0; ///< tasks that wait or run
};
/// The stores of the tasks that have ended.
[[nodiscard]] Result<EndedTasks> endedTasks(const Submission& submission);
/// Brings runs of these stores into another, as RunStore::merge() does; it knows which runs hang on
/// more than their settings.
[[nodiscard]] Result<MergedRuns> mergeStores(RunStore& into,
                                             const std::vector<std::filesystem::path>& stores);

} // namespace coterie
