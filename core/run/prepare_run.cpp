#include "core/run/prepare_run.h"

#include "core/algorithms/algorithm.h"
#include "core/data/edge_servers.h"
#include "core/nn/models.h"
#include "core/run/environment.h"
#include "core/sampling/sampler.h"

#include <string>
#include <utility>

namespace coterie {

namespace {

std::string armPlace(const RunPlan& plan)
{
    return "/arms/" + std::to_string(plan.armIndex);
}

} // namespace

Result<Network> planNetwork(const RunPlan& plan, const Dataset& dataset)
{
    Result<Network> network = makeNetwork(plan.model.model, dataset.train.shape, dataset.classes);
    if (network || !plan.modelOfArm)
        return network;
    Error problem = network.error();
    problem.place.insert(0, armPlace(plan));
    return Unexpected<Error>{std::move(problem)};
}

std::optional<Error> problemOf(const RunPlan& plan, const Network& network, std::size_t clients)
{
    std::optional<Error> problem = makeSampler(plan.sampler)->problemWith(network, clients);
    if (!problem) {
        RunPlan whole = plan;
        whole.clients.edges = edgeServers(plan.clients, clients, plan.partitionSeed);
        problem = makeAlgorithm(whole)->problemWith(whole, network, clients);
    }
    if (problem)
        problem->place.insert(0, armPlace(plan));
    return problem;
}

Result<std::unique_ptr<Run>> prepareRun(
    const RunPlan& plan, RunData& data, std::size_t threads, const std::string& device, bool goesOn)
{
    if (const Result<void> there = checkDevice(device); !there)
        return Unexpected<Error>{there.error()};
    const Result<std::shared_ptr<const Dataset>> dataset = data.dataset(plan);
    if (!dataset)
        return Unexpected<Error>{dataset.error()};
    Result<Shards> shards = data.shards(plan, **dataset);
    if (!shards)
        return Unexpected<Error>{shards.error()};
    Result<Network> network = planNetwork(plan, **dataset);
    if (!network)
        return Unexpected<Error>{network.error()};
    if (!goesOn)
        if (const std::optional<Error> problem = problemOf(plan, *network, shards->size()))
            return Unexpected<Error>{*problem};
    RunPlan whole = plan;
    whole.clients.edges = edgeServers(plan.clients, shards->size(), plan.partitionSeed);
    return std::make_unique<Run>(
        whole, *dataset, std::move(*shards), std::move(*network), threads, device);
}

} // namespace coterie
