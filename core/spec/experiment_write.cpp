#include "core/spec/completed.h"
#include "core/spec/experiment_fields.h"
#include "core/spec/experiment_json.h"
#include "core/spec/experiment_nodes.h"
#include "core/spec/reference_json.h"
#include "core/spec/sha256.h"

#include <limits>

namespace coterie {

namespace {

JsonNode seedNode(std::uint64_t seed)
{
    constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (seed <= kLargest)
        return JsonNode::fromWhole(static_cast<std::int64_t>(seed));
    JsonNode node = JsonNode::fromReal(static_cast<double>(seed)); // for the reader to refuse
    node.text = std::to_string(seed);
    return node;
}

JsonNode armNode(const Arm& arm, const Experiment& common, Detail detail)
{
    const bool full = detail == Detail::Full;
    JsonNode node = JsonNode::object();
    node.add("name", JsonNode::fromText(arm.name));
    node.add("algorithm", partNode(arm.algorithm));
    if (full || arm.sampler != Arm{}.sampler)
        node.add("sampler", partNode(arm.sampler));
    if (arm.local)
        node.add("local",
                 full ? localNode(*arm.local, detail)
                      : localOverrideNode(*arm.local, common.local));
    if (arm.model)
        node.add("model",
                 full ? modelNode(*arm.model, detail)
                      : modelOverrideNode(*arm.model, common.model));
    if (arm.rounds)
        node.add("rounds", JsonNode::fromWhole(*arm.rounds));
    return node;
}

void complete(LocalSettings& local, const Registry& registry, bool code)
{
    local.optimizer = completed(local.optimizer, registry.optimizers, code);
    local.schedule = completed(local.schedule, registry.schedules, code);
    local.objective = completed(local.objective, registry.objectives, code);
}

/// Every default said, and said for every arm: an arm that repeats the common setting is the same
/// as one that inherits.
Experiment spelledOut(Experiment experiment, const Registry& registry)
{
    const bool code = experiment.profile == Profile::Code;
    experiment.data.dataset = completed(experiment.data.dataset, registry.datasets, code);
    experiment.data.partition = completed(experiment.data.partition, registry.partitions, code);
    for (Part& step : experiment.data.preprocess)
        step = completed(step, registry.preprocessSteps, code);
    for (Arm& arm : experiment.arms) {
        arm.algorithm = completed(arm.algorithm, registry.algorithms, code);
        arm.sampler = completed(arm.sampler, registry.samplers, code);
        arm.local = arm.local.value_or(experiment.local);
        arm.model = arm.model.value_or(experiment.model);
        arm.rounds = arm.rounds.value_or(experiment.rounds);
        complete(*arm.local, registry, code);
        arm.model->model = completed(arm.model->model, registry.models, code);
    }
    complete(experiment.local, registry, code);
    experiment.model.model = completed(experiment.model.model, registry.models, code);
    return experiment;
}

} // namespace

JsonNode experimentNode(const Experiment& experiment, Detail detail)
{
    const bool full = detail == Detail::Full;
    const Experiment defaults;
    JsonNode node = JsonNode::object();
    node.add("schema", JsonNode::fromWhole(kSchema));
    node.add("name", JsonNode::fromText(experiment.name));
    if (full || !experiment.description.empty())
        node.add("description", JsonNode::fromText(experiment.description));
    if (full || !experiment.lookFor.empty())
        node.add("lookFor", JsonNode::fromText(experiment.lookFor));
    const std::size_t profile = experiment.profile == Profile::Code ? 1 : 0;
    node.add("profile", JsonNode::fromText(std::string(fields::kProfiles[profile])));
    node.add("data", dataNode(experiment.data, detail));
    if (full || experiment.clients != defaults.clients)
        node.add("clients", clientsNode(experiment.clients, detail));
    node.add("model", modelNode(experiment.model, detail));
    node.add("local", localNode(experiment.local, detail));
    JsonNode arms = JsonNode::list();
    for (const Arm& arm : experiment.arms)
        arms.items.push_back(armNode(arm, experiment, detail));
    node.add("arms", std::move(arms));
    node.add("rounds", JsonNode::fromWhole(experiment.rounds));
    JsonNode seeds = JsonNode::list();
    for (const std::uint64_t seed : experiment.seeds)
        seeds.items.push_back(seedNode(seed));
    node.add("seeds", std::move(seeds));
    if (experiment.partitionSeed)
        node.add("partitionSeed", seedNode(*experiment.partitionSeed));
    else if (full)
        node.add("partitionSeed", {});
    if (full || experiment.evaluateEvery != defaults.evaluateEvery)
        node.add("evaluateEvery", JsonNode::fromWhole(experiment.evaluateEvery));
    if (experiment.trainEvaluationBatches != defaults.trainEvaluationBatches)
        node.add("trainEvaluationBatches", JsonNode::fromWhole(experiment.trainEvaluationBatches));
    if (full || experiment.checkpointSeconds != defaults.checkpointSeconds)
        node.add("checkpointSeconds", JsonNode::fromReal(experiment.checkpointSeconds));
    if (full || experiment.device != defaults.device)
        node.add("device", JsonNode::fromText(experiment.device));
    if (!experiment.references.empty())
        node.add("reference", referencesNode(experiment.references));
    return node;
}

std::string writeExperiment(const Experiment& experiment)
{
    return writePretty(experimentNode(experiment, Detail::Brief));
}

std::string canonicalForm(const Experiment& experiment, const Registry& registry)
{
    JsonNode node = experimentNode(spelledOut(experiment, registry), Detail::Full);
    node.sortKeys();
    return writeCompact(node);
}

std::string canonicalHash(const Experiment& experiment, const Registry& registry)
{
    return sha256(canonicalForm(experiment, registry));
}

} // namespace coterie
