#pragma once

#include "core/base/json_node.h"
#include "core/base/result.h"
#include "core/experiment/parameters.h"

#include <QString>

#include <optional>
#include <string>

namespace coterie::ui {

/// How a row is edited beyond what its descriptor says.
struct RowStyle
{
    bool mayBeSwept = false; ///< several values are runs of their own
    bool slider = false;     ///< a slider beside the number, where the range allows one
    bool prose = false;      ///< several lines of text
    bool metric = false;     ///< the text is the name of a measurement
    bool required = false;   ///< an empty field stays in the file, to be complained about

    bool operator==(const RowStyle&) const = default;
};

/// One setting of a form: what it is, what the file says, what holds where the file says nothing,
/// and what is wrong with it.
struct FormRow
{
    std::string pointer; ///< where the file says it
    const ParameterDescriptor* descriptor = nullptr;
    RowStyle style;
    std::optional<JsonNode> value; ///< as the file says it; absent: the fallback holds
    QString fallback;              ///< the value that holds then, as text
    QString origin;                ///< where that comes from: "default", "common setting"
    bool isCommon = false;         ///< it is a common setting, which may change
    QString problem;               ///< a sentence; empty if all is well
};

/// Everything there is to know of a setting, as rich text.
[[nodiscard]] QString tooltipOf(const FormRow& row);

/// Whether the file says only what would hold without it.
[[nodiscard]] bool saysTheFallback(const FormRow& row);
/// Whether the row stands out as set in the file. A value that is the default's does not; one that
/// takes the place of a common setting does, as it stays when that changes.
[[nodiscard]] bool isMarked(const FormRow& row);

/// A value as a field shows it: "0.1", "1, 10, 100" for a sweep or a list.
[[nodiscard]] QString textOf(const JsonNode& value);
[[nodiscard]] QString textOf(const ParameterValue& value);
/// The same as people say it: a word of the file, or several of a sweep, by their titles.
[[nodiscard]] QString toldText(const ParameterDescriptor& descriptor, const QString& text);
/// What a typed text says in the file: a number where it is one, several values where commas
/// separate them and they may be several, else the text as it is, for the checker to refuse. An
/// empty text says nothing.
[[nodiscard]] std::optional<JsonNode>
valueOf(const QString& text, ParameterType type, bool mayBeSwept);

/// Whether the value is several values.
[[nodiscard]] bool isSweep(const JsonNode& value);
/// `{"sweep": […]}`; one value alone is that value.
[[nodiscard]] JsonNode sweepOf(std::vector<JsonNode> values);

/// The problems at a place of the file or beneath it, without the place itself; empty if there is
/// none.
[[nodiscard]] QString problemAt(const Problems& problems, std::string_view pointer);
/// Whether a problem is at this place or beneath it.
[[nodiscard]] bool isUnder(std::string_view place, std::string_view pointer);

} // namespace coterie::ui
