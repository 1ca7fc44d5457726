#pragma once

#include <QFile>
#include <QStringList>

#include <cmath>
#include <optional>
#include <vector>

/// Lines of exported files and rows of SQL in one form, so that they can be held against each
/// other.
namespace coterie::ui::test {

using Line = QStringList;

/// Numbers in so many digits that two ways of adding them up agree.
inline QString shown(std::optional<double> value)
{
    if (!value)
        return {};
    if (std::isnan(*value))
        return QStringLiteral("NaN");
    if (std::isinf(*value))
        return *value > 0 ? QStringLiteral("Inf") : QStringLiteral("-Inf");
    return QString::number(std::abs(*value) < 1e-12 ? 0.0 : *value, 'g', 10);
}

/// A field of a file: as a number, if it is one.
inline QString shown(const QString& field)
{
    bool isNumber = false;
    const double value = field.toDouble(&isNumber);
    return isNumber ? shown(std::optional(value)) : field;
}

inline QString shown(int value)
{
    return QString::number(value);
}

/// The fields of a line of CSV; no field holds the end of a line or a quote.
inline Line fieldsOf(const QString& line)
{
    Line fields{QString()};
    bool quoted = false;
    for (const QChar letter : line) {
        if (letter == QLatin1Char('"'))
            quoted = !quoted;
        else if (letter == QLatin1Char(',') && !quoted)
            fields << QString();
        else
            fields.back() += letter;
    }
    return fields;
}

/// The head and the lines of a CSV file; nothing if there is no such file.
inline std::vector<Line> linesOfCsv(const QString& path)
{
    std::vector<Line> lines;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return lines;
    QStringList text = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    text.removeLast(); // behind the last end of a line
    for (const QString& line : std::as_const(text)) {
        lines.emplace_back();
        for (const QString& field : fieldsOf(line))
            lines.back() << shown(field);
    }
    return lines;
}

/// For a failure that says which line it is.
inline QString textOf(const std::vector<Line>& lines)
{
    QStringList text;
    for (const Line& line : lines)
        text << line.join(QStringLiteral(" | "));
    return text.join(QLatin1Char('\n'));
}

} // namespace coterie::ui::test
