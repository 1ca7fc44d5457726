#pragma once

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

} // namespace coterie::ui
