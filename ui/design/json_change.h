#pragma once

#include "core/base/json_node.h"
#include "core/base/result.h"

#include <optional>
#include <span>
#include <string>

namespace coterie::ui {

/// One edit of a JSON document. The value is core's JsonNode, which keeps the order of keys and the
/// digits of numbers; `JsonNode::fromWhole(3)`, `JsonNode::list({…})` and `object().add(…)` make
/// one.
struct JsonChange
{
    std::string pointer;           ///< "/arms/1/algorithm/alpha"; "/arms/-" appends to the list
    std::optional<JsonNode> value; ///< absent: removed
};

/// Makes the changes one after another. Objects that are missing on the way to a value are made;
/// removing what is not there does nothing; removing an item of a list moves those behind it up. If
/// a pointer does not fit the document, nothing is changed and the error says which.
[[nodiscard]] Result<void> applyChanges(JsonNode& root, std::span<const JsonChange> changes);

/// The value at a pointer; nothing if there is none.
[[nodiscard]] const JsonNode* valueAt(const JsonNode& root, std::string_view pointer);
/// Equal as JSON, keys in the same order.
[[nodiscard]] bool sameJson(const JsonNode& one, const JsonNode& other);

} // namespace coterie::ui
