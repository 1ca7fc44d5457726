#pragma once

#include "ui/compare/filter_names.h"

#include <QString>
#include <QVariant>

#include <functional>
#include <optional>
#include <vector>

namespace coterie::ui {

/// Why a query cannot be used, and where in the typed text; with no length it is only unfinished.
struct FilterProblem
{
    int begin = 0;
    int length = 0;
    QString sentence;

    bool operator==(const FilterProblem&) const = default;
};

/// The parsed filter of the run table, the query language of the window. Every part must hold:
///   hcct             a word that must occur in the run's row
///   "two words"      the same with spaces, or with signs that mean something otherwise
///   arm:hcct         a column or a setting contains the text
///   alpha>=10        its value compares so: < <= > >= =; spaces around the sign are allowed
/// A query may be kept and shared, so alpha<0.5 and alpha<0,5 are the same in every language.
/// FilterNames knows the names. A query with a problem has no conditions.
class FilterQuery
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
        std::optional<ColumnIdentity> column; ///< none: the whole row
        Kind kind = Kind::Contains;
        QString text;
        double number = 0; ///< NaN: the text is not a number

        [[nodiscard]] bool operator==(const Condition& other) const;
        /// Of a list of texts one must match.
        [[nodiscard]] bool holds(const QVariant& value) const;
    };

    FilterQuery() = default;
    FilterQuery(const QString& typed, const FilterNames& names);

    [[nodiscard]] const std::vector<Condition>& conditions() const { return m_conditions; }
    [[nodiscard]] bool isEmpty() const { return m_conditions.empty(); }
    [[nodiscard]] const std::optional<FilterProblem>& problem() const { return m_problem; }
    /// The text ends in a word that may become a name: "alph".
    [[nodiscard]] bool mayGoOn() const { return m_mayGoOn; }
    /// Without its last condition.
    [[nodiscard]] FilterQuery withoutLast() const;
    /// `line` returns the whole row as text and is called for words only; `value` returns what a
    /// condition's column has: a number, a text, or a list of texts.
    [[nodiscard]] bool accepts(const std::function<QString()>& line,
                               const std::function<QVariant(const ColumnIdentity&)>& value) const;

private:
    void parse(const QString& typed, const FilterNames& names);

    std::vector<Condition> m_conditions;
    std::optional<FilterProblem> m_problem;
    bool m_mayGoOn = false;
};

/// What can be typed at a place of a query: names, or values after a name.
struct FilterCompletion
{
    int begin = 0; ///< of the word at the place, which one of them replaces
    QStringList texts;
    int end = 0; ///< of that word
};
/// `valuesOf` returns the values of a column.
[[nodiscard]] FilterCompletion
completionsAt(const QString& typed,
              int place,
              const FilterNames& names,
              const std::function<QStringList(const ColumnIdentity&)>& valuesOf);

} // namespace coterie::ui
