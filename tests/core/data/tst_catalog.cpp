#include "core/data/catalog.h"
#include "tests/core/data/idx_files.h"
#include "tests/sections.h"

#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_catalog {

using namespace coterie;
namespace fs = std::filesystem;

namespace {

/// Where the machine that runs the tests keeps real files, if it does.
DataFolders realFolders()
{
    DataFolders folders = defaultDataFolders();
    folders.folders.push_back(fs::path(COTERIE_SOURCE_DIR).parent_path() / "shared" / "data");
    return folders;
}

const CatalogEntry& entryOf(std::string_view name)
{
    const auto entry = std::ranges::find(
        dataCatalog(), name, [](const CatalogEntry& known) { return known.part.name; });
    if (entry == dataCatalog().end())
        qFatal("no such data set");
    return *entry;
}

/// A small set of four IDX files, its first picture's first pixel telling which one it is.
void writeSet(const QString& folder, char mark, bool gzip)
{
    QDir().mkpath(folder);
    QByteArray pictures = idxfiles::images(30, 3, 3);
    pictures[16] = mark;
    const auto put = [&](const char* name, const QByteArray& bytes) {
        idxfiles::write(folder + "/" + name + (gzip ? ".gz" : ""),
                        gzip ? idxfiles::packed(bytes) : bytes);
    };
    put("train-images-idx3-ubyte", pictures);
    put("train-labels-idx1-ubyte", idxfiles::labels(30));
    put("t10k-images-idx3-ubyte", idxfiles::images(10, 3, 3));
    put("t10k-labels-idx1-ubyte", idxfiles::labels(10));
}

int markOf(const Result<std::shared_ptr<const Dataset>>& dataset)
{
    return dataset ? std::get<std::vector<std::uint8_t>>((*dataset)->train.values).front() : -1;
}

std::vector<std::int64_t> histogram(const Samples& samples)
{
    std::vector<std::int64_t> counts(10, 0);
    for (const std::int32_t label : samples.labels)
        ++counts[static_cast<std::size_t>(label)];
    return counts;
}

} // namespace

class TestCatalog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyEntryIsComplete()
    {
        QCOMPARE(dataCatalog().size(), datasetParts().size());
        for (std::size_t i = 0; i < dataCatalog().size(); ++i) {
            const CatalogEntry& entry = dataCatalog()[i];
            QCOMPARE(entry.part.name, datasetParts()[i].name);
            QVERIFY(!entry.part.title.empty() && !entry.part.meaning.empty());
            QVERIFY(!entry.licence.empty() && !entry.origin.empty());
            QVERIFY(entry.load != nullptr && entry.find != nullptr);
            for (const ParameterDescriptor& parameter : entry.part.parameters)
                QVERIFY(!parameter.meaning.empty());
        }
    }

    void theBuiltInSetNeedsNoFilesAndNoSettings()
    {
        const auto dataset = loadDataset({.name = "glyphDigits", .parameters = {}}, {});
        QVERIFY(dataset.has_value());
        QCOMPARE((*dataset)->train.count(), std::size_t{4000});
        QVERIFY(entryOf("glyphDigits").builtIn);
    }

    void settingsReachTheBuiltInSet()
    {
        Part part{.name = "glyphDigits", .parameters = {}};
        part.parameters.set("samples", std::int64_t{50});
        const auto first = loadDataset(part, {});
        part.parameters.set("seed", std::int64_t{2});
        const auto other = loadDataset(part, {});
        QVERIFY(first.has_value() && other.has_value());
        QCOMPARE((*first)->train.count(), std::size_t{50});
        QVERIFY((*first)->train.values != (*other)->train.values);
    }

    void aMisspeltNameGetsItsNeighbour()
    {
        const auto dataset = loadDataset({.name = "glyphDigit", .parameters = {}}, {});
        QVERIFY(!dataset.has_value());
        QCOMPARE(dataset.error().nearest, std::string("glyphDigits"));
    }

    void missingFilesGetASentence()
    {
        const QTemporaryDir empty;
        const auto dataset = loadDataset({.name = "mnist", .parameters = {}},
                                         {.folders = {empty.path().toStdString()}});
        QVERIFY(!dataset.has_value());
        const std::string sentence = dataset.error().sentence();
        for (const std::string& part :
             {std::string("MNIST was not found in ") + empty.path().toStdString(),
              std::string("train-images-idx3-ubyte.gz"),
              std::string("https://ossci-datasets.s3.amazonaws.com/mnist/"),
              std::string("DIR/mnist"),
              std::string("--data"),
              std::string("COTERIE_DATA")})
            QVERIFY2(sentence.find(part) != std::string::npos, sentence.c_str());
    }

    void filesAreFoundWhereTheyUsuallyLie_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("below");
        QTest::addColumn<bool>("gzip");
        QTest::addColumn<bool>("found");
        QTest::newRow("mnist") << "mnist"
                               << "mnist" << true << true;
        QTest::newRow("mnist, unpacked") << "mnist"
                                         << "mnist" << false << true;
        QTest::newRow("mnist as torchvision keeps it") << "mnist"
                                                       << "MNIST/raw" << false << true;
        QTest::newRow("mnist, folder itself") << "mnist"
                                              << "" << true << true;
        QTest::newRow("fashion") << "fashionMnist"
                                 << "fashion-mnist" << true << true;
        QTest::newRow("fashion as torchvision keeps it") << "fashionMnist"
                                                         << "FashionMNIST/raw" << true << true;
        QTest::newRow("fashion is no mnist") << "mnist"
                                             << "fashion-mnist" << true << false;
        QTest::newRow("mnist is no fashion") << "fashionMnist"
                                             << "mnist" << true << false;
        QTest::newRow("a nameless folder is no fashion") << "fashionMnist"
                                                         << "" << true << false;
    }
    void filesAreFoundWhereTheyUsuallyLie()
    {
        QFETCH(QString, name);
        QFETCH(QString, below);
        QFETCH(bool, gzip);
        QFETCH(bool, found);
        const QTemporaryDir folder;
        writeSet(folder.filePath(below), 42, gzip);
        const DataFolders folders{.folders = {folder.path().toStdString()}};
        const std::string id = name.toStdString();
        QCOMPARE(entryOf(id).find(folders).size(), found ? std::size_t{4} : std::size_t{0});
        const auto dataset = loadDataset({.name = id, .parameters = {}}, folders);
        QCOMPARE(markOf(dataset), found ? 42 : -1);
        if (found) {
            QCOMPARE((*dataset)->train.count(), std::size_t{30});
            QCOMPARE((*dataset)->officialTest.count(), std::size_t{10});
        }
    }

    void aFolderNamedAfterFashionIsNeverMnist()
    {
        const QTemporaryDir folder;
        writeSet(folder.filePath("fashion-mnist"), 42, true);
        const DataFolders folders{.folders = {folder.filePath("fashion-mnist").toStdString()}};
        QVERIFY(entryOf("mnist").find(folders).empty());
        QCOMPARE(entryOf("fashionMnist").find(folders).size(), std::size_t{4});
    }

    void theFirstFolderThatHasAllFilesWins()
    {
        const QTemporaryDir folder;
        writeSet(folder.filePath("incomplete/mnist"), 1, false);
        QVERIFY(QFile::remove(folder.filePath("incomplete/mnist/t10k-labels-idx1-ubyte")));
        writeSet(folder.filePath("first/mnist"), 2, false);
        writeSet(folder.filePath("second/mnist"), 3, false);
        const DataFolders folders{.folders = {folder.filePath("incomplete").toStdString(),
                                              folder.filePath("first").toStdString(),
                                              folder.filePath("second").toStdString()}};
        QCOMPARE(markOf(loadDataset({.name = "mnist", .parameters = {}}, folders)), 2);
    }

    void aDamagedFileIsNamed()
    {
        const QTemporaryDir folder;
        writeSet(folder.filePath("mnist"), 1, false);
        idxfiles::write(folder.filePath("mnist/t10k-labels-idx1-ubyte"), "refuse");
        const auto dataset = loadDataset({.name = "mnist", .parameters = {}},
                                         {.folders = {folder.path().toStdString()}});
        QVERIFY(!dataset.has_value());
        QVERIFY(QString::fromStdString(dataset.error().place).endsWith("t10k-labels-idx1-ubyte"));
    }

    void foldersComeInTheOrderOfHowPlainlyTheyWereNamed()
    {
        const QByteArray oldData = qgetenv("COTERIE_DATA");
        const QByteArray oldHome = qgetenv("XDG_DATA_HOME");
        qputenv("COTERIE_DATA", "/from/environment");
        qputenv("XDG_DATA_HOME", "/home/someone/share");
        const DataFolders folders = defaultDataFolders("/named");
        const DataFolders twice = defaultDataFolders("/from/environment");
        oldData.isNull() ? qunsetenv("COTERIE_DATA") : qputenv("COTERIE_DATA", oldData);
        oldHome.isNull() ? qunsetenv("XDG_DATA_HOME") : qputenv("XDG_DATA_HOME", oldHome);
        QVERIFY(folders.folders
                == (std::vector<fs::path>{
                    "/named", "/from/environment", "/home/someone/share/coterie/data"}));
        QCOMPARE(twice.folders.size(), std::size_t{2});
    }

    void realFilesHoldWhatWasPublished_data()
    {
        using Counts = std::vector<std::int64_t>;
        QTest::addColumn<QString>("name");
        QTest::addColumn<std::vector<std::int64_t>>("train");
        QTest::addColumn<std::vector<std::int64_t>>("test");
        QTest::newRow("MNIST") << "mnist"
                               << Counts{5923, 6742, 5958, 6131, 5842, 5421, 5918, 6265, 5851, 5949}
                               << Counts{980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009};
        QTest::newRow("Fashion-MNIST") << "fashionMnist" << Counts(10, 6000) << Counts(10, 1000);
    }
    void realFilesHoldWhatWasPublished()
    {
        QFETCH(QString, name);
        QFETCH(std::vector<std::int64_t>, train);
        QFETCH(std::vector<std::int64_t>, test);
        const std::string id = name.toStdString();
        if (entryOf(id).find(realFolders()).empty())
            QSKIP(qPrintable(
                QString("the files of %1 are not on this machine (COTERIE_DATA)").arg(name)));
        QElapsedTimer clock;
        clock.start();
        const auto dataset = loadDataset({.name = id, .parameters = {}}, realFolders());
        const qint64 elapsed = clock.elapsed();
        QVERIFY2(dataset.has_value(), dataset ? "" : dataset.error().sentence().c_str());
        QCOMPARE((*dataset)->train.count(), std::size_t{60000});
        QCOMPARE((*dataset)->officialTest.count(), std::size_t{10000});
        QVERIFY((*dataset)->train.shape == (SampleShape{.channels = 1, .height = 28, .width = 28}));
        QVERIFY(histogram((*dataset)->train) == train);
        QVERIFY(histogram((*dataset)->officialTest) == test);
        qInfo("70,000 pictures loaded in %lld ms", static_cast<long long>(elapsed));
    }
};

COTERIE_SECTION(TestCatalog)

} // namespace tst_catalog

#include "tst_catalog.moc"
