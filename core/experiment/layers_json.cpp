#include "core/experiment/layers_json.h"

#include "core/base/json_values.h"
#include "core/experiment/part_json.h"

namespace coterie {

namespace {

constexpr std::string_view kWordKey = "layer";

class LayersReader
{
public:
    explicit LayersReader(const Registry& registry)
        : m_registry(registry)
    {}

    std::vector<LayerSettings> read(const JsonCursor& list, std::size_t depth)
    {
        std::vector<LayerSettings> layers;
        if (depth > kDeepestBlock) {
            list.refuseAs(ErrorKind::TooMuch,
                          "blocks can be nested at most " + std::to_string(kDeepestBlock)
                              + " deep");
            return layers;
        }
        for (const JsonCursor& item : list.items(kLayersAllowed, kLayersAllowed)) {
            if (m_count == kMostWrittenLayers) {
                item.refuseAs(ErrorKind::TooMuch,
                              "a network can have at most " + std::to_string(kMostWrittenLayers)
                                  + " layers in its list; repeat a block instead");
                ++m_count; // said once
            }
            if (m_count > kMostWrittenLayers)
                break;
            ++m_count;
            layers.push_back(readLayer(item, depth));
        }
        return layers;
    }

private:
    LayerSettings readLayer(const JsonCursor& cursor, std::size_t depth)
    {
        const JsonNode* word = cursor.isObject() ? cursor.node().find(kWordKey) : nullptr;
        const bool isBlock = word != nullptr && word->text == kBlockWord;
        PartRule rule{.known = m_registry.layers,
                      .nameKey = kWordKey,
                      .whyNotSwept = "a setting of a layer cannot be swept; give every network an "
                                     "arm of its own"};
        if (isBlock)
            rule.otherKeys = {kLayersKey};
        LayerSettings layer{.part = readPart(cursor, rule, {}), .layers = {}};
        if (!isBlock)
            return layer;
        if (const auto list = cursor.need(kLayersKey, std::string(kLayersAllowed)))
            layer.layers = read(*list, depth + 1);
        return layer;
    }

    const Registry& m_registry;
    std::size_t m_count = 0;
};

} // namespace

std::vector<LayerSettings> readLayers(const JsonCursor& list, const Registry& registry)
{
    return LayersReader(registry).read(list, 0);
}

JsonNode layersNode(const std::vector<LayerSettings>& layers)
{
    return jsonList(layers, [](const LayerSettings& layer) {
        JsonNode node = partNode(layer.part, kWordKey);
        if (!layer.layers.empty())
            node.add(kLayersKey, layersNode(layer.layers));
        return node;
    });
}

std::vector<LayerSettings> shortest(const std::vector<LayerSettings>& layers,
                                    const Registry& registry)
{
    std::vector<LayerSettings> shorter;
    for (const LayerSettings& layer : layers) {
        LayerSettings& kept = shorter.emplace_back(
            LayerSettings{.part = layer.part, .layers = shortest(layer.layers, registry)});
        const NamedPart* word = findPart(registry.layers, layer.part.name);
        if (word == nullptr)
            continue;
        kept.part.parameters = {};
        const ParameterSet whole = completed(layer.part.parameters, word->parameters);
        for (const ParameterDescriptor& setting : word->parameters)
            if (setting.required || whole.value(setting.name) != setting.defaultValue())
                kept.part.parameters.put(*whole.find(setting.name));
    }
    return shorter;
}

} // namespace coterie
