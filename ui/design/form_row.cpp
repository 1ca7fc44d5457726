#include "ui/design/form_row.h"

#include "core/base/json_parse.h"
#include "ui/design/problem_words.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <QStringList>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>
#include <utility>

namespace coterie::ui {

namespace {

std::optional<JsonNode> numberOf(const QString& text)
{
    const std::string digits = plainTyped(text).value_or(text.trimmed()).toStdString();
    const char* const end = digits.data() + digits.size();
    std::int64_t whole = 0;
    if (const auto [last, status] = std::from_chars(digits.data(), end, whole);
        status == std::errc{} && last == end)
        return JsonNode::fromWhole(whole);
    double real = 0;
    if (const auto [last, status] = std::from_chars(digits.data(), end, real);
        status == std::errc{} && last == end && std::isfinite(real))
        return JsonNode::fromReal(real);
    return std::nullopt;
}

/// Of one of several values a comma is no thousands sign: "10,100" may be meant as two of them.
JsonNode numberOrText(const QString& text, ParameterType type, bool isOneOfSeveral)
{
    const bool isWhole = type == ParameterType::Integer;
    const bool isUnclear =
        isWhole && isOneOfSeveral && text.contains(u',') && mayHaveThousands(text);
    const auto number =
        isUnclear ? std::nullopt : numberOf(isWhole ? withoutThousands(text).value_or(text) : text);
    return number ? *number : JsonNode::fromText(text.trimmed().toStdString());
}

/// "1, 2" as items; ignores a trailing comma, which is still being typed.
std::vector<JsonNode> itemsOf(const QString& text, ParameterType type)
{
    std::vector<JsonNode> items;
    for (const QString& item : typedParts(text))
        items.push_back(numberOrText(item, type, true));
    return items;
}

/// The same of a list of texts, where digits are a text too.
std::vector<JsonNode> textItemsOf(const QString& text, ParameterType /*type*/)
{
    std::vector<JsonNode> items;
    for (const QString& item : text.split(u',', Qt::SkipEmptyParts))
        if (!item.trimmed().isEmpty())
            items.push_back(JsonNode::fromText(item.trimmed().toStdString()));
    return items;
}

/// Whether a field that separates items by commas can show the list.
bool fitsCommas(const std::vector<JsonNode>& items)
{
    return std::ranges::none_of(items, [](const JsonNode& item) {
        return item.kind == JsonNode::Kind::Text
               && (item.text.empty() || item.text.find_first_of(",;[{") != std::string::npos
                   || item.text.front() == ' ' || item.text.back() == ' ');
    });
}

QString joined(const std::vector<JsonNode>& items)
{
    QStringList texts;
    bool lists = false;
    for (const JsonNode& item : items) {
        lists |= item.kind == JsonNode::Kind::List;
        texts << textOf(item);
    }
    return texts.join(lists ? QStringLiteral("; ") : QStringLiteral(", "));
}

/// Choices with the word that the file uses.
QString allowedText(const ParameterDescriptor& descriptor)
{
    if (descriptor.type == ParameterType::Boolean)
        return say("yes or no");
    if (descriptor.type != ParameterType::Word)
        return fromCore(descriptor.allowed());
    QStringList choices;
    for (const std::string_view word : descriptor.words) {
        const QString title = choiceText(descriptor, toQString(word));
        choices << (title == toQString(word) ? title : say("%1 (%2)").arg(title, toQString(word)));
    }
    return choices.join(QStringLiteral(", "));
}

} // namespace

QString tooltipOf(const FormRow& row)
{
    const ParameterDescriptor& descriptor = *row.descriptor;
    QString meaning = fromCore(descriptor.meaning);
    if (!meaning.isEmpty())
        meaning[0] = meaning[0].toUpper();
    QStringList lines;
    const auto add = [&](const QString& name, const QString& text) {
        if (!text.isEmpty())
            lines << QStringLiteral("%1: %2").arg(name, text.toHtmlEscaped());
    };
    QString symbol = symbolText(descriptor.symbol).remove(QStringLiteral("&nbsp;"));
    const QString equation = fromCore(descriptor.equation).toHtmlEscaped();
    if (!equation.isEmpty())
        symbol = symbol.isEmpty() ? equation : say("%1 in %2").arg(symbol, equation);
    if (!symbol.isEmpty())
        lines << QStringLiteral("%1: %2").arg(say("In the paper"), symbol);
    QString allowed = allowedText(descriptor);
    if (!descriptor.unit.empty())
        allowed += QStringLiteral(" (%1)").arg(fromCore(descriptor.unit));
    add(say("Allowed"), allowed);
    if (row.style.mayBeSwept && descriptor.type != ParameterType::Text)
        add(say("Several values"),
            descriptor.type == ParameterType::RealList || descriptor.type == ParameterType::TextList
                ? say("separate the lists by semicolons; each list adds runs")
                : say("separate them by commas; each value adds runs"));
    add(row.origin.isEmpty() ? say("Default") : row.origin, toldText(descriptor, row.fallback));
    if (saysTheFallback(row))
        lines << say("Set in the file to the same value as the %1").arg(withinSentence(row.origin));
    if (descriptor.live)
        lines << say("Can be changed during a run");
    add(say("In the file"), toQString(row.pointer));
    return QStringLiteral("<p><b>%1</b></p><p>%2</p>")
        .arg((meaning.isEmpty() ? labelOf(descriptor) : meaning).toHtmlEscaped(),
             lines.join(QStringLiteral("<br/>")));
}

QString placeholderOf(const FormRow& row)
{
    const ParameterDescriptor& descriptor = *row.descriptor;
    if (!row.fallback.isEmpty())
        return toldText(descriptor, row.fallback);
    if (descriptor.type == ParameterType::RealList)
        return say("a list such as 0, 1"); // to be typed alike in all languages
    if (descriptor.type != ParameterType::TextList)
        return {};
    if (descriptor.words.empty()) // a command
        return say("such as python3, who.py");
    QStringList words;
    for (const std::string_view word : descriptor.words)
        if (words.size() < 2)
            words << toQString(word);
    return say("such as %1").arg(words.join(QStringLiteral(", ")));
}

bool saysTheFallback(const FormRow& row)
{
    if (!row.value || row.origin.isEmpty())
        return false;
    const QString said = textOf(*row.value);
    if (said == row.fallback)
        return true;
    bool isNumber = false;
    bool fallbackIsNumber = false;
    const double number = said.toDouble(&isNumber);
    const double fallback = row.fallback.toDouble(&fallbackIsNumber);
    return isNumber && fallbackIsNumber && number == fallback; // "0.0" and "0"
}

bool isMarked(const FormRow& row)
{
    if (!row.value || row.style.required)
        return false;
    return !saysTheFallback(row) || row.isCommon;
}

QString textOf(const JsonNode& value)
{
    switch (value.kind) {
    case JsonNode::Kind::Text:
    case JsonNode::Kind::Number:
        return toQString(value.text);
    case JsonNode::Kind::List:
        return fitsCommas(value.items) ? joined(value.items) : toQString(writeCompact(value));
    case JsonNode::Kind::Object:
        if (isSweep(value))
            return joined(value.items.front().items);
        break;
    default:
        break;
    }
    return toQString(writeCompact(value));
}

QString textOf(const ParameterValue& value)
{
    QString text = toQString(toText(value));
    if (std::holds_alternative<std::vector<double>>(value)
        || std::holds_alternative<std::vector<std::string>>(value))
        text = text.mid(1).chopped(1); // without the brackets
    return text;
}

QString toldText(const ParameterDescriptor& descriptor, const QString& text)
{
    if (descriptor.type == ParameterType::Text || descriptor.type == ParameterType::TextList)
        return text;
    if (descriptor.type != ParameterType::Word && descriptor.type != ParameterType::Boolean)
        return localNumbers(text);
    QStringList words = text.split(QStringLiteral(", "));
    for (QString& word : words)
        word = choiceText(descriptor, word);
    return words.join(QStringLiteral(", "));
}

std::optional<JsonNode> valueOf(const QString& text, ParameterType type, bool mayBeSwept)
{
    const QString typed = text.trimmed();
    if (typed.isEmpty())
        return std::nullopt;
    if (type == ParameterType::Text)
        return JsonNode::fromText(text.toStdString());
    if (typed.startsWith(u'{') || typed.startsWith(u'[')) // what fields cannot express
        if (const auto parsed = parseJson(typed.toStdString()))
            return parsed->root;
    if (type == ParameterType::RealList || type == ParameterType::TextList) {
        const auto items = type == ParameterType::RealList ? &itemsOf : &textItemsOf;
        std::vector<JsonNode> lists;
        for (const QString& list : typed.split(u';', Qt::SkipEmptyParts))
            lists.push_back(JsonNode::list(items(list, type)));
        return mayBeSwept ? sweepOf(std::move(lists)) : JsonNode::list(items(typed, type));
    }
    if (mayBeSwept && typedParts(typed) != QStringList(typed))
        if (auto items = itemsOf(typed, type); !items.empty())
            return sweepOf(std::move(items));
    return numberOrText(typed, type, mayBeSwept);
}

bool isSweep(const JsonNode& value)
{
    return value.kind == JsonNode::Kind::Object && value.names.size() == 1
           && value.names.front() == "sweep" && value.items.front().kind == JsonNode::Kind::List;
}

JsonNode sweepOf(std::vector<JsonNode> values)
{
    if (values.size() == 1)
        return std::move(values.front());
    JsonNode sweep = JsonNode::object();
    sweep.add("sweep", JsonNode::list(std::move(values)));
    return sweep;
}

QString problemAt(const Problems& problems, std::string_view pointer)
{
    QStringList sentences;
    for (const Error& problem : problems)
        if (isUnder(problem.place, pointer))
            sentences << complaint(problem);
    return sentences.join(u'\n');
}

bool isUnder(std::string_view place, std::string_view pointer)
{
    return place.starts_with(pointer)
           && (place.size() == pointer.size() || place[pointer.size()] == '/');
}

} // namespace coterie::ui
