#include "tests/ui/text_files.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QXmlStreamReader>

#include <algorithm>

namespace coterie::ui::test {

namespace {

void skipBlanks(const QString& code, qsizetype& at)
{
    while (at < code.size() && code[at].isSpace())
        ++at;
}

/// The value of the literals at this place, which C++ makes one; moves behind them.
QString literalsAt(const QString& code, qsizetype& at)
{
    QString value;
    for (skipBlanks(code, at); at < code.size() && code[at] == u'"'; skipBlanks(code, at)) {
        for (++at; at < code.size() && code[at] != u'"'; ++at) {
            if (code[at] != u'\\') {
                value += code[at];
                continue;
            }
            const QChar escaped = code[++at];
            if (escaped == u'u') {
                value += QChar(char16_t(code.mid(at + 1, 4).toUInt(nullptr, 16)));
                at += 4;
            } else {
                value += escaped == u'n' ? QChar(u'\n') : escaped == u't' ? QChar(u'\t') : escaped;
            }
        }
        ++at;
    }
    return value;
}

/// All that match, sorted.
QStringList matches(const QString& text, const char* pattern)
{
    QStringList found;
    const QRegularExpression expression(QString::fromLatin1(pattern));
    for (auto each = expression.globalMatch(text); each.hasNext();)
        found << each.next().captured();
    found.sort();
    return found;
}

/// Without the signs in them, which each language has of its own; sorted.
QStringList numbersIn(const QString& text)
{
    static const QRegularExpression kSign(QStringLiteral("[.,]"));
    QStringList numbers = matches(text, "(?<![%\\w])\\d+(?:[.,]\\d+)*");
    numbers.replaceInStrings(kSign, QString());
    numbers.sort();
    return numbers;
}

/// Without what is "&" itself: "&&", "&nbsp;", "A & B".
qsizetype keyLetters(QString text)
{
    static const QRegularExpression kNoKey(QStringLiteral("&&|&#?[a-z0-9]+;|&\\s|&$"));
    return text.remove(kNoKey).count(u'&');
}

QString blanksAround(const QString& text)
{
    qsizetype first = 0;
    skipBlanks(text, first);
    qsizetype last = text.size();
    while (last > first && text[last - 1].isSpace())
        --last;
    return text.left(first) + u'|' + text.mid(last);
}

QString ending(const QString& text)
{
    const QString trimmed = text.trimmed();
    return !trimmed.isEmpty() && QStringLiteral("….:!?").contains(trimmed.back())
               ? QString(trimmed.back())
               : QString();
}

} // namespace

std::vector<SourceText> textsIn(const QString& code)
{
    static const QRegularExpression kCall(
        QStringLiteral(R"X(\b(?:(?:tr|say)\(|QT_TRANSLATE_NOOP\(\s*"coterie"\s*,)\s*(?="))X"));
    std::vector<SourceText> texts;
    for (auto each = kCall.globalMatch(code); each.hasNext();) {
        qsizetype at = each.next().capturedEnd();
        SourceText text{.text = literalsAt(code, at)};
        if (at < code.size() && code[at] == u',')
            text.comment = literalsAt(code, ++at);
        texts.push_back(std::move(text));
    }
    return texts;
}

std::vector<SourceText> textsOfSources(const QString& folder)
{
    QStringList files;
    QDirIterator all(folder,
                     {QStringLiteral("*.cpp"), QStringLiteral("*.h")},
                     QDir::Files,
                     QDirIterator::Subdirectories);
    while (all.hasNext())
        files << all.next();
    files.sort();
    std::vector<SourceText> texts;
    for (const QString& path : files) {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s cannot be read", qPrintable(path));
        for (SourceText& text : textsIn(QString::fromUtf8(file.readAll())))
            if (std::ranges::find(texts, text) == texts.end())
                texts.push_back(std::move(text));
    }
    return texts;
}

std::vector<Translated> textsOfLanguage(const QString& code)
{
    QFile file(
        QStringLiteral(COTERIE_SOURCE_DIR "/resources/translations/coterie_%1.ts").arg(code));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("%s cannot be read", qPrintable(file.fileName()));
    std::vector<Translated> texts;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        const auto name = xml.name();
        if (name == QLatin1String("message"))
            texts.emplace_back();
        else if (name == QLatin1String("source"))
            texts.back().source.text = xml.readElementText();
        else if (name == QLatin1String("comment"))
            texts.back().source.comment = xml.readElementText();
        else if (name == QLatin1String("translation") && !xml.attributes().hasAttribute("type"))
            texts.back().translation = xml.readElementText();
    }
    if (xml.hasError())
        qFatal("%s: %s", qPrintable(file.fileName()), qPrintable(xml.errorString()));
    std::erase_if(texts, [](const Translated& text) { return text.translation.isEmpty(); });
    return texts;
}

QStringList faultsOf(const Translated& entry)
{
    const QString& text = entry.source.text;
    const QString& translation = entry.translation;
    QStringList faults;
    const auto compare = [&](const char* what, const auto& wanted, const auto& found) {
        if (wanted != found)
            faults << QStringLiteral("%1 differ: “%2” · “%3”")
                          .arg(QLatin1String(what), text, translation);
    };
    const auto compareMatches = [&](const char* what, const char* pattern) {
        compare(what, matches(text, pattern), matches(translation, pattern));
    };
    compareMatches("placeholders", "%[1-9n]");
    compareMatches("tags", "</?[a-z][^>]*>");
    compareMatches("entities", "&#?[a-z0-9]+;");
    compare("numbers", numbersIn(text), numbersIn(translation));
    compare("lines", text.count(u'\n'), translation.count(u'\n'));
    compare("endings", ending(text), ending(translation));
    compare("blanks around", blanksAround(text), blanksAround(translation));
    compare("keys (&)", keyLetters(text), keyLetters(translation));
    return faults;
}

QString plainWords(QString text)
{
    text.remove(u'&');
    while (text.endsWith(u'…') || text.endsWith(u':'))
        text.chop(1);
    return text;
}

} // namespace coterie::ui::test
