#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace coterie {

/// The fewest digits that read back as the same number: "0.1", "100000", "1e-05", "nan".
[[nodiscard]] std::string shortestText(double value);

/// A JSON value with the order of keys, numbers as they were written and its place in the text, so
/// that messages and edits can be exact.
struct JsonNode
{
    enum class Kind
    {
        Null,
        Boolean,
        Number,
        Text,
        List,
        Object
    };

    Kind kind = Kind::Null;
    bool boolean = false;
    double number = 0;
    std::int64_t whole = 0;              ///< a number's exact value where isWhole
    bool isWhole = false;                ///< 3, 3.0 and 3e0 alike
    std::string text = {};               ///< Text: the text; Number: its digits as written
    std::vector<JsonNode> items = {};    ///< of a List, or the values of an Object
    std::vector<std::string> names = {}; ///< Object: the key of each item
    std::size_t order = 0;               ///< place among the values of the document
    TextSpan span = {};                  ///< its bytes in the text it was read from; else empty
    std::size_t keyBegin = 0; ///< of its key, with the quote; span.begin where it has none

    [[nodiscard]] static JsonNode fromBoolean(bool value)
    {
        return {.kind = Kind::Boolean, .boolean = value};
    }
    [[nodiscard]] static JsonNode fromReal(double value);
    [[nodiscard]] static JsonNode fromWhole(std::int64_t value);
    [[nodiscard]] static JsonNode fromText(std::string value)
    {
        return {.kind = Kind::Text, .text = std::move(value)};
    }
    [[nodiscard]] static JsonNode list(std::vector<JsonNode> items = {})
    {
        return {.kind = Kind::List, .items = std::move(items)};
    }
    [[nodiscard]] static JsonNode object() { return {.kind = Kind::Object}; }

    /// Appends a member; the key must be new.
    JsonNode& add(std::string_view name, JsonNode value);
    [[nodiscard]] const JsonNode* find(std::string_view name) const;
    [[nodiscard]] JsonNode* find(std::string_view name);
    /// Of an object the member with this key, if it has one.
    void remove(std::string_view name);

    /// Sorts the keys of every object.
    void sortKeys();
};

/// Without white space, on one line.
[[nodiscard]] std::string writeCompact(const JsonNode& node);
/// Indented by two; what fits on a line of 100 characters stays on one line.
[[nodiscard]] std::string writePretty(const JsonNode& node);
/// The same for a value inside a document: `before` is the number of characters before it on its
/// line, `indent` the number of blanks that its line begins with.
[[nodiscard]] std::string
writePrettyInside(const JsonNode& node, std::size_t indent, std::size_t before);
/// In double quotes, escaped as JSON requires.
[[nodiscard]] std::string inQuotes(std::string_view text);

/// RFC 6901: "" is the whole document, "/a/0" a member and an item; "~1" is "/", "~0" is "~".
/// Absent if the text is not a pointer.
[[nodiscard]] std::optional<std::vector<std::string>> pointerSteps(std::string_view pointer);
/// One step with its slash, escaped.
[[nodiscard]] std::string pointerStep(std::string_view key);
/// The index that a step into a list names: digits without a leading zero.
[[nodiscard]] std::optional<std::size_t> indexOfStep(std::string_view step);

} // namespace coterie
