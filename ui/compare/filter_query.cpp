#include "ui/compare/filter_query.h"

#include "core/metrics/metric_infos.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace coterie::ui {

namespace {

using Kind = FilterQuery::Condition::Kind;

bool isSign(QChar letter)
{
    return letter == u'<' || letter == u'>' || letter == u'=' || letter == u':' || letter == u'≤'
           || letter == u'≥';
}

/// A piece of a query: a word, or a sign.
struct Token
{
    int begin = 0;
    int end = 0;
    QString text; ///< without quotes
    bool isQuoted = false;
    std::optional<Kind> sign;
};

class Lexer
{
public:
    explicit Lexer(const QString& typed, int at = 0)
        : m_typed(typed)
        , m_at(at)
    {}

    /// A word or a sign; after a sign, `isValue`, everything up to the next space. None at the end.
    std::optional<Token> next(bool isValue)
    {
        while (m_at < m_typed.size() && m_typed[m_at].isSpace())
            ++m_at;
        if (m_at == m_typed.size())
            return std::nullopt;
        Token token;
        token.begin = at();
        if (!isValue && isSign(m_typed[m_at]))
            token.sign = takeSign();
        else
            takeWord(token, isValue);
        token.end = at();
        return token;
    }

private:
    [[nodiscard]] int at() const { return static_cast<int>(m_at); }

    Kind takeSign()
    {
        static const std::array<std::pair<QString, Kind>, 8> kSigns{
            std::pair(QStringLiteral("<="), Kind::AtMost),
            {QStringLiteral(">="), Kind::AtLeast},
            {QStringLiteral("≤"), Kind::AtMost},
            {QStringLiteral("≥"), Kind::AtLeast},
            {QStringLiteral("<"), Kind::Less},
            {QStringLiteral(">"), Kind::Greater},
            {QStringLiteral("="), Kind::Equal},
            {QStringLiteral(":"), Kind::Contains}};
        for (const auto& [text, kind] : kSigns)
            if (QStringView(m_typed).mid(m_at).startsWith(text)) {
                m_at += text.size();
                return kind;
            }
        ++m_at;
        return Kind::Contains;
    }

    void takeWord(Token& token, bool isValue)
    {
        bool quoted = false;
        for (; m_at < m_typed.size(); ++m_at) {
            const QChar letter = m_typed[m_at];
            if (letter == u'"') {
                quoted = !quoted;
                token.isQuoted = true;
            } else if (!quoted && (letter.isSpace() || (!isValue && isSign(letter))))
                return;
            else
                token.text += letter;
        }
    }

    const QString& m_typed;
    qsizetype m_at;
};

/// The end of the word that begins here and goes on at least to `place`, or `place` if none does.
int wordEnd(const QString& typed, int begin, int place, bool isValue)
{
    const std::optional<Token> token = Lexer(typed, begin).next(isValue);
    return token && token->begin == begin && !token->sign ? std::max(token->end, place) : place;
}

/// "12:30" is a time, not the name 12.
bool isClock(const QString& typed, const Token& word, const Token& sign)
{
    const bool isDigit = !word.text.isEmpty()
                         && std::ranges::all_of(word.text, [](QChar one) { return one.isDigit(); });
    return isDigit && sign.sign == Kind::Contains && word.end == sign.begin
           && sign.end < typed.size() && typed[sign.end].isDigit();
}

/// The name that ends with the last of these words: the longest that means something.
struct FoundName
{
    std::size_t words = 1;
    FilterNames::Meaning meaning;
};

FoundName nameBefore(std::span<const Token> words, const FilterNames& names)
{
    FoundName last;
    for (std::size_t count = words.size(); count > 0; --count) {
        QStringList texts;
        for (const Token& word : words.last(count))
            texts << word.text;
        FilterNames::Meaning meaning = names.find(texts.join(u' '));
        const bool isName = meaning.column.has_value();
        if (isName || count == 1)
            last = {.words = count, .meaning = std::move(meaning)};
        if (isName)
            break;
    }
    return last;
}

QString unknownText(const QString& name, const FilterNames& names)
{
    const QString quoted = QStringLiteral("“%1”").arg(name);
    if (findMetric(name.toStdString()))
        return say("%1 has no column yet. Add it with Columns, above the table.").arg(quoted);
    if (const QString nearest = names.nearest(name); !nearest.isEmpty())
        return say("%1 is not a column or a setting of these runs. Did you mean “%2”?")
            .arg(quoted, nearest);
    return say("%1 is not a column or a setting of these runs. Press ↓ to choose one, or put the "
               "text in quotes to search for it.")
        .arg(quoted);
}

} // namespace

bool FilterQuery::Condition::operator==(const Condition& other) const
{
    const bool sameNumber =
        number == other.number || (std::isnan(number) && std::isnan(other.number));
    return column == other.column && kind == other.kind && text == other.text && sameNumber;
}

bool FilterQuery::Condition::holds(const QVariant& value) const
{
    if (value.typeId() == QMetaType::QStringList)
        return std::ranges::any_of(value.toStringList(),
                                   [&](const QString& word) { return holds(word); });
    if (kind == Kind::Contains)
        return value.toString().contains(text, Qt::CaseInsensitive);
    bool isNumber = false;
    const double found = value.isValid() ? value.toDouble(&isNumber) : 0;
    if (kind == Kind::Equal)
        return isNumber && !std::isnan(number)
                   ? found == number
                   : value.toString().compare(text, Qt::CaseInsensitive) == 0;
    const bool isAbove = kind == Kind::Greater || kind == Kind::AtLeast;
    const bool mayEqual = kind == Kind::AtMost || kind == Kind::AtLeast;
    return isNumber
           && ((isAbove ? found > number : found < number) || (mayEqual && found == number));
}

FilterQuery::FilterQuery(const QString& typed, const FilterNames& names)
{
    parse(typed, names);
}

void FilterQuery::parse(const QString& typed, const FilterNames& names)
{
    Lexer lexer(typed);
    std::vector<Token> words; // since the last condition
    const auto addWords = [&] {
        for (const Token& word : words)
            m_conditions.push_back(
                {.column = {}, .kind = Kind::Contains, .text = word.text, .number = std::nan("")});
        words.clear();
    };
    const auto refuse = [&](int begin, int end, const QString& sentence) {
        m_conditions.clear();
        m_problem =
            FilterProblem{.begin = begin, .length = std::max(1, end - begin), .sentence = sentence};
    };
    while (const std::optional<Token> token = lexer.next(false)) {
        if (!token->sign) {
            words.push_back(*token);
            continue;
        }
        const QString sign = typed.mid(token->begin, token->end - token->begin);
        if (words.empty())
            return refuse(token->begin,
                          token->end,
                          say("“%1” needs a name before it, as in alpha>=10.").arg(sign));
        if (isClock(typed, words.back(), *token)) {
            const std::optional<Token> rest = lexer.next(true);
            words.back().text += sign + rest->text;
            words.back().end = rest->end;
            continue;
        }
        const FoundName name = nameBefore(words, names);
        const Token& first = words[words.size() - name.words];
        const int begin = first.begin;
        const int end = words.back().end;
        const QString called = typed.mid(begin, end - begin);
        if (!name.meaning.column)
            return refuse(
                begin,
                end,
                name.meaning.candidates.isEmpty()
                    ? unknownText(called, names)
                    : say("“%1” can mean %2. Type more of its path.")
                          .arg(called, name.meaning.candidates.join(QStringLiteral(", "))));
        const std::optional<Token> value = lexer.next(true);
        if (!value)
            return refuse(token->begin,
                          token->end,
                          say("“%1” needs a value after it, as in alpha>=10.").arg(sign));
        Condition condition{
            .column = name.meaning.column, .kind = *token->sign, .text = value->text, .number = 0};
        bool isNumber = false;
        condition.number = value->text.toDouble(&isNumber);
        if (const auto withComma = typedNumber(value->text); withComma && !isNumber) {
            condition.number = *withComma; // a comma, as on a German screen
        } else if (!isNumber) {
            condition.number = std::nan("");
            if (condition.kind != Kind::Contains && condition.kind != Kind::Equal)
                return refuse(
                    value->begin,
                    value->end,
                    say("“%1” is not a number; “%2” compares numbers.").arg(value->text, sign));
        }
        words.resize(words.size() - name.words);
        addWords();
        m_conditions.push_back(std::move(condition));
    }
    m_mayGoOn = !words.empty() && !words.back().isQuoted && words.back().end == typed.size()
                && !names.startingWith(words.back().text).isEmpty();
    addWords();
}

FilterQuery FilterQuery::withoutLast() const
{
    FilterQuery fewer;
    fewer.m_conditions.assign(m_conditions.begin(), std::prev(m_conditions.end()));
    return fewer;
}

bool FilterQuery::accepts(const std::function<QString()>& line,
                          const std::function<QVariant(const ColumnIdentity&)>& value) const
{
    return std::ranges::all_of(m_conditions, [&](const Condition& condition) {
        return condition.column ? condition.holds(value(*condition.column))
                                : line().contains(condition.text, Qt::CaseInsensitive);
    });
}

FilterCompletion completionsAt(const QString& typed,
                               int place,
                               const FilterNames& names,
                               const std::function<QStringList(const ColumnIdentity&)>& valuesOf)
{
    const QString before = typed.left(place);
    Lexer lexer(before);
    std::vector<Token> words;
    std::optional<Token> sign;
    std::optional<Token> value;
    while (const std::optional<Token> token = lexer.next(sign.has_value())) {
        if (sign && token->end == place) {
            value = token;
        } else if (sign) { // a whole condition
            sign.reset();
            words.clear();
        } else if (token->sign) {
            sign = token;
        } else {
            words.push_back(*token);
        }
    }
    if (sign) {
        const bool listsValues = sign->sign == Kind::Contains || sign->sign == Kind::Equal;
        if (words.empty() || !listsValues || (!value && sign->end != place))
            return {};
        const FoundName name = nameBefore(words, names);
        if (!name.meaning.column)
            return {};
        const int begin = value ? value->begin : place;
        FilterCompletion completion{
            .begin = begin, .texts = {}, .end = wordEnd(typed, begin, place, true)};
        const QString begun = value ? value->text : QString();
        for (QString text : valuesOf(*name.meaning.column))
            if (text.startsWith(begun, Qt::CaseInsensitive)
                && text.compare(begun, Qt::CaseInsensitive) != 0) {
                if (text.contains(u' '))
                    text = u'"' + text + u'"';
                completion.texts << text;
            }
        return completion;
    }
    if (words.empty() || words.back().end != place)
        return {.begin = place,
                .texts = names.startingWith({}),
                .end = wordEnd(typed, place, place, false)};
    if (words.back().isQuoted)
        return {};
    const int begin = words.back().begin;
    FilterCompletion completion{.begin = begin,
                                .texts = names.startingWith(words.back().text),
                                .end = wordEnd(typed, begin, place, false)};
    completion.texts.removeAll(words.back().text);
    return completion;
}

} // namespace coterie::ui
