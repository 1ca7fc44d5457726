#pragma once

#include "core/base/result.h"
#include "core/run/plan_size.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coterie {

/// What one rank of a run needs of memory, beside the data set that it has read.
struct RankNeeds
{
    double whole = 0; ///< where each rank holds all models, whoever trains them
    double dealt = 0; ///< where they deal the clients' models among themselves
    bool canDeal = false;
};

/// What a rank needs, and what its machine has left.
struct RankRoom
{
    std::string machine; ///< its name
    RankNeeds needs = {};
    std::optional<double> available = {}; ///< absent where the system does not tell
};

/// Of this process, now.
[[nodiscard]] RankRoom rankRoom(const RankNeeds& needs);

/// Why the ranks of such runs cannot deal the models among themselves: "the models of SCAFFOLD …";
/// empty if they can. On cards none can: there the models take no memory of the machine.
[[nodiscard]] std::string
whyNotDealt(const RunPlan& plan, const Network& network, bool onCard = false);

/// An environment variable for checks: set and not 0 it deals also models that would fit whole.
inline constexpr const char* kDealVariable = "COTERIE_DEAL";
[[nodiscard]] bool dealsAnyway();

/// Of a plan's ranks: the first leads.
[[nodiscard]] RankNeeds
rankNeeds(const RunPlan& plan, const PlanNumbers& numbers, bool canDeal, int ranks, bool leads);

/// Whether the ranks deal the models: where they can, and all models at each rank would not fit on
/// one of the machines, or `anyway`.
[[nodiscard]] bool areModelsDealt(std::span<const RankRoom> ranks, bool anyway);

/// Bytes beside the data set, which it has read already: of rank 0, which also keeps results,
/// checkpoints and models, or of another rank.
[[nodiscard]] double rankMemory(const PlanSize& size, bool leads);

/// Of all ranks of a run on one machine, each with the data set; of one rank, what it takes alone.
[[nodiscard]] double memoryOfRanks(const PlanSize& size, int ranks);

/// A run whose ranks are all on one machine.
struct RanksOfMachine
{
    std::vector<RankRoom> ranks = {};
    PlanSize size = {};      ///< as they hold the models
    std::string whyNot = {}; ///< see whyNotDealt()
    bool areDealt = false;
};
/// `available` is what the machine has left; rank 0 has its data already.
[[nodiscard]] RanksOfMachine ranksOfMachine(const RunPlan& plan,
                                            const PlanNumbers& numbers,
                                            const Network& network,
                                            int count,
                                            std::optional<double> available);

/// Why a machine cannot hold what its ranks need together, with the numbers; empty if all can. By
/// rank.
[[nodiscard]] std::string lackOfRanks(std::span<const RankRoom> ranks, bool areDealt = false);

/// The same as an error that says what to do.
[[nodiscard]] Result<void> checkRanksRoom(std::span<const RankRoom> ranks, bool areDealt = false);

} // namespace coterie
