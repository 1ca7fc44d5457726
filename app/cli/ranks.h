#pragma once

#include "app/cli/arguments.h"
#include "app/cli/output.h"
#include "core/run/run_queue.h"
#include "core/run/started_ranks.h"
#include "core/train/rank_group.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace coterie::cli {

/// An environment variable's value.
using Variables = std::function<std::optional<std::string>(std::string_view)>;

/// The rank that torchrun, mpirun, srun or a script has given this process.
[[nodiscard]] Result<RankPlace> rankPlaceIn(const Variables& variables);

/// Whether a launcher has started several processes, each of which has its own part of the work.
[[nodiscard]] bool isOneOfSeveral(const Variables& variables);

[[nodiscard]] std::optional<std::string> processVariable(std::string_view name);

/// How many ranks a run on this machine has: what --ranks says, or one where a launcher has started
/// several processes; 0: nobody has said a number, see ranksOfRun().
[[nodiscard]] int askedRanks(const Arguments& arguments, const Variables& variables);

/// "node[03-05,9]-ib,other" begins with node03-ib.
[[nodiscard]] std::string firstHost(std::string_view slurmList);

/// The processes of a command with --ranks: `--ranks 4` starts three more on this machine, with
/// `--ranks env` somebody else has started them all. Without --ranks the queue starts one for each
/// of several cards.
class CommandRanks
{
public:
    /// Meets the others if somebody else has started them.
    [[nodiscard]] static Result<CommandRanks> of(const Arguments& arguments);
    CommandRanks(CommandRanks&&) noexcept;
    ~CommandRanks();

    /// Of a run; 0: nobody has said a number, see ranksOfRun().
    [[nodiscard]] int asked() const { return m_place.count; }
    /// Whether rank 0 tells this process what to do.
    [[nodiscard]] bool follows() const { return m_group && !m_group->leads(); }
    [[nodiscard]] Outcome follow(const Arguments& arguments);
    /// Starts those that are still missing; the queue is that of rank 0.
    [[nodiscard]] Result<void> start(const Arguments& arguments, QueueOptions& options);

private:
    CommandRanks();
    [[nodiscard]] RankStart startOf(const Arguments& arguments, const QueueOptions& options) const;

    RankPlace m_place;                                ///< its count is 0 where the cards decide
    std::vector<std::filesystem::path> m_dataFolders; ///< if it follows
    std::unique_ptr<StartedRanks> m_started;          ///< by this process
    std::unique_ptr<RankGroup> m_group;               ///< if somebody else has started all
};

} // namespace coterie::cli
