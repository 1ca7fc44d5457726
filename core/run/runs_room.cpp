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

/// How the ranks of a run hold the clients' models.
struct HeldModels
{
    bool areDealt = false;
    std::string why = {}; ///< not: "they fit"
    double each = 0;      ///< bytes at one rank
};

struct SizedRun
{
    PlanSize size; ///< of its ranks, as they hold the models
    double clients = 0;
    std::string lack = {};
    HeldModels models = {}; ///< of its ranks
};

/// For each arm how its ranks hold the models, and the most that they take. Where that depends on
/// what the arm sweeps, a line for each way names the values that take the most.
class ModelsOfArms
{
public:
    void add(const RunPlan& plan, const HeldModels& models)
    {
        const auto found = std::ranges::find_if(m_ways, [&](const Way& way) {
            return way.arm == plan.armIndex && way.most.areDealt == models.areDealt
                   && way.most.why == models.why;
        });
        if (found == m_ways.end()) {
            m_ways.push_back({.arm = plan.armIndex,
                              .name = plan.armName,
                              .sweep = sweepText(plan.sweep),
                              .most = models});
            return;
        }
        found->differ |= found->most.each != models.each;
        if (models.each > found->most.each) {
            found->most = models;
            found->sweep = sweepText(plan.sweep);
        }
    }

    [[nodiscard]] std::vector<std::string> lines(int ranks) const
    {
        std::vector<std::string> all;
        for (const Way& way : m_ways) {
            const bool isOnly = std::ranges::count(m_ways, way.arm, &Way::arm) == 1;
            const std::string name = way.name + (isOnly ? "" : " with " + way.sweep);
            const std::string each = (way.differ ? "up to " : "") + roomText(way.most.each);
            all.push_back(
                way.most.areDealt ? filled(
                    "Models of {}: dealt by owner among {} ranks, {} per rank.", name, ranks, each)
                                  : filled("Models of {}: whole on each rank, {}, because {}.",
                                           name,
                                           each,
                                           way.most.why));
        }
        return all;
    }

private:
    struct Way
    {
        std::size_t arm = 0;
        std::string name;
        std::string sweep; ///< of the most
        HeldModels most;
        bool differ = false; ///< not all take as much
    };
    std::vector<Way> m_ways;
};

/// Of a run that several ranks compute, all on this machine.
SizedRun sizeOnRanks(const RunPlan& plan,
                     const PlanNumbers& numbers,
                     const Network& network,
                     int count,
                     const MachineRoom& room)
{
    RanksOfMachine all = ranksOfMachine(plan, numbers, network, count, room.memory);
    std::string lack = lackOfRoom(all.size, {.memory = {}, .disk = room.disk});
    if (lack.empty())
        lack = lackOfRanks(all.ranks, all.areDealt);
    HeldModels models{.areDealt = all.areDealt, .each = all.size.part("models").memory};
    if (!all.areDealt)
        models.why = all.whyNot.empty() ? "they fit" : all.whyNot;
    return {.size = std::move(all.size),
            .clients = numbers.clients,
            .lack = std::move(lack),
            .models = std::move(models)};
}

std::optional<SizedRun> sizeOfRun(
    const RunPlan& plan, RunData& data, std::size_t threads, const MachineRoom& room, int ranks)
{
    const auto dataset = data.dataset(plan);
    if (!dataset)
        return std::nullopt;
    const Result<Shards> shards = data.shards(plan, **dataset);
    const Result<Network> network = planNetwork(plan, **dataset);
    if (!shards || !network)
        return std::nullopt;
    const PlanNumbers numbers = planNumbers(plan, **dataset, *shards, *network, threads);
    if (ranks > 1)
        return sizeOnRanks(plan, numbers, *network, ranks, room);
    const PlanSize size = planSize(plan, numbers);
    return SizedRun{.size = size, .clients = numbers.clients, .lack = lackOfRoom(size, room)};
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
    ModelsOfArms models;
    for (const RunPlan& plan : plans) {
        if (plan.data.dataset != plans.front().data.dataset)
            continue;
        const std::pair key(plan.armIndex, sweepText(plan.sweep));
        auto found = known.find(key);
        if (found == known.end()) {
            std::optional<SizedRun> run = sizeOfRun(plan, data, threads, room, ranks);
            if (!run)
                continue;
            const bool isFirstOfArm = std::ranges::none_of(
                known, [&](const auto& each) { return each.first.first == plan.armIndex; });
            if (std::string text = matricesText(plan, run->clients); isFirstOfArm && !text.empty())
                all.matrices.push_back(std::move(text));
            if (ranks > 1)
                models.add(plan, run->models);
            if (!run->lack.empty() && all.lack.empty())
                all.lack = filled(
                    "The run {} {}. This machine would refuse it.", runLabel(plan), run->lack);
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
    all.models = models.lines(ranks);
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
            filled("\nWith {} ranks on one machine it takes up to {} for a rank and {} together.",
                   ranks,
                   roomText(ofRank),
                   roomText(ofRanks));
    for (const std::string& line : models)
        lines += '\n' + line;
    for (const std::string& line : matrices)
        lines += '\n' + line;
    return lines + (lack.empty() ? "" : '\n' + lack);
}

} // namespace coterie
