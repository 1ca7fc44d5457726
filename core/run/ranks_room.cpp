#include "core/run/ranks_room.h"

#include "core/algorithms/method_room.h"
#include "core/algorithms/registry.h"
#include "core/base/filled.h"
#include "core/base/host_name.h"
#include "core/run/machine_room.h"
#include "core/train/local_work.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace coterie {

namespace {

/// The ranks of one machine together.
struct Together
{
    std::size_t ranks = 0;
    double needed = 0;
    double most = 0; ///< that one of them needs
    std::optional<double> available = {};
};

std::map<std::string, Together> byMachine(std::span<const RankRoom> ranks, bool areDealt)
{
    std::map<std::string, Together> machines;
    for (const RankRoom& rank : ranks) {
        Together& all = machines[rank.machine];
        const double needed = areDealt ? rank.needs.dealt : rank.needs.whole;
        ++all.ranks;
        all.needed += needed;
        all.most = std::max(all.most, needed);
        if (rank.available)
            all.available = std::min(all.available.value_or(*rank.available), *rank.available);
    }
    return machines;
}

} // namespace

RankRoom rankRoom(const RankNeeds& needs)
{
    return {.machine = hostName(), .needs = needs, .available = MachineRoom::of({}).memory};
}

std::string whyNotDealt(const RunPlan& plan, const Network& network, bool onCard)
{
    if (onCard)
        return "they are on graphics cards";
    const auto title = [](const auto& parts, const Part& part) {
        const NamedPart* found = findPart(parts, part.name);
        return std::string(found != nullptr ? found->title : std::string_view(part.name));
    };
    const MethodRoom method = methodRoom(plan);
    if (!method.canBeDealt && !method.whyWhole.empty())
        return title(registry().algorithms, plan.algorithm) + ' ' + std::string(method.whyWhole);
    if (!method.canBeDealt)
        return filled("the models of {} cannot be dealt",
                      title(registry().algorithms, plan.algorithm));
    if (!samplerRoom(plan).canBeDealt)
        return filled("models cannot be dealt with the sampler {}",
                      title(registry().samplers, plan.sampler));
    if (makeObjective(plan.local.objective)->comparesFeatures())
        return filled("{} keeps earlier models of the clients",
                      title(registry().objectives, plan.local.objective));
    if (plan.local.keepOptimizerState && makeOptimizer(plan.local.optimizer)->memoryRows() > 0)
        return "clients keep the moments of their optimizers";
    if (plan.model.bnMode != "average" && network.layout().bufferCount > 0)
        return "the running statistics of batch-norm are not averaged";
    return {};
}

bool dealsAnyway()
{
    const char* anyway = std::getenv(kDealVariable);
    return anyway != nullptr && std::string_view(anyway) != "" && std::string_view(anyway) != "0";
}

RankNeeds
rankNeeds(const RunPlan& plan, const PlanNumbers& numbers, bool canDeal, int ranks, bool leads)
{
    PlanNumbers dealt = numbers;
    dealt.dealtAmong = ranks;
    return {.whole = rankMemory(planSize(plan, numbers), leads),
            .dealt = rankMemory(planSize(plan, dealt), leads),
            .canDeal = canDeal};
}

bool areModelsDealt(std::span<const RankRoom> ranks, bool anyway)
{
    return ranks.size() > 1 && ranks.front().needs.canDeal
           && (anyway || !lackOfRanks(ranks).empty());
}

RanksOfMachine ranksOfMachine(const RunPlan& plan,
                              const PlanNumbers& numbers,
                              const Network& network,
                              int count,
                              std::optional<double> available)
{
    RanksOfMachine all{.whyNot = whyNotDealt(plan, network, numbers.onCard)};
    for (int rank = 0; rank < count; ++rank) {
        RankNeeds needs = rankNeeds(plan, numbers, all.whyNot.empty(), count, rank == 0);
        if (rank > 0)
            for (double* needed : {&needs.whole, &needs.dealt})
                *needed += numbers.data;
        all.ranks.push_back({.machine = {}, .needs = needs, .available = available});
    }
    all.areDealt = areModelsDealt(all.ranks, dealsAnyway());
    PlanNumbers held = numbers;
    held.dealtAmong = all.areDealt ? count : 1;
    all.size = planSize(plan, held);
    return all;
}

double rankMemory(const PlanSize& size, bool leads)
{
    return size.exchanged + (leads ? size.memory() - size.data : size.otherRank);
}

double memoryOfRanks(const PlanSize& size, int ranks)
{
    if (ranks <= 1)
        return size.memory();
    return rankMemory(size, true) + (ranks - 1) * rankMemory(size, false) + ranks * size.data;
}

std::string lackOfRanks(std::span<const RankRoom> ranks, bool areDealt)
{
    const std::map<std::string, Together> machines = byMachine(ranks, areDealt);
    for (const auto& [name, all] : machines)
        if (all.available && all.needed > *all.available)
            return filled("needs about {} of memory on {}, up to {} for each of {} ranks, and {} "
                          "are available there; {}",
                          roomText(all.needed),
                          machines.size() == 1 ? "this machine" : name,
                          roomText(all.most),
                          all.ranks,
                          roomText(*all.available),
                          areDealt ? "the models are dealt among the ranks already"
                                   : "each rank holds all models");
    return {};
}

Result<void> checkRanksRoom(std::span<const RankRoom> ranks, bool areDealt)
{
    const std::string lack = lackOfRanks(ranks, areDealt);
    if (lack.empty())
        return {};
    return fail({},
                filled("It {}. Use fewer ranks on a machine, fewer clients or a smaller model, or "
                       "set {}=1 in the environment to run it anyway.",
                       lack,
                       kAnywayVariable),
                ErrorKind::TooMuch);
}

} // namespace coterie
