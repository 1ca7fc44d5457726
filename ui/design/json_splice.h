#pragma once

#include "ui/design/json_change.h"

#include <QString>

#include <string>
#include <vector>

namespace coterie::ui {

/// A value of a JSON text by the characters it takes.
struct JsonSpan
{
    enum class Kind
    {
        Scalar,
        List,
        Object
    };

    Kind kind = Kind::Scalar;
    qsizetype start = 0;
    qsizetype end = 0;      ///< one behind the last character
    qsizetype keyStart = 0; ///< of its key; `start` where it has none
    QString key;            ///< in an object, with its escapes resolved
    std::vector<JsonSpan> children;
};

/// Where every value of the text lies. Text that is not JSON gives what can be told of its
/// beginning.
[[nodiscard]] JsonSpan spansOf(const QString& json);
/// The member or item that one step of a JSON pointer leads to; nothing if there is none.
[[nodiscard]] const JsonSpan* childAt(const JsonSpan& span, const std::string& step);

/// The text of a JSON document with these changes made in it. Everything that is not changed keeps
/// its characters: white space, key order, the way numbers are written. What is new is written as
/// the program writes experiment files, indented to fit its surroundings; a value that is there
/// already is left as it is written. The error says what does not fit, or why the text is no JSON.
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

/// A text as an editor holds it: every line ends in one character.
[[nodiscard]] QString withPlainLineEnds(const QString& text);
/// What was typed into such an editor, in the text it came from: that keeps its own line ends.
[[nodiscard]] QString typedInto(const QString& original, const QString& typed);

} // namespace coterie::ui
