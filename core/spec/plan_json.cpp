#include "core/spec/experiment_fields.h"
#include "core/spec/experiment_json.h"
#include "core/spec/experiment_nodes.h"
#include "core/spec/part_reader.h"
#include "core/spec/section_reader.h"
#include "core/spec/sweeps.h"

#include <algorithm>
#include <array>
#include <utility>

namespace coterie {

namespace {

constexpr std::array<std::string_view, 16> kPlanKeys{
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
    "evaluateEvery",
    "checkpointSeconds",
    "device",
};

constexpr std::string_view kModelOfArm = "modelOfArm";                         // absent: no
constexpr std::string_view kTrainEvaluationBatches = "trainEvaluationBatches"; // absent: 0

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
    std::vector<std::string_view> keys(kPlanKeys.begin(), kPlanKeys.end());
    keys.push_back(kModelOfArm);
    keys.push_back(kTrainEvaluationBatches);
    keys.push_back("sweep");
    RunPlan plan;
    if (!root.expectObject(keys))
        return plan;
    for (const std::string_view key : kPlanKeys) {
        if (!root.find(key))
            root.refuseMissing(key, "every setting of a run");
    }
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
    readInto(plan.evaluateEvery, root, fields::kEvaluateEvery);
    readInto(plan.trainEvaluationBatches, root, fields::kTrainEvaluationBatches);
    readInto(plan.checkpointSeconds, root, fields::kCheckpointSeconds);
    readInto(plan.device, root, "device", fields::kDevices);
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
    node.add("evaluateEvery", JsonNode::fromWhole(plan.evaluateEvery));
    if (plan.trainEvaluationBatches != 0)
        node.add(std::string(kTrainEvaluationBatches),
                 JsonNode::fromWhole(plan.trainEvaluationBatches));
    node.add("checkpointSeconds", JsonNode::fromReal(plan.checkpointSeconds));
    node.add("device", JsonNode::fromText(plan.device));
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
