#include "ui/compare/run_filter.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace coterie::ui {

namespace {

using Condition = RunFilter::Condition;
using Kind = Condition::Kind;

/// Words parted by spaces, except within double quotes, which are dropped.
QStringList wordsOf(const QString& typed)
{
    QStringList words;
    QString word;
    bool quoted = false;
    for (const QChar letter : typed) {
        if (letter == QLatin1Char('"'))
            quoted = !quoted;
        else if (letter.isSpace() && !quoted) {
            if (!word.isEmpty())
                words << word;
            word.clear();
        } else
            word += letter;
    }
    if (!word.isEmpty())
        words << word;
    return words;
}

Kind kindOf(const QString& sign)
{
    if (sign == QLatin1String(":"))
        return Kind::Contains;
    if (sign == QLatin1String("<"))
        return Kind::Less;
    if (sign == QLatin1String("<="))
        return Kind::AtMost;
    if (sign == QLatin1String(">"))
        return Kind::Greater;
    return sign == QLatin1String(">=") ? Kind::AtLeast : Kind::Equal;
}

Condition conditionOf(const QString& word, const std::function<bool(const QString&)>& isColumn)
{
    static const QRegularExpression kPattern(QStringLiteral("^([^<>=:]+)(<=|>=|<|>|=|:)(.+)$"));
    Condition plain;
    plain.text = word;
    const QRegularExpressionMatch match = kPattern.match(word);
    if (!match.hasMatch() || !isColumn(match.captured(1).toLower()))
        return plain;
    Condition condition;
    condition.column = match.captured(1).toLower();
    condition.kind = kindOf(match.captured(2));
    condition.text = match.captured(3);
    bool isNumber = false;
    condition.number = condition.text.toDouble(&isNumber);
    if (!isNumber) {
        condition.number = std::nan("");
        if (condition.kind != Kind::Contains && condition.kind != Kind::Equal)
            return plain;
    }
    return condition;
}

bool holds(const Condition& condition, const QVariant& value)
{
    if (value.typeId() == QMetaType::QStringList)
        return std::ranges::any_of(value.toStringList(),
                                   [&](const QString& word) { return holds(condition, word); });
    if (condition.kind == Kind::Contains)
        return value.toString().contains(condition.text, Qt::CaseInsensitive);
    bool isNumber = false;
    const double number = value.isValid() ? value.toDouble(&isNumber) : 0;
    switch (condition.kind) {
    case Kind::Contains:
        break;
    case Kind::Equal:
        return isNumber && !std::isnan(condition.number)
                   ? number == condition.number
                   : value.toString().compare(condition.text, Qt::CaseInsensitive) == 0;
    case Kind::Less:
        return isNumber && number < condition.number;
    case Kind::AtMost:
        return isNumber && number <= condition.number;
    case Kind::Greater:
        return isNumber && number > condition.number;
    case Kind::AtLeast:
        return isNumber && number >= condition.number;
    }
    return false;
}

} // namespace

RunFilter::RunFilter(const QString& typed, const std::function<bool(const QString&)>& isColumn)
{
    std::size_t plain = 0; // how many of the last conditions are plain words
    for (const QString& word : wordsOf(typed)) {
        Condition condition = conditionOf(word, isColumn);
        // A title may be several words: the longest that is one takes them.
        for (std::size_t taken = plain; taken > 0; --taken) {
            QStringList title;
            for (auto one = m_conditions.end() - std::ptrdiff_t(taken); one != m_conditions.end();
                 ++one)
                title << one->text;
            Condition whole = conditionOf((title << word).join(u' '), isColumn);
            if (whole.column.isEmpty())
                continue;
            m_conditions.resize(m_conditions.size() - taken);
            condition = std::move(whole);
            break;
        }
        plain = condition.column.isEmpty() ? plain + 1 : 0;
        m_conditions.push_back(std::move(condition));
    }
}

bool RunFilter::accepts(const std::function<QString()>& line,
                        const std::function<QVariant(const QString&)>& value) const
{
    return std::ranges::all_of(m_conditions, [&](const Condition& condition) {
        return condition.column.isEmpty() ? line().contains(condition.text, Qt::CaseInsensitive)
                                          : holds(condition, value(condition.column));
    });
}

} // namespace coterie::ui
