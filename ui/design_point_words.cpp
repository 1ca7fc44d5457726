#include "ui/design_point_words.h"

#include "core/base/json_parse.h"
#include "core/experiment/external_command.h"
#include "core/store/plan_settings.h"
#include "ui/layer_texts.h"
#include "ui/setting_words.h"
#include "ui/words.h"

#include <QStringList>

#include <algorithm>
#include <iterator>
#include <vector>

namespace coterie::ui {

namespace {

/// Numbers of a JSON list, "3, 4".
QString listed(const JsonNode* list)
{
    QStringList numbers;
    if (list)
        for (const JsonNode& item : list->items)
            numbers << toQString(writeCompact(item));
    return numbers.join(QStringLiteral(", "));
}

/// "crop (height 28, width 28)": a step that the data go through before they are dealt.
QString stepWords(const JsonNode& step)
{
    QString title;
    QStringList settings;
    for (std::size_t i = 0; i < step.items.size(); ++i) {
        const std::string& name = step.names[i];
        const JsonNode& item = step.items[i];
        const std::string value =
            item.kind == JsonNode::Kind::Text ? item.text : writeCompact(item);
        if (name == "step")
            title = withinSentence(settingValue(name, value));
        else
            settings << settingWord(name) + u' '
                            + (item.kind == JsonNode::Kind::List ? listed(&item)
                                                                 : settingValue(name, value));
    }
    return settings.isEmpty() ? title
                              : say("%1 (%2)").arg(title, settings.join(QStringLiteral(", ")));
}

/// "client 0: 40 samples", "edge A: clients 0, 1", "round 5: clients 3, 4", a step; empty for
/// anything else.
QString entryWords(const JsonNode& entry)
{
    const auto number = [&entry](const char* name) {
        const JsonNode* found = entry.find(name);
        return found ? toQString(writeCompact(*found)) : QString();
    };
    if (entry.kind != JsonNode::Kind::Object)
        return {};
    if (entry.find("step"))
        return stepWords(entry);
    if (entry.find("client")) {
        QStringList facts;
        if (const JsonNode* samples = entry.find("samples");
            samples && samples->kind != JsonNode::Kind::Null)
            facts << say("%1 samples").arg(number("samples"));
        if (entry.find("classCounts"))
            facts << say("per class %1").arg(listed(entry.find("classCounts")));
        return say("client %1: %2").arg(number("client"), facts.join(QStringLiteral(", ")));
    }
    if (const JsonNode* name = entry.find("name"))
        return say("%1: clients %2").arg(toQString(name->text), listed(entry.find("clients")));
    if (entry.find("round"))
        return say("round %1: clients %2").arg(number("round"), listed(entry.find("clients")));
    return {};
}

/// A list of objects or texts in words, a command as one types it; empty for other values.
QString listWords(std::string_view pointer, const std::string& value)
{
    const bool isOfTexts = value.starts_with("[\"");
    if (!isOfTexts && !value.starts_with("[{"))
        return {};
    const Result<ParsedJson> parsed = parseJson(value);
    if (!parsed)
        return {};
    QStringList words;
    std::vector<std::string> texts;
    for (const JsonNode& entry : parsed->root.items) {
        const QString text = isOfTexts ? settingValue(pointer, entry.text) : entryWords(entry);
        if (!text.isEmpty())
            words << text;
        texts.push_back(entry.text);
    }
    if (words.size() != std::ssize(parsed->root.items))
        return {};
    if (pointer == "command" || pointer.ends_with("/command"))
        return toQString(commandText(texts));
    // Not a comma, which stands between settings.
    return words.join(isOfTexts ? QStringLiteral(" + ") : QStringLiteral("; "));
}

} // namespace

QString valueWords(std::string_view pointer, const std::string& value)
{
    if (const QString layers = layersWords(pointer, value); !layers.isEmpty())
        return layers;
    if (const QString list = listWords(pointer, value); !list.isEmpty())
        return list;
    if (value == "[]")
        return say("none");
    QStringList values;
    for (const QString& one : toQString(value).split(toQString(kThen))) {
        const qsizetype round = values.isEmpty() ? -1 : one.indexOf(toQString(kChangeRound));
        const QString words =
            settingValue(pointer, one.first(round < 0 ? one.size() : round).toStdString());
        values << (round < 0
                       ? words
                       : say("%1 (round %2)")
                             .arg(words,
                                  one.sliced(round + toQString(kChangeRound).size()).chopped(1)));
    }
    return values.join(toQString(kThen));
}

QString designWords(std::span<const DesignPoint> points)
{
    constexpr qsizetype kMost = 6;
    QStringList texts;
    for (const DesignPoint& point : points) {
        if (texts.size() == kMost) {
            texts << QStringLiteral("…");
            break;
        }
        const QString name = withinSentence(settingName(point.name));
        texts << (point.value.empty()
                      ? name
                      : name + QStringLiteral(" = ") + valueWords(point.name, point.value));
    }
    return texts.join(QStringLiteral(", "));
}

} // namespace coterie::ui
