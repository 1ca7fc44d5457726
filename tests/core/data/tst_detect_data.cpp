#include "core/data/detect_data.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/sections.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace tst_detect_data {

using namespace coterie;
using seedfiles::seed;
using seedfiles::sentenceOf;

namespace {

/// "csv path=F separator=tab", with the folder as "F".
QString text(const DetectedData& data, const QString& folder)
{
    QString words = QString::fromStdString(data.dataset.name);
    for (const Parameter& parameter : data.dataset.parameters.all())
        words += QString(" %1=%2").arg(QString::fromStdString(parameter.name),
                                       QString::fromStdString(toText(parameter.values.front())));
    if (!data.folder.empty())
        words += QString(" in ") + QString::fromStdString(data.folder.string());
    return words.replace(folder, "F");
}

QByteArray records(int count, int labelBytes, char label)
{
    return (QByteArray(labelBytes, label) + QByteArray(3072, '\x20')).repeated(count);
}

} // namespace

/// What a chosen file or folder is taken for; and that its reader then reads it.
class TestDetectData : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void tablesAreTold_data()
    {
        QTest::addColumn<QByteArray>("table");
        QTest::addColumn<QString>("expected");
        QTest::newRow("commas") << seed("csv/header") << "csv path=F/t";
        QTest::newRow("no header") << QByteArray("1,2,0\n3,4,1\n") << "csv path=F/t";
        QTest::newRow("one line") << QByteArray("1,2,0") << "csv path=F/t";
        QTest::newRow("semicolons")
            << QByteArray("a;b;kind\n1;2;x\n3;4;y\n") << "csv path=F/t separator=semicolon";
        QTest::newRow("tabs") << QByteArray("1\t2\t0\n3\t4\t1\n") << "csv path=F/t separator=tab";
        QTest::newRow("blanks") << QByteArray("  1  2 0\n 3 4  1\n")
                                << "csv path=F/t separator=blank";
        QTest::newRow("packed") << seed("csv/numbers.gz") << "csv path=F/t";
        QTest::newRow("numbers to be met")
            << QByteArray("x,y\n1,0.5\n2,0.25\n") << "csv path=F/t task=regression";
        QByteArray many;
        for (int row = 0; row < 30; ++row)
            many += "1," + QByteArray::number(row * 7) + '\n';
        QTest::newRow("many whole numbers") << many << "csv path=F/t task=regression";
    }

    void tablesAreTold()
    {
        QFETCH(QByteArray, table);
        QFETCH(QString, expected);
        put("t", table);
        const auto found = detect("t");
        QVERIFY2(found.has_value(), qPrintable(sentenceOf(found)));
        QCOMPARE(text(*found, m_folder->path()), expected);
        QVERIFY(!found->meaning.empty());
        const auto dataset = loadDataset(found->dataset, {});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
    }

    void picturesInFolders()
    {
        for (const char* part : {"train", "test"})
            for (const char* name : {"cat", "dog"})
                put(QString("p/%1/%2/a.png").arg(part, name), seed("png/grey"));
        for (const char* name : {"cat", "dog"})
            put(QString("j/%1/a.JPG").arg(name), seed("jpeg/grey"));
        for (const char* path : {"j", "j/dog/a.JPG"})
            QCOMPARE(text(*detect(path), m_folder->path()), "imageFolder path=F/j");
        for (const char* path : {"p", "p/train/cat/a.png", "p/"}) {
            const auto found = detect(path);
            QVERIFY2(found.has_value(), qPrintable(sentenceOf(found)));
            QCOMPARE(text(*found, m_folder->path()), "imageFolder path=F/p");
            QVERIFY(loadDataset(found->dataset, {}).has_value());
        }
        QVERIFY(sentenceOf(detect("p/train/cat"))
                    .contains("must have a folder of pictures for each class"));
        QVERIFY(QDir(m_folder->path()).mkdir("empty"));
        QVERIFY(sentenceOf(detect("empty")).contains("nothing in it that can be read"));
    }

    void idxFilesFindTheirLabelsAndTest()
    {
        for (const char* part : {"my-train", "my-test"}) {
            put(QString("%1-images-idx3-ubyte.gz").arg(part),
                idxfiles::packed(idxfiles::images(10, 4, 4)));
            put(QString("%1-labels-idx1-ubyte").arg(part), idxfiles::labels(10));
        }
        const QString expected = "idx path=F/my-train-images-idx3-ubyte.gz "
                                 "labels=F/my-train-labels-idx1-ubyte "
                                 "testPath=F/my-test-images-idx3-ubyte.gz "
                                 "testLabels=F/my-test-labels-idx1-ubyte";
        for (const char* path : {"my-train-images-idx3-ubyte.gz", "my-train-labels-idx1-ubyte"}) {
            const auto found = detect(path);
            QVERIFY2(found.has_value(), qPrintable(sentenceOf(found)));
            QCOMPARE(text(*found, m_folder->path()), expected);
            QVERIFY(loadDataset(found->dataset, {}).has_value());
        }
        put("alone", idxfiles::labels(3));
        QVERIFY(sentenceOf(detect("alone")).contains("holds labels (IDX)"));
    }

    void numpyFilesAndArchives()
    {
        put("X_train.npy", seed("npy/bytes"));
        put("y_train.npy", seed("npy/labels"));
        const auto arrays = detect("X_train.npy");
        QVERIFY2(arrays.has_value(), qPrintable(sentenceOf(arrays)));
        QCOMPARE(text(*arrays, m_folder->path()), "npy path=F/X_train.npy labels=F/y_train.npy");
        put("alone.npy", seed("npy/bytes"));
        const auto alone = detect("alone.npy");
        QCOMPARE(text(*alone, m_folder->path()), "npy path=F/alone.npy");
        QVERIFY(
            !loadDataset(alone->dataset, {}).has_value()); // and the reader says what is missing
        put("a.npz", seed("zip/deflated"));
        const auto archive = detect("a.npz");
        QVERIFY2(archive.has_value(), qPrintable(sentenceOf(archive)));
        QCOMPARE(text(*archive, m_folder->path()), "npz path=F/a.npz x=x y=y");
        QVERIFY(loadDataset(archive->dataset, {}).has_value());
    }

    void cifarRecordsAreToldByTheirSize()
    {
        put("mine_train.bin", records(5, 1, '\7'));
        put("mine_test.bin.gz", idxfiles::packed(records(2, 1, '\3')));
        const auto ten = detect("mine_train.bin");
        QVERIFY2(ten.has_value(), qPrintable(sentenceOf(ten)));
        QCOMPARE(text(*ten, m_folder->path()),
                 "cifarFile path=F/mine_train.bin labelBytes=1 classes=10 "
                 "testPath=F/mine_test.bin.gz");
        const auto dataset = loadDataset(ten->dataset, {});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QCOMPARE((*dataset)->train.count(), std::size_t{5});
        QCOMPARE((*dataset)->officialTest.count(), std::size_t{2});
        QCOMPARE((*dataset)->train.labels.front(), 7);
        put("fine.bin", records(3, 2, '\x60'));
        const auto hundred = detect("fine.bin");
        QCOMPARE(text(*hundred, m_folder->path()),
                 "cifarFile path=F/fine.bin labelBytes=2 classes=100");
        QVERIFY(loadDataset(hundred->dataset, {}).has_value());
        put("odd.bin", QByteArray(4000, '\1'));
        QVERIFY(sentenceOf(detect("odd.bin")).contains("4000 bytes are not whole records"));
        Part wrong = ten->dataset;
        wrong.parameters.set("classes", std::int64_t{5});
        QVERIFY(sentenceOf(loadDataset(wrong, {}))
                    .contains("the label of record 0 must be from 0 to 4 (is 7)"));
    }

    void publishedSetsAreKnownByTheirFiles()
    {
        put("downloads/zip.train.gz", seed("usps/two_lines.gz"));
        put("downloads/zip.test.gz", seed("usps/two_lines.gz"));
        for (const char* path : {"downloads", "downloads/zip.train.gz"}) {
            const auto found = detect(path);
            QVERIFY2(found.has_value(), qPrintable(sentenceOf(found)));
            QCOMPARE(text(*found, m_folder->path()), "usps in F/downloads");
            QVERIFY(loadDataset(found->dataset, {.folders = {found->folder}}).has_value());
        }
        put("downloads/mine.csv", "1,2,0\n3,4,1\n"); // beside it, but not of it
        QCOMPARE(text(*detect("downloads/mine.csv"), m_folder->path()),
                 "csv path=F/downloads/mine.csv");
    }

    /// The reader names it; nobody would look for it in "no format that is known".
    void aLineWithAColumnTooManyIsTheReadersToTell()
    {
        QByteArray table("town,age,outcome\n");
        for (int line = 0; line < 20; ++line)
            table += line == 12 ? "North,40,well,extra\n" : "South,38,well\n";
        put("slip.csv", table);
        const auto found = detect("slip.csv");
        QVERIFY2(found.has_value(), qPrintable(sentenceOf(found)));
        const QString said = sentenceOf(loadDataset(found->dataset, {}));
        QVERIFY2(said.contains("line 14"), qPrintable(said));
        QByteArray numbers("a;b;label\n"); // whose commas are no separators
        for (int line = 0; line < 20; ++line)
            numbers += "5,1;3,5;0\n";
        put("german.csv", numbers);
        QCOMPARE(text(*detect("german.csv"), m_folder->path()),
                 "csv path=F/german.csv separator=semicolon");
        put("slip", table); // by its name it could be anything
        QVERIFY(!detect("slip").has_value());
    }

    void unknownFilesAreNamedWhereTheyCanBe_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("words");
        QTest::newRow("empty") << QByteArray() << "the file is empty";
        QTest::newRow("HDF5") << QByteArray("\x89HDF\r\n\x1a\n1234") << "HDF5 cannot be read here";
        QTest::newRow("prose") << QByteArray("It was a dark night.\nThe rain fell.\n")
                               << "no format that is known; IDX, CIFAR's binary version, CSV";
        QTest::newRow("zeros") << QByteArray(50, '\0') << "no format that is known";
        QTest::newRow("damaged gzip")
            << QByteArray("\x1f\x8b\x08\0\0\0\0\0\0\3garbage", 17) << "F/x";
    }

    void unknownFilesAreNamedWhereTheyCanBe()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, words);
        put("x", bytes);
        QString said = sentenceOf(detect("x"));
        said.replace(m_folder->path(), "F");
        QVERIFY2(said.contains(words), qPrintable(said));
    }

    void whatIsNotThereIsSaid()
    {
        QVERIFY(sentenceOf(detect("nowhere")).contains("there is no such file or folder"));
    }

private:
    void put(const QString& name, const QByteArray& bytes) const
    {
        QDir().mkpath(QFileInfo(m_folder->filePath(name)).path());
        idxfiles::write(m_folder->filePath(name), bytes);
    }
    [[nodiscard]] Result<DetectedData> detect(const char* name) const
    {
        return detectData(m_folder->filePath(name).toStdString());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

COTERIE_SECTION(TestDetectData)

} // namespace tst_detect_data

#include "tst_detect_data.moc"
