#include "ui/design/json_places.h"

#include "core/spec/json_parse.h"
#include "core/spec/json_pointer.h"
#include "ui/design/json_spans.h"

#include <QRegularExpression>

#include <algorithm>

namespace coterie::ui {

namespace {

std::optional<TextRange> placeIn(const JsonSpan& root, const QString& pointer)
{
    const auto steps = pointerSteps(pointer.toStdString());
    if (!steps)
        return std::nullopt;
    const JsonSpan* deepest = &root;
    for (const std::string& step : *steps) {
        const JsonSpan* next = childAt(*deepest, step);
        if (!next)
            break;
        deepest = next;
    }
    if (deepest->end <= deepest->start)
        return std::nullopt;
    return TextRange{deepest->start, deepest->end - deepest->start};
}

/// The character at which the text stops being JSON, or the last one before it that can be seen;
/// absent if it is JSON throughout. The sentence that says so begins with its line and column,
/// counted in characters from 1.
std::optional<TextRange> syntaxErrorIn(const QString& json)
{
    const auto parsed = parseJson(json.toStdString());
    if (parsed)
        return std::nullopt;
    static const QRegularExpression place(QStringLiteral("^line (\\d+), column (\\d+)"));
    const auto said = place.match(QString::fromStdString(parsed.error().sentence()));
    if (!said.hasMatch() || json.isEmpty())
        return std::nullopt;
    qsizetype at = 0;
    for (int line = 1; line < said.captured(1).toInt(); ++line)
        at = json.indexOf(u'\n', at) + 1;
    for (int column = 1; column < said.captured(2).toInt() && at < json.size(); ++column)
        at += json.at(at).isHighSurrogate() ? 2 : 1;
    at = std::min(at, json.size() - 1);
    while (at > 0 && json.at(at).isSpace()) // an end of line, where a quote is missing
        --at;
    return TextRange{at, 1};
}

} // namespace

std::vector<std::optional<TextRange>> placesOf(const QString& json, const QStringList& pointers)
{
    if (pointers.isEmpty())
        return {};
    const JsonSpan root = spansOf(json);
    std::vector<std::optional<TextRange>> places;
    for (const QString& pointer : pointers) {
        std::optional<TextRange> place = pointer.isEmpty() ? syntaxErrorIn(json) : std::nullopt;
        places.push_back(place ? place : placeIn(root, pointer));
    }
    return places;
}

std::optional<TextRange> placeOf(const QString& json, const QString& pointer)
{
    return placesOf(json, {pointer}).front();
}

} // namespace coterie::ui
