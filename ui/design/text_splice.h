#pragma once

#include <QString>

namespace coterie::ui {

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

/// A text as an editor holds it: every line ends in one character.
[[nodiscard]] QString withPlainLineEnds(const QString& text);
/// What was typed into such an editor, in the text it came from: that keeps its own line ends.
[[nodiscard]] QString typedInto(const QString& original, const QString& typed);

} // namespace coterie::ui
