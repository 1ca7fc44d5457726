#include "ui/data/dataset_json.h"

#include "ui/words.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace coterie::ui {

namespace {

QJsonValue jsonOf(const ParameterValue& value)
{
    if (const auto* truth = std::get_if<bool>(&value))
        return *truth;
    if (const auto* whole = std::get_if<std::int64_t>(&value))
        return static_cast<qint64>(*whole);
    if (const auto* real = std::get_if<double>(&value))
        return *real;
    if (const auto* text = std::get_if<std::string>(&value))
        return toQString(*text);
    QJsonArray list;
    for (const double number : std::get<std::vector<double>>(value))
        list << number;
    return list;
}

QString writtenValue(const QJsonValue& value)
{
    // A document is an array or an object: what lies between the brackets is the value.
    const QByteArray array = QJsonDocument(QJsonArray{value}).toJson(QJsonDocument::Compact);
    return QString::fromUtf8(array.sliced(1, array.size() - 2));
}

} // namespace

QString datasetJson(const Part& dataset)
{
    const QString name = writtenValue(toQString(dataset.name));
    if (dataset.parameters.empty())
        return name;
    // Written by hand: QJsonObject would sort "name" among the parameters.
    QString text = QStringLiteral("{ \"name\": ") + name;
    for (const Parameter& parameter : dataset.parameters.all())
        text +=
            QStringLiteral(", %1: %2")
                .arg(writtenValue(toQString(parameter.name)), writtenValue(jsonOf(parameter.values.front())));
    return text + QStringLiteral(" }");
}

} // namespace coterie::ui
