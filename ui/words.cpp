#include "ui/words.h"

#include "core/experiment/word_titles.h"
#include "core/metrics/metric_infos.h"
#include "core/report/ranked_device.h"
#include "ui/language.h"
#include "ui/numbers.h"

#include <QFileInfo>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace coterie::ui {

QString withTrueMinus(QString text)
{
    const auto charAt = [&](qsizetype place) {
        return place < 0 || place >= text.size() ? QChar(u' ') : text.at(place);
    };
    for (qsizetype at = text.indexOf(u'-'); at >= 0; at = text.indexOf(u'-', at + 1)) {
        const QChar next = charAt(at + 1);
        const bool beforeNumber =
            next.isDigit() || next == u'∞' || (next == u'.' && charAt(at + 2).isDigit());
        const QChar before = charAt(at - 1);
        const bool isSign = !before.isLetterOrNumber() && before != u'-' && before != u'_'
                            && before != u')' && before != u']';
        const bool isExponent = before.toLower() == u'e' && charAt(at - 2).isDigit();
        if (beforeNumber && (isSign || isExponent))
            text[at] = u'−';
    }
    return text;
}

QString withPlainMinus(QString text)
{
    for (qsizetype place = 0; place + 1 < text.size(); ++place) {
        const QChar next = text[place + 1];
        const bool isFraction =
            next == u'.' && place + 2 < text.size() && text[place + 2].isDigit();
        if (text[place] == u'−' && (next.isDigit() || next == u'∞' || isFraction))
            text[place] = u'-';
    }
    return text;
}

QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString fromCore(std::string_view text)
{
    const QString english = toQString(text);
    const auto translated = [](const QString& source) {
        return source.isEmpty()
                   ? source
                   : QCoreApplication::translate("coterie", source.toUtf8().constData());
    };
    if (const QString whole = translated(english); whole != english)
        return whole;
    QStringList numbers;
    const QString pattern = withoutNumbers(english, numbers);
    QString found = translated(pattern);
    if (found == pattern)
        return english;
    for (qsizetype number = numbers.size(); number > 0; --number) // %12 before %1
        found.replace(QStringLiteral("%%1").arg(number), localNumber(numbers[number - 1]));
    return found;
}

QString withoutNumbers(const QString& text, QStringList& numbers)
{
    static const QRegularExpression kNumber(
        QStringLiteral("(?<![\\w.])[-−]?\\d+(,\\d{3})*(\\.\\d+)?(e[-+]?\\d+)?(?![\\w])"));
    QString pattern;
    qsizetype end = 0;
    for (auto each = kNumber.globalMatch(text); each.hasNext();) {
        const QRegularExpressionMatch match = each.next();
        numbers << match.captured();
        pattern +=
            text.mid(end, match.capturedStart() - end) + QStringLiteral("%%1").arg(numbers.size());
        end = match.capturedEnd();
    }
    return pattern + text.mid(end);
}

QString pathText(const std::filesystem::path& path)
{
    return QString::fromStdString(path.string());
}

std::filesystem::path toPath(const QString& path)
{
    return {path.toStdString()};
}

std::filesystem::path folderOfFile(const QString& file)
{
    return file.isEmpty() ? std::filesystem::path() : toPath(QFileInfo(file).absolutePath());
}

QString durationText(double seconds)
{
    if (!std::isfinite(seconds) || seconds < 0)
        return say("unknown");
    const auto whole = static_cast<qint64>(std::llround(std::min(seconds, 3.6e8)));
    if (whole < 1)
        return say("less than 1 s");
    if (whole < 60)
        return say("%1 s").arg(whole);
    if (whole < 3600)
        return say("%1 min %2 s").arg(whole / 60).arg(whole % 60, 2, 10, QLatin1Char('0'));
    return say("%1 h %2 min").arg(whole / 3600).arg(whole / 60 % 60, 2, 10, QLatin1Char('0'));
}

QString progressText(const QueueProgress& progress)
{
    QString text = say("run %1 of %2, round %3 of %4")
                       .arg(countText(progress.run),
                            countText(progress.runs),
                            countText(progress.round),
                            countText(progress.rounds));
    if (progress.secondsLeft)
        text += (progress.runs > 1 ? say(", %1 left for all runs") : say(", %1 left"))
                    .arg(durationText(*progress.secondsLeft));
    else if (progress.runSecondsLeft)
        text += say(", %1 left for this run").arg(durationText(*progress.runSecondsLeft));
    return text;
}

QString otherStoreText(const std::string& store)
{
    return say("Runs of the store “%1” cannot be changed, because it is open for reading only. To "
               "change them, choose it as your own store in Preferences.")
        .arg(toQString(store));
}

QString statusText(RunStatus status)
{
    const std::array words{say("queued"),
                           say("running"),
                           say("paused"),
                           say("finished"),
                           say("stopped"),
                           say("failed")};
    return words[static_cast<std::size_t>(status)];
}

QString inOneText(const QString& first, const QString& second)
{
    return (first.endsWith(u'.') ? first.chopped(1) : first) + QStringLiteral(". ") + second;
}

QString counted(qsizetype count, const QString& one, const QString& many)
{
    return count == 1 ? one : many.arg(countText(count));
}

QString countText(qint64 count)
{
    return numberLocale().toString(count);
}

QString numberText(double value)
{
    if (std::isnan(value))
        return QStringLiteral("NaN");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    return digitsText(value, 4);
}

QString cellText(std::optional<double> value, int decimals)
{
    if (!value)
        return QStringLiteral("–");
    return std::isfinite(*value) ? fixedText(*value, decimals) : numberText(*value);
}

QString spacedName(std::string_view lowerCamel)
{
    return withinSentence(fieldName(lowerCamel));
}

QString unitText(std::string_view unit)
{
    if (unit == "percent")
        return QStringLiteral("%");
    return unit == "share" ? QString() : fromCore(unit);
}

QString nameWithUnit(const QString& name, const QString& unit)
{
    constexpr qsizetype kLeast = 3; // letters: a single one is in every name
    const bool saysItself = unit.size() >= kLeast && name.contains(unit, Qt::CaseInsensitive);
    return unit.isEmpty() || saysItself ? name : say("%1 (%2)").arg(name, unit);
}

QString fieldName(std::string_view lowerCamel)
{
    QString spaced;
    for (const QChar letter : toQString(lowerCamel)) {
        if (letter.isUpper())
            spaced += QLatin1Char(' ');
        spaced += letter.toLower();
    }
    if (!spaced.isEmpty())
        spaced[0] = spaced[0].toUpper();
    return fromCore(spaced.toStdString());
}

QString metricName(std::string_view metric)
{
    const std::string_view title = metricTitle(metric);
    return title.empty() ? fieldName(metric) : fromCore(title);
}

QString labelOf(const ParameterDescriptor& descriptor)
{
    return descriptor.title.empty() ? fieldName(descriptor.name) : fromCore(descriptor.title);
}

QString symbolText(std::string_view symbol)
{
    static const QString kLow = QStringLiteral("₀₁₂₃₄₅₆₇₈₉ᵢⱼₖ");
    static const QString kHigh = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹ⁱ");
    static const QString kPlain = QStringLiteral("0123456789ijk");
    enum class Level
    {
        Middle,
        Low,
        High
    };
    const auto tag = [](Level level, const char* slash) {
        return level == Level::Middle
                   ? QString()
                   : QStringLiteral("<%1%2>").arg(QLatin1String(slash),
                                                  level == Level::Low ? QStringLiteral("sub")
                                                                      : QStringLiteral("sup"));
    };
    QString text;
    Level level = Level::Middle;
    bool staysLow = false; // after an underscore
    const auto enter = [&](Level next) {
        if (next != level)
            text += tag(level, "/") + tag(next, "");
        level = next;
    };
    for (const QChar letter : toQString(symbol)) {
        if (letter == u'_') {
            staysLow = true;
            continue;
        }
        const qsizetype low = kLow.indexOf(letter);
        const qsizetype high = kHigh.indexOf(letter);
        staysLow &= letter.isLetterOrNumber();
        enter(low >= 0 || staysLow ? Level::Low : high >= 0 ? Level::High : Level::Middle);
        text += low >= 0    ? QString(kPlain[low])
                : high >= 0 ? QString(kPlain[high])
                            : QString(letter).toHtmlEscaped();
    }
    enter(Level::Middle);
    // Without the space, an italic letter would be cut off at the end.
    return text.isEmpty() ? text : QStringLiteral("<i>%1</i>&nbsp;").arg(text);
}

QString deviceText(std::string_view device, int ranks)
{
    const RankedDevice named = RankedDevice::in(device);
    const int all = std::max(named.ranks, ranks);
    const QString name = toQString(named.device);
    return all > 1 ? say("%1, %2 ranks").arg(name).arg(all) : name;
}

QString choiceText(const ParameterDescriptor& descriptor, const QString& word)
{
    if (descriptor.type == ParameterType::Boolean)
        return word == QStringLiteral("true")    ? say("yes")
               : word == QStringLiteral("false") ? say("no")
                                                 : word;
    if (descriptor.type != ParameterType::Word)
        return word;
    const std::string_view title = titleOfWord(descriptor.name, word.toStdString());
    return title.empty() ? word : fromCore(title);
}

QString withinSentence(QString label)
{
    // A German adjective begins small before its noun: "mittlerer Testfehler".
    static const QRegularExpression kAdjective(QStringLiteral("^\\p{Lu}\\w*e[rsn]? \\p{Lu}\\p{L}"),
                                               QRegularExpression::UseUnicodePropertiesOption);
    if (!label.isEmpty() && (!keepsCapitals() || kAdjective.match(label).hasMatch()))
        label[0] = label[0].toLower();
    return label;
}

} // namespace coterie::ui
