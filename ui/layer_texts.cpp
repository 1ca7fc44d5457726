#include "ui/layer_texts.h"

#include "core/algorithms/registry.h"
#include "core/base/json_parse.h"
#include "core/experiment/layers_text.h"
#include "core/experiment/word_titles.h"
#include "ui/numbers.h"
#include "ui/words.h"

#include <QRegularExpression>
#include <QStringList>

#include <cmath>

namespace coterie::ui {

namespace {

/// Empty where the value goes without saying: a padding of 0, one group, a bias.
QString layerSettingText(const ParameterDescriptor& setting, const JsonNode* said)
{
    const QString label = withinSentence(labelOf(setting));
    const bool isDefault =
        !setting.required
        && (!said || (said->kind == JsonNode::Kind::Number && said->number == setting.defaultNumber)
            || (said->kind == JsonNode::Kind::Boolean
                && said->boolean == (setting.defaultNumber != 0))
            || (said->kind == JsonNode::Kind::Text && said->text == setting.defaultWord));
    if (setting.type == ParameterType::Integer || setting.type == ParameterType::Real) {
        if (!said && setting.required)
            return {};
        const double usual = setting.defaultNumber;
        if (isDefault && (usual == 0 || usual == 1))
            return {};
        if (said && said->kind == JsonNode::Kind::Text) { // a word instead of a number
            const std::string_view title = titleOfWord(setting.name, said->text);
            return say("%1: %2").arg(label,
                                     title.empty() ? toQString(said->text) : fromCore(title));
        }
        if (said && said->kind != JsonNode::Kind::Number)
            return {};
        const QString number = said ? localNumber(toQString(said->text)) : exactNumberText(usual);
        if (setting.name == "repeat")
            return QStringLiteral("× %1").arg(number);
        return setting.required ? say("%1 %2").arg(number, label) : say("%1 %2").arg(label, number);
    }
    if (isDefault || !said)
        return {};
    if (said->kind == JsonNode::Kind::Boolean)
        return said->boolean ? say("with %1").arg(label) : say("without %1").arg(label);
    return said->kind == JsonNode::Kind::Text
               ? say("%1: %2").arg(label, choiceText(setting, toQString(said->text)))
               : QString();
}

} // namespace

std::string layerWord(const JsonNode& layer)
{
    const JsonNode* word = layer.kind == JsonNode::Kind::Object ? layer.find("layer") : nullptr;
    return word && word->kind == JsonNode::Kind::Text ? word->text : std::string();
}

QString layerTitle(const JsonNode& layer, std::span<const NamedPart> words)
{
    const std::string word = layerWord(layer);
    const NamedPart* part = findPart(words, word);
    if (part)
        return fromCore(part->title);
    return word.empty() ? say("unnamed") : toQString(word);
}

QString layerSettingsText(const JsonNode& layer, std::span<const NamedPart> words)
{
    const NamedPart* part = findPart(words, layerWord(layer));
    QStringList texts;
    if (part) // so it is an object
        for (const ParameterDescriptor& setting : part->parameters)
            if (const QString text = layerSettingText(setting, layer.find(setting.name));
                !text.isEmpty())
                texts << text;
    return texts.join(QStringLiteral(", "));
}

QString layersWords(std::string_view pointer, const std::string& json)
{
    constexpr std::string_view kPlace = "/model/layers";
    if (!pointer.starts_with(kPlace) || (!json.starts_with('[') && !json.starts_with('{')))
        return {};
    const auto parsed = parseJson(json);
    if (!parsed)
        return {};
    const std::span<const NamedPart> words = registry().layers;
    if (parsed->root.kind == JsonNode::Kind::Object) {
        const QString settings = layerSettingsText(parsed->root, words);
        const QString title = layerTitle(parsed->root, words);
        return settings.isEmpty() ? title : QStringLiteral("%1, %2").arg(title, settings);
    }
    qsizetype all = 0;
    QStringList kinds;
    for (const auto& [word, count] : wordsOfLayers(parsed->root)) {
        const NamedPart* part = findPart(words, word);
        const QString title = part ? fromCore(part->title) : toQString(word);
        kinds << (count > 1 ? QStringLiteral("%1 × %2").arg(count).arg(title) : title);
        all += qsizetype(count);
    }
    return say("%1: %2").arg(counted(all, say("1 layer"), say("%1 layers")),
                             kinds.join(QStringLiteral(", ")));
}

QString layerPlaceWords(std::string_view steps)
{
    static const QRegularExpression kLayer(
        QStringLiteral("(?:^|/)model/layers/(\\d+(?:/layers/\\d+)*)$"));
    const QRegularExpressionMatch match = kLayer.match(toQString(steps));
    if (!match.hasMatch())
        return {};
    QStringList numbers;
    for (const QString& index : match.captured(1).split(QStringLiteral("/layers/")))
        numbers << QString::number(index.toLongLong() + 1);
    return say("Layer %1").arg(numbers.join(u'.'));
}

QString layerShapeText(const SampleShape& shape)
{
    QStringList edges{QString::number(shape.channels)};
    if (shape.plane() > 1) {
        if (shape.depth > 1)
            edges << QString::number(shape.depth);
        edges << QString::number(shape.height) << QString::number(shape.width);
    }
    return edges.join(u'×');
}

} // namespace coterie::ui
