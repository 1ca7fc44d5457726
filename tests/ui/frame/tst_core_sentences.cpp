#include "core/data/catalog.h"
#include "core/data/detect_data.h"
#include "tests/sections.h"
#include "ui/core_sentences.h"
#include "ui/data/catalogue.h"
#include "ui/language.h"
#include "ui/words.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <utility>

namespace tst_core_sentences {

using namespace coterie;
using namespace coterie::ui;

/// Sentences of core that name what is the user's, in the window's language.
class CoreSentencesTest final : public QObject
{
    Q_OBJECT

private slots:
    void inEnglishTheyStay();
    void theyAreGermanButForNames_data();
    void theyAreGermanButForNames();
    void notesOfTheCatalogueAreGerman();
    void whatAFileIsTakenForIsGerman();
    void coreStillSaysThem();
};

void CoreSentencesTest::inEnglishTheyStay()
{
    const char* sentence = "column 1 (\"colour\") became 3 features, one for each of its "
                           "categories: blue, green, red";
    QCOMPARE(sentenceFromCore(sentence), QString::fromUtf8(sentence));
    // Places are words, and names of files stay.
    QCOMPARE(reasonFromCore("/model/path: /home/a/net.pt: may be damaged: no"),
             QStringLiteral("Model path: /home/a/net.pt: may be damaged: no"));
    QCOMPARE(reasonFromCore("/arms/1/algorithm/alpha: must be positive"),
             QStringLiteral("Algorithm α: must be positive"));
    for (const char* same : {"/data/mnist/t10k: cannot be read",
                             "/model.json: cannot be read",
                             "Round 3 failed: /model/path: no",
                             ""})
        QCOMPARE(reasonFromCore(same), QString::fromUtf8(same));
    speak(QStringLiteral("de")); // from here on
}

void CoreSentencesTest::theyAreGermanButForNames_data()
{
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("german");
    const auto row = [](const char* name, const char* english, const char* german) {
        QTest::newRow(name) << QString::fromUtf8(english) << QString::fromUtf8(german);
    };
    row("a card whose driver is old",
        "The NVIDIA GeForce 210 is not used: LibTorch cannot start it, its driver may be too old.",
        "Die Grafikkarte NVIDIA GeForce 210 wird nicht benutzt: LibTorch kann sie nicht starten, "
        "vielleicht ist ihr Treiber zu alt.");
    row("a card without CUDA",
        "The Card %2 is not used: this program was built with a LibTorch without CUDA (see "
        "docs/gpu.md).",
        "Die Grafikkarte Card %2 wird nicht benutzt: Dieses Programm ist mit einer LibTorch ohne "
        "CUDA gebaut (siehe docs/gpu.md).");
    row("one row",
        "1 row with missing values left out",
        "1 Zeile mit fehlenden Werten weggelassen");
    row("rows", "3 rows with missing values left out", "3 Zeilen mit fehlenden Werten weggelassen");
    row("categories",
        "column 1 (\"colour\") became 3 features, one for each of its categories: blue, "
        "the training rows, red and white and 9 more",
        "Aus Spalte 1 („colour“) wurden 3 Merkmale, eines für jede ihrer Kategorien: blue, "
        "the training rows, red and white und 9 weitere");
    row("the mean",
        "2 missing values of column 0 filled in with the mean of the training rows: 3.5",
        "2 fehlende Werte von Spalte 0 mit dem Mittelwert der Trainingszeilen ausgefüllt: 3,5");
    row("the median of all rows",
        "1 missing value of column 0 (\"age\") filled in with the median of all rows, as the table "
        "does not say which ones are for test: 3",
        "1 fehlender Wert von Spalte 0 („age“) mit dem Median aller Zeilen (die Tabelle sagt "
        "nicht, welche zum Testen sind) ausgefüllt: 3");
    row("the mean of all rows where none is for test",
        "2 missing values of column 0 filled in with the mean of all rows, as the table has none "
        "for test: 3",
        "2 fehlende Werte von Spalte 0 mit dem Mittelwert aller Zeilen (die Tabelle hat keine zum "
        "Testen) ausgefüllt: 3");
    row("the most frequent category",
        "2 missing values of column 1 filled in with the most frequent of the training rows: red",
        "2 fehlende Werte von Spalte 1 mit der häufigsten Kategorie der Trainingszeilen "
        "ausgefüllt: red");
    row("the most frequent value",
        "2 missing values of column 1 filled in with the most frequent value of the training "
        "rows: 4",
        "2 fehlende Werte von Spalte 1 mit dem häufigsten Wert der Trainingszeilen ausgefüllt: 4");
    row("pictures turned upright",
        "pictures turned upright, as their EXIF data say: 3",
        "Bilder aufgerichtet, wie es ihre EXIF-Daten sagen: 3");
    row("pictures stretched",
        "pictures resized to 16×16 (stretch): 20",
        "Bilder auf 16×16 gebracht (ganzes Bild verzerrt): 20");
    row("pictures cropped",
        "pictures resized to 64×64 (crop): 12",
        "Bilder auf 64×64 gebracht (Mitte ausgeschnitten): 12");
    row("a text's beginning",
        "bytes before the first speaker left out: 120",
        "Bytes vor dem ersten Sprecher weggelassen: 120");
    row("short texts",
        "clients with fewer than 101 characters left out: 3, so that 12 are left",
        "Clients mit weniger als 101 Zeichen weggelassen: 3; 12 bleiben übrig");
    row("a folder of pictures",
        "A folder of pictures, a folder for each class.",
        "Ein Ordner mit Bildern, ein Ordner für jede Klasse.");
    row("a table",
        "A table of 4 columns; the last is the class.",
        "Eine Tabelle mit 4 Spalten; die letzte ist die Klasse.");
    row("a table with clients",
        "A table of 5 columns; column 2 is the number to be predicted, column 3 the split, column "
        "4 the client.",
        "Eine Tabelle mit 5 Spalten; Spalte 2 ist die vorherzusagende Zahl, Spalte 3 Training oder "
        "Test, Spalte 4 der Client.");
    row("an archive",
        "A NumPy archive: X are the samples, y the labels.",
        "Ein NumPy-Archiv: X sind die Beispiele, y die Klassen.");
    row("a play",
        "A text: the next character is predicted; lines NAME: say who speaks.",
        "Ein Text: Das nächste Zeichen wird vorhergesagt; Zeilen NAME: sagen, wer spricht.");
    row("no gain is left",
        "No further merge would bring a gain.",
        "Kein weiterer Zusammenschluss brächte einen Gewinn.");
    row("groups by a command",
        "The command chose the groups.",
        "Der Befehl hat die Gruppen gewählt.");
    row("a failed round",
        "Round 3 failed: the command failed: no",
        "Runde 3 ist fehlgeschlagen: the command failed: no");
    row("a round that failed in LibTorch",
        "Round 3 failed in LibTorch: it failed: no",
        "Runde 3 ist in LibTorch fehlgeschlagen: it failed: no");
    row("a round without memory",
        "Round 3 needs more memory than is available: 34.4 GB at once",
        "Runde 3 braucht mehr Speicher, als da ist: 34.4 GB at once");
    row("a round without any memory",
        "Round 3 needs more memory than is available.",
        "Runde 3 braucht mehr Speicher, als da ist.");
    row("one that is not known", "Something new: 3", "Something new: 3");
    row("none", "", "");
}

void CoreSentencesTest::theyAreGermanButForNames()
{
    QFETCH(QString, english);
    QFETCH(QString, german);
    QCOMPARE(sentenceFromCore(english.toStdString()), german);
}

/// Where a paper's text says more than names, and where checksums come from.
void CoreSentencesTest::notesOfTheCatalogueAreGerman()
{
    const std::vector<DatasetCard> cards = plainCards(dataCatalog());
    const auto cardOf = [&](const char* name) {
        return *std::ranges::find(cards, QLatin1String(name), &DatasetCard::name);
    };
    QVERIFY(cardOf("heartDisease").paper.contains(QStringLiteral(", wie in FLamby")));
    QCOMPARE(cardOf("heartDisease").checks, // once for all four files
             QStringLiteral("Größe und SHA-256 übereinstimmender öffentlicher Kopien"));
    for (const CatalogEntry& entry : dataCatalog())
        for (const Download& download : downloadsOf(entry.part.name))
            QVERIFY2(download.note.empty() || fromCore(download.note) != toQString(download.note),
                     std::string(download.note).c_str());
}

/// On the Data page, before it is imported.
void CoreSentencesTest::whatAFileIsTakenForIsGerman()
{
    const QTemporaryDir folder;
    for (const auto& [name, text] :
         {std::pair{"classes.csv", "a,b,kind\n1,2,x\n3,4,y\n"},
          std::pair{"targets.csv", "a,b,y\n1,2,0.25\n3,4,0.5\n5,6,0.75\n"},
          std::pair{"sites.csv", "client,a,kind\nBern,2,x\nBasel,4,y\n"},
          std::pair{"prose.txt", "It was a dark night.\nThe rain fell, and fell.\n"},
          std::pair{"play.txt", "ANNA:\nWell?\n\nPAUL:\nWell.\n"}}) {
        const QString path = folder.filePath(QLatin1String(name));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
        file.close();
        const auto found = detectData(path.toStdString());
        QVERIFY2(found.has_value(), name);
        const QString german = sentenceFromCore(found->meaning);
        QVERIFY2(german != toQString(found->meaning), found->meaning.c_str());
        QVERIFY2(!german.contains(QStringLiteral(" the ")), qPrintable(german));
    }
}

/// They are written in parts, which other tests fill.
void CoreSentencesTest::coreStillSaysThem()
{
    const auto textOf = [](const char* file) {
        QFile source(QStringLiteral(COTERIE_SOURCE_DIR "/core/") + QLatin1String(file));
        return source.open(QIODevice::ReadOnly) ? QString::fromUtf8(source.readAll()) : QString();
    };
    const QString card = textOf("run/environment.cpp");
    for (const char* part :
         {"\"the \" + card + \" is not used: \"",
          "\"LibTorch cannot start it, its driver may be too old\"",
          "\"this program was built with a LibTorch without CUDA (see docs/gpu.md)\""})
        QVERIFY2(card.contains(QLatin1String(part)), part);
    const QString failures = textOf("run/failures.cpp");
    for (const char* part : {"doing + \" failed in LibTorch: \"",
                             "doing + \" failed: \"",
                             "doing + \" needs more memory than is available\""})
        QVERIFY2(failures.contains(QLatin1String(part)), part);
    QVERIFY(textOf("run/run_rounds.cpp").contains(QLatin1String("\"Round \" +")));
    const QString columns = textOf("data/formats/table_columns.cpp");
    for (const char* part : {"\"{} filled in with the {} of {}: {}\"",
                             "\"{} filled in with the most frequent of {}: {}\"",
                             "\"{} became {} features, one for each of its categories: {}\"",
                             "\"{} missing {} of {}\"",
                             "\" and {} more\"",
                             "\"the training rows\"",
                             "\"all rows, as the table does not say which ones are for test\"",
                             "\"all rows, as the table has none for test\""})
        QVERIFY2(columns.contains(QLatin1String(part)), part);
    QVERIFY(textOf("data/formats/number_table.cpp")
                .contains(QLatin1String("\"{} {} with missing values left out\"")));
    QVERIFY(textOf("data/formats/table_layout.cpp").contains(QLatin1String("\"column \" +")));
    const QString pictures = textOf("data/sets/image_folder.cpp");
    for (const char* part : {"\"pictures turned upright, as their EXIF data say: {}\"",
                             "\"pictures resized to {}×{} ({}): {}\""})
        QVERIFY2(pictures.contains(QString::fromUtf8(part)), part);
    const QString texts = textOf("data/sets/characters.cpp");
    for (const char* part : {"\"bytes before the first speaker left out: {}\"",
                             "\"clients with fewer than {} characters left out: {}, so that {} "
                             "are left\""})
        QVERIFY2(texts.contains(QLatin1String(part)), part);
    const QString detected = textOf("data/detect_data.cpp") + textOf("data/detect_federation.cpp")
                             + textOf("data/detect_pictures.cpp");
    for (const char* part : {"\"The published files of \"",
                             "\"A folder of pictures, a folder for each class.\"",
                             "\"An archive of pictures, a folder for each class.\"",
                             "\"Pictures and labels in MNIST's format (IDX).\"",
                             "\"NumPy arrays: samples in one file, labels in another.\"",
                             "\"A NumPy archive of \"",
                             "\" are the samples, \"",
                             "\" pictures in CIFAR's binary version, \"",
                             "\"A federation in LEAF's files (JSON): every user is a client.\"",
                             "\"A folder with a file for each client.\""})
        QVERIFY2(detected.contains(QLatin1String(part)), part);
    for (const auto& [file, reason] : // why grouping ended
         {std::pair{"collaboration/gain_agglomeration.cpp", "Everybody is in one group."},
          std::pair{"collaboration/gain_agglomeration.cpp",
                    "Updates that are not finite cannot be compared."},
          std::pair{"collaboration/gain_agglomeration.cpp",
                    "As many groups are left as were asked for."},
          std::pair{"collaboration/gain_agglomeration.cpp", "No further merge would bring a gain."},
          std::pair{"algorithms/hcct.cpp", "No partition was due in this round."},
          std::pair{"algorithms/given_groups.cpp", "The groups were given."},
          std::pair{"algorithms/external.cpp", "The command chose the groups."},
          std::pair{"algorithms/flsc.cpp",
                    "Each client is in the clusters with the smallest losses."},
          std::pair{"algorithms/ifca.cpp", "Each client chose the model with the smallest loss."},
          std::pair{"algorithms/maxfl.cpp",
                    "Clients that find the global model appealing train together."}}) {
        QVERIFY2(textOf(file).contains(QLatin1String(reason)), reason);
        QVERIFY2(sentenceFromCore(reason) != QLatin1String(reason), reason);
    }
}

COTERIE_SECTION(CoreSentencesTest)

} // namespace tst_core_sentences

#include "tst_core_sentences.moc"
