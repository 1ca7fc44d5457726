#pragma once

#include "core/base/result.h"
#include "core/experiment/experiment.h"
#include "core/run/slurm.h"
#include "core/run/submission.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace coterie {

/// An experiment for Slurm. All paths are absolute.
struct SubmitRequest
{
    Experiment experiment; ///< with the digests of its weights
    std::vector<RunPlan> plans;
    std::filesystem::path folder;          ///< of the tasks: a new one, or that of an earlier time
    std::filesystem::path store;           ///< where `merge` brings the results
    bool changesStore = true;              ///< also of a folder that names another
    std::optional<std::size_t> tasks = {}; ///< absent: one for each run, as far as Slurm allows
    int atOnce = 0;                        ///< at most so many tasks run; 0: any number
    std::vector<std::string> options = {}; ///< for sbatch, from slurm::optionWords()
    int ranks = 0; ///< of each run; 0: nobody has said a number, and the node's cards decide
    std::optional<int> threads = {};     ///< absent: a task's share of the cores that Slurm gives
    std::filesystem::path program;       ///< coterie-cli
    std::vector<std::string> words = {}; ///< more for its `run`, such as --data
    std::filesystem::path place;         ///< the folder that the program works in
};

/// What would be submitted: only what is missing.
struct SubmitPlan
{
    Submission submission;                         ///< without tasks: the store has all runs
    std::vector<int> tasks;                        ///< those to submit, ascending
    std::vector<std::vector<std::string>> missing; ///< the identities of the runs of each of these
    std::size_t live = 0;                          ///< tasks that wait or run already
    slurm::ArrayJob job;                           ///< of `tasks`

    /// How many runs are missing.
    [[nodiscard]] std::size_t runs() const;
};

/// Changes nothing. If the folder has tasks already, Slurm is asked about them.
[[nodiscard]] Result<SubmitPlan> planSubmit(const SubmitRequest& request);

struct Submitted
{
    SubmitPlan plan;
    std::string job; ///< its number; empty: there was nothing to submit
};
/// Makes the folder and submits the job. The experiment and the script are written into the folder,
/// so what tasks read does not change under them. Two calls for one folder exclude each other.
[[nodiscard]] Result<Submitted> submitRuns(const SubmitRequest& request);

} // namespace coterie
