#include "core/experiment/experiment_write.h"

#include "core/base/hash.h"
#include "core/base/json_values.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/figure_json.h"
#include "core/experiment/layers_json.h"
#include "core/experiment/module_settings.h"
#include "core/experiment/plan.h"
#include "core/experiment/reference_json.h"

#include <array>
#include <limits>
#include <span>
#include <utility>

namespace coterie {

namespace {

JsonNode seedNode(std::uint64_t seed)
{
    constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    if (seed <= kLargest)
        return JsonNode::fromWhole(static_cast<std::int64_t>(seed));
    JsonNode node = JsonNode::fromReal(static_cast<double>(seed)); // the reader refuses it
    node.text = std::to_string(seed);
    return node;
}

JsonNode armNode(const Arm& arm, const Experiment& common, Detail detail)
{
    const bool full = detail == Detail::Full;
    JsonNode node = jsonObject({{"name", arm.name}, {"algorithm", partNode(arm.algorithm)}});
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
        node.add("rounds", json(*arm.rounds));
    return node;
}

/// Every default said, and said for every arm: an arm that repeats the common setting is the same
/// as one that inherits.
Experiment spelledOut(Experiment experiment, const Registry& registry)
{
    const bool code = experiment.profile == Profile::Code;
    complete(experiment.data, registry, code);
    for (Arm& arm : experiment.arms) {
        arm.algorithm = completed(arm.algorithm, registry.algorithms, code);
        arm.sampler = completed(arm.sampler, registry.samplers, code);
        arm.local = arm.local.value_or(experiment.local);
        arm.model = arm.model.value_or(experiment.model);
        arm.rounds = arm.rounds.value_or(experiment.rounds);
        complete(*arm.local, registry, code);
        complete(*arm.model, registry, code);
    }
    complete(experiment.local, registry, code);
    complete(experiment.model, registry, code);
    return experiment;
}

/// Parameters that came to a part after experiments with it could be stored. At their default they
/// are left out of canonical forms, so that these experiments keep their hash.
struct LaterParameter
{
    std::string_view part;
    std::string_view parameter;
};
constexpr std::array kLaterParameters{LaterParameter{"csv", "client"},
                                      LaterParameter{"csv", "split"},
                                      LaterParameter{"csv", "categories"},
                                      LaterParameter{"csv", "missing"},
                                      LaterParameter{"natural", "clients"}};

void leaveOutLater(Part& part, std::span<const NamedPart> known)
{
    for (const auto& [name, parameter] : kLaterParameters) {
        if (part.name != name)
            continue;
        const NamedPart* named = findPart(known, name);
        const ParameterDescriptor* described =
            named ? findParameter(named->parameters, parameter) : nullptr;
        const Parameter* held = part.parameters.find(parameter);
        if (described && held && !held->swept && held->values.front() == described->defaultValue())
            part.parameters.remove(parameter);
    }
}

} // namespace

JsonNode experimentNode(const Experiment& experiment, Detail detail)
{
    const bool full = detail == Detail::Full;
    const Experiment defaults;
    JsonNode node = jsonObject({{"schema", kSchema}, {"name", experiment.name}});
    addFields(node, experiment, detail);
    node.add("data", dataNode(experiment.data, detail));
    if (full || experiment.clients != defaults.clients)
        node.add("clients", clientsNode(experiment.clients, detail));
    node.add("model", modelNode(experiment.model, detail));
    node.add("local", localNode(experiment.local, detail));
    node.add("arms", jsonList(experiment.arms, [&](const Arm& arm) {
                 return armNode(arm, experiment, detail);
             }));
    node.add("rounds", json(experiment.rounds));
    node.add("seeds", jsonList(experiment.seeds, &seedNode));
    if (experiment.partitionSeed)
        node.add("partitionSeed", seedNode(*experiment.partitionSeed));
    else if (full)
        node.add("partitionSeed", {});
    addFields<SharedSettings>(node, experiment, detail);
    if (!experiment.references.empty())
        node.add("reference", referencesNode(experiment.references));
    if (!experiment.figures.empty())
        node.add("figures", figuresNode(experiment.figures));
    return node;
}

std::string writeExperiment(const Experiment& experiment)
{
    return writePretty(experimentNode(experiment, Detail::Brief));
}

std::string canonicalForm(const Experiment& experiment, const Registry& registry)
{
    Experiment whole = spelledOut(experiment, registry);
    leaveOutLater(whole.data.dataset, registry.datasets);
    leaveOutLater(whole.data.partition, registry.partitions);
    JsonNode node = experimentNode(whole, Detail::Full);
    node.sortKeys();
    return writeCompact(node);
}

namespace {

/// Files whose digest is known count wherever they are, as in nameByContent() of settings.
void nameByContent(JsonNode& node)
{
    for (JsonNode& item : node.items)
        nameByContent(item);
    if (const JsonNode* digest = node.find(kModuleDigest); digest && !digest->text.empty())
        node.remove(kModulePath);
}

} // namespace

std::string canonicalHash(const Experiment& experiment, const Registry& registry)
{
    const Experiment plain;
    Experiment computed = experiment;
    computed.name = plain.name;
    computed.description = plain.description;
    computed.lookFor = plain.lookFor;
    computed.references = plain.references;
    computed.figures = plain.figures;
    computed.checkpointSeconds = plain.checkpointSeconds;
    computed.retryMinutes = plain.retryMinutes;
    computed.keepStates = plain.keepStates;
    computed.keepStatesMegabytes = plain.keepStatesMegabytes;
    computed.keepModels = plain.keepModels;
    computed.keepModelsMegabytes = plain.keepModelsMegabytes;
    computed.keepMatricesEvery = plain.keepMatricesEvery;
    computed.keepMatricesMegabytes = plain.keepMatricesMegabytes;
    computed.device = plain.device;
    nameByContent(computed.model);
    for (Arm& arm : computed.arms)
        if (arm.model)
            nameByContent(*arm.model);
    return sha256(canonicalForm(computed, registry));
}

std::string designHash(const Experiment& experiment)
{
    return designHash(experimentNode(experiment, Detail::Brief));
}

std::string designHash(JsonNode experiment)
{
    for (const char* name : {"name", "description", "lookFor", "reference", "figures", "seeds"})
        experiment.remove(name);
    for (const fields::SettingField& field : fields::kSettings)
        if (field.isOfMachine)
            experiment.remove(field.pointer.substr(1));
    nameByContent(experiment);
    experiment.sortKeys();
    return sha256(writeCompact(experiment));
}

namespace {

JsonNode shareNode(double share)
{
    return jsonObject({{"share", JsonNode::fromReal(share)}});
}

JsonNode initialNode(const InitialWeights& initial)
{
    JsonNode node = jsonObject({{"path", initial.path}});
    if (!initial.sha256.empty())
        node.add("sha256", json(initial.sha256));
    return node;
}

bool isPlain(const Part& part, std::string_view name)
{
    return part.name == name && part.parameters.empty();
}

/// The settings that differ. Another name starts without settings.
JsonNode partOverrideNode(const Part& part, const Part& common)
{
    if (part.name != common.name)
        return partNode(part);
    JsonNode node = JsonNode::object();
    for (const Parameter& parameter : part.parameters.all()) {
        const Parameter* there = common.parameters.find(parameter.name);
        if (there == nullptr || *there != parameter)
            node.add(parameter.name, parameterNode(parameter));
    }
    for (const Parameter& parameter : common.parameters.all()) {
        if (part.parameters.find(parameter.name) == nullptr)
            node.add(parameter.name, {});
    }
    return node;
}

/// Without either the plan is a mistake, which the reader finds by the nulls.
void addMissingWorkload(JsonNode& node, const LocalSettings& local)
{
    if (!local.localEpochs && !local.localSteps) {
        node.add("localEpochs", {});
        node.add("localSteps", {});
    }
}

/// The settings that differ.
template <typename Struct>
void addOverrides(JsonNode& node, const Struct& section, const Struct& common)
{
    for (const fields::SettingField* field : fields::fieldsOf<Struct>()) {
        const ParameterDescriptor& descriptor = *field->descriptor;
        const std::optional<ParameterValue> value = descriptor.read(&section, descriptor);
        if (value && value != descriptor.read(&common, descriptor))
            node.add(descriptor.name, valueNode(*value));
    }
}

} // namespace

JsonNode dataNode(const DataSettings& data, Detail detail)
{
    const bool full = detail == Detail::Full;
    JsonNode node = JsonNode::object();
    const bool bare = data.dataset.parameters.empty() && !full;
    node.add("dataset", bare ? json(data.dataset.name) : partNode(data.dataset));
    node.add("partition", partNode(data.partition, "scheme"));
    node.add("test", shareNode(data.testShare));
    if (full || data.validationShare != 0)
        node.add("validation", shareNode(data.validationShare));
    if (full || !data.preprocess.empty())
        node.add("preprocess", jsonList(data.preprocess, [](const Part& step) {
                     return partNode(step, "step");
                 }));
    return node;
}

JsonNode clientsNode(const ClientSettings& clients, Detail detail)
{
    JsonNode node = JsonNode::object();
    const auto add = [&node, detail](std::string_view key, JsonNode list) {
        if (detail == Detail::Full || !list.items.empty())
            node.add(key, std::move(list));
    };
    add("overrides", jsonList(clients.overrides, [](const ClientOverride& entry) {
            JsonNode item = jsonObject({{"client", entry.client}, {"samples", entry.samples}});
            if (entry.classCounts)
                item.add("classCounts", jsonList(*entry.classCounts));
            return item;
        }));
    if (const std::optional<GeneratedEdges>& made = clients.generatedEdges)
        node.add("edges", jsonObject({{"count", made->count}, {"scheme", made->scheme}}));
    else
        add("edges", jsonList(clients.edges, [](const EdgeServer& edge) {
                return jsonObject({{"name", edge.name}, {"clients", jsonList(edge.clients)}});
            }));
    if (const std::optional<GeneratedArrivals>& made = clients.generatedArrivals) {
        node.add("arrivals",
                 jsonObject({{made->newcomers.name, parameterNode(made->newcomers)},
                             {"rounds", jsonList(made->rounds)}}));
        return node;
    }
    add("arrivals", jsonList(clients.arrivals, [](const Arrival& arrival) {
            return jsonObject({{"round", arrival.round}, {"clients", jsonList(arrival.clients)}});
        }));
    return node;
}

void nameByContent(ModelSettings& model)
{
    if (model.initial && !model.initial->sha256.empty())
        model.initial->path.clear();
    if (model.model.name == kTorchScript && !textSetting(model.model, kModuleDigest).empty())
        model.model.parameters.set(kModulePath, std::string());
}

JsonNode modelNode(const ModelSettings& model, Detail detail)
{
    JsonNode node = partNode(model.model);
    if (!model.layers.empty())
        node.add(kLayersKey, layersNode(model.layers));
    addFields(node, model, detail);
    if (model.initial) // otherwise left out of full forms, so that files from before it keep their
                       // hash
        node.add(kInitialKey, initialNode(*model.initial));
    return node;
}

JsonNode localNode(const LocalSettings& local, Detail detail)
{
    const bool full = detail == Detail::Full;
    const LocalSettings defaults;
    JsonNode optimizer = partNode(local.optimizer);
    if (full || !isPlain(local.schedule, defaults.schedule.name))
        optimizer.add("schedule", partNode(local.schedule));
    JsonNode node = JsonNode::object();
    node.add("optimizer", std::move(optimizer));
    addFields(node, local, detail);
    addMissingWorkload(node, local);
    if (full || !isPlain(local.objective, defaults.objective.name))
        node.add("objective", partNode(local.objective));
    return node;
}

JsonNode modelOverrideNode(const ModelSettings& model, const ModelSettings& common)
{
    JsonNode node = partOverrideNode(model.model, common.model);
    if (!model.layers.empty() && model.layers != common.layers)
        node.add(kLayersKey, layersNode(model.layers));
    addOverrides(node, model, common);
    if (model.initial != common.initial)
        node.add(kInitialKey, model.initial ? initialNode(*model.initial) : JsonNode());
    return node;
}

JsonNode localOverrideNode(const LocalSettings& local, const LocalSettings& common)
{
    JsonNode node = JsonNode::object();
    if (local.optimizer != common.optimizer || local.schedule != common.schedule) {
        JsonNode optimizer = partOverrideNode(local.optimizer, common.optimizer);
        if (local.schedule != common.schedule)
            optimizer.add("schedule", partOverrideNode(local.schedule, common.schedule));
        node.add("optimizer", std::move(optimizer));
    }
    addOverrides(node, local, common);
    addMissingWorkload(node, local);
    if (local.objective != common.objective)
        node.add("objective", partOverrideNode(local.objective, common.objective));
    return node;
}

} // namespace coterie
