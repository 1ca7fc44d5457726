#include "ui/design/json_change.h"

#include "core/base/json_node.h"

#include <algorithm>
#include <utility>

namespace coterie::ui {

JsonChange appended(const JsonNode& root, const std::string& list, JsonNode item)
{
    if (itemsAt(root, list).empty())
        return {.pointer = list, .value = JsonNode::list({std::move(item)})};
    return {.pointer = list + "/-", .value = std::move(item)};
}

std::string itemPointer(const std::string& list, std::size_t index)
{
    return list + '/' + std::to_string(index);
}

std::vector<JsonChange>
swapped(const JsonNode& root, const std::string& list, std::size_t one, std::size_t other)
{
    const std::span<const JsonNode> items = itemsAt(root, list);
    if (std::max(one, other) >= items.size() || one == other)
        return {};
    return {{.pointer = itemPointer(list, one), .value = items[other]},
            {.pointer = itemPointer(list, other), .value = items[one]}};
}

void setMember(JsonNode& object, std::string_view key, JsonNode value)
{
    if (JsonNode* own = object.find(key))
        *own = std::move(value);
    else
        object.add(key, std::move(value));
}

const JsonNode* childAt(const JsonNode& node, const std::string& step)
{
    if (node.kind == JsonNode::Kind::Object)
        return node.find(step);
    const auto index =
        node.kind == JsonNode::Kind::List ? indexOfStep(step) : std::optional<std::size_t>();
    return index && *index < node.items.size() ? &node.items[*index] : nullptr;
}

const JsonNode* valueAt(const JsonNode& root, std::string_view pointer)
{
    const auto steps = pointerSteps(pointer);
    if (!steps)
        return nullptr;
    const JsonNode* node = &root;
    for (auto step = steps->begin(); node && step != steps->end(); ++step)
        node = childAt(*node, *step);
    return node;
}

std::string textAt(const JsonNode& root, std::string_view pointer)
{
    const JsonNode* text = valueAt(root, pointer);
    return text && text->kind == JsonNode::Kind::Text ? text->text : std::string();
}

std::span<const JsonNode> itemsAt(const JsonNode& root, std::string_view pointer)
{
    const JsonNode* list = valueAt(root, pointer);
    return list && list->kind == JsonNode::Kind::List ? std::span(list->items)
                                                      : std::span<const JsonNode>();
}

Unexpected<Error> misfit(const std::string& pointer)
{
    return fail(pointer, "must be a place inside an object or a list", ErrorKind::NotAllowed);
}

bool sameJson(const JsonNode& one, const JsonNode& other)
{
    return writeCompact(one) == writeCompact(other);
}

} // namespace coterie::ui
