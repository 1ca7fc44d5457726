#pragma once

#include "core/base/json_node.h"
#include "core/base/result.h"

#include <QString>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coterie::ui {

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
void setMember(JsonNode& object, std::string_view key, JsonNode value);

/// The member or item that one step of a pointer leads to; nothing if there is none.
[[nodiscard]] const JsonNode* childAt(const JsonNode& node, const std::string& step);
/// The value at a pointer; nothing if there is none.
[[nodiscard]] const JsonNode* valueAt(const JsonNode& root, std::string_view pointer);
/// The text at a pointer; empty if there is none.
[[nodiscard]] std::string textAt(const JsonNode& root, std::string_view pointer);
/// The items of the list at a pointer; none if there is no list.
[[nodiscard]] std::span<const JsonNode> itemsAt(const JsonNode& root, std::string_view pointer);
/// Equal as JSON, keys in the same order.
[[nodiscard]] bool sameJson(const JsonNode& one, const JsonNode& other);

/// Makes the changes in the text of a JSON document. Everything else keeps its characters: white
/// space, key order, the way numbers are written. New values are written as in experiment files,
/// indented to fit their surroundings; an equal value stays as it is. The error says which pointer
/// does not fit, or why the text is not JSON.
[[nodiscard]] Result<QString> spliceJson(const QString& json, std::span<const JsonChange> changes);

/// What changed from one text to another, by the characters that differ.
struct TextSplice
{
    qsizetype position = 0;
    QString removed;
    QString inserted;

    [[nodiscard]] static TextSplice between(const QString& before, const QString& after);

    [[nodiscard]] QString applied(const QString& before) const;
    [[nodiscard]] QString reverted(const QString& after) const;
    [[nodiscard]] bool isNothing() const { return removed.isEmpty() && inserted.isEmpty(); }
};

/// The text as an editor holds it: every line ends in one character.
[[nodiscard]] QString withPlainLineEnds(const QString& text);
/// Applies what was typed into such an editor to the original text, which keeps its line ends.
[[nodiscard]] QString typedInto(const QString& original, const QString& typed);

} // namespace coterie::ui
