#pragma once

#include "core/base/json_node.h"
#include "core/base/result.h"

#include <optional>
#include <span>
#include <string>

namespace coterie::ui {

/// One edit of a JSON document.
struct JsonChange
{
    std::string pointer;           ///< "/arms/1/algorithm/alpha"; "/arms/-" appends to the list
    std::optional<JsonNode> value; ///< absent: removed
};

/// Makes the changes one after another. Objects that are missing on the way to a value are added;
/// removing a missing value does nothing; removing an item of a list moves the later ones up. If a
/// pointer does not fit the document, nothing changes and the error says which.
[[nodiscard]] Result<void> applyChanges(JsonNode& root, std::span<const JsonChange> changes);

/// The member or item that one step of a pointer leads to; nothing if there is none.
[[nodiscard]] const JsonNode* childAt(const JsonNode& node, const std::string& step);
/// The value at a pointer; nothing if there is none.
[[nodiscard]] const JsonNode* valueAt(const JsonNode& root, std::string_view pointer);
/// Fails because the pointer does not fit the document.
[[nodiscard]] Unexpected<Error> misfit(const std::string& pointer);
/// Equal as JSON, keys in the same order.
[[nodiscard]] bool sameJson(const JsonNode& one, const JsonNode& other);

} // namespace coterie::ui
