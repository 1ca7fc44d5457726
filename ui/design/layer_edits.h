#pragma once

#include "core/experiment/parameters.h"
#include "ui/design/json_change.h"
#include "ui/design/places.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace coterie::ui {

/// A layer's place in a list: its index, after those of the blocks that it is in.
using LayerPath = std::vector<std::size_t>;

/// "/model/layers/4/layers/0" for {4, 0} in "/model/layers".
[[nodiscard]] std::string layerPointer(const std::string& list, const LayerPath& path);
/// The innermost layer that this place is at or in; nothing if it is in none.
[[nodiscard]] std::optional<LayerPath> layerPathOf(std::string_view pointer,
                                                   const std::string& list);
/// "5.2" for {4, 1}: as people count.
[[nodiscard]] std::string layerNumber(const LayerPath& path);
[[nodiscard]] bool isBlock(const JsonNode& layer);
/// The layers inside a block; none for other layers.
[[nodiscard]] std::span<const JsonNode> innerLayers(const JsonNode& layer);
/// Nothing if there is none.
[[nodiscard]] const JsonNode* layerAt(const JsonNode& list, const LayerPath& path);

/// Layers of one list that follow each other.
struct LayerRange
{
    LayerPath first;
    std::size_t count = 1;

    bool operator==(const LayerRange&) const = default;
};

/// A list after an edit, and what is chosen in it then.
struct EditedLayers
{
    JsonNode list;
    LayerRange chosen;
};

/// Behind the chosen layers, or inside an empty block that is chosen; without any, at the end. What
/// the word requires is what the nearest layer before it has there, else a usual value.
[[nodiscard]] EditedLayers
withNewLayer(const JsonNode& list, const std::optional<LayerRange>& chosen, const NamedPart& word);
[[nodiscard]] EditedLayers withCopies(const JsonNode& list, const LayerRange& range);
/// Then the layer that follows is chosen, or else the one before.
[[nodiscard]] EditedLayers withoutLayers(const JsonNode& list, const LayerRange& range);
/// One step up (−1) or down (1): past a layer, into a block, or out of the block that they are in.
/// A block that loses its last layer goes. Nothing at the end of the way.
[[nodiscard]] std::optional<EditedLayers>
movedBy(const JsonNode& list, const LayerRange& range, int step);
/// Before the layer that is at this place now; nothing if it is inside the moved ones, or if
/// nothing would change.
[[nodiscard]] std::optional<EditedLayers>
movedTo(const JsonNode& list, const LayerRange& range, const LayerPath& target);
/// A new block around them.
[[nodiscard]] EditedLayers withBlockAround(const JsonNode& list, const LayerRange& range);
/// A single block: its layers take its place. Others leave the block that they are in. Nothing if
/// they are neither.
[[nodiscard]] std::optional<EditedLayers> outOfBlock(const JsonNode& list, const LayerRange& range);

/// What turns one list at this place into the other. After a removal the other layers keep their
/// text; after an insertion or a move, those whose place has another layer now are written anew.
[[nodiscard]] std::vector<JsonChange>
layerChanges(const std::string& pointer, const JsonNode& before, const JsonNode& after);

/// Whether the list of layers in force is that of this place. An arm may inherit the list, with or
/// without the name, or list its layers for a name that it inherits.
[[nodiscard]] bool saysLayers(const JsonNode& root, const PartPlace& place);
/// The layers of the model that is in force at this place: the file's, or those of a shipped model;
/// nothing for an unknown one. What is no list has no layers.
[[nodiscard]] std::optional<JsonNode>
layersInForce(const JsonNode& root, const PartPlace& place, const Registry& registry);
/// Lists these layers in the file, instead of the model's name; of an unknown model one linear
/// layer.
[[nodiscard]] std::vector<JsonChange>
listLayers(const JsonNode& root, const PartPlace& place, const Registry& registry);

} // namespace coterie::ui
