#include "ui/numbers.h"

#include "core/base/json_node.h"
#include "ui/words.h"

#include <QRegularExpression>

#include <cmath>
#include <utility>

namespace coterie::ui {

namespace {

/// As core and files write it.
const QString kNumberPattern =
    QStringLiteral("[-−+]?(?:\\d{1,3}(?:,\\d{3})+|\\d+)(?:\\.\\d+)?(?:e[-−+]?\\d+)?");

const QLocale& englishLocale()
{
    static const QLocale kLocale(QLocale::English, QLocale::UnitedStates);
    return kLocale;
}

QLocale& chosenLocale()
{
    static QLocale locale = englishLocale();
    return locale;
}

thread_local bool t_isPlain = false;

/// With the signs of the language.
QString signedLocally(const QString& number)
{
    const QLocale& locale = numberLocale();
    QString text;
    for (const QChar letter : number)
        text += letter == u'.'   ? locale.decimalPoint()
                : letter == u',' ? locale.groupSeparator()
                                 : QString(letter);
    return text;
}

bool isWrittenPlainly()
{
    return numberLocale().decimalPoint() == QLatin1String(".");
}

} // namespace

const QLocale& numberLocale()
{
    return t_isPlain ? englishLocale() : chosenLocale();
}

void setNumberLocale(const QLocale& locale)
{
    chosenLocale() = locale;
    QLocale::setDefault(locale);
}

PlainNumbers::PlainNumbers()
    : m_before(std::exchange(t_isPlain, true))
{}

PlainNumbers::~PlainNumbers()
{
    t_isPlain = m_before;
}

QString localNumber(const QString& plain)
{
    static const QRegularExpression kWhole(QRegularExpression::anchoredPattern(kNumberPattern));
    return isWrittenPlainly() || !kWhole.match(plain).hasMatch() ? plain : signedLocally(plain);
}

QString localNumbers(const QString& text)
{
    static const QRegularExpression kAlone(
        QStringLiteral("(?<![^\\s(])%1(?=$|[\\s)]|[,;:.](?:\\s|$))").arg(kNumberPattern));
    if (isWrittenPlainly())
        return text;
    QString shown;
    qsizetype end = 0;
    for (auto each = kAlone.globalMatch(text); each.hasNext();) {
        const QRegularExpressionMatch match = each.next();
        shown += text.mid(end, match.capturedStart() - end) + signedLocally(match.captured());
        end = match.capturedEnd();
    }
    return shown + text.mid(end);
}

QString fixedText(double value, int decimals)
{
    return localNumber(withTrueMinus(QString::number(value, 'f', decimals)));
}

QString digitsText(double value, int digits)
{
    return localNumber(withTrueMinus(QString::number(value, 'g', digits)));
}

QString exactNumberText(double value)
{
    return localNumber(toQString(shortestText(value)));
}

QString dataSizeText(double bytes)
{
    return numberLocale().formattedDataSize(qint64(bytes), 1, QLocale::DataSizeSIFormat);
}

std::optional<QString> plainTyped(const QString& text)
{
    static const QRegularExpression kTyped(QRegularExpression::anchoredPattern(QStringLiteral(
                                               "[-+]?(?:\\d+[.,]?\\d*|[.,]\\d+)(?:e[-+]?\\d+)?")),
                                           QRegularExpression::CaseInsensitiveOption);
    QString plain = text.trimmed();
    plain.replace(u'−', u'-');
    if (!kTyped.match(plain).hasMatch())
        return std::nullopt;
    if (isWrittenPlainly() && plain.contains(u',') && mayHaveThousands(plain))
        return std::nullopt;
    return plain.replace(u',', u'.');
}

bool mayHaveThousands(const QString& text)
{
    static const QRegularExpression kGrouped(
        QRegularExpression::anchoredPattern(QStringLiteral("[-−+]?[1-9]\\d{0,2}([.,]\\d{3})+")));
    return kGrouped.match(text.trimmed()).hasMatch();
}

std::optional<QString> withoutThousands(const QString& text)
{
    if (!mayHaveThousands(text) || (text.contains(u'.') && text.contains(u',')))
        return std::nullopt;
    return text.trimmed().remove(u'.').remove(u',').replace(u'−', u'-');
}

QStringList typedParts(const QString& text)
{
    static const QRegularExpression kAnyComma(QStringLiteral("[;,]"));
    static const QRegularExpression kNoDecimals(QStringLiteral(";|,(?!\\d)"));
    QStringList parts;
    for (const QString& part : text.split(isWrittenPlainly() ? kAnyComma : kNoDecimals))
        if (!part.trimmed().isEmpty())
            parts << part.trimmed();
    return parts;
}

std::optional<double> typedNumber(const QString& text)
{
    const std::optional<QString> plain = plainTyped(text);
    bool isNumber = false;
    const double number = plain ? plain->toDouble(&isNumber) : 0;
    return isNumber && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

} // namespace coterie::ui
