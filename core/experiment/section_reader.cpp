#include "core/experiment/section_reader.h"

#include "core/experiment/experiment_json.h"
#include "core/experiment/layers_json.h"
#include "core/experiment/module_settings.h"
#include "core/experiment/plan.h"

#include <algorithm>
#include <limits>

namespace coterie {

namespace {

void readShare(DataSettings& target,
               const JsonCursor& data,
               std::string_view key,
               const ParameterDescriptor& wanted)
{
    const std::optional<JsonCursor> section = data.find(key);
    if (section && section->expectObject({wanted.name}))
        readBound(&target, *section, wanted);
}

PartRule partRule(const SectionRule& section,
                  std::span<const NamedPart> known,
                  std::vector<std::string_view> otherKeys = {})
{
    return {.known = known,
            .otherKeys = std::move(otherKeys),
            .mayBeSwept = section.mayBeSwept,
            .overrides = section.overrides};
}

void readLocalFields(LocalSettings& local, const JsonCursor& cursor)
{
    const auto isSet = [&cursor](std::string_view key) {
        const std::optional<JsonCursor> member = cursor.find(key);
        return member && !member->isNull();
    };
    const bool epochs = isSet("localEpochs");
    const bool steps = isSet("localSteps");
    // Either replaces the other one's default or common value.
    if (steps)
        local.localEpochs.reset();
    if (epochs)
        local.localSteps.reset();
    readFields(local, cursor);
    if (epochs && steps)
        cursor.refuseAs(ErrorKind::Conflict, "has both localEpochs and localSteps; remove one");
    else if (!epochs && !steps && !local.localEpochs && !local.localSteps)
        cursor.refuseAs(ErrorKind::Missing, "must have localEpochs or localSteps");
}

/// The list of the model kOwnLayers, which an arm that repeats the name inherits.
void readOwnLayers(ModelSettings& model, const JsonCursor& cursor, const SectionRule& rule)
{
    const std::optional<JsonCursor> list = cursor.find(kLayersKey);
    if (model.model.name == kOwnLayers) {
        if (list)
            model.layers = readLayers(*list, rule.registry);
        else if (model.layers.empty() && (!rule.overrides || cursor.find("name")))
            cursor.refuseMissing(kLayersKey, std::string(kLayersAllowed));
        return;
    }
    model.layers.clear();
    const std::optional<JsonCursor> name = cursor.find("name");
    const bool isNamed = name ? name->node().text == model.model.name : rule.overrides;
    if (list && isNamed) // a name that is wrong is refused already
        list->refuseAs(ErrorKind::Conflict,
                       "a list of layers needs the model's name " + inQuotes(kOwnLayers));
}

void checkDigest(const JsonCursor& digest)
{
    constexpr std::size_t kDigits = 64;
    const std::string& text = digest.node().text;
    if (digest.node().kind != JsonNode::Kind::Text || text.size() != kDigits
        || text.find_first_not_of("0123456789abcdef") != std::string::npos)
        digest.refuse("64 hexadecimal digits in lower case, the SHA-256 of the file");
}

/// An arm that names another file does not inherit the digest of the common one.
void readModuleDigest(ModelSettings& model, const JsonCursor& cursor)
{
    if (model.model.name != kTorchScript)
        return;
    const std::optional<JsonCursor> digest = cursor.find(kModuleDigest);
    if (!digest && cursor.find(kModulePath))
        model.model.parameters.remove(kModuleDigest);
    const bool isPlain = digest && digest->node().kind == JsonNode::Kind::Text;
    if (isPlain && !digest->node().text.empty())
        checkDigest(*digest);
}

/// An arm without it inherits the common one; null draws the weights.
void readInitial(ModelSettings& model, const JsonCursor& cursor)
{
    const std::optional<JsonCursor> member = cursor.find(kInitialKey);
    if (!member)
        return;
    model.initial.reset();
    if (member->isNull() || !member->expectObject({"path", "sha256"}))
        return;
    InitialWeights initial;
    readNameInto(initial.path, *member, "path");
    if (const std::optional<JsonCursor> digest = member->find("sha256")) {
        initial.sha256 = digest->node().text;
        checkDigest(*digest);
    }
    model.initial = std::move(initial);
}

} // namespace

void readBound(void* target, const JsonCursor& parent, const ParameterDescriptor& wanted)
{
    const std::optional<JsonCursor> member = parent.find(wanted.name);
    if (!member)
        return;
    if (member->isNull() && wanted.clear)
        wanted.clear(target);
    else if (const std::optional<ParameterValue> value = member->value(wanted))
        wanted.fill(target, wanted, *value);
}

void readNameInto(std::string& target, const JsonCursor& parent, std::string_view key)
{
    if (const std::optional<JsonCursor> member = parent.need(key, "a name on one line"))
        target = member->name().value_or(target);
}

DataSettings readData(const JsonCursor& cursor, const SectionRule& rule)
{
    DataSettings data;
    if (!cursor.expectObject({"dataset", "partition", "test", "validation", "preprocess"}))
        return data;
    data.dataset = readPartAt(
        cursor,
        "dataset",
        {.known = rule.registry.datasets, .bareName = true, .mayBeSwept = rule.mayBeSwept},
        data.dataset);
    data.partition = readPartAt(
        cursor,
        "partition",
        {.known = rule.registry.partitions, .nameKey = "scheme", .mayBeSwept = rule.mayBeSwept},
        data.partition);
    readShare(data, cursor, "test", fields::kTestShare);
    readShare(data, cursor, "validation", fields::kValidationShare);
    if (data.testShare + data.validationShare >= 1) {
        const bool hasBoth = data.validationShare > 0;
        const JsonCursor share = *cursor.find(hasBoth ? "validation" : "test")->find("share");
        share.refuse(std::string("below 1 together with the ") + (hasBoth ? "test" : "validation")
                     + " share");
    }
    if (const std::optional<JsonCursor> steps = cursor.find("preprocess")) {
        const PartRule step{.known = rule.registry.preprocessSteps, .nameKey = "step"};
        for (const JsonCursor& item : steps->items("a list of steps"))
            data.preprocess.push_back(readPart(item, step, {}));
    }
    return data;
}

ModelSettings
readModel(const JsonCursor& cursor, const SectionRule& rule, const ModelSettings& base)
{
    ModelSettings model = base;
    model.model =
        readPart(cursor,
                 partRule(rule,
                          rule.registry.models,
                          fields::keysAround<ModelSettings>({}, {kLayersKey, kInitialKey})),
                 base.model);
    readModuleDigest(model, cursor);
    readOwnLayers(model, cursor, rule);
    readFields(model, cursor);
    readInitial(model, cursor);
    return model;
}

LocalSettings
readLocal(const JsonCursor& cursor, const SectionRule& rule, const LocalSettings& base)
{
    LocalSettings local = base;
    if (!cursor.expectObject(fields::keysAround<LocalSettings>({"optimizer"}, {"objective"})))
        return local;
    const auto readUnlessInherited =
        [&](const JsonCursor& parent, std::string_view key, const PartRule& part, Part& target) {
            if (!rule.overrides || parent.find(key))
                target = readPartAt(parent, key, part, target);
        };
    const Registry& known = rule.registry;
    readUnlessInherited(
        cursor, "optimizer", partRule(rule, known.optimizers, {"schedule"}), local.optimizer);
    const JsonNode nothing = JsonNode::object();
    readUnlessInherited(cursor.findOr("optimizer", nothing),
                        "schedule",
                        partRule(rule, known.schedules),
                        local.schedule);
    readUnlessInherited(cursor, "objective", partRule(rule, known.objectives), local.objective);
    readLocalFields(local, cursor);
    return local;
}

std::optional<ClientCounts>
clientCounts(const DataSettings& data, const Registry& registry, Profile profile)
{
    constexpr int kMost = std::numeric_limits<int>::max();
    constexpr std::string_view kClients = "clients";
    const NamedPart* scheme = findPart(registry.partitions, data.partition.name);
    const ParameterDescriptor* described =
        scheme ? findParameter(scheme->parameters, kClients) : nullptr;
    if (described == nullptr)
        return std::nullopt;
    const Part whole = completed(data.partition, registry.partitions, profile == Profile::Code);
    ClientCounts counts{.fewest = kMost,
                        .allowed =
                            static_cast<int>(std::min<double>(described->range.maximum, kMost))};
    for (const ParameterValue& value : whole.parameters.find(kClients)->values) {
        const auto* count = std::get_if<std::int64_t>(&value);
        if (count == nullptr || *count < 1 || *count > kMost)
            return std::nullopt;
        counts.fewest = std::min(counts.fewest, static_cast<int>(*count));
        counts.most = std::max(counts.most, static_cast<int>(*count));
    }
    return counts;
}

} // namespace coterie
