#pragma once

#include "core/base/json_node.h"
#include "core/base/result.h"
#include "core/experiment/parameters.h"

#include <QString>

#include <optional>
#include <string>

namespace coterie::ui {

/// How a row is edited, beyond its descriptor.
struct RowStyle
{
    bool mayBeSwept = false; ///< several values make runs of their own
    bool slider = false;     ///< with a slider if the range allows
    bool prose = false;      ///< several lines of text
    bool metric = false;     ///< the text is a metric's name
    bool file = false;       ///< the text names a file
    bool required = false;   ///< an empty field stays in the file and is reported

    bool operator==(const RowStyle&) const = default;
};

/// One setting of a form: its description, value, fallback and problem.
struct FormRow
{
    std::string pointer; ///< place in the file
    const ParameterDescriptor* descriptor = nullptr;
    RowStyle style = {};
    std::optional<JsonNode> value = {}; ///< value in the file; absent: the fallback applies
    QString fallback = {};              ///< the value that applies then, as text
    QString origin = {};                ///< its origin: "default", "common setting"
    bool isCommon = false;              ///< the fallback is a common setting, which may change
    QString problem = {};               ///< a sentence, or empty
};

/// The full description of a setting, as rich text.
[[nodiscard]] QString tooltipOf(const FormRow& row);
/// For the empty field: what holds without a value, or how a list is typed.
[[nodiscard]] QString placeholderOf(const FormRow& row);

/// Whether the file's value equals the fallback.
[[nodiscard]] bool saysTheFallback(const FormRow& row);
/// Whether the row is highlighted as set. A value equal to the default is not; one equal to a
/// common setting is, because it stays when that changes.
[[nodiscard]] bool isMarked(const FormRow& row);

/// A value as text: "0.1", or "1, 10, 100" for a sweep or list.
[[nodiscard]] QString textOf(const JsonNode& value);
[[nodiscard]] QString textOf(const ParameterValue& value);
/// The same as it is shown: with the titles of words, and numbers in the language's format.
[[nodiscard]] QString toldText(const ParameterDescriptor& descriptor, const QString& text);
/// Parses typed text: a number, several values separated by commas or semicolons if allowed, else
/// text, which the checker may refuse. Empty text gives nothing.
[[nodiscard]] std::optional<JsonNode>
valueOf(const QString& text, ParameterType type, bool mayBeSwept);

[[nodiscard]] bool isSweep(const JsonNode& value);
/// `{"sweep": […]}`; a single value stays as it is.
[[nodiscard]] JsonNode sweepOf(std::vector<JsonNode> values);

/// The problems at or below a place, without the place; empty if there is none.
[[nodiscard]] QString problemAt(const Problems& problems, std::string_view pointer);
/// Whether a place is at or below a pointer.
[[nodiscard]] bool isUnder(std::string_view place, std::string_view pointer);

} // namespace coterie::ui
