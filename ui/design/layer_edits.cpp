#include "ui/design/layer_edits.h"

#include "core/base/json_values.h"
#include "core/experiment/layers_json.h"
#include "core/nn/models.h"
#include "ui/layer_texts.h"

#include <algorithm>
#include <utility>

namespace coterie::ui {

namespace {

const std::string kLayersStep = "/layers";
constexpr std::int64_t kUsualSetting = 16; ///< of a setting that must be said

using LayerItems = std::vector<JsonNode>;

JsonNode& innerList(JsonNode& block)
{
    if (JsonNode* list = block.find(kLayersKey)) {
        if (list->kind != JsonNode::Kind::List)
            *list = JsonNode::list();
        return *list;
    }
    block.add(kLayersKey, JsonNode::list());
    return *block.find(kLayersKey);
}

/// The items that the layer at this path is one of.
LayerItems& siblings(JsonNode& list, const LayerPath& path)
{
    JsonNode* at = &list;
    for (std::size_t step = 0; step + 1 < path.size(); ++step)
        at = &innerList(at->items[path[step]]);
    return at->items;
}

LayerPath blockAround(const LayerPath& path)
{
    return {path.begin(), path.end() - 1};
}

LayerPath besideLayer(LayerPath path, std::size_t index)
{
    path.back() = index;
    return path;
}

LayerPath insideBlock(LayerPath block, std::size_t index)
{
    block.push_back(index);
    return block;
}

bool beginsWith(const LayerPath& path, const LayerPath& with)
{
    return path.size() >= with.size() && std::equal(with.begin(), with.end(), path.begin());
}

auto itemAt(LayerItems& items, std::size_t index)
{
    return items.begin() + std::ptrdiff_t(index);
}

/// Takes them out of the list.
LayerItems takenLayers(JsonNode& list, const LayerRange& range)
{
    LayerItems& items = siblings(list, range.first);
    const auto begin = itemAt(items, range.first.back());
    const auto end = begin + std::ptrdiff_t(range.count);
    LayerItems layers(std::make_move_iterator(begin), std::make_move_iterator(end));
    items.erase(begin, end);
    return layers;
}

void putLayers(JsonNode& list, const LayerPath& path, const LayerItems& layers)
{
    LayerItems& items = siblings(list, path);
    items.insert(itemAt(items, std::min(path.back(), items.size())), layers.begin(), layers.end());
}

/// Removes the block at this path if it has no layers left. Whether it did.
bool removedIfEmpty(JsonNode& list, const LayerPath& block)
{
    LayerItems& items = siblings(list, block);
    if (!innerLayers(items[block.back()]).empty())
        return false;
    items.erase(itemAt(items, block.back()));
    return true;
}

/// What the nearest layer before the path says for this setting, in the same list and those around
/// it.
std::optional<JsonNode>
saidBefore(const JsonNode& list, const LayerPath& path, const NamedPart& word, std::string_view key)
{
    for (LayerPath block = path; !block.empty(); block.pop_back())
        for (std::size_t index = block.back(); index > 0; --index) {
            const JsonNode* layer = layerAt(list, besideLayer(block, index - 1));
            if (layer && layerWord(*layer) == word.name)
                if (const JsonNode* said = layer->find(key))
                    return *said;
        }
    return std::nullopt;
}

JsonNode newLayer(const JsonNode& list, const LayerPath& path, const NamedPart& word)
{
    JsonNode layer = jsonObject({{"layer", word.name}});
    for (const ParameterDescriptor& setting : word.parameters) {
        if (!setting.required)
            continue;
        if (const auto before = saidBefore(list, path, word, setting.name))
            layer.add(setting.name, *before);
        else if (!setting.words.empty())
            layer.add(setting.name, json(setting.words.front()));
        else
            layer.add(setting.name,
                      json(std::int64_t(std::clamp(
                          double(kUsualSetting), setting.range.minimum, setting.range.maximum))));
    }
    if (word.name == kBlockWord)
        layer.add(kLayersKey, JsonNode::list());
    return layer;
}

} // namespace

std::string layerPointer(const std::string& list, const LayerPath& path)
{
    std::string pointer;
    for (const std::size_t index : path)
        pointer = itemPointer(pointer.empty() ? list : pointer + kLayersStep, index);
    return pointer;
}

std::optional<LayerPath> layerPathOf(std::string_view pointer, const std::string& list)
{
    if (!isUnder(pointer, list))
        return std::nullopt;
    const auto steps = pointerSteps(pointer.substr(list.size()));
    LayerPath path;
    for (std::size_t step = 0; steps && step < steps->size(); step += 2) {
        const std::optional<std::size_t> index = indexOfStep((*steps)[step]);
        if (!index)
            break;
        path.push_back(*index);
        if (step + 1 < steps->size() && (*steps)[step + 1] != kLayersKey)
            break;
    }
    return path.empty() ? std::nullopt : std::optional(path);
}

std::string layerNumber(const LayerPath& path)
{
    std::string number;
    for (const std::size_t index : path) {
        if (!number.empty())
            number += '.';
        number += std::to_string(index + 1);
    }
    return number;
}

bool isBlock(const JsonNode& layer)
{
    return layerWord(layer) == kBlockWord;
}

std::span<const JsonNode> innerLayers(const JsonNode& layer)
{
    return isBlock(layer) ? itemsAt(layer, kLayersStep) : std::span<const JsonNode>();
}

const JsonNode* layerAt(const JsonNode& list, const LayerPath& path)
{
    std::span<const JsonNode> items = list.kind == JsonNode::Kind::List
                                          ? std::span<const JsonNode>(list.items)
                                          : std::span<const JsonNode>();
    const JsonNode* layer = nullptr;
    for (const std::size_t index : path) {
        if (index >= items.size())
            return nullptr;
        layer = &items[index];
        items = innerLayers(*layer);
    }
    return layer;
}

EditedLayers
withNewLayer(const JsonNode& list, const std::optional<LayerRange>& chosen, const NamedPart& word)
{
    JsonNode after = list.kind == JsonNode::Kind::List ? list : JsonNode::list();
    LayerPath path{after.items.size()};
    if (chosen) {
        const JsonNode* layer = layerAt(list, chosen->first);
        const bool isEmptyBlock =
            chosen->count == 1 && layer && isBlock(*layer) && innerLayers(*layer).empty();
        path = isEmptyBlock ? insideBlock(chosen->first, 0)
                            : besideLayer(chosen->first, chosen->first.back() + chosen->count);
    }
    putLayers(after, path, {newLayer(list, path, word)});
    return {.list = std::move(after), .chosen = {.first = path}};
}

EditedLayers withCopies(const JsonNode& list, const LayerRange& range)
{
    JsonNode after = list;
    const LayerItems& items = siblings(after, range.first);
    const auto begin = items.begin() + std::ptrdiff_t(range.first.back());
    const LayerItems copies(begin, begin + std::ptrdiff_t(range.count));
    const LayerPath path = besideLayer(range.first, range.first.back() + range.count);
    putLayers(after, path, copies);
    return {.list = std::move(after), .chosen = {.first = path, .count = range.count}};
}

EditedLayers withoutLayers(const JsonNode& list, const LayerRange& range)
{
    JsonNode after = list;
    takenLayers(after, range);
    LayerPath next = range.first;
    const std::size_t left = siblings(after, next).size();
    if (left == 0)
        next.pop_back(); // the block, which is empty now
    else
        next.back() = std::min(next.back(), left - 1);
    return {.list = std::move(after), .chosen = {.first = next}};
}

std::optional<EditedLayers> movedBy(const JsonNode& list, const LayerRange& range, int step)
{
    const LayerPath& path = range.first;
    const std::size_t first = path.back();
    const std::size_t behind = first + range.count;
    const JsonNode* neighbour =
        step < 0 ? (first == 0 ? nullptr : layerAt(list, besideLayer(path, first - 1)))
                 : layerAt(list, besideLayer(path, behind));
    if (neighbour) {
        const std::size_t index = step < 0 ? first - 1 : behind;
        if (isBlock(*neighbour))
            return movedTo(list,
                           range,
                           insideBlock(besideLayer(path, index),
                                       step < 0 ? innerLayers(*neighbour).size() : 0));
        return movedTo(list, range, besideLayer(path, step < 0 ? index : index + 1));
    }
    if (path.size() == 1)
        return std::nullopt;
    LayerPath out = blockAround(path);
    if (step > 0)
        ++out.back();
    return movedTo(list, range, out);
}

std::optional<EditedLayers>
movedTo(const JsonNode& list, const LayerRange& range, const LayerPath& target)
{
    const LayerPath& from = range.first;
    const std::size_t depth = from.size() - 1;
    const std::size_t behind = from.back() + range.count;
    const bool isBeside = target.size() > depth && beginsWith(target, blockAround(from));
    if (isBeside) {
        const std::size_t index = target[depth];
        const bool isWithin = target.size() == from.size() ? index >= from.back() && index <= behind
                                                           : index >= from.back() && index < behind;
        if (isWithin)
            return std::nullopt;
    }
    JsonNode after = list;
    const LayerItems layers = takenLayers(after, range);
    LayerPath place = target;
    if (isBeside && place[depth] >= behind)
        place[depth] -= range.count;
    for (LayerPath block = blockAround(from); !block.empty(); block.pop_back()) {
        const bool isInBlock = place.size() > block.size() && beginsWith(place, block);
        if (isInBlock || !removedIfEmpty(after, block))
            break;
        const std::size_t level = block.size() - 1;
        if (place.size() > level && beginsWith(place, blockAround(block))
            && place[level] > block[level])
            --place[level];
    }
    putLayers(after, place, layers);
    return EditedLayers{.list = std::move(after), .chosen = {.first = place, .count = range.count}};
}

EditedLayers withBlockAround(const JsonNode& list, const LayerRange& range)
{
    JsonNode after = list;
    JsonNode block = jsonObject({{"layer", kBlockWord}});
    block.add(kLayersKey, JsonNode::list(takenLayers(after, range)));
    putLayers(after, range.first, {std::move(block)});
    return {.list = std::move(after), .chosen = {.first = range.first}};
}

std::optional<EditedLayers> outOfBlock(const JsonNode& list, const LayerRange& range)
{
    const JsonNode* layer = layerAt(list, range.first);
    if (range.count == 1 && layer && isBlock(*layer)) {
        JsonNode after = list;
        const std::span<const JsonNode> inner = innerLayers(*layer);
        takenLayers(after, range);
        putLayers(after, range.first, LayerItems(inner.begin(), inner.end()));
        if (inner.empty())
            return withoutLayers(list, range);
        return EditedLayers{.list = std::move(after),
                            .chosen = {.first = range.first, .count = inner.size()}};
    }
    if (range.first.size() < 2)
        return std::nullopt;
    LayerPath out = blockAround(range.first);
    if (range.first.back() > 0)
        ++out.back(); // behind the block, except for its first layers
    return movedTo(list, range, out);
}

namespace {

/// Whether they are blocks with equal settings.
bool differInLayersAlone(const JsonNode& one, const JsonNode& other)
{
    if (!isBlock(one) || !isBlock(other) || !one.find(kLayersKey) || !other.find(kLayersKey))
        return false;
    JsonNode a = one;
    JsonNode b = other;
    innerList(a) = JsonNode::list();
    innerList(b) = JsonNode::list();
    return sameJson(a, b);
}

void addLayerChanges(std::vector<JsonChange>& changes,
                     const std::string& pointer,
                     const JsonNode& before,
                     const JsonNode& after)
{
    const std::size_t old = before.items.size();
    const std::size_t next = after.items.size();
    if (before.kind != JsonNode::Kind::List || old == 0 || next == 0) {
        changes.push_back({.pointer = pointer, .value = after});
        return;
    }
    // Removals keep all others as they are written.
    std::size_t head = 0;
    while (head < std::min(old, next) && sameJson(before.items[head], after.items[head]))
        ++head;
    std::size_t tail = 0;
    while (tail < std::min(old, next) - head
           && sameJson(before.items[old - 1 - tail], after.items[next - 1 - tail]))
        ++tail;
    if (next < old && head + tail == next) {
        for (std::size_t index = old - tail; index > head; --index)
            changes.push_back({.pointer = itemPointer(pointer, index - 1), .value = {}});
        return;
    }
    for (std::size_t index = 0; index < std::min(old, next); ++index) {
        const std::string place = itemPointer(pointer, index);
        const JsonNode& was = before.items[index];
        const JsonNode& is = after.items[index];
        if (sameJson(was, is))
            continue;
        if (differInLayersAlone(was, is))
            addLayerChanges(
                changes, place + kLayersStep, *was.find(kLayersKey), *is.find(kLayersKey));
        else
            changes.push_back({.pointer = place, .value = is});
    }
    for (std::size_t index = old; index < next; ++index)
        changes.push_back({.pointer = pointer + "/-", .value = after.items[index]});
    for (std::size_t index = old; index > next; --index)
        changes.push_back({.pointer = itemPointer(pointer, index - 1), .value = {}});
}

/// The shipped model that is in force there, with its settings where they are single values.
std::optional<Part> shippedModel(const JsonNode& root, const PartPlace& place)
{
    const NamedPart* known = findPart(modelParts(), nameInForce(root, place));
    if (!known)
        return std::nullopt;
    Part model{.name = std::string(known->name), .parameters = {}};
    const std::string& common = place.common;
    for (const ParameterDescriptor& setting : known->parameters) {
        const JsonNode* said = valueAt(root, place.pointer + pointerStep(setting.name));
        if (!said && !common.empty())
            said = valueAt(root, common + pointerStep(setting.name));
        if (said && said->kind == JsonNode::Kind::Boolean && setting.type == ParameterType::Boolean)
            model.parameters.set(setting.name, said->boolean);
        if (said && said->kind == JsonNode::Kind::Number && said->isWhole
            && setting.type == ParameterType::Integer
            && setting.range.contains(double(said->whole)))
            model.parameters.set(setting.name, said->whole);
    }
    return model;
}

} // namespace

std::vector<JsonChange>
layerChanges(const std::string& pointer, const JsonNode& before, const JsonNode& after)
{
    // Every change reads the text again, so many are made as one.
    constexpr std::size_t kMostChanges = 40;
    std::vector<JsonChange> changes;
    if (before.kind == JsonNode::Kind::List)
        addLayerChanges(changes, pointer, before, after);
    if (before.kind != JsonNode::Kind::List || changes.size() > kMostChanges)
        return {{.pointer = pointer, .value = after}};
    return changes;
}

bool saysLayers(const JsonNode& root, const PartPlace& place)
{
    return nameInForce(root, place) == kOwnLayers
           && (place.common.empty() || valueAt(root, place.pointer + kLayersStep));
}

std::optional<JsonNode>
layersInForce(const JsonNode& root, const PartPlace& place, const Registry& registry)
{
    if (nameInForce(root, place) == kOwnLayers) {
        const bool isOwn = saysLayers(root, place);
        const JsonNode* said = valueAt(root, (isOwn ? place.pointer : place.common) + kLayersStep);
        return said && said->kind == JsonNode::Kind::List ? *said : JsonNode::list();
    }
    const std::optional<Part> model = shippedModel(root, place);
    if (!model)
        return std::nullopt;
    const auto layers = layersOfModel(*model);
    return layers ? std::optional(layersNode(shortest(*layers, registry))) : std::nullopt;
}

std::vector<JsonChange>
listLayers(const JsonNode& root, const PartPlace& place, const Registry& registry)
{
    std::vector<JsonChange> changes = choosePart(root, place, std::string(kOwnLayers));
    JsonNode list =
        layersInForce(root, place, registry)
            .value_or(JsonNode::list({jsonObject({{"layer", "flatten"}}),
                                      jsonObject({{"layer", "linear"}, {"units", "classes"}})}));
    JsonNode& model = *changes.back().value;
    JsonNode named = JsonNode::object();
    for (std::size_t i = 0; i < model.items.size(); ++i) {
        named.add(model.names[i], model.items[i]);
        if (i == 0) // behind its name
            named.add(kLayersKey, list);
    }
    model = std::move(named);
    return changes;
}

} // namespace coterie::ui
