#pragma once

#include "core/base/json_parse.h"
#include "ui/design/json_change.h"

#include <string>

/// Changes made in a tree, as spliceJson() makes them in a text.
namespace coterie::ui::test {

inline JsonNode tree(std::string_view json)
{
    const auto parsed = parseJson(json);
    return parsed ? parsed->root : JsonNode::fromText("not JSON");
}

inline JsonNode& appendedTo(JsonNode& node, const std::string& step)
{
    if (node.kind == JsonNode::Kind::Object)
        node.names.push_back(step);
    return node.items.emplace_back(JsonNode::object());
}

inline bool applyChange(JsonNode& root, const JsonChange& change)
{
    const auto steps = pointerSteps(change.pointer);
    if (!steps || (steps->empty() && !change.value))
        return false;
    JsonNode* node = &root;
    for (std::size_t depth = 0; depth < steps->size(); ++depth) {
        const std::string& step = (*steps)[depth];
        const bool isList = node->kind == JsonNode::Kind::List;
        if (!isList && node->kind != JsonNode::Kind::Object)
            return false;
        const JsonNode* there = childAt(*node, step);
        if (!there && isList && step != "-" && indexOfStep(step) != node->items.size())
            return false;
        if (!change.value && !there)
            return true;
        const auto place = there ? there - node->items.data() : 0;
        if (!change.value && depth + 1 == steps->size()) {
            node->items.erase(node->items.begin() + place);
            if (!isList)
                node->names.erase(node->names.begin() + place);
            return true;
        }
        node = there ? &node->items[static_cast<std::size_t>(place)] : &appendedTo(*node, step);
    }
    *node = *change.value;
    return true;
}

/// Makes the changes one after another. Objects that are missing on the way to a value are added;
/// removing a missing value does nothing; removing an item of a list moves the later ones up. If a
/// pointer does not fit the tree, nothing changes and the answer is false.
inline bool applyChanges(JsonNode& root, const std::vector<JsonChange>& changes)
{
    JsonNode changed = root;
    for (const JsonChange& change : changes)
        if (!applyChange(changed, change))
            return false;
    root = std::move(changed);
    return true;
}

/// The changed tree as text.
inline std::string after(std::string_view json, const std::vector<JsonChange>& changes)
{
    JsonNode root = tree(json);
    return applyChanges(root, changes) ? writeCompact(root) : "refused";
}

} // namespace coterie::ui::test
