#pragma once

#include "core/base/result.h"
#include "core/run/plan_size.h"

#include <optional>
#include <span>
#include <string>

namespace coterie {

/// What one rank of a run needs of the memory of its machine, and what that has left. Each rank
/// holds all models, whoever trains them.
struct RankRoom
{
    std::string machine; ///< its name
    double needed = 0;
    std::optional<double> available = {}; ///< absent where the system does not tell
};

/// Of this process, now.
[[nodiscard]] RankRoom rankRoom(double needed);

/// Bytes beside the data set, which it has read already: of rank 0, which also keeps results,
/// checkpoints and models, or of another rank.
[[nodiscard]] double rankMemory(const PlanSize& size, bool leads);

/// Of all ranks of a run on one machine, each with the data set; of one rank, what it takes alone.
[[nodiscard]] double memoryOfRanks(const PlanSize& size, int ranks);

/// Why a machine cannot hold what its ranks need together, with the numbers; empty if all can. By
/// rank.
[[nodiscard]] std::string lackOfRanks(std::span<const RankRoom> ranks);

/// The same as an error that says what to do.
[[nodiscard]] Result<void> checkRanksRoom(std::span<const RankRoom> ranks);

} // namespace coterie
