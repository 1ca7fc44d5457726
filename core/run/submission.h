#pragma once

#include "core/base/result.h"
#include "core/run/slurm.h"

#include <filesystem>
#include <string>
#include <vector>

namespace coterie {

/// A folder whose runs are dealt to the tasks of array jobs, as `submit` records it. Task K, from
/// 1, has a store of its own: on file systems that machines share, two must not write to one.
struct Submission
{
    struct Job
    {
        slurm::Job id;
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

} // namespace coterie
