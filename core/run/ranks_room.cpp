#include "core/run/ranks_room.h"

#include "core/base/filled.h"
#include "core/base/host_name.h"
#include "core/run/machine_room.h"

#include <algorithm>
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

std::map<std::string, Together> byMachine(std::span<const RankRoom> ranks)
{
    std::map<std::string, Together> machines;
    for (const RankRoom& rank : ranks) {
        Together& all = machines[rank.machine];
        ++all.ranks;
        all.needed += rank.needed;
        all.most = std::max(all.most, rank.needed);
        if (rank.available)
            all.available = std::min(all.available.value_or(*rank.available), *rank.available);
    }
    return machines;
}

} // namespace

RankRoom rankRoom(double needed)
{
    return {.machine = hostName(), .needed = needed, .available = MachineRoom::of({}).memory};
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

std::string lackOfRanks(std::span<const RankRoom> ranks)
{
    const std::map<std::string, Together> machines = byMachine(ranks);
    for (const auto& [name, all] : machines)
        if (all.available && all.needed > *all.available)
            return filled("needs about {} of memory on {}, up to {} for each of {} ranks, and {} "
                          "are available there; each rank holds all models",
                          roomText(all.needed),
                          machines.size() == 1 ? "this machine" : name,
                          roomText(all.most),
                          all.ranks,
                          roomText(*all.available));
    return {};
}

Result<void> checkRanksRoom(std::span<const RankRoom> ranks)
{
    const std::string lack = lackOfRanks(ranks);
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
