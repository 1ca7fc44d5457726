#include "tests/sections.h"
#include "tests/ui/core_texts.h"
#include "tests/ui/text_files.h"
#include "ui/language.h"
#include "ui/words.h"

#include <QHash>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

namespace tst_translations {

using namespace coterie;
using namespace coterie::ui;
using namespace coterie::ui::test;

namespace {

QString keyOf(const SourceText& text)
{
    return text.comment + u'|' + text.text;
}

/// What a translator has to know: all texts of the window, and core's.
std::vector<SourceText> allTexts()
{
    std::vector<SourceText> texts = textsOfSources(QStringLiteral(COTERIE_SOURCE_DIR "/ui"));
    QSet<QString> known;
    for (const SourceText& text : texts)
        known.insert(keyOf(text));
    for (const QString& text : coreTexts())
        if (const SourceText core{.text = text}; !known.contains(keyOf(core)))
            texts.push_back(core);
    return texts;
}

/// A line for a language's file.
QString lineFor(const SourceText& text)
{
    const QString comment =
        text.comment.isEmpty()
            ? QString()
            : QStringLiteral("<comment>%1</comment>").arg(text.comment.toHtmlEscaped());
    return QStringLiteral("<message><source>%1</source>%2<translation></translation></message>")
        .arg(text.text.toHtmlEscaped(), comment);
}

} // namespace

/// The files of resources/translations, each against the texts of the sources.
class TranslationsTest final : public QObject
{
    Q_OBJECT

private slots:
    void textsAreFoundInSources();
    void everyTextIsTranslated_data() { addLanguages(); }
    void everyTextIsTranslated();
    void nothingElseIsTranslated_data() { addLanguages(); }
    void nothingElseIsTranslated();
    void whatMustBeTheSameIs_data() { addLanguages(); }
    void whatMustBeTheSameIs();
    void actionsAreCalledByTheirNames_data() { addLanguages(); }
    void actionsAreCalledByTheirNames();
    void faultsAreFound_data();
    void faultsAreFound();
    void theLanguageIsTheChosenOneOrTheSystems();
    void theChosenLanguageIsSpoken();

private:
    static void addLanguages()
    {
        QTest::addColumn<QString>("code");
        for (const Language& language : languages())
            if (language.code != QLatin1String("en"))
                QTest::newRow(qPrintable(language.name)) << language.code;
    }
};

void TranslationsTest::textsAreFoundInSources()
{
    const auto found = textsIn(QStringLiteral(R"X(
        tr("One") + say( "Two \"lines\"\n"
            "of \u2026text").arg(str("no"), tr(title)); {QT_TRANSLATE_NOOP("coterie", "Three")};
        tr("Run", "a noun"); m_bar->say(text);)X"));
    const std::vector<SourceText> wanted{
        {.text = QStringLiteral("One")},
        {.text = QStringLiteral("Two \"lines\"\nof …text")},
        {.text = QStringLiteral("Three")},
        {.text = QStringLiteral("Run"), .comment = QStringLiteral("a noun")}};
    QCOMPARE(found, wanted);
    QVERIFY(allTexts().size() > 1'800);
}

void TranslationsTest::everyTextIsTranslated()
{
    QFETCH(const QString, code);
    QSet<QString> translated;
    for (const Translated& entry : textsOfLanguage(code)) {
        QVERIFY2(!translated.contains(keyOf(entry.source)), qPrintable(entry.source.text));
        translated.insert(keyOf(entry.source));
    }
    QStringList missing;
    for (const SourceText& text : allTexts())
        if (!translated.contains(keyOf(text)))
            missing << lineFor(text);
    QVERIFY2(missing.isEmpty(),
             qPrintable(QStringLiteral("Translate these %1 texts in "
                                       "resources/translations/coterie_%2.ts:\n%3")
                            .arg(missing.size())
                            .arg(code, missing.join(u'\n'))));
}

void TranslationsTest::nothingElseIsTranslated()
{
    QFETCH(const QString, code);
    QSet<QString> wanted;
    for (const SourceText& text : allTexts())
        wanted.insert(keyOf(text));
    QStringList unused;
    for (const Translated& entry : textsOfLanguage(code))
        if (!wanted.contains(keyOf(entry.source)))
            unused << entry.source.text;
    QVERIFY2(unused.isEmpty(),
             qPrintable(QStringLiteral("No source has these texts; remove them from "
                                       "resources/translations/coterie_%1.ts:\n%2")
                            .arg(code, unused.join(u'\n'))));
}

void TranslationsTest::whatMustBeTheSameIs()
{
    QFETCH(const QString, code);
    QStringList faults;
    for (const Translated& entry : textsOfLanguage(code))
        faults << faultsOf(entry);
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

/// A text that names another one, “in quotes”, names it as it is on screen.
void TranslationsTest::actionsAreCalledByTheirNames()
{
    QFETCH(const QString, code);
    const std::vector<Translated> texts = textsOfLanguage(code);
    QHash<QString, QSet<QString>> names;
    for (const Translated& entry : texts)
        names[plainWords(entry.source.text)].insert(plainWords(entry.translation));
    const QRegularExpression quoted(QStringLiteral("“([^“”%]+)”|<b>([^<%]+)</b>"));
    QStringList faults;
    for (const Translated& entry : texts)
        for (auto each = quoted.globalMatch(entry.source.text); each.hasNext();) {
            const QRegularExpressionMatch match = each.next();
            const QString name = plainWords(match.captured(1) + match.captured(2));
            const auto known = names.constFind(name);
            if (known == names.constEnd())
                continue;
            const auto isSaid = [&](const QString& word) {
                return entry.translation.contains(word);
            };
            if (std::ranges::none_of(*known, isSaid))
                faults
                    << QStringLiteral("“%1” (%2) is not in “%3”")
                           .arg(name,
                                QStringList(known->begin(), known->end()).join(QLatin1String(", ")),
                                entry.translation);
        }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
}

void TranslationsTest::faultsAreFound_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("translation");
    QTest::addColumn<int>("faults");
    const auto row = [](const char* name, const char* text, const char* translation, int faults) {
        QTest::newRow(name) << QString::fromUtf8(text) << QString::fromUtf8(translation) << faults;
    };
    row("good", "&Export %1 of <b>%2</b>…", "<b>%2</b>: %1 &exportieren…", 0);
    row("another order is good", "%1 of %2", "von %2: %1", 0);
    row("a placeholder is lost", "%1 of %2", "%1", 1);
    row("a tag is lost", "<b>Run</b>", "Lauf", 1);
    row("the ending is lost", "Open…", "Öffnen", 1);
    row("a colon is lost", "Seed:", "Startzahl", 1);
    row("a blank is lost", " pt", "pt", 1);
    row("the key is lost", "&File", "Datei", 1);
    row("a key too many", "File", "&Datei", 1);
    row("an ampersand is no key", "A && B & C", "A && B & C", 0);
    row("a line is lost", "One\nTwo", "Eins Zwei", 1);
    row("numbers have other signs", "1,200 of 0.5 and 2", "2 und 1.200 von 0,5", 0);
    row("a number is another", "a list such as 1, 2", "eine Liste wie 0,1", 1);
}

void TranslationsTest::faultsAreFound()
{
    QFETCH(const QString, text);
    QFETCH(const QString, translation);
    const QStringList found = faultsOf({.source = {.text = text}, .translation = translation});
    QTEST(int(found.size()), "faults");
}

void TranslationsTest::theLanguageIsTheChosenOneOrTheSystems()
{
    const auto wanted = [](const char* codes) { return QString::fromLatin1(codes).split(u' '); };
    QCOMPARE(languageAtStart({}, wanted("de-AT de en")), QStringLiteral("de"));
    QCOMPARE(languageAtStart({}, wanted("xx de-DE en")), QStringLiteral("de"));
    QCOMPARE(languageAtStart({}, wanted("en-GB de")), QStringLiteral("en"));
    QCOMPARE(languageAtStart({}, wanted("C")), QStringLiteral("en"));
    QCOMPARE(languageAtStart(QStringLiteral("de"), wanted("en-GB")), QStringLiteral("de"));
    QCOMPARE(languageAtStart(QStringLiteral("en"), wanted("de-DE")), QStringLiteral("en"));
    QCOMPARE(languageAtStart(QStringLiteral("xx"), wanted("de-DE")), QStringLiteral("en"));
}

/// The last test: what is spoken stays until the program ends.
void TranslationsTest::theChosenLanguageIsSpoken()
{
    QCOMPARE(say("Cancel"), QStringLiteral("Cancel"));
    QCOMPARE(withinSentence(QStringLiteral("Batch size")), QStringLiteral("batch size"));
    QLocale::setDefault(QLocale(QLocale::German));
    speak(QStringLiteral("de"));
    QCOMPARE(say("Cancel"), QStringLiteral("Abbrechen"));
    QCOMPARE(tr("Cancel"), QStringLiteral("Abbrechen")); // whatever its class
    QCOMPARE(say("No translation has this"), QStringLiteral("No translation has this"));
    QCOMPARE(statusText(RunStatus::Finished), QStringLiteral("fertig"));
    QCOMPARE(withinSentence(QStringLiteral("Stapelgröße")), QStringLiteral("Stapelgröße"));
    QCOMPARE(withinSentence(QStringLiteral("Mittlerer Testfehler")),
             QStringLiteral("mittlerer Testfehler"));
    QCOMPARE(withinSentence(QStringLiteral("Gewichte A")), QStringLiteral("Gewichte A"));
    QCOMPARE(QLocale().toString(0.5), QStringLiteral("0,5"));
    QCOMPARE(countText(1'200), QStringLiteral("1.200"));
}

COTERIE_SECTION(TranslationsTest)

} // namespace tst_translations

#include "tst_translations.moc"
