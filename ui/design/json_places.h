#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace coterie::ui {

/// A stretch of text.
struct TextRange
{
    qsizetype start = 0;
    qsizetype length = 0;

    bool operator==(const TextRange&) const = default;
};

/// Where in a JSON text each JSON pointer such as "/arms/1/algorithm/alpha" points: the value's
/// characters. Where the value is missing, the nearest parent that is there. Absent if the text is
/// not JSON that far. The whole text's own problem, with the pointer "", is where it stops being
/// JSON.
[[nodiscard]] std::vector<std::optional<TextRange>> placesOf(const QString& json,
                                                             const QStringList& pointers);
/// The same of one.
[[nodiscard]] std::optional<TextRange> placeOf(const QString& json, const QString& pointer);

} // namespace coterie::ui
