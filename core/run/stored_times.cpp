#include "core/run/stored_times.h"

#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>

namespace coterie {

namespace {

constexpr std::size_t kOfEach = 5;

bool isOrdinary(const RunRow& run, const Environment& environment)
{
    return run.status == RunStatus::Finished && run.origin.empty() && !run.isMixed && !run.branch
           && run.environment.host == environment.host
           && run.environment.device == environment.device;
}

} // namespace

std::vector<StoredTime>
storedTimes(RunStore& store, const std::set<std::string>& methods, const Environment& environment)
{
    std::vector<StoredTime> times;
    if (methods.empty())
        return times;
    const Result<std::vector<RunRow>> rows = store.runs();
    if (!rows)
        return times;
    constexpr int kMostRead = 300; // a queue waits for it
    int read = 0;
    std::map<std::string, std::size_t> found;
    for (const RunRow& run : *rows | std::views::reverse) {
        if (!isOrdinary(run, environment))
            continue;
        const bool mayBe = std::ranges::any_of(methods, [&](const std::string& method) {
            const std::string algorithm = method.substr(0, method.find('/'));
            return found[method] < kOfEach
                   && run.planJson.find('"' + algorithm + '"') != std::string::npos;
        });
        if (!mayBe) // most plans need not be read
            continue;
        if (++read > kMostRead)
            break;
        const auto plan = parsePlan(run.planJson, registry());
        if (!plan || !methods.contains(methodOf(*plan)) || found[methodOf(*plan)] == kOfEach)
            continue;
        const auto facts = store.facts(run.id);
        const auto rounds = store.roundSeconds(run.id);
        if (!facts || !rounds || std::ssize(*rounds) != run.rounds + 1)
            continue;
        StoredTime time{.plan = *plan, .trainSamples = facts->trainSamples};
        for (const auto& [round, seconds] : *rounds)
            time.seconds += seconds;
        ++found[methodOf(*plan)];
        times.push_back(std::move(time));
    }
    return times;
}

const std::vector<StoredTime>& MethodTimes::recalled(RunStore& store,
                                                     std::span<const RunPlan* const> waiting,
                                                     const Environment& environment)
{
    std::set<std::string> unknown;
    for (const RunPlan* plan : waiting)
        if (m_methods.insert(methodOf(*plan)).second)
            unknown.insert(methodOf(*plan));
    std::ranges::move(storedTimes(store, unknown, environment), std::back_inserter(m_times));
    return m_times;
}

} // namespace coterie
