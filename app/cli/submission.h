#pragma once

#include "app/cli/slurm.h"
#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace coterie::cli {

/// A folder whose runs are dealt to the tasks of array jobs, as `submit` records it. Task K, from
/// 1, has a store of its own: on file systems that machines share, two must not write to one.
struct Submission
{
    struct Job
    {
        std::string number;
        std::vector<int> tasks; ///< ascending
    };

    std::filesystem::path folder; ///< absolute
    std::string experiment;       ///< its name
    std::string selection;        ///< digest of the identities of all runs that were asked for
    std::filesystem::path store;  ///< where `merge` brings the results
    std::vector<std::vector<std::string>> tasks; ///< the identities of each task's runs
    std::vector<Job> jobs;                       ///< in order

    /// Whether `submit` has made this folder.
    [[nodiscard]] static bool isIn(const std::filesystem::path& folder);
    [[nodiscard]] static Result<Submission> read(const std::filesystem::path& folder);
    [[nodiscard]] Result<void> write() const;

    /// "task_3.sqlite" in the folder.
    [[nodiscard]] std::filesystem::path fileOf(int task, const std::string& ending) const;
};

struct TaskState
{
    std::string job;   ///< the newest that has it; empty: none
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
};
/// What the store of a task holds of its runs. Only of a task that is not live: while a machine
/// writes to a store, no other may read it.
[[nodiscard]] Result<TaskRuns> runsOfTask(const Submission& submission, int task);

} // namespace coterie::cli
