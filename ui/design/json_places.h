#pragma once

#include <QString>

#include <optional>

namespace coterie::ui {

/// A stretch of text.
struct TextRange
{
    qsizetype start = 0;
    qsizetype length = 0;

    bool operator==(const TextRange&) const = default;
};

/// Where in a JSON text a JSON pointer such as "/arms/1/algorithm/alpha" points: the value's
/// characters. Where the value is missing, the nearest parent that is there. Absent if the text is
/// not JSON that far.
[[nodiscard]] std::optional<TextRange> placeOf(const QString& json, const QString& pointer);

} // namespace coterie::ui
