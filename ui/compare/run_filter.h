#pragma once

#include <QString>
#include <QVariant>

#include <functional>
#include <vector>

namespace coterie::ui {

/// What is typed above the run table, taken apart: plain words must occur in a run's line;
/// "arm:hcct" looks in one column, "error<20", "seed=3" and "alpha>=10" compare its value. "quoted
/// words" are one. A column goes by its key or by its title, which may be several words: "last error
/// %<20". A word that only looks like a condition on a column there is not is a plain word.
class RunFilter
{
public:
    struct Condition
    {
        enum class Kind
        {
            Contains,
            Equal,
            Less,
            AtMost,
            Greater,
            AtLeast
        };
        QString column; ///< its key or title, in lower case; empty: the whole line
        Kind kind = Kind::Contains;
        QString text;
        double number = 0;

        bool operator==(const Condition&) const = default;
    };

    RunFilter() = default;
    /// `isColumn` says whether there is a column of this name.
    RunFilter(const QString& typed, const std::function<bool(const QString&)>& isColumn);

    [[nodiscard]] const std::vector<Condition>& conditions() const { return m_conditions; }
    [[nodiscard]] bool isEmpty() const { return m_conditions.empty(); }
    /// `line` gives the whole line in words and is asked only if a plain word is looked for;
    /// `value` gives a column's value: a number where it is one, a list where each of several words
    /// will do.
    [[nodiscard]] bool accepts(const std::function<QString()>& line,
                               const std::function<QVariant(const QString&)>& value) const;

private:
    std::vector<Condition> m_conditions;
};

} // namespace coterie::ui
