#include "core/experiment/experiment_json.h"
#include "tests/core/experiment/sample_registry.h"
#include "tests/sections.h"

#include <QtTest>

#include <fstream>

namespace tst_malformed {

using namespace coterie;

namespace {

const QString kFolder = QStringLiteral(COTERIE_SOURCE_DIR "/tests/core/experiment/malformed");

QByteArray contentOf(const QString& file)
{
    QFile device(file);
    if (!device.open(QIODevice::ReadOnly))
        qFatal("%s cannot be read", qPrintable(file));
    return device.readAll();
}

QString sentencesOf(const Result<Experiment, Problems>& result)
{
    return result ? QStringLiteral("(no problem)")
                  : QString::fromStdString(sentences(result.error()));
}

QString parseFailure(std::string_view json)
{
    return sentencesOf(parseExperiment(json, sample::kRegistry));
}

} // namespace

class tst_Malformed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void corpusIsLarge();
    void everyFileGetsItsSentences_data();
    void everyFileGetsItsSentences();
    void missingFilesAreNamed();
    void foldersAreNotFiles();
    void syntaxErrorsNameTheirFile();
    void hugeFilesAreRefused();
    void moreValuesThanAnExperimentHasAreRefused();
    void deepNestingIsRefused();
    void otherEncodingsAreRefused();
    void everyCutOfAFileIsRefused();
    void thousandsOfProblemsAreCutShort();
};

void tst_Malformed::corpusIsLarge()
{
    const QDir folder(kFolder);
    QVERIFY(folder.entryList({"*.json"}).size() >= 60);
    QCOMPARE(folder.entryList({"*.expected"}).size(), folder.entryList({"*.json"}).size());
}

void tst_Malformed::everyFileGetsItsSentences_data()
{
    QTest::addColumn<QString>("file");
    for (const QString& name : QDir(kFolder).entryList({"*.json"}))
        QTest::newRow(qPrintable(name)) << kFolder + '/' + name;
}

void tst_Malformed::everyFileGetsItsSentences()
{
    QFETCH(const QString, file);
    QString expectedFile = file;
    expectedFile.replace(QRegularExpression("\\.json$"), ".expected");
    const QString expected = QString::fromUtf8(contentOf(expectedFile)).trimmed();
    QVERIFY(!expected.isEmpty());
    QCOMPARE(parseFailure(contentOf(file).toStdString()), expected);
}

void tst_Malformed::missingFilesAreNamed()
{
    QCOMPARE(sentencesOf(readExperiment("/nowhere/x.json", sample::kRegistry)),
             QString("/nowhere/x.json: there is no such file"));
}

void tst_Malformed::foldersAreNotFiles()
{
    const QTemporaryDir folder;
    QCOMPARE(sentencesOf(readExperiment(folder.path().toStdString(), sample::kRegistry)),
             folder.path() + ": must be a file (is a folder or device)");
}

void tst_Malformed::syntaxErrorsNameTheirFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("x.json");
    std::ofstream(path.toStdString()) << "{\n  \"schema\" 1\n}";
    QCOMPARE(sentencesOf(readExperiment(path.toStdString(), sample::kRegistry)),
             path + ": line 2, column 12: a colon is missing after the key \"schema\"");
}

void tst_Malformed::hugeFilesAreRefused()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("x.json");
    std::ofstream(path.toStdString()) << std::string((std::size_t{16} << 20) + 1, ' ');
    QCOMPARE(sentencesOf(readExperiment(path.toStdString(), sample::kRegistry)),
             path + ": the file must be at most 16 MB");
}

void tst_Malformed::moreValuesThanAnExperimentHasAreRefused()
{
    std::string list = "[1";
    for (int value = 1; value < 500'000; ++value)
        list += ",1";
    // With the list itself one too many.
    QCOMPARE(parseFailure(list + "]"), QString("the text must have at most 500000 values"));
    list.resize(list.size() - 2);
    QVERIFY(parseFailure(list + "]").endsWith("must be an object (is a list)"));
}

void tst_Malformed::deepNestingIsRefused()
{
    const QString wanted = "line 1, column 65: at most 64 brackets may be open at once";
    QCOMPARE(parseFailure(std::string(10'000'000, '[')), wanted);
    std::string objects;
    for (int depth = 0; depth < 100'000; ++depth)
        objects += "{\"\":";
    QVERIFY(parseFailure(objects).endsWith("at most 64 brackets may be open at once"));
    QCOMPARE(parseFailure("\"" + std::string(1000, '[') + "\""),
             QString("must be an object (is \"" + QString(60, '[') + "\"…)"));
}

void tst_Malformed::otherEncodingsAreRefused()
{
    const QString wanted = "the text must be in UTF-8 (is UTF-16)";
    QCOMPARE(parseFailure(std::string("\xFF\xFE{\0}\0", 6)), wanted);
    QCOMPARE(parseFailure(std::string("\xFE\xFF\0{\0}", 6)), wanted);
}

/// Whatever a disk leaves of a file, reading it ends in a sentence.
void tst_Malformed::everyCutOfAFileIsRefused()
{
    const std::string whole =
        contentOf(COTERIE_SOURCE_DIR "/experiments/quickstart.json").toStdString();
    const std::size_t end = whole.find_last_of('}');
    for (std::size_t length = 0; length <= end; ++length) {
        const Result<Experiment, Problems> result =
            parseExperiment(std::string_view(whole).substr(0, length), sample::kRegistry);
        QVERIFY(!result);
        QCOMPARE(result.error().size(), std::size_t{1});
        QVERIFY(!result.error()[0].sentence().empty());
    }
}

void tst_Malformed::thousandsOfProblemsAreCutShort()
{
    std::string json =
        "{\"schema\": 1, \"name\": \"x\", \"arms\": [{\"name\": \"A\", \"algorithm\": "
        "{\"name\": \"fedavg\"}}]";
    for (int key = 0; key < 50'000; ++key)
        json += ", \"roundz" + std::to_string(key) + "\": 1";
    const Result<Experiment, Problems> result = parseExperiment(json + "}", sample::kRegistry);
    QVERIFY(!result);
    QCOMPARE(result.error().size(), std::size_t{1001});
    QCOMPARE(result.error().back().sentence(), std::string("and 49000 further problems"));
}

COTERIE_SECTION(tst_Malformed)

} // namespace tst_malformed

#include "tst_malformed.moc"
