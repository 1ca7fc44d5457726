#include "core/experiment/layers_text.h"

#include "core/base/json_parse.h"
#include "core/experiment/layer_settings.h"

#include <algorithm>
#include <cstddef>

namespace coterie {

namespace {

constexpr std::string_view kWordKeyOfLayer = "layer";
constexpr std::string_view kInner = "layers";

std::string wordOfLayer(const JsonNode& layer)
{
    const JsonNode* word =
        layer.kind == JsonNode::Kind::Object ? layer.find(kWordKeyOfLayer) : nullptr;
    return word != nullptr && word->kind == JsonNode::Kind::Text ? word->text : std::string();
}

/// The list inside a block; null for other layers.
const JsonNode* layersInside(const JsonNode& layer)
{
    const JsonNode* list = wordOfLayer(layer) == kBlockWord ? layer.find(kInner) : nullptr;
    return list != nullptr && list->kind == JsonNode::Kind::List ? list : nullptr;
}

void countWords(const JsonNode& list,
                std::int64_t times,
                std::vector<std::pair<std::string, std::int64_t>>& counts)
{
    constexpr std::int64_t kMost = 1'000'000'000; // of blocks within blocks
    for (const JsonNode& layer : list.items) {
        if (const JsonNode* inner = layersInside(layer)) {
            const JsonNode* repeat = layer.find("repeat");
            const bool isRepeated = repeat != nullptr && repeat->isWhole && repeat->whole > 0;
            countWords(*inner,
                       isRepeated ? std::min(times * std::min(repeat->whole, kMost), kMost) : times,
                       counts);
            continue;
        }
        const std::string word = wordOfLayer(layer);
        const auto known =
            std::ranges::find(counts, word, &std::pair<std::string, std::int64_t>::first);
        if (known == counts.end())
            counts.emplace_back(word, times);
        else
            known->second = std::min(known->second + times, kMost);
    }
}

bool isSameLayer(const JsonNode& one, const JsonNode& other)
{
    return writeCompact(one) == writeCompact(other);
}

/// Without the layers inside.
JsonNode withoutInside(const JsonNode& block)
{
    JsonNode bare = block;
    *bare.find(kInner) = JsonNode::list();
    return bare;
}

void addDiffering(const JsonNode& one,
                  const JsonNode& other,
                  const std::string& place,
                  std::vector<DifferingLayer>& all)
{
    const std::size_t ours = one.items.size();
    const std::size_t theirs = other.items.size();
    const std::size_t fewer = std::min(ours, theirs);
    std::size_t head = 0;
    while (head < fewer && isSameLayer(one.items[head], other.items[head]))
        ++head;
    std::size_t tail = 0;
    while (tail < fewer - head
           && isSameLayer(one.items[ours - 1 - tail], other.items[theirs - 1 - tail]))
        ++tail;
    for (std::size_t i = head; i < std::max(ours, theirs) - tail; ++i) {
        const JsonNode* mine = i < ours - tail ? &one.items[i] : nullptr;
        const JsonNode* yours = i < theirs - tail ? &other.items[i] : nullptr;
        if (mine != nullptr && yours != nullptr && isSameLayer(*mine, *yours))
            continue;
        const std::string here = place + '/' + std::to_string(i);
        const JsonNode* myList = mine != nullptr ? layersInside(*mine) : nullptr;
        const JsonNode* yourList = yours != nullptr ? layersInside(*yours) : nullptr;
        if (myList != nullptr && yourList != nullptr
            && isSameLayer(withoutInside(*mine), withoutInside(*yours)))
            addDiffering(*myList, *yourList, here + '/' + std::string(kInner), all);
        else
            all.push_back({.place = here,
                           .one = mine != nullptr ? writeCompact(*mine) : std::string(),
                           .other = yours != nullptr ? writeCompact(*yours) : std::string()});
    }
}

} // namespace

std::vector<std::pair<std::string, std::int64_t>> wordsOfLayers(const JsonNode& list)
{
    std::vector<std::pair<std::string, std::int64_t>> counts;
    if (list.kind == JsonNode::Kind::List)
        countWords(list, 1, counts);
    return counts;
}

std::string layersText(const JsonNode& list)
{
    if (list.kind != JsonNode::Kind::List)
        return {};
    std::int64_t all = 0;
    std::string words;
    for (const auto& [word, count] : wordsOfLayers(list)) {
        all += count;
        words +=
            (words.empty() ? "" : ", ") + (count > 1 ? std::to_string(count) + " " : "") + word;
    }
    return std::to_string(all) + (all == 1 ? " layer: " : " layers: ") + words;
}

std::string layerText(const JsonNode& layer)
{
    std::string settings;
    const auto add = [&settings](const std::string& text) {
        settings += (settings.empty() ? "" : ", ") + text;
    };
    for (std::size_t i = 0; i < layer.names.size(); ++i) {
        const JsonNode& value = layer.items[i];
        if (layer.names[i] == kWordKeyOfLayer)
            continue;
        if (layer.names[i] == kInner && value.kind == JsonNode::Kind::List)
            add(layersText(value));
        else
            add(layer.names[i] + " "
                + (value.kind == JsonNode::Kind::Text ? value.text : writeCompact(value)));
    }
    const std::string word = wordOfLayer(layer);
    return settings.empty() ? word : word + " (" + settings + ")";
}

std::string layersInWords(const std::string& json)
{
    if (!json.starts_with('[') && !json.starts_with('{'))
        return json;
    const auto parsed = parseJson(json);
    if (!parsed)
        return json;
    return parsed->root.kind == JsonNode::Kind::List ? layersText(parsed->root)
                                                     : layerText(parsed->root);
}

std::vector<DifferingLayer> differingLayers(const JsonNode& one, const JsonNode& other)
{
    std::vector<DifferingLayer> all;
    if (one.kind == JsonNode::Kind::List && other.kind == JsonNode::Kind::List)
        addDiffering(one, other, {}, all);
    return all;
}

} // namespace coterie
