#include "ui/language.h"

#include "ui/numbers.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QLibraryInfo>
#include <QTranslator>
#include <QXmlStreamReader>

#include <algorithm>

namespace coterie::ui {

namespace {

const QString kEnglish = QStringLiteral("en");

QString fileOf(const QString& code)
{
    return QStringLiteral(":/translations/coterie_%1.ts").arg(code);
}

/// The key of a text: with a comment where one English text means two things.
QByteArray keyOf(const QByteArray& text, const QByteArray& comment)
{
    return comment.isEmpty() ? text : comment + '\4' + text;
}

/// Reads a file of Qt Linguist as it is. The same English text is the same text everywhere, unless
/// a comment tells two apart, so the classes that texts are in do not count.
class TextFile final : public QTranslator
{
public:
    TextFile(const QString& path, QObject* parent)
        : QTranslator(parent)
    {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s cannot be read", qPrintable(path));
        QXmlStreamReader xml(&file);
        while (!xml.atEnd())
            if (xml.readNext() == QXmlStreamReader::StartElement
                && xml.name() == QLatin1String("message"))
                readMessage(xml);
        if (xml.hasError())
            qFatal("%s: %s", qPrintable(path), qPrintable(xml.errorString()));
    }

    [[nodiscard]] bool isEmpty() const override { return m_texts.isEmpty(); }

    [[nodiscard]] QString
    translate(const char*, const char* text, const char* comment, int) const override
    {
        const QByteArray plain = QByteArray::fromRawData(text, qsizetype(qstrlen(text)));
        if (comment && *comment)
            if (const auto found = m_texts.constFind(keyOf(plain, comment));
                found != m_texts.constEnd())
                return *found;
        return m_texts.value(plain);
    }

private:
    void readMessage(QXmlStreamReader& xml)
    {
        QByteArray text;
        QByteArray comment;
        QString translation;
        while (xml.readNextStartElement()) {
            const bool isFinished = xml.attributes().value(QLatin1String("type")).isEmpty();
            const QString name = xml.name().toString();
            const QString read = xml.readElementText();
            if (name == QLatin1String("source"))
                text = read.toUtf8();
            else if (name == QLatin1String("comment"))
                comment = read.toUtf8();
            else if (name == QLatin1String("translation") && isFinished)
                translation = read;
        }
        if (!translation.isEmpty())
            m_texts.insert(keyOf(text, comment), translation);
    }

    QHash<QByteArray, QString> m_texts;
};

QString& spoken()
{
    static QString code = kEnglish;
    return code;
}

} // namespace

const std::vector<Language>& languages()
{
    static const std::vector<Language> kLanguages = [] {
        std::vector<Language> found{{kEnglish, QStringLiteral("English")}};
        for (const QString& file : QDir(QStringLiteral(":/translations")).entryList()) {
            const QString code = file.section(u'_', 1).section(u'.', 0, 0);
            found.push_back({code, QLocale(code).nativeLanguageName()});
        }
        return found;
    }();
    return kLanguages;
}

QString languageAtStart(const QString& chosen, const QStringList& wanted)
{
    for (const QString& each : chosen.isEmpty() ? wanted : QStringList(chosen)) {
        const QString code = each.section(u'-', 0, 0);
        if (std::ranges::find(languages(), code, &Language::code) != languages().end())
            return code;
    }
    return kEnglish;
}

void speak(const QString& code)
{
    setNumberLocale(code == kEnglish ? QLocale(QLocale::English, QLocale::UnitedStates)
                                     : QLocale(code));
    spoken() = code;
    if (code == kEnglish)
        return;
    // What is installed last is asked first: Qt knows its own texts by their classes.
    QCoreApplication* application = QCoreApplication::instance();
    QCoreApplication::installTranslator(new TextFile(fileOf(code), application));
    auto* ofQt = new QTranslator(application);
    if (ofQt->load(QStringLiteral("qtbase_") + code,
                   QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(ofQt);
}

bool keepsCapitals()
{
    return spoken() == QLatin1String("de");
}

} // namespace coterie::ui
