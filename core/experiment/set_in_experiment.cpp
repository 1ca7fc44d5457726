#include "core/experiment/set_in_experiment.h"

#include "core/base/json_node.h"
#include "core/base/json_parse.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/experiment/layers_json.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace coterie {

namespace {

/// Where a file names a part.
struct NamedPlace
{
    std::string_view section; ///< key of the part, or of the list that it is in
    std::string_view nameKey;
    std::span<const NamedPart> Registry::*known;
};

constexpr std::array kNamedPlaces{
    NamedPlace{"dataset", "name", &Registry::datasets},
    NamedPlace{"partition", "scheme", &Registry::partitions},
    NamedPlace{"preprocess", "step", &Registry::preprocessSteps},
    NamedPlace{"model", "name", &Registry::models},
    NamedPlace{kLayersKey, "layer", &Registry::layers},
    NamedPlace{"optimizer", "name", &Registry::optimizers},
    NamedPlace{"schedule", "name", &Registry::schedules},
    NamedPlace{"objective", "name", &Registry::objectives},
    NamedPlace{"algorithm", "name", &Registry::algorithms},
    NamedPlace{"sampler", "name", &Registry::samplers},
};

/// The kind of part that the last of the steps names; null: none.
const NamedPlace* placeOf(std::span<const std::string> steps)
{
    if (steps.size() < 2)
        return nullptr;
    const bool isItem = steps.size() > 2 && indexOfStep(steps[steps.size() - 2]).has_value();
    const std::string& section = steps[steps.size() - (isItem ? 3 : 2)];
    const auto* place = std::ranges::find_if(kNamedPlaces, [&](const NamedPlace& known) {
        return known.section == section && known.nameKey == steps.back();
    });
    return place == kNamedPlaces.end() ? nullptr : place;
}

JsonNode* nodeAt(JsonNode& root, std::span<const std::string> steps)
{
    JsonNode* node = &root;
    for (const std::string& step : steps) {
        if (node == nullptr)
            return nullptr;
        const std::optional<std::size_t> index = indexOfStep(step);
        if (node->kind == JsonNode::Kind::List)
            node = index && *index < node->items.size() ? &node->items[*index] : nullptr;
        else
            node = node->find(step);
    }
    return node;
}

void removeMember(JsonNode& object, std::string_view name)
{
    const auto place = std::ranges::find(object.names, name);
    if (place == object.names.end())
        return;
    object.items.erase(object.items.begin() + (place - object.names.begin()));
    object.names.erase(place);
}

} // namespace

Result<std::string> setInExperiment(std::string_view json,
                                    std::string_view pointer,
                                    std::string_view value,
                                    const Registry& registry)
{
    COTERIE_TRY(const std::string changed, setInJson(json, pointer, value));
    const std::vector<std::string> steps = *pointerSteps(pointer);
    const NamedPlace* place = placeOf(steps);
    if (place == nullptr)
        return changed;
    COTERIE_TRY(ParsedJson before, parseJson(json));
    COTERIE_TRY(ParsedJson after, parseJson(changed));
    const auto partNamed = [&](JsonNode& root) -> const NamedPart* {
        const JsonNode* name = nodeAt(root, steps);
        return name == nullptr ? nullptr : findPart(registry.*place->known, name->text);
    };
    const NamedPart* former = partNamed(before.root);
    const NamedPart* now = partNamed(after.root);
    if (former == nullptr || now == nullptr)
        return changed;
    JsonNode& part = *nodeAt(after.root, std::span(steps).first(steps.size() - 1));
    for (const ParameterDescriptor& parameter : former->parameters)
        if (findParameter(now->parameters, parameter.name) == nullptr)
            removeMember(part, parameter.name);
    // Beside the parameters: the list of the model kOwnLayers, and that of a block.
    if (former->name != now->name && (former->name == kOwnLayers || former->name == kBlockWord))
        removeMember(part, kLayersKey);
    return writePretty(after.root);
}

} // namespace coterie
