#pragma once

#include "core/base/json_node.h"
#include "core/base/result.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coterie::ui {

/// One edit of a JSON document.
struct JsonChange
{
    std::string pointer;           ///< "/arms/1/algorithm/alpha"; "/arms/-" appends to the list
    std::optional<JsonNode> value; ///< absent: removed
};

/// Appends to the list at a pointer, which may be missing.
[[nodiscard]] JsonChange appended(const JsonNode& root, const std::string& list, JsonNode item);
/// "/arms/2"
[[nodiscard]] std::string itemPointer(const std::string& list, std::size_t index);
/// Swaps two items of a list; no changes where one of them is missing.
[[nodiscard]] std::vector<JsonChange>
swapped(const JsonNode& root, const std::string& list, std::size_t one, std::size_t other);
/// Sets or adds a member of an object.
void setMember(JsonNode& object, std::string_view key, JsonNode value);

/// The member or item that one step of a pointer leads to; nothing if there is none.
[[nodiscard]] const JsonNode* childAt(const JsonNode& node, const std::string& step);
/// The value at a pointer; nothing if there is none.
[[nodiscard]] const JsonNode* valueAt(const JsonNode& root, std::string_view pointer);
/// The text at a pointer; empty if there is none.
[[nodiscard]] std::string textAt(const JsonNode& root, std::string_view pointer);
/// The items of the list at a pointer; none if there is no list.
[[nodiscard]] std::span<const JsonNode> itemsAt(const JsonNode& root, std::string_view pointer);
/// Fails because the pointer does not fit the document.
[[nodiscard]] Unexpected<Error> misfit(const std::string& pointer);
/// Equal as JSON, keys in the same order.
[[nodiscard]] bool sameJson(const JsonNode& one, const JsonNode& other);

} // namespace coterie::ui
