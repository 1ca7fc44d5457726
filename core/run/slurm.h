#pragma once

#include "core/base/result.h"

#include <compare>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What this program asks of Slurm, through the programs that a user would type. No shell sees any
/// of it.
namespace coterie::slurm {

/// Options for sbatch as single words: "-p gpu" becomes "-pgpu" and "--time 5" "--time=5", so that
/// none can be taken for the script. Blanks separate them; quotes and backslashes keep blanks, as
/// in a shell. Options that `submit` sets itself are refused.
[[nodiscard]] Result<std::vector<std::string>> optionWords(std::string_view typed);

struct ArrayJob
{
    std::vector<std::string> options; ///< the user's, from optionWords()
    std::string name;
    std::filesystem::path folder; ///< where its tasks begin, and write task_K.log
    std::string script;           ///< a file in the folder
    std::vector<std::string> arguments;
    std::vector<int> tasks; ///< ascending
    int atOnce = 0;         ///< at most so many; 0: any number
};

/// A job and the cluster that took it; an empty cluster: the one that Slurm's programs ask unless
/// told otherwise.
struct Job
{
    std::string number;
    std::string cluster = {};

    auto operator<=>(const Job&) const = default;
};

/// The call of sbatch that submit() makes, as its words.
[[nodiscard]] std::vector<std::string> commandOf(const ArrayJob& job);
/// An error has the words of sbatch.
[[nodiscard]] Result<Job> submit(const ArrayJob& job);

struct State
{
    std::string word;   ///< "pending", "running", "cancelled", …
    std::string reason; ///< why it waits; empty: nothing worth telling
    bool isLive = false;
};
using States = std::map<std::pair<Job, int>, State>; ///< by job and task

/// Those that Slurm knows: tasks to come, that run, and for some minutes those that have ended.
/// Each cluster is asked about its own. An error says why one does not answer; a task is never
/// taken for ended then.
[[nodiscard]] Result<States> statesOf(std::span<const Job> jobs);

[[nodiscard]] Result<void> cancel(std::span<const Job> jobs);

/// "1-3,7"; the numbers are ascending.
[[nodiscard]] std::string indexText(std::span<const int> indexes);

} // namespace coterie::slurm
