#include "ui/design/places.h"

#include "core/base/json_values.h"
#include "core/experiment/experiment.h"
#include "core/experiment/experiment_fields.h"
#include "core/experiment/experiment_json.h"
#include "core/metrics/metric_infos.h"
#include "ui/words.h"

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

/// An arm and its number are never taken away with what is in them.
constexpr std::size_t kArmSteps = 2;

PartPlace commonPlace(const PartPlace& place)
{
    PartPlace common = place;
    common.pointer = place.common;
    common.common.clear();
    return common;
}

const JsonNode* member(const JsonNode* node, std::string_view key)
{
    return node && node->kind == JsonNode::Kind::Object ? node->find(key) : nullptr;
}

/// Removes the value at a pointer and every object above it that is empty then, below the first
/// `keptSteps` steps.
JsonChange
removedWithEmptyParents(const JsonNode& root, std::string_view pointer, std::size_t keptSteps)
{
    std::string gone(pointer);
    while (true) {
        const std::size_t slash = gone.rfind('/');
        const std::string parent = gone.substr(0, slash);
        const auto steps = std::size_t(std::ranges::count(parent, '/'));
        const JsonNode* node = valueAt(root, parent);
        if (steps <= keptSteps || !node || node->items.size() != 1 || !valueAt(root, gone))
            return {.pointer = std::move(gone), .value = {}};
        gone = parent;
    }
}

/// What applies where the file says nothing: the common setting, or the default.
void setFallback(FormRow& row, const JsonNode* common, bool codeProfile = false)
{
    if (common) {
        row.fallback = textOf(*common);
        row.origin = say("Common setting");
        row.isCommon = true;
    } else if (!row.descriptor->required) {
        row.fallback = textOf(row.descriptor->defaultValue(codeProfile));
        row.origin = say("Default");
    }
}

/// The changes, behind the name of what the part stands in, if the file has left that out.
std::vector<JsonChange>
withOwner(const JsonNode& root, const PartPlace& place, std::vector<JsonChange> changes)
{
    const bool missing = !place.ownerNamePointer.empty() && place.common.empty()
                         && !valueAt(root, place.ownerNamePointer);
    if (missing)
        changes.insert(
            changes.begin(),
            {.pointer = place.ownerNamePointer, .value = JsonNode::fromText(place.ownerName)});
    return changes;
}

/// The pointer of another key of the same object.
std::string beside(const std::string& pointer, const std::string& key)
{
    return pointer.substr(0, pointer.rfind('/') + 1) + key;
}

/// The file may hold any text there, but Compare shows only known metrics.
QString problemOfMetric(const FormRow& row)
{
    if (!row.style.metric || !row.value || findMetric(row.value->text))
        return {};
    std::vector<std::string_view> names;
    for (const MetricInfo& info : metricInfos())
        names.push_back(info.name);
    const Error unknown{.found = writeCompact(*row.value),
                        .allowed = "the name of a measurement, so that Compare can show it beside "
                                   "the paper's numbers",
                        .nearest = nearestWord(row.value->text, names)};
    return toQString(unknown.sentence());
}

/// The pointer of the object that a setting is in.
std::string ownerOf(const std::string& pointer)
{
    return pointer.substr(0, pointer.rfind('/'));
}

/// Null in place of a file: none, whatever the common setting is.
const JsonNode* refusedFile(const JsonNode& root, const Setting& setting)
{
    const JsonNode* owner = setting.style.file ? valueAt(root, ownerOf(setting.pointer)) : nullptr;
    return owner && owner->kind == JsonNode::Kind::Null ? owner : nullptr;
}

/// Whether the alternative setting applies instead.
bool givesWay(const JsonNode& root, const Setting& setting)
{
    if (setting.instead.empty() || valueAt(root, setting.pointer))
        return false;
    if (valueAt(root, beside(setting.pointer, setting.instead)))
        return true;
    return !setting.common.empty() && !valueAt(root, setting.common)
           && valueAt(root, beside(setting.common, setting.instead));
}

PartPlace sweptPart(const std::string& arm,
                    const std::string& pointer,
                    std::span<const NamedPart> known,
                    const std::string& fallbackName)
{
    return {.pointer = arm + pointer,
            .known = known,
            .fallbackName = fallbackName,
            .style = {.mayBeSwept = true},
            .common = arm.empty() ? std::string() : pointer};
}

/// The settings that a struct holds, switches last.
template <typename Struct>
std::vector<Setting> overridable(const std::string& arm)
{
    std::vector<Setting> settings;
    for (const fields::SettingField* field : fields::fieldsOf<Struct>()) {
        const std::string pointer(field->pointer);
        settings.push_back({.pointer = arm + pointer,
                            .descriptor = field->descriptor,
                            .common = arm.empty() ? std::string() : pointer,
                            .instead = std::string(field->instead)});
    }
    std::ranges::stable_partition(settings, [](const Setting& setting) {
        return setting.descriptor->type != ParameterType::Boolean;
    });
    return settings;
}

} // namespace

std::string saidName(const JsonNode& root, const PartPlace& place)
{
    const std::string bare = place.bareName ? textAt(root, place.pointer) : std::string();
    return bare.empty() ? textAt(root, place.pointer + pointerStep(place.nameKey)) : bare;
}

std::string nameInForce(const JsonNode& root, const PartPlace& place)
{
    std::string name = saidName(root, place);
    if (name.empty() && !place.common.empty())
        name = saidName(root, commonPlace(place));
    return name.empty() ? place.fallbackName : name;
}

std::vector<JsonChange>
choosePart(const JsonNode& root, const PartPlace& place, const std::string& name)
{
    if (name.empty())
        return {removedWithEmptyParents(root, place.pointer, kArmSteps)};
    JsonNode next = jsonObject({{place.nameKey, name}});
    const NamedPart* part = findPart(place.known, name);
    const JsonNode* old = valueAt(root, place.pointer);
    if (old && old->kind == JsonNode::Kind::Object)
        for (std::size_t i = 0; i < old->items.size(); ++i) {
            const std::string& key = old->names[i];
            const bool stays = (part && findParameter(part->parameters, key))
                               || std::ranges::find(place.otherKeys, key) != place.otherKeys.end();
            if (stays && key != place.nameKey)
                next.add(key, old->items[i]);
        }
    return withOwner(root, place, {{.pointer = place.pointer, .value = std::move(next)}});
}

std::vector<JsonChange> setParameter(const JsonNode& root,
                                     const PartPlace& place,
                                     std::string_view parameter,
                                     const std::optional<JsonNode>& value)
{
    const std::string pointer = place.pointer + pointerStep(parameter);
    if (!value && !place.common.empty())
        return {removedWithEmptyParents(root, pointer, kArmSteps)};
    const JsonNode* node = valueAt(root, place.pointer);
    const bool isObject = node && node->kind == JsonNode::Kind::Object;
    const bool mustBeNamed = place.common.empty() && !member(node, place.nameKey);
    if (!value || (isObject && !mustBeNamed))
        return {{.pointer = pointer, .value = value}};
    const std::string name = nameInForce(root, place);
    if (isObject)
        return {{.pointer = place.pointer + pointerStep(place.nameKey),
                 .value = JsonNode::fromText(name)},
                {.pointer = pointer, .value = value}};
    const auto saidByName = place.common.empty() ? std::optional(name) : std::nullopt;
    JsonNode whole = jsonObject({{place.nameKey, saidByName}, {parameter, *value}});
    return withOwner(root, place, {{.pointer = place.pointer, .value = std::move(whole)}});
}

std::vector<FormRow> parameterRows(const JsonNode& root,
                                   const PartPlace& place,
                                   const Problems& problems,
                                   bool codeProfile)
{
    std::vector<FormRow> rows;
    const std::string name = nameInForce(root, place);
    const NamedPart* part = findPart(place.known, name);
    if (!part)
        return rows;
    const JsonNode* node = valueAt(root, place.pointer);
    const JsonNode* common = nullptr;
    if (!place.common.empty() && nameInForce(root, commonPlace(place)) == name)
        common = valueAt(root, place.common);
    for (const ParameterDescriptor& descriptor : part->parameters) {
        FormRow row{.pointer = place.pointer + pointerStep(descriptor.name),
                    .descriptor = &descriptor,
                    .style = place.style};
        if (const JsonNode* value = member(node, descriptor.name))
            row.value = *value;
        setFallback(row, member(common, descriptor.name), codeProfile);
        row.problem = problemAt(problems, row.pointer);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<FormRow>
settingRows(const JsonNode& root, const std::vector<Setting>& settings, const Problems& problems)
{
    std::vector<FormRow> rows;
    for (const Setting& setting : settings) {
        FormRow row{.pointer = setting.pointer,
                    .descriptor = setting.descriptor,
                    .style = setting.style,
                    .problem = problemAt(problems, setting.pointer)};
        if (const JsonNode* value = valueAt(root, setting.pointer);
            value && value->kind != JsonNode::Kind::Null)
            row.value = *value;
        else if (const JsonNode* none = refusedFile(root, setting))
            row.value = *none;
        setFallback(row, setting.common.empty() ? nullptr : valueAt(root, setting.common));
        if (setting.fallback)
            row.fallback = *setting.fallback;
        if (givesWay(root, setting))
            row.fallback.clear();
        if (row.problem.isEmpty())
            row.problem = problemOfMetric(row);
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<JsonChange>
setSetting(const JsonNode& root, const Setting& setting, const std::optional<JsonNode>& value)
{
    const int kept = setting.pointer.starts_with("/arms") ? 2 : 1;
    const std::string owner = ownerOf(setting.pointer);
    if (!value && setting.style.file) // with the digest beside it
        return {removedWithEmptyParents(root, owner, kept)};
    if (value && setting.style.file && value->kind == JsonNode::Kind::Null)
        return {{.pointer = owner, .value = value}};
    if (value && refusedFile(root, setting))
        return {{.pointer = owner,
                 .value = jsonObject({{setting.pointer.substr(owner.size() + 1), *value}})}};
    if (!value)
        return {removedWithEmptyParents(root, setting.pointer, kept)};
    std::vector<JsonChange> changes{{.pointer = setting.pointer, .value = value}};
    if (!setting.instead.empty())
        changes.push_back({.pointer = beside(setting.pointer, setting.instead), .value = {}});
    return changes;
}

PartPlace modelPlace(const Registry& registry, const std::string& arm)
{
    PartPlace place = sweptPart(arm, "/model", registry.models, ModelSettings().model.name);
    for (const std::string_view key : fields::keysAround<ModelSettings>({}))
        place.otherKeys.emplace_back(key);
    place.otherKeys.emplace_back(kInitialKey);
    return place;
}

std::vector<Setting> modelSettings(const std::string& arm)
{
    const std::string pointer(fields::kInitialPlace);
    std::vector<Setting> settings = overridable<ModelSettings>(arm);
    settings.push_back({.pointer = arm + pointer,
                        .descriptor = &fields::kInitialPath,
                        .style = {.file = true},
                        .common = arm.empty() ? std::string() : pointer,
                        .instead = "sha256"});
    return settings;
}

PartPlace optimizerPlace(const Registry& registry, const std::string& arm)
{
    PartPlace place =
        sweptPart(arm, "/local/optimizer", registry.optimizers, LocalSettings().optimizer.name);
    place.otherKeys = {"schedule"};
    return place;
}

PartPlace schedulePlace(const Registry& registry, const std::string& arm)
{
    PartPlace place = sweptPart(
        arm, "/local/optimizer/schedule", registry.schedules, LocalSettings().schedule.name);
    place.ownerNamePointer = "/local/optimizer/name";
    place.ownerName = LocalSettings().optimizer.name;
    return place;
}

PartPlace objectivePlace(const Registry& registry, const std::string& arm)
{
    return sweptPart(arm, "/local/objective", registry.objectives, LocalSettings().objective.name);
}

std::vector<Setting> localSettings(const std::string& arm)
{
    return overridable<LocalSettings>(arm);
}

PartPlace datasetPlace(const Registry& registry)
{
    return {.pointer = "/data/dataset",
            .known = registry.datasets,
            .fallbackName = DataSettings().dataset.name,
            .bareName = true,
            .style = {.mayBeSwept = true}};
}

PartPlace partitionPlace(const Registry& registry)
{
    return {.pointer = "/data/partition",
            .known = registry.partitions,
            .nameKey = "scheme",
            .fallbackName = DataSettings().partition.name,
            .style = {.mayBeSwept = true, .slider = true}};
}

PartPlace preprocessPlace(const Registry& registry, std::size_t step)
{
    return {.pointer = itemPointer("/data/preprocess", step),
            .known = registry.preprocessSteps,
            .nameKey = "step"};
}

PartPlace algorithmPlace(const Registry& registry, const std::string& arm)
{
    return {
        .pointer = arm + "/algorithm", .known = registry.algorithms, .style = {.mayBeSwept = true}};
}

PartPlace samplerPlace(const Registry& registry, const std::string& arm)
{
    return {.pointer = arm + "/sampler",
            .known = registry.samplers,
            .fallbackName = Arm().sampler.name,
            .style = {.mayBeSwept = true}};
}

} // namespace coterie::ui
