#include "ui/design/json_change.h"

#include "core/base/json_node.h"

#include <utility>
#include <vector>

namespace coterie::ui {

namespace {

std::size_t indexIn(const JsonNode& list, const std::string& step)
{
    return step == "-" ? list.items.size() : indexOfStep(step).value_or(list.items.size() + 1);
}

void erase(JsonNode& node, std::size_t index)
{
    const auto offset = static_cast<std::ptrdiff_t>(index);
    node.items.erase(node.items.begin() + offset);
    if (node.kind == JsonNode::Kind::Object)
        node.names.erase(node.names.begin() + offset);
}

/// Where the step leads from this node: the items' size stands for one behind the last.
std::optional<std::size_t> placeOfStep(const JsonNode& node, const std::string& step)
{
    if (node.kind == JsonNode::Kind::List) {
        const std::size_t index = indexIn(node, step);
        return index <= node.items.size() ? std::optional(index) : std::nullopt;
    }
    if (node.kind != JsonNode::Kind::Object)
        return std::nullopt;
    const JsonNode* member = node.find(step);
    return member ? static_cast<std::size_t>(member - node.items.data()) : node.items.size();
}

JsonNode& append(JsonNode& node, const std::string& step)
{
    if (node.kind == JsonNode::Kind::Object)
        node.names.push_back(step);
    return node.items.emplace_back(JsonNode::object());
}

Result<void> applyChange(JsonNode& root, const JsonChange& change)
{
    const auto steps = pointerSteps(change.pointer);
    if (!steps)
        return misfit(change.pointer);
    JsonNode* node = &root;
    for (std::size_t depth = 0; depth < steps->size(); ++depth) {
        const std::string& step = (*steps)[depth];
        const auto place = placeOfStep(*node, step);
        if (!place)
            return misfit(change.pointer);
        const bool isThere = *place < node->items.size();
        if (!change.value && !isThere)
            return {};
        if (!change.value && depth + 1 == steps->size()) {
            erase(*node, *place);
            return {};
        }
        node = isThere ? &node->items[*place] : &append(*node, step);
    }
    if (!change.value)
        return misfit(change.pointer); // the whole document cannot be taken away
    *node = *change.value;
    return {};
}

} // namespace

Result<void> applyChanges(JsonNode& root, std::span<const JsonChange> changes)
{
    JsonNode changed = root;
    for (const JsonChange& change : changes)
        if (const auto done = applyChange(changed, change); !done)
            return Unexpected<Error>{done.error()};
    root = std::move(changed);
    return {};
}

Unexpected<Error> misfit(const std::string& pointer)
{
    return fail(pointer, "must be a place inside an object or a list", ErrorKind::NotAllowed);
}

const JsonNode* childAt(const JsonNode& node, const std::string& step)
{
    const auto place = placeOfStep(node, step);
    return place && *place < node.items.size() ? &node.items[*place] : nullptr;
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

bool sameJson(const JsonNode& one, const JsonNode& other)
{
    return writeCompact(one) == writeCompact(other);
}

} // namespace coterie::ui
