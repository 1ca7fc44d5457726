#include "core/experiment/plan.h"

#include "core/base/hash.h"
#include "core/base/json_values.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/experiment_write.h"
#include "core/experiment/layers_json.h"
#include "core/experiment/section_reader.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace coterie {

void complete(DataSettings& data, const Registry& registry, bool codeProfile)
{
    data.dataset = completed(data.dataset, registry.datasets, codeProfile);
    data.partition = completed(data.partition, registry.partitions, codeProfile);
    for (Part& step : data.preprocess)
        step = completed(step, registry.preprocessSteps, codeProfile);
}

void complete(LocalSettings& local, const Registry& registry, bool codeProfile)
{
    local.optimizer = completed(local.optimizer, registry.optimizers, codeProfile);
    local.schedule = completed(local.schedule, registry.schedules, codeProfile);
    local.objective = completed(local.objective, registry.objectives, codeProfile);
}

void complete(ModelSettings& model, const Registry& registry, bool codeProfile)
{
    model.model = completed(model.model, registry.models, codeProfile);
    model.layers = shortest(model.layers, registry);
}

void complete(RunPlan& plan, const Registry& registry)
{
    const bool code = plan.profile == Profile::Code;
    complete(plan.data, registry, code);
    for (const PlanSection& section : kPlanSections) {
        Part& part = section.of(plan);
        part = completed(part, registry.*section.known, code);
    }
    plan.model.layers = shortest(plan.model.layers, registry);
}

PlanPlace placeInPlan(std::string_view pointer)
{
    const std::size_t last = std::min(pointer.rfind('/'), pointer.size());
    const auto* section =
        std::ranges::find(kPlanSections, pointer.substr(0, last), &PlanSection::place);
    if (section == kPlanSections.end())
        return {};
    return {.section = section, .name = pointer.substr(last + 1)};
}

namespace {

/// A parameter of an arm that takes several values.
struct SweptParameter
{
    std::string pointer; ///< "/arms/2/algorithm/alpha", or "/local/…" where the arm inherits it
    const PlanSection* section = nullptr; ///< null: newcomers
    std::string name;
    std::vector<ParameterValue> values;
};

/// Whether the arm has the parameter from the common section rather than from its own.
bool inherited(const Parameter& parameter, const Part& own, const Part& common)
{
    const Parameter* there = common.parameters.find(parameter.name);
    return own.name == common.name && there != nullptr && *there == parameter;
}

std::vector<SweptParameter> sweptParameters(const Experiment& experiment, std::size_t index)
{
    const Arm& arm = experiment.arms[index];
    RunPlan common; // an arm has no algorithm and no sampler from there
    common.data = experiment.data;
    common.local = experiment.local;
    common.model = experiment.model;
    RunPlan own;
    own.data = experiment.data; // of all arms
    own.algorithm = arm.algorithm;
    own.sampler = arm.sampler;
    own.local = arm.local.value_or(experiment.local);
    own.model = arm.model.value_or(experiment.model);
    std::vector<SweptParameter> swept;
    const auto& arrivals = experiment.clients.generatedArrivals;
    if (arrivals && arrivals->newcomers.swept)
        swept.push_back({.pointer = std::string(kNewcomersPlace),
                         .name = arrivals->newcomers.name,
                         .values = arrivals->newcomers.values});
    for (const PlanSection& section : kPlanSections) {
        const Part& part = section.of(own);
        for (const Parameter& parameter : part.parameters.all()) {
            if (!parameter.swept)
                continue;
            const std::string place = inherited(parameter, part, section.of(common))
                                          ? ""
                                          : "/arms/" + std::to_string(index);
            swept.push_back(
                {.pointer = place + std::string(section.place) + pointerStep(parameter.name),
                 .section = &section,
                 .name = parameter.name,
                 .values = parameter.values});
        }
    }
    return swept;
}

RunPlan planOfArm(const Experiment& experiment, std::size_t index)
{
    const Arm& arm = experiment.arms[index];
    RunPlan plan;
    plan.experimentName = experiment.name;
    plan.profile = experiment.profile;
    plan.data = experiment.data;
    plan.clients = experiment.clients;
    plan.model = arm.model.value_or(experiment.model);
    plan.modelOfArm =
        plan.model.model != experiment.model.model || plan.model.layers != experiment.model.layers;
    plan.local = arm.local.value_or(experiment.local);
    plan.armIndex = index;
    plan.armName = arm.name;
    plan.algorithm = arm.algorithm;
    plan.sampler = arm.sampler;
    plan.rounds = arm.rounds.value_or(experiment.rounds);
    static_cast<SharedSettings&>(plan) = experiment;
    return plan;
}

std::size_t pointCount(const std::vector<SweptParameter>& swept, std::size_t enough)
{
    std::size_t points = 1;
    for (const SweptParameter& parameter : swept) {
        if (points > enough)
            return points;
        points *= parameter.values.size();
    }
    return points;
}

/// Counts through the points like an odometer: the last parameter turns fastest.
void takePoint(RunPlan& plan, const std::vector<SweptParameter>& swept, std::size_t point)
{
    plan.sweep.resize(swept.size());
    for (std::size_t left = swept.size(); left > 0; --left) {
        const SweptParameter& parameter = swept[left - 1];
        ParameterValue value = parameter.values[point % parameter.values.size()];
        if (parameter.section == nullptr) {
            plan.clients.generatedArrivals->newcomers.values.assign(1, value);
        } else {
            ParameterSet& parameters = parameter.section->of(plan).parameters;
            // The completed part holds the same values in their declared type.
            value = parameters.find(parameter.name)->values[point % parameter.values.size()];
            parameters.set(parameter.name, value);
        }
        point /= parameter.values.size();
        plan.sweep[left - 1] = {.pointer = parameter.pointer, .value = value};
    }
}

/// The newcomers are the clients behind those of the partition, which then makes them too.
void listArrivals(RunPlan& plan)
{
    if (!plan.clients.generatedArrivals)
        return;
    GeneratedArrivals made = *std::exchange(plan.clients.generatedArrivals, std::nullopt);
    std::ranges::sort(made.rounds);
    ParameterSet& partition = plan.data.partition.parameters;
    std::int64_t clients = partition.integer("clients");
    for (const int round : made.rounds) {
        Arrival arrival{.round = round, .clients = {}};
        for (auto left = std::get<std::int64_t>(made.newcomers.values.front()); left > 0; --left)
            arrival.clients.push_back(static_cast<int>(clients++));
        if (!arrival.clients.empty())
            plan.clients.arrivals.push_back(std::move(arrival));
    }
    partition.set("clients", clients);
}

} // namespace

bool isEvaluated(int round, int rounds, int evaluateEvery)
{
    return round == rounds || round % std::max(1, evaluateEvery) == 0;
}

std::size_t runCount(const Experiment& experiment, std::size_t enough)
{
    std::size_t runs = 0;
    for (std::size_t index = 0; index < experiment.arms.size() && runs <= enough; ++index)
        runs += pointCount(sweptParameters(experiment, index), enough) * experiment.seeds.size();
    return runs;
}

std::vector<RunPlan> expand(const Experiment& experiment, const Registry& registry)
{
    std::vector<RunPlan> plans;
    for (std::size_t index = 0; index < experiment.arms.size(); ++index) {
        const std::vector<SweptParameter> swept = sweptParameters(experiment, index);
        const std::size_t points = pointCount(swept, std::numeric_limits<std::size_t>::max());
        RunPlan common = planOfArm(experiment, index);
        complete(common, registry);
        for (const std::uint64_t seed : experiment.seeds) {
            for (std::size_t point = 0; point < points; ++point) {
                RunPlan plan = common;
                plan.seed = seed;
                plan.partitionSeed = experiment.partitionSeed.value_or(seed);
                takePoint(plan, swept, point);
                listArrivals(plan);
                plans.push_back(std::move(plan));
            }
        }
    }
    return plans;
}

namespace {

constexpr ParameterDescriptor kModelOfArm = bind<&RunPlan::modelOfArm>({.name = "modelOfArm"});

/// What a plan has beside its sections and the shared settings.
constexpr std::array kPlanFields{
    bind<&RunPlan::experimentName>({.name = "experiment"}),
    bind<&RunPlan::profile>({.name = "profile", .words = fields::kProfiles}),
    bind<&RunPlan::armIndex>({.name = "armIndex", .range = between(0, fields::kMost)}),
    bind<&RunPlan::armName>({.name = "arm"}),
    bind<&RunPlan::rounds>(fields::kRounds),
    bind<&RunPlan::seed>({.name = "seed", .range = between(0, fields::kLargestSeed)}),
    bind<&RunPlan::partitionSeed>(
        {.name = "partitionSeed", .range = between(0, fields::kLargestSeed)}),
    kModelOfArm};

/// A plan without the shared settings and its sweep.
JsonNode planNode(const RunPlan& plan)
{
    return jsonObject({{"experiment", plan.experimentName},
                       {"profile", fields::kProfiles[plan.profile == Profile::Code ? 1 : 0]},
                       {"data", dataNode(plan.data, Detail::Full)},
                       {"clients", clientsNode(plan.clients, Detail::Full)},
                       {"model", modelNode(plan.model, Detail::Full)},
                       {kModelOfArm.name, plan.modelOfArm ? std::optional(true) : std::nullopt},
                       {"local", localNode(plan.local, Detail::Full)},
                       {"armIndex", plan.armIndex},
                       {"arm", plan.armName},
                       {"algorithm", partNode(plan.algorithm)},
                       {"sampler", partNode(plan.sampler)},
                       {"rounds", plan.rounds},
                       {"seed", plan.seed},
                       {"partitionSeed", plan.partitionSeed}});
}

/// The pointer of a sweep within one plan: "/arms/2" is the plan itself.
std::string_view withinPlan(std::string_view pointer)
{
    constexpr std::string_view kArms = "/arms/";
    if (pointer.starts_with(kArms))
        pointer.remove_prefix(std::min(pointer.find('/', kArms.size()), pointer.size()));
    return pointer;
}

void readSweepPoint(const JsonCursor& cursor, RunPlan& plan, const Registry& registry)
{
    constexpr ParameterDescriptor kPointer{.name = "pointer", .type = ParameterType::Text};
    if (!cursor.expectObject({"pointer", "value"}))
        return;
    const std::optional<JsonCursor> pointer = cursor.find("pointer");
    const std::optional<JsonCursor> value = cursor.find("value");
    if (!pointer || !value) {
        cursor.refuseMissing(pointer ? "value" : "pointer",
                             "the place of a swept parameter and its value");
        return;
    }
    const std::optional<std::string> text = pointer->as<std::string>(kPointer);
    if (!text)
        return;
    const auto [section, name] = placeInPlan(withinPlan(*text));
    const NamedPart* named =
        section ? findPart(registry.*section->known, section->of(plan).name) : nullptr;
    const ParameterDescriptor* descriptor =
        named ? findParameter(named->parameters, name) : nullptr;
    if (*text == kNewcomersPlace)
        descriptor = &fields::kNewcomers;
    if (descriptor == nullptr)
        pointer->refuse("the place of a parameter of this run");
    else if (std::optional<ParameterValue> swept = value->value(*descriptor))
        plan.sweep.push_back({.pointer = *text, .value = *std::move(swept)});
}

RunPlan readPlan(const JsonCursor& root, const Registry& registry)
{
    static const JsonNode usual = planNode({}); // what every plan has
    const std::vector<std::string_view> own(usual.names.begin(), usual.names.end());
    std::vector<std::string_view> required = own;
    for (const fields::SettingField* field : fields::fieldsOf<SharedSettings>())
        if (field->written != fields::Written::IfSet)
            required.push_back(field->descriptor->name);
    RunPlan plan;
    if (!root.expectObject(fields::keysAround<SharedSettings>(own, {kModelOfArm.name, "sweep"})))
        return plan;
    for (const std::string_view key : required)
        if (!root.find(key))
            root.refuseMissing(key, {});
    const JsonNode nothing = JsonNode::object();
    const SectionRule rule{.registry = registry};
    for (const ParameterDescriptor& field : kPlanFields)
        readBound(&plan, root, field);
    plan.data = readData(root.findOr("data", nothing), rule);
    plan.model = readModel(root.findOr("model", nothing), rule, {});
    plan.local = readLocal(root.findOr("local", nothing), rule, {});
    // A client may arrive after the last round of a short arm; the experiment has checked the rest.
    plan.clients = readClients(root.findOr("clients", nothing),
                               {.clients = clientCounts(plan.data, registry, plan.profile),
                                .rounds = static_cast<int>(fields::kMost)});
    // All-for-one alone had this setting until it became one of every arm.
    constexpr std::string_view kMoved = fields::kExcludeLastClient.name;
    const JsonCursor algorithm = root.findOr("algorithm", nothing);
    plan.algorithm = readPart(algorithm, {.known = registry.algorithms, .otherKeys = {kMoved}}, {});
    readBound(&plan, algorithm, fields::kExcludeLastClient);
    plan.sampler = readPart(root.findOr("sampler", nothing), {.known = registry.samplers}, {});
    readFields<SharedSettings>(plan, root);
    // A plan stored before a parameter existed has that parameter's default, and not the released
    // code's, which would change what it plays.
    const Profile stored = std::exchange(plan.profile, Profile::Paper);
    complete(plan, registry);
    plan.profile = stored;
    if (const std::optional<JsonCursor> sweep = root.find("sweep")) {
        for (const JsonCursor& item : sweep->items("a list of swept parameters"))
            readSweepPoint(item, plan, registry);
    }
    return plan;
}

} // namespace

std::string writePlan(const RunPlan& plan)
{
    JsonNode node = planNode(plan);
    addFields<SharedSettings>(node, plan, Detail::Full);
    if (!plan.sweep.empty())
        node.add(
            "sweep", jsonList(plan.sweep, [](const SweepPoint& point) {
                return jsonObject({{"pointer", point.pointer}, {"value", valueNode(point.value)}});
            }));
    return writeCompact(node);
}

std::string runIdentity(const RunPlan& plan)
{
    const RunPlan nameless;
    RunPlan computed = plan;
    computed.experimentName = nameless.experimentName;
    computed.profile = nameless.profile; // the plan is complete, so it supplies no default any more
    computed.modelOfArm = nameless.modelOfArm;
    computed.armIndex = nameless.armIndex;
    computed.armName = nameless.armName;
    computed.sweep.clear(); // its values stand in their places
    computed.checkpointSeconds = nameless.checkpointSeconds;
    computed.retryMinutes = nameless.retryMinutes;
    computed.keepStates = nameless.keepStates;
    computed.keepStatesMegabytes = nameless.keepStatesMegabytes;
    computed.keepModels = nameless.keepModels;
    computed.keepModelsMegabytes = nameless.keepModelsMegabytes;
    computed.keepMatricesEvery = nameless.keepMatricesEvery;
    computed.keepMatricesMegabytes = nameless.keepMatricesMegabytes;
    computed.device = nameless.device;
    nameByContent(computed.model);
    JsonNode node = planNode(computed);
    addFields<SharedSettings>(node, computed, Detail::Full);
    node.sortKeys();
    return sha256(writeCompact(node));
}

Result<RunPlan, Problems> parsePlan(std::string_view json, const Registry& registry)
{
    return readWholeJson(json, [&](const JsonCursor& root) { return readPlan(root, registry); });
}

} // namespace coterie
