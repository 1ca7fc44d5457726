#include "core/experiment/plan.h"

#include "core/base/json_node.h"
#include "core/experiment/experiment.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/experiment_write.h"
#include "core/experiment/section_reader.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

namespace coterie {

namespace {

/// The value as the descriptor declares it, where an experiment built in memory says 1 for 1.0.
ParameterValue asDeclared(const ParameterValue& value, ParameterType type)
{
    if (const auto* whole = std::get_if<std::int64_t>(&value); whole && type == ParameterType::Real)
        return static_cast<double>(*whole);
    const auto* real = std::get_if<double>(&value);
    if (real && type == ParameterType::Integer)
        return static_cast<std::int64_t>(*real);
    if (real)
        return *real + 0.0; // -0.0 and 0 are one value
    if (const auto* list = std::get_if<std::vector<double>>(&value)) {
        std::vector<double> numbers = *list;
        for (double& number : numbers)
            number += 0.0;
        return numbers;
    }
    return value;
}

} // namespace

ParameterSet completed(const ParameterSet& parameters,
                       std::span<const ParameterDescriptor> declared,
                       bool codeProfile)
{
    ParameterSet whole;
    for (const ParameterDescriptor& descriptor : declared) {
        const Parameter* given = parameters.find(descriptor.name);
        if (given == nullptr) {
            whole.set(descriptor.name, descriptor.defaultValue(codeProfile));
            continue;
        }
        std::vector<ParameterValue> values;
        for (const ParameterValue& value : given->values)
            values.push_back(asDeclared(value, descriptor.type));
        if (given->swept)
            whole.sweep(descriptor.name, std::move(values));
        else
            whole.set(descriptor.name, values.front());
    }
    return whole;
}

Part completed(const Part& part, std::span<const NamedPart> known, bool codeProfile)
{
    const NamedPart* named = findPart(known, part.name);
    if (named == nullptr)
        return part;
    return {.name = part.name,
            .parameters = completed(part.parameters, named->parameters, codeProfile)};
}

namespace {

/// In the order in which their sweeps are nested, outermost first.
constexpr std::array<std::string_view, 6> kSections{"/algorithm",
                                                    "/sampler",
                                                    "/local/optimizer",
                                                    "/local/optimizer/schedule",
                                                    "/local/objective",
                                                    "/model"};

const Part& partOf(std::string_view section,
                   const Arm& arm,
                   const LocalSettings& local,
                   const ModelSettings& model)
{
    if (section == kSections[0])
        return arm.algorithm;
    if (section == kSections[1])
        return arm.sampler;
    if (section == kSections[2])
        return local.optimizer;
    if (section == kSections[3])
        return local.schedule;
    if (section == kSections[4])
        return local.objective;
    return model.model;
}

/// Whether the arm has the parameter from the common section rather than from its own.
bool inherited(const Parameter& parameter, const Part& own, const Part& common)
{
    const Parameter* there = common.parameters.find(parameter.name);
    return own.name == common.name && there != nullptr && *there == parameter;
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
    plan.modelOfArm = plan.model.model != experiment.model.model;
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
        Part* part = partAt(plan, parameter.section);
        // The completed part holds the same values in their declared type.
        const ParameterValue value =
            part->parameters.find(parameter.name)->values[point % parameter.values.size()];
        point /= parameter.values.size();
        part->parameters.set(parameter.name, value);
        plan.sweep[left - 1] = {.pointer = parameter.pointer, .value = value};
    }
}

} // namespace

void complete(RunPlan& plan, const Registry& registry)
{
    const bool code = plan.profile == Profile::Code;
    const auto fill = [code](Part& part, std::span<const NamedPart> known) {
        part = completed(part, known, code);
    };
    fill(plan.data.dataset, registry.datasets);
    fill(plan.data.partition, registry.partitions);
    for (Part& step : plan.data.preprocess)
        fill(step, registry.preprocessSteps);
    fill(plan.model.model, registry.models);
    fill(plan.local.optimizer, registry.optimizers);
    fill(plan.local.schedule, registry.schedules);
    fill(plan.local.objective, registry.objectives);
    fill(plan.algorithm, registry.algorithms);
    fill(plan.sampler, registry.samplers);
}

Part* partAt(RunPlan& plan, std::string_view section)
{
    const std::array<Part*, kSections.size()> parts{&plan.algorithm,
                                                    &plan.sampler,
                                                    &plan.local.optimizer,
                                                    &plan.local.schedule,
                                                    &plan.local.objective,
                                                    &plan.model.model};
    const auto found = std::ranges::find(kSections, section);
    return found == kSections.end() ? nullptr
                                    : parts[static_cast<std::size_t>(found - kSections.begin())];
}

std::span<const NamedPart> namesAt(const Registry& registry, std::string_view section)
{
    const std::array<std::span<const NamedPart>, kSections.size()> names{registry.algorithms,
                                                                         registry.samplers,
                                                                         registry.optimizers,
                                                                         registry.schedules,
                                                                         registry.objectives,
                                                                         registry.models};
    const auto found = std::ranges::find(kSections, section);
    if (found == kSections.end())
        return {};
    return names[static_cast<std::size_t>(found - kSections.begin())];
}

std::vector<SweptParameter> sweptParameters(const Experiment& experiment, std::size_t index)
{
    const Arm& arm = experiment.arms[index];
    const LocalSettings& local = arm.local ? *arm.local : experiment.local;
    const ModelSettings& model = arm.model ? *arm.model : experiment.model;
    std::vector<SweptParameter> swept;
    for (const std::string_view section : kSections) {
        const Part& own = partOf(section, arm, local, model);
        const Part& common = partOf(section, arm, experiment.local, experiment.model);
        const bool armsOnly = section == kSections[0] || section == kSections[1];
        for (const Parameter& parameter : own.parameters.all()) {
            if (!parameter.swept)
                continue;
            const bool fromCommon = !armsOnly && inherited(parameter, own, common);
            const std::string place = fromCommon ? "" : "/arms/" + std::to_string(index);
            swept.push_back({.pointer = place + std::string(section) + pointerStep(parameter.name),
                             .section = std::string(section),
                             .name = parameter.name,
                             .values = parameter.values});
        }
    }
    return swept;
}

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
                plans.push_back(std::move(plan));
            }
        }
    }
    return plans;
}

namespace {

constexpr std::array<std::string_view, 13> kPlanKeys{
    "experiment",
    "profile",
    "data",
    "clients",
    "model",
    "local",
    "armIndex",
    "arm",
    "algorithm",
    "sampler",
    "rounds",
    "seed",
    "partitionSeed",
};

constexpr std::string_view kModelOfArm = "modelOfArm"; // absent: no

constexpr ParameterDescriptor kArmIndex{
    .name = "armIndex", .type = ParameterType::Integer, .minimum = 0, .maximum = fields::kMost};

std::uint64_t readSeed(const JsonCursor& root, std::string_view key)
{
    const std::optional<JsonCursor> member = root.find(key);
    const std::optional<ParameterValue> seed = member ? member->value(fields::kSeed) : std::nullopt;
    return seed ? static_cast<std::uint64_t>(std::get<std::int64_t>(*seed)) : 1;
}

/// What the pointer of a sweep names within one plan: "/arms/2" is the plan itself.
struct SweptPlace
{
    std::string section;
    std::string name;
};

SweptPlace placeOf(std::string_view pointer)
{
    constexpr std::string_view kArms = "/arms/";
    if (pointer.starts_with(kArms)) {
        const std::size_t end = pointer.find('/', kArms.size());
        pointer.remove_prefix(std::min(end, pointer.size()));
    }
    const std::size_t last = pointer.rfind('/');
    if (last == std::string_view::npos)
        return {};
    return {.section = std::string(pointer.substr(0, last)),
            .name = std::string(pointer.substr(last + 1))};
}

void readSweepPoint(const JsonCursor& cursor, RunPlan& plan, const Registry& registry)
{
    constexpr std::array<std::string_view, 2> kPointKeys{"pointer", "value"};
    if (!cursor.expectObject(kPointKeys))
        return;
    const std::optional<JsonCursor> pointer = cursor.find("pointer");
    const std::optional<JsonCursor> value = cursor.find("value");
    if (!pointer || !value) {
        cursor.refuseMissing(pointer ? "value" : "pointer",
                             "the place of a swept parameter and its value");
        return;
    }
    const std::optional<std::string> text = pointer->text();
    if (!text)
        return;
    const SweptPlace place = placeOf(*text);
    const Part* part = partAt(plan, place.section);
    const NamedPart* named =
        part ? findPart(namesAt(registry, place.section), part->name) : nullptr;
    const ParameterDescriptor* descriptor =
        named ? findParameter(named->parameters, place.name) : nullptr;
    if (descriptor == nullptr) {
        pointer->refuse("the place of a parameter of this run");
        return;
    }
    if (std::optional<ParameterValue> swept = value->value(*descriptor))
        plan.sweep.push_back({.pointer = *text, .value = *std::move(swept)});
}

RunPlan readPlan(const JsonCursor& root, const Registry& registry)
{
    std::vector<std::string_view> required(kPlanKeys.begin(), kPlanKeys.end());
    for (const fields::SettingField* field : fields::fieldsOf<SharedSettings>())
        if (field->written != fields::Written::IfSet)
            required.push_back(field->descriptor->name);
    RunPlan plan;
    if (!root.expectObject(fields::keysAround<SharedSettings>({kPlanKeys.begin(), kPlanKeys.end()},
                                                              {kModelOfArm, "sweep"})))
        return plan;
    for (const std::string_view key : required)
        if (!root.find(key))
            root.refuseMissing(key, {});
    readTextInto(plan.experimentName, root, "experiment");
    std::string profile(fields::kProfiles[0]);
    readInto(profile, root, "profile", fields::kProfiles);
    plan.profile = profile == fields::kProfiles[1] ? Profile::Code : Profile::Paper;
    const JsonNode nothing = JsonNode::object();
    const SectionRule rule{.registry = registry};
    plan.data = readData(root.findOr("data", nothing), rule);
    plan.model = readModel(root.findOr("model", nothing), rule, {});
    readInto(plan.modelOfArm, root, kModelOfArm);
    plan.local = readLocal(root.findOr("local", nothing), rule, {});
    readInto(plan.rounds, root, fields::kRounds);
    // A client may arrive after the last round of a short arm; the experiment has checked the rest.
    plan.clients = readClients(root.findOr("clients", nothing),
                               {.clients = clientCount(plan.data, registry, plan.profile),
                                .rounds = static_cast<int>(fields::kMost)});
    int armIndex = 0;
    readInto(armIndex, root, kArmIndex);
    plan.armIndex = static_cast<std::size_t>(armIndex);
    readTextInto(plan.armName, root, "arm");
    plan.algorithm =
        readPart(root.findOr("algorithm", nothing), {.known = registry.algorithms}, {});
    plan.sampler = readPart(root.findOr("sampler", nothing), {.known = registry.samplers}, {});
    plan.seed = readSeed(root, "seed");
    plan.partitionSeed = readSeed(root, "partitionSeed");
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
    JsonNode node = JsonNode::object();
    node.add("experiment", JsonNode::fromText(plan.experimentName));
    const std::size_t profile = plan.profile == Profile::Code ? 1 : 0;
    node.add("profile", JsonNode::fromText(std::string(fields::kProfiles[profile])));
    node.add("data", dataNode(plan.data, Detail::Full));
    node.add("clients", clientsNode(plan.clients, Detail::Full));
    node.add("model", modelNode(plan.model, Detail::Full));
    if (plan.modelOfArm)
        node.add(std::string(kModelOfArm), JsonNode::fromBoolean(true));
    node.add("local", localNode(plan.local, Detail::Full));
    node.add("armIndex", JsonNode::fromWhole(static_cast<std::int64_t>(plan.armIndex)));
    node.add("arm", JsonNode::fromText(plan.armName));
    node.add("algorithm", partNode(plan.algorithm));
    node.add("sampler", partNode(plan.sampler));
    node.add("rounds", JsonNode::fromWhole(plan.rounds));
    node.add("seed", JsonNode::fromWhole(static_cast<std::int64_t>(plan.seed)));
    node.add("partitionSeed", JsonNode::fromWhole(static_cast<std::int64_t>(plan.partitionSeed)));
    addFields<SharedSettings>(node, plan, Detail::Full);
    if (!plan.sweep.empty()) {
        JsonNode points = JsonNode::list();
        for (const SweepPoint& point : plan.sweep) {
            JsonNode item = JsonNode::object();
            item.add("pointer", JsonNode::fromText(point.pointer));
            item.add("value", valueNode(point.value));
            points.items.push_back(std::move(item));
        }
        node.add("sweep", std::move(points));
    }
    return writeCompact(node);
}

Result<RunPlan, Problems> parsePlan(std::string_view json, const Registry& registry)
{
    const Result<ParsedJson> parsed = parseJson(json);
    if (!parsed)
        return Unexpected<Problems>{{parsed.error()}};
    ProblemLog problems;
    for (const auto& [order, error] : parsed->duplicates)
        problems.add(order, error);
    RunPlan plan = readPlan(JsonCursor(parsed->root, {}, problems), registry);
    if (!problems.empty())
        return Unexpected<Problems>{problems.inOrder()};
    return plan;
}

} // namespace coterie
