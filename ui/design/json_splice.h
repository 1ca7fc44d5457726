#pragma once

#include "ui/design/json_change.h"

#include <QString>

#include <span>

namespace coterie::ui {

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
