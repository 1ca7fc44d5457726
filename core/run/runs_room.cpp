#include "core/run/runs_room.h"

#include "core/algorithms/method_room.h"
#include "core/base/filled.h"
#include "core/experiment/sweep_text.h"
#include "core/run/kept_matrices.h"
#include "core/run/prepare_run.h"
#include "core/run/ranks_room.h"

#include <algorithm>
#include <map>
#include <utility>

namespace coterie {

namespace {

/// "HCCT keeps its matrices over all pairs of clients in every round: …"; empty if it has none.
std::string matricesText(const RunPlan& plan, double clients)
{
    const double one = methodRoom(plan).storedBytesPerPair() * clients * clients;
    if (one == 0)
        return {};
    const int between = roundsBetweenMatrices(plan, one);
    const std::string which = between == 1 ? "in every round"
                              : between >= plan.rounds
                                  ? "in its first round that has them and its last"
                                  : filled("every {} rounds and in its first "
                                           "and its last",
                                           between);
    return filled(
        "{} keeps its matrices over all pairs of clients {}{}: {} a round, up to {} in all.",
        plan.armName,
        which,
        between > plan.keepMatricesEvery
            ? filled(" (keepMatricesMegabytes is {})", plan.keepMatricesMegabytes)
            : std::string(),
        roomText(one),
        roomText(one * roundsWithMatrices(plan, one)));
}

struct SizedRun
{
    PlanSize size;
    double clients = 0;
};

/// Of a run that so many ranks compute, all on this machine. Rank 0 has its data already.
std::vector<RankRoom> ranksOf(const PlanSize& size, int count, const MachineRoom& room)
{
    std::vector<RankRoom> ranks;
    for (int rank = 0; rank < count; ++rank)
        ranks.push_back({.machine = {},
                         .needed = rankMemory(size, rank == 0) + (rank == 0 ? 0 : size.data),
                         .available = room.memory});
    return ranks;
}

std::string lackOfRun(const PlanSize& size, int ranks, const MachineRoom& room)
{
    std::string lack = lackOfRoom(size, room);
    if (lack.empty() && ranks > 1)
        lack = lackOfRanks(ranksOf(size, ranks, room));
    return lack;
}

std::optional<SizedRun> sizeOfRun(const RunPlan& plan, RunData& data, std::size_t threads)
{
    const auto dataset = data.dataset(plan);
    if (!dataset)
        return std::nullopt;
    const Result<Shards> shards = data.shards(plan, **dataset);
    const Result<Network> network = planNetwork(plan, **dataset);
    if (!shards || !network)
        return std::nullopt;
    const PlanNumbers numbers = planNumbers(plan, **dataset, *shards, *network, threads);
    return SizedRun{.size = planSize(plan, numbers), .clients = numbers.clients};
}

} // namespace

std::optional<RunsRoom> roomOfRuns(std::span<const RunPlan> plans,
                                   RunData& data,
                                   std::size_t threads,
                                   const MachineRoom& room,
                                   int ranks)
{
    std::map<std::pair<std::size_t, std::string>, PlanSize> known;
    RunsRoom all{.ranks = ranks};
    for (const RunPlan& plan : plans) {
        if (plan.data.dataset != plans.front().data.dataset)
            continue;
        const std::pair key(plan.armIndex, sweepText(plan.sweep));
        auto found = known.find(key);
        if (found == known.end()) {
            std::optional<SizedRun> run = sizeOfRun(plan, data, threads);
            if (!run)
                continue;
            const bool isFirstOfArm = std::ranges::none_of(
                known, [&](const auto& each) { return each.first.first == plan.armIndex; });
            if (std::string text = matricesText(plan, run->clients); isFirstOfArm && !text.empty())
                all.matrices.push_back(std::move(text));
            if (const std::string lack = lackOfRun(run->size, ranks, room);
                !lack.empty() && all.lack.empty())
                all.lack =
                    filled("The run {} {}. This machine would refuse it.", runLabel(plan), lack);
            found = known.emplace(key, std::move(run->size)).first;
        }
        const PlanSize& size = found->second;
        all.memory = std::max(all.memory, size.memory());
        all.ofRank = std::max(all.ofRank, rankMemory(size, true) + size.data);
        all.ofRanks = std::max(all.ofRanks, memoryOfRanks(size, ranks));
        all.disk += found->second.disk();
        all.meanwhile = std::max(all.meanwhile, found->second.meanwhile());
    }
    if (known.empty())
        return std::nullopt;
    if (all.lack.empty() && room.disk && all.disk + all.meanwhile > *room.disk)
        all.lack = filled("All runs need about {} of disk for the run store, and {} are free. The "
                          "last ones would be refused.",
                          roomText(all.disk + all.meanwhile),
                          roomText(*room.disk));
    return all;
}

std::string RunsRoom::text() const
{
    std::string lines =
        filled("A run takes up to {} of memory; all together leave {} in the run store, and one "
               "that is computed takes up to {} more (estimates).",
               roomText(memory),
               roomText(disk),
               roomText(meanwhile));
    if (ranks > 1)
        lines +=
            filled("\nWith {} ranks on one machine, each of which holds all models, it takes up "
                   "to {} for a rank and {} together.",
                   ranks,
                   roomText(ofRank),
                   roomText(ofRanks));
    for (const std::string& line : matrices)
        lines += '\n' + line;
    return lines + (lack.empty() ? "" : '\n' + lack);
}

} // namespace coterie
