#include "core/run/runs_room.h"

#include "core/base/filled.h"
#include "core/experiment/sweep_text.h"
#include "core/run/prepare_run.h"

#include <algorithm>
#include <map>
#include <utility>

namespace coterie {

namespace {

std::optional<PlanSize> sizeOfRun(const RunPlan& plan, RunData& data, std::size_t threads)
{
    const auto dataset = data.dataset(plan);
    if (!dataset)
        return std::nullopt;
    const Result<Shards> shards = data.shards(plan, **dataset);
    const Result<Network> network = planNetwork(plan, **dataset);
    if (!shards || !network)
        return std::nullopt;
    return planSize(plan, planNumbers(plan, **dataset, *shards, *network, threads));
}

} // namespace

std::optional<RunsRoom> roomOfRuns(std::span<const RunPlan> plans,
                                   RunData& data,
                                   std::size_t threads,
                                   const MachineRoom& room)
{
    std::map<std::pair<std::size_t, std::string>, PlanSize> known;
    RunsRoom all;
    for (const RunPlan& plan : plans) {
        if (plan.data.dataset != plans.front().data.dataset)
            continue;
        const std::pair key(plan.armIndex, sweepText(plan.sweep));
        auto found = known.find(key);
        if (found == known.end()) {
            std::optional<PlanSize> size = sizeOfRun(plan, data, threads);
            if (!size)
                continue;
            if (const std::string lack = lackOfRoom(*size, room); !lack.empty() && all.lack.empty())
                all.lack =
                    filled("The run {} {}. This machine would refuse it.", runLabel(plan), lack);
            found = known.emplace(key, std::move(*size)).first;
        }
        all.memory = std::max(all.memory, found->second.memory());
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
    return filled("A run takes up to {} of memory; all together leave {} in the run store, and one "
                  "that is computed takes up to {} more (estimates).",
                  roomText(memory),
                  roomText(disk),
                  roomText(meanwhile));
}

} // namespace coterie
