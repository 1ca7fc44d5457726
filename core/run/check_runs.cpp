#include "core/run/check_runs.h"

#include "core/data/partition.h"
#include "core/data/sets/published_files.h"
#include "core/run/environment.h"
#include "core/run/failures.h"
#include "core/run/initial_weights.h"
#include "core/run/load_module.h"

#include <algorithm>
#include <ranges>
#include <utility>
#include <vector>

namespace coterie {

namespace {

using Plans = std::vector<const RunPlan*>;

bool loadAlike(const RunPlan& one, const RunPlan& other)
{
    return one.data.dataset == other.data.dataset && one.data.preprocess == other.data.preprocess;
}

bool splitAlike(const RunPlan& one, const RunPlan& other)
{
    return one.data == other.data && one.clients == other.clients
           && one.partitionSeed == other.partitionSeed;
}

std::vector<Plans> grouped(const Plans& plans, bool (*alike)(const RunPlan&, const RunPlan&))
{
    std::vector<Plans> groups;
    for (const RunPlan* plan : plans) {
        const auto group = std::ranges::find_if(
            groups, [&](const Plans& known) { return alike(*known.front(), *plan); });
        if (group == groups.end())
            groups.push_back({plan});
        else
            group->push_back(plan);
    }
    return groups;
}

/// At a place of the experiment file, which a file's name is not.
Error inExperiment(Error problem)
{
    if (problem.place.starts_with("/data") || problem.place.starts_with("/clients"))
        return problem;
    return {.kind = problem.kind, .place = "/data/dataset", .message = problem.sentence()};
}

class Checker
{
public:
    Checker(std::span<const RunPlan> plans,
            RunData& data,
            const std::string& device,
            const std::stop_token& stop,
            const CommandConsent& consent)
        : m_plans(plans)
        , m_data(data)
        , m_device(device)
        , m_stop(stop)
        , m_consent(consent)
    {}

    RunsCheck result()
    {
        Plans all;
        for (const RunPlan& plan : m_plans) {
            all.push_back(&plan);
            if (const auto there = checkDevice(deviceFor(plan, m_device)); !there)
                add(plan, there.error());
        }
        // The first run's data come last, because they are what a caller shows: they stay loaded.
        for (const Plans& alike : grouped(all, &loadAlike) | std::views::reverse)
            for (const Plans& split : grouped(alike, &splitAlike) | std::views::reverse)
                if (!m_stop.stop_requested())
                    guarded(split);
        std::ranges::stable_sort(m_found, {}, &Found::plan);
        RunsCheck check{.problems = {}, .missing = std::move(m_missing)};
        for (Found& found : m_found)
            if (std::ranges::find(check.problems, found.problem) == check.problems.end())
                check.problems.push_back(std::move(found.problem));
        return check;
    }

private:
    struct Found
    {
        const RunPlan* plan;
        Error problem;
    };

    void add(const RunPlan& plan, Error problem)
    {
        m_found.push_back({.plan = &plan, .problem = std::move(problem)});
    }

    /// LibTorch or the memory allocator may throw.
    void guarded(const Plans& split)
    {
        if (auto failure = failureOf("Checking the runs", [&] { checkSplit(split); }))
            add(*split.front(), fail("/data", std::move(*failure)).error);
    }

    /// Plans of one data set and one split of it.
    void checkSplit(const Plans& plans)
    {
        const RunPlan& first = *plans.front();
        if (const auto fits = checkPartition(first.data.partition); !fits) // needs no data
            add(first, fits.error());
        const auto dataset = m_data.dataset(first);
        if (!dataset && saysFilesMissing(dataset.error())) {
            m_missing = inExperiment(dataset.error());
            return;
        }
        if (!dataset)
            return add(first, inExperiment(dataset.error()));
        const Result<Shards> shards = m_data.shards(first, **dataset);
        if (!shards)
            add(first, inExperiment(shards.error()));
        for (const RunPlan* plan : plans) {
            if (m_stop.stop_requested())
                return;
            RunPlan known = *plan;
            if (isUnknownModule(known)) { // nothing loads it before the user allows it
                const bool isAllowed = mayLoadModule(known, m_data.folders(), m_consent);
                const Result<void> file =
                    isAllowed ? loadModule(known, **dataset, m_data.folders(), m_consent)
                              : checkModuleFile(known, m_data.folders());
                if (!file)
                    add(*plan, file.error());
                if (!file || !isAllowed)
                    continue;
            }
            const Result<Network> network = planNetwork(known, **dataset);
            if (!network) {
                add(*plan, network.error());
                continue;
            }
            checkWeights(*plan, *network);
            if (shards)
                if (std::optional<Error> problem = problemOf(known, *network, shards->size()))
                    add(*plan, std::move(*problem));
        }
    }

    /// Those of many runs once.
    void checkWeights(const RunPlan& plan, const Network& network)
    {
        const bool isNew =
            plan.model.initial && std::ranges::none_of(m_weighed, [&](const RunPlan* other) {
                return other->model == plan.model && other->modelOfArm == plan.modelOfArm
                       && other->armIndex == plan.armIndex && other->data == plan.data;
            });
        if (!isNew)
            return;
        m_weighed.push_back(&plan);
        if (const auto weights = initialWeights(plan, network, m_data.folders()); !weights)
            add(plan, weights.error());
    }

    std::span<const RunPlan> m_plans;
    Plans m_weighed; ///< whose initial weights were read
    RunData& m_data;
    const std::string& m_device;
    const std::stop_token& m_stop;
    const CommandConsent& m_consent;
    std::vector<Found> m_found;
    std::optional<Error> m_missing;
};

} // namespace

RunsCheck checkRuns(std::span<const RunPlan> plans,
                    RunData& data,
                    const std::string& device,
                    const std::stop_token& stop,
                    const CommandConsent& consent)
{
    return Checker(plans, data, device, stop, consent).result();
}

} // namespace coterie
