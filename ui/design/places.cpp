#include "ui/design/places.h"

#include "core/base/json_node.h"
#include "core/experiment/experiment.h"
#include "core/experiment/experiment_fields.h"
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

/// The part's node as an object that names it.
JsonNode named(const PartPlace& place, const std::string& name)
{
    JsonNode node = JsonNode::object();
    node.add(place.nameKey, JsonNode::fromText(name));
    return node;
}

} // namespace

std::string saidName(const JsonNode& root, const PartPlace& place)
{
    const JsonNode* node = valueAt(root, place.pointer);
    if (!node)
        return {};
    if (place.bareName && node->kind == JsonNode::Kind::Text)
        return node->text;
    const JsonNode* name = member(node, place.nameKey);
    return name && name->kind == JsonNode::Kind::Text ? name->text : std::string();
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
    JsonNode next = named(place, name);
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
    JsonNode whole = place.common.empty() ? named(place, name) : JsonNode::object();
    whole.add(parameter, *value);
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
                    .style = place.style,
                    .value = {},
                    .fallback = {},
                    .origin = {},
                    .problem = {}};
        if (const JsonNode* value = member(node, descriptor.name))
            row.value = *value;
        if (const JsonNode* value = member(common, descriptor.name)) {
            row.fallback = textOf(*value);
            row.origin = say("Common setting");
            row.isCommon = true;
        } else if (!descriptor.required) {
            row.fallback = textOf(descriptor.defaultValue(codeProfile));
            row.origin = say("Default");
        }
        row.problem = problemAt(problems, row.pointer);
        rows.push_back(std::move(row));
    }
    return rows;
}

JsonChange
removedWithEmptyParents(const JsonNode& root, std::string_view pointer, std::size_t keptSteps)
{
    std::string gone(pointer);
    while (true) {
        const std::size_t slash = gone.rfind('/');
        const std::string parent = gone.substr(0, slash);
        const auto steps = static_cast<std::size_t>(std::ranges::count(parent, '/'));
        const JsonNode* node = valueAt(root, parent);
        if (steps <= keptSteps || !node || node->items.size() != 1 || !valueAt(root, gone))
            return {.pointer = std::move(gone), .value = {}};
        gone = parent;
    }
}

namespace {

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

PartPlace modelPlace(const Registry& registry, const std::string& arm)
{
    PartPlace place = sweptPart(arm, "/model", registry.models, ModelSettings().model.name);
    for (const std::string_view key : fields::keysAround<ModelSettings>({}))
        place.otherKeys.emplace_back(key);
    return place;
}

std::vector<Setting> modelSettings(const std::string& arm)
{
    return overridable<ModelSettings>(arm);
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

} // namespace coterie::ui
