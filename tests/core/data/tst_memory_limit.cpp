#include "core/data/catalog.h"
#include "core/data/formats/archives.h"
#include "core/data/formats/cifar.h"
#include "core/data/formats/idx.h"
#include "core/data/formats/mat.h"
#include "core/data/formats/memory_limit.h"
#include "core/data/formats/nifti.h"
#include "core/data/formats/npy.h"
#include "core/data/formats/number_table.h"
#include "core/data/formats/picture_reader.h"
#include "core/data/preprocess.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/sections.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

namespace tst_memory_limit {

using namespace coterie;
using seedfiles::seed;
using seedfiles::sentenceOf;

namespace {

/// Gives what the reader of a format says.
using Read = std::function<QString(const QByteArray&)>;
struct Reader
{
    Read read;
};

/// Counts what is read of it.
class CountedStore final : public ByteStore
{
public:
    explicit CountedStore(QByteArray bytes)
        : ByteStore("FILE", static_cast<std::uint64_t>(bytes.size()))
        , m_bytes(std::move(bytes))
    {}

    Result<void> readAt(std::uint64_t offset, std::span<std::uint8_t> out) override
    {
        std::copy_n(m_bytes.begin() + static_cast<qsizetype>(offset), out.size(), out.begin());
        read += out.size();
        return {};
    }

    std::size_t read = 0;

private:
    QByteArray m_bytes;
};

} // namespace

class TestMemoryLimit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void cleanup() { qunsetenv("COTERIE_DATA_GB"); }

    void everyFormatIsRefusedBeforeItIsRead_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<Reader>("reader");
        QTest::addColumn<QString>("place");
        const auto row = [](const char* name, const QString& place, const Read& read) {
            QTest::addRow("%s", name) << seed(name) << Reader{read} << place;
        };
        const Read picture = [](const QByteArray& bytes) {
            return sentenceOf(PictureReader().read(*seedfiles::plain(bytes)));
        };
        const Read table = [](const QByteArray& bytes) {
            return sentenceOf(readNumberTable(seedfiles::store(bytes), {}));
        };
        const Read idx = [](const QByteArray& bytes) {
            return sentenceOf(readIdx(*seedfiles::unpacked(bytes), 3));
        };
        const Read mat = [](const QByteArray& bytes) {
            return sentenceOf(readMatPictures(*seedfiles::plain(bytes), false));
        };
        const Read nifti = [](const QByteArray& bytes) {
            return sentenceOf(readNifti(*seedfiles::unpacked(bytes)));
        };
        const Read npy = [](const QByteArray& bytes) {
            return sentenceOf(readNpy(*seedfiles::plain(bytes)));
        };
        row("idx/three_pictures", "FILE: at byte 16: ", idx);
        row("idx/three_pictures.gz", "FILE: at byte 16: ", idx);
        row("mat/plain", "FILE: array at byte 208: at byte 56: ", mat);
        row("mat/compressed", "FILE: array at byte 186 (unpacked): at byte 56: ", mat);
        row("nifti/floats", "FILE: at byte 352: ", nifti);
        row("nifti/bytes.gz", "FILE: at byte 352: ", nifti);
        row("npy/floats", "FILE: at byte 128: ", npy);
        row("npy/doubles_big_endian", "FILE: at byte 128: ", npy);
        row("png/colour", "FILE: ", picture);
        row("png/palette", "FILE: ", picture);
        row("jpeg/colour", "FILE: ", picture);
        row("jpeg/progressive", "FILE: ", picture);
        row("csv/header", "FILE: ", table);
        row("csv/numbers.gz", "FILE: ", table);
        row("zip/deflated", "FILE: x.npy: at byte 128: ", [](const QByteArray& bytes) {
            const auto archive = ZipArchive::open(seedfiles::store(bytes));
            return sentenceOf(readNpy(**archive->content(*archive->find("x.npy"))));
        });
    }

    void everyFormatIsRefusedBeforeItIsRead()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(Reader, reader);
        QFETCH(QString, place);
        qputenv("COTERIE_DATA_GB", "0.000000004"); // four bytes
        const QString said = reader.read(bytes);
        QVERIFY2(said.startsWith(place + "the data set needs "), qPrintable(said));
        QVERIFY2(said.endsWith(" GB of memory, the limit is 4e-09 GB; set COTERIE_DATA_GB=1 in the "
                               "environment to allow it"),
                 qPrintable(said));
        qunsetenv("COTERIE_DATA_GB");
        const QString usual = reader.read(bytes);
        QVERIFY2(!usual.contains("GB"), qPrintable(usual));
    }

    void theUsualLimitIsTwoGigabytes()
    {
        QCOMPARE(*memoryLimit(), std::uint64_t{2'000'000'000});
        QVERIFY(checkMemory("x.npz", 2'000'000'000));
        QCOMPARE(sentenceOf(checkMemory("x.npz", 3'221'225'472)),
                 QString("x.npz: the data set needs 3.22 GB of memory, the limit is 2 GB; set "
                         "COTERIE_DATA_GB=4 in the environment to allow it"));
        qputenv("COTERIE_DATA_GB", "4");
        QVERIFY(checkMemory("x.npz", 3'221'225'472));
    }

    void aLimitThatIsNoNumberIsTold_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"lots", "", "0", "-1", "nan", "1e7", "2 GB"})
            QTest::addRow("'%s'", text) << QByteArray(text);
    }

    void aLimitThatIsNoNumberIsTold()
    {
        QFETCH(QByteArray, text);
        qputenv("COTERIE_DATA_GB", text);
        QCOMPARE(sentenceOf(checkMemory("x.npz", 1)),
                 "COTERIE_DATA_GB: must be a number of gigabytes above 0, at most 1000000 (is \""
                     + text + "\")");
    }

    void trainingAndTestSamplesCountTogether()
    {
        // Two arrays of 24 bytes with their labels: either alone is below 100 bytes.
        put("x.npy", seed("npy/floats"));
        put("y.npy", seed("npy/labels").replace("(3,)", "(2,)").chopped(8));
        Part part{.name = "npy", .parameters = {}};
        for (const auto& [name, value] : {std::pair("path", "x.npy"),
                                          std::pair("labels", "y.npy"),
                                          std::pair("testPath", "x.npy"),
                                          std::pair("testLabels", "y.npy")})
            part.parameters.set(name, std::string(value));
        const DataFolders folders{.folders = {m_folder->path().toStdString()}};
        qputenv("COTERIE_DATA_GB", "0.00000006");
        const QString said = sentenceOf(loadDataset(part, folders));
        // Before the last array is read, and by its name.
        QVERIFY2(said.contains("y.npy: at byte 128: the data set needs 6.4e-08 GB"),
                 qPrintable(said));
        part.parameters.set("testPath", std::string());
        QCOMPARE(sentenceOf(loadDataset(part, folders)), QString("accepted"));
    }

    void allArraysOfANpzShareTheLimit()
    {
        put("a.npz", seed("zip/deflated")); // bytes, and labels that are read as floats
        Part part{.name = "npz", .parameters = {}};
        for (const auto& [name, value] :
             {std::pair("path", "a.npz"), std::pair("xTest", "x"), std::pair("yTest", "y")})
            part.parameters.set(name, std::string(value));
        const DataFolders folders{.folders = {m_folder->path().toStdString()}};
        const auto whole = loadDataset(part, folders);
        QVERIFY2(whole.has_value(), qPrintable(sentenceOf(whole)));
        const auto x = (*whole)->train.shape.size() * (*whole)->train.count();
        const auto all = 2 * (x + 4 * (*whole)->train.count());
        const auto refusal = [&](std::size_t bytes) {
            qputenv("COTERIE_DATA_GB", QByteArray::number(double(bytes) / 1e9, 'g', 12));
            return sentenceOf(loadDataset(part, folders));
        };
        QCOMPARE(refusal(all), QString("accepted"));
        QVERIFY2(refusal(all - 1).contains("a.npz: y.npy: at byte 128: the data set needs"),
                 qPrintable(refusal(all - 1)));
        QVERIFY2(refusal(2 * x).contains("a.npz: x.npy: at byte 128: the data set needs"),
                 qPrintable(refusal(2 * x)));
        QVERIFY2(refusal(x).contains("a.npz: y.npy: at byte 128: the data set needs"),
                 qPrintable(refusal(x)));
    }

    void bothFilesOfRecordsShareTheLimit()
    {
        constexpr int kRecord = 3073;
        put("a.bin.gz", idxfiles::packed(QByteArray(50 * kRecord, '\0')));
        put("b.bin.gz", idxfiles::packed(QByteArray(50 * kRecord, '\0')));
        Part part{.name = "cifarFile", .parameters = {}};
        part.parameters.set("path", std::string("a.bin.gz"));
        part.parameters.set("testPath", std::string("b.bin.gz"));
        const DataFolders folders{.folders = {m_folder->path().toStdString()}};
        qputenv("COTERIE_DATA_GB", "0.0002"); // 0.00015 each
        const QString said = sentenceOf(loadDataset(part, folders));
        QVERIFY2(said.contains("b.bin.gz: the data set needs"), qPrintable(said));
        qputenv("COTERIE_DATA_GB", "0.0004");
        QCOMPARE(sentenceOf(loadDataset(part, folders)), QString("accepted"));
    }

    void generatedPicturesAreRefusedBeforeTheyAreDrawn_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("start");
        QTest::newRow("shapes10") << "shapes10"
                                  << "Shapes: the data set needs 0.0615 GB";
        QTest::newRow("shapes100") << "shapes100"
                                   << "Shapes in textures: the data set needs";
        QTest::newRow("glyphDigits") << "glyphDigits"
                                     << "Glyph digits: the data set needs";
        QTest::newRow("glyphDomains") << "glyphDomains"
                                      << "Glyph digits in five domains: the data set needs";
        QTest::newRow("volumes") << "volumes"
                                 << "Volumes: the data set needs";
    }

    void generatedPicturesAreRefusedBeforeTheyAreDrawn()
    {
        QFETCH(QString, name);
        QFETCH(QString, start);
        Part part{.name = name.toStdString(), .parameters = {}};
        part.parameters.set("samples", std::int64_t{10'000});
        if (name.startsWith("shapes"))
            part.parameters.set("testSamples", std::int64_t{10'000});
        qputenv("COTERIE_DATA_GB", "0.001");
        const QString said = sentenceOf(loadDataset(part, {}));
        QVERIFY2(said.startsWith(start), qPrintable(said));
        qunsetenv("COTERIE_DATA_GB");
        part.parameters.set("samples", std::int64_t{10});
        if (name.startsWith("shapes"))
            part.parameters.set("testSamples", std::int64_t{0});
        const auto made = loadDataset(part, {});
        QVERIFY2(made.has_value(), qPrintable(sentenceOf(made)));
        const auto& pixels = std::get<std::vector<std::uint8_t>>((*made)->train.values);
        // The forecast is at least what is there.
        qputenv("COTERIE_DATA_GB", QByteArray::number(double(pixels.size() - 1) / 1e9, 'g', 12));
        QVERIFY(!loadDataset(part, {}));
    }

    void preprocessingIsRefusedBeforeItTakesMemory_data()
    {
        QTest::addColumn<QString>("step");
        QTest::addColumn<QString>("needs");
        QTest::newRow("resize") << "resize"
                                << "0.336"; // 20 pictures of 4096²
        QTest::newRow("standardisePerPixel") << "standardisePerPixel"
                                             << "6.27e-05";
    }

    void preprocessingIsRefusedBeforeItTakesMemory()
    {
        QFETCH(QString, step);
        QFETCH(QString, needs);
        Part set{.name = "glyphDigits", .parameters = {}};
        set.parameters.set("samples", std::int64_t{20});
        const auto made = loadDataset(set, {});
        QVERIFY(made);
        Part part{.name = step.toStdString(), .parameters = {}};
        if (step == "resize")
            for (const char* side : {"height", "width"})
                part.parameters.set(side, std::int64_t{4096});
        qputenv("COTERIE_DATA_GB", "0.00005"); // more than the 16 KB of the pictures
        QCOMPARE(
            sentenceOf(preprocessed(*made, std::span(&part, 1))).left(60),
            ("/data/preprocess/0/step: the data set needs " + needs + " GB of memory").left(60));
    }

    void testPicturesCountWithTrainingPictures()
    {
        for (int i = 0; i < 20; ++i)
            for (const char* part : {"train", "test"})
                put(QString("pictures/%1/a/%2.png").arg(part).arg(i), seed("png/colour"));
        Part part{.name = "imageFolder", .parameters = {}};
        part.parameters.set("path", std::string("pictures"));
        const DataFolders folders{.folders = {m_folder->path().toStdString()}};
        const auto whole = loadDataset(part, folders);
        QVERIFY2(whole.has_value(), qPrintable(sentenceOf(whole)));
        const auto held = static_cast<double>((*whole)->train.shape.size() * 20);
        qputenv("COTERIE_DATA_GB", QByteArray::number(held * 1.5 / 1e9));
        const QString said = sentenceOf(loadDataset(part, folders));
        QVERIFY2(said.contains("pictures/test/a/0.png: the data set needs"), qPrintable(said));
    }

    void aFolderOfPicturesIsRefusedAtItsFirst()
    {
        for (int i = 0; i < 40; ++i)
            put(QString("pictures/a/%1.png").arg(i), seed("png/colour"));
        Part part{.name = "imageFolder", .parameters = {}};
        part.parameters.set("path", std::string("pictures"));
        const DataFolders folders{.folders = {m_folder->path().toStdString()}};
        const auto whole = loadDataset(part, folders);
        QVERIFY2(whole.has_value(), qPrintable(sentenceOf(whole)));
        const auto held = static_cast<double>((*whole)->train.shape.size() * 40);
        qputenv("COTERIE_DATA_GB", QByteArray::number(held * 0.9 / 1e9));
        const QString said = sentenceOf(loadDataset(part, folders));
        QVERIFY2(said.contains("pictures/a/0.png: the data set needs"), qPrintable(said));
    }

    void recordsThatUnpackWithoutEndAreRefusedOnTheWay()
    {
        const auto file = idxfiles::write(m_folder->filePath("bomb.bin.gz"),
                                          idxfiles::packed(QByteArray(1 << 20, '\0')).repeated(64));
        qputenv("COTERIE_DATA_GB", "0.004");
        const QString said = sentenceOf(unpackedSize(file));
        QVERIFY2(said.contains("bomb.bin.gz: the data set needs 0.004"), qPrintable(said));
    }

    void aLongTableIsRefusedByItsBeginning()
    {
        // 16 MB of text that needs 32 MB: its first 4 MB, alone below the limit, foretell it.
        const auto store = std::make_shared<CountedStore>(QByteArray("1,2\n").repeated(4 << 20));
        qputenv("COTERIE_DATA_GB", "0.01");
        const QString said = sentenceOf(readNumberTable(store, {}));
        QVERIFY2(said.startsWith("FILE: the data set needs 0.033"), qPrintable(said));
        QVERIFY2(store->read < 5U << 20, qPrintable(QString::number(store->read)));
    }

    void aTableAtTheLimitIsReadToItsEnd()
    {
        // The beginning, with its short rows, foretells half as much again as there is.
        QByteArray text = QByteArray("1,2\n").repeated(1 << 20);
        text += QByteArray("1.00,2.00\n").repeated(1 << 19);
        const std::uint64_t rows = 3 << 19;
        qputenv("COTERIE_DATA_GB", QByteArray::number(double(rows * 8) / 1e9, 'g', 12));
        const auto table = readNumberTable(seedfiles::store(text), {});
        QVERIFY2(table.has_value(), qPrintable(sentenceOf(table)));
        QCOMPARE(std::uint64_t{table->rows}, rows);
        qputenv("COTERIE_DATA_GB", QByteArray::number(double(rows * 8 - 1) / 1e9, 'g', 12));
        QVERIFY(sentenceOf(readNumberTable(seedfiles::store(text), {})).contains("0.0126 GB"));
    }

private:
    void put(const QString& name, const QByteArray& bytes) const
    {
        const QString path = m_folder->filePath(name);
        QDir().mkpath(path.section('/', 0, -2));
        idxfiles::write(path, bytes);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

COTERIE_SECTION(TestMemoryLimit)

} // namespace tst_memory_limit

#include "tst_memory_limit.moc"
