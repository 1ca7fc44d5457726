#include "core/base/try.h"
#include "core/data/formats/idx.h"
#include "core/data/formats/inflate_source.h"
#include "tests/core/data/idx_files.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <QTemporaryDir>
#include <QTest>

#include <random>
#include <sys/resource.h>

namespace tst_idx {

using namespace coterie;
using namespace idxfiles;

namespace {

Result<IdxArray> readIdx(const std::filesystem::path& file, std::size_t dimensionCount)
{
    COTERIE_TRY(const ByteSourcePointer source, openUnpacked(file));
    return coterie::readIdx(*source, dimensionCount);
}

/// The most memory this process has held so far, in bytes.
std::int64_t peakMemory()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return std::int64_t{usage.ru_maxrss} * 1024;
}

} // namespace

class TestIdx : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void readsImagesAndLabels_data()
    {
        QTest::addColumn<bool>("gzip");
        QTest::newRow("plain") << false;
        QTest::newRow("gzip") << true;
    }
    void readsImagesAndLabels()
    {
        QFETCH(bool, gzip);
        const auto put = [&](const char* name, const QByteArray& bytes) {
            return write(m_folder.filePath(name), gzip ? packed(bytes) : bytes);
        };
        const QByteArray imageBytes = images(25, 6, 4);
        const auto samples =
            readIdxSamples(put("images", imageBytes), put("labels", labels(25)), 10);
        QVERIFY2(samples.has_value(), samples ? "" : samples.error().sentence().c_str());
        QCOMPARE(samples->count(), std::size_t{25});
        QVERIFY(samples->shape == (SampleShape{.channels = 1, .height = 6, .width = 4}));
        const auto& values = std::get<std::vector<std::uint8_t>>(samples->values);
        QCOMPARE(QByteArray(reinterpret_cast<const char*>(values.data()), qsizetype(values.size())),
                 imageBytes.mid(16));
        for (std::size_t i = 0; i < 25; ++i)
            QCOMPARE(samples->labels[i], std::int32_t(i % 10));
    }

    void readsOtherNumbersOfDimensions()
    {
        QByteArray bytes = words({0x0804, 2, 3, 1, 2});
        bytes.append(QByteArray(12, '\x05'));
        const auto array = readIdx(write(m_folder.filePath("four"), bytes), 4);
        QVERIFY(array.has_value());
        QVERIFY(array->dimensions == (std::vector<std::size_t>{2, 3, 1, 2}));
        QCOMPARE(array->values.size(), std::size_t{12});
    }

    void readsGzipMembersPutEndToEnd()
    {
        const QByteArray bytes = images(9, 5, 5);
        const auto array = readIdx(
            write(m_folder.filePath("members"), packed(bytes.left(100)) + packed(bytes.mid(100))),
            3);
        QVERIFY2(array.has_value(), array ? "" : array.error().sentence().c_str());
        QCOMPARE(array->values.size(), std::size_t{225});
    }

    void refusesAMalformedFile_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("expected");
        const QByteArray good = images(10, 4, 4);
        const auto row = [](const char* name, const QByteArray& bytes, const char* expected) {
            QTest::newRow(name) << bytes << QString(expected);
        };
        row("empty", {}, "at byte 0: the file ends before the magic number (4 bytes expected)");
        row("two bytes", good.left(2), "at byte 0: the file ends before the magic number");
        row("no count", good.left(4), "at byte 4: the file ends before the number of samples");
        row("half a count", good.left(6), "at byte 4: the file ends before the number of samples");
        row("no rows", good.left(8), "at byte 8: the file ends before the number of rows");
        row("no columns", good.left(12), "at byte 12: the file ends before the number of columns");
        row("labels' magic number", words({2049, 10}), "at byte 0: the magic number must be 2051");
        row("little-endian", words({0x03080000}), "at byte 0: the magic number must be 2051");
        row("floats", words({0x0D03, 1, 1, 1}), "at byte 0: the magic number must be 2051");
        row("text", "P5 28 28 255", "at byte 0: the magic number must be 2051");
        row("no samples",
            words({2051, 0, 28, 28}),
            "at byte 4: the number of samples must be at least 1 (is 0)");
        row("negative count",
            words({2051, 0xFFFFFFFE, 28, 28}),
            "at byte 4: the number of samples must be at least 1 (is -2)");
        row("no height",
            words({2051, 1, 0, 28}),
            "at byte 8: the number of rows must be at least 1 (is 0)");
        row("negative width",
            words({2051, 1, 28, 0x80000000}),
            "at byte 12: the number of columns must be at least 1 (is -2147483648)");
        row("huge in all",
            words({2051, 0x7FFFFFFF, 0x7FFFFFFF, 0x7FFFFFFF}),
            "at byte 8: the header announces more than 8796093022208 bytes");
        row("more than the file",
            words({2051, 60000, 28, 28}),
            "announces 47040000 bytes of values, the file cannot");
        row("one byte short", good.left(good.size() - 1), "ends after 159 of the 160 bytes");
        row("one byte long", good + 'x', "at byte 176: the file goes on after the 160 bytes");
        const QByteArray gzip = packed(good);
        row("gzip: only its magic",
            gzip.left(2),
            "the gzip data is cut short after 0 unpacked bytes");
        row("gzip: cut in its header",
            gzip.left(7),
            "the gzip data is cut short after 0 unpacked bytes");
        row("gzip: cut in its data",
            gzip.left(gzip.size() / 2),
            "; the header announces 160 bytes of values from byte 16 on");
        row("gzip: cut in its checksum",
            gzip.left(gzip.size() - 3),
            "the gzip data is cut short after 176 unpacked");
        QByteArray flipped = gzip;
        flipped[flipped.size() - 6] = static_cast<char>(flipped[flipped.size() - 6] ^ 1);
        row("gzip: wrong checksum",
            flipped,
            "the gzip data is damaged after 176 unpacked bytes (incorrect data check)");
        row("gzip: unknown method",
            QByteArray(gzip).replace(2, 1, "\x07"),
            "the gzip data is damaged after 0");
        row("gzip: refuse behind it", gzip + "refuse", "the gzip data is damaged after 176");
        row("gzip: short inside", packed(good.left(100)), "ends after 84 of the 160 bytes");
        row("gzip: long inside",
            packed(good + QByteArray(1000, '\0')),
            "the file goes on after the 160 bytes");
        row("gzip: empty inside", packed({}), "at byte 0: the file ends before the magic number");
        row("gzip in gzip", packed(gzip), "at byte 0: the magic number must be 2051");
    }
    void refusesAMalformedFile()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, expected);
        const auto path = write(m_folder.filePath("malformed"), bytes);
        const auto array = readIdx(path, 3);
        QVERIFY(!array.has_value());
        QCOMPARE(array.error().place, path.string());
        const QString sentence = QString::fromStdString(array.error().sentence());
        QVERIFY2(sentence.contains(expected), qPrintable(sentence));
    }

    void refusesWhatIsNoFile()
    {
        QVERIFY(!readIdx(m_folder.path().toStdString(), 3).has_value());
        const auto missing = readIdx(m_folder.filePath("nothing").toStdString(), 3);
        QVERIFY(!missing.has_value());
        QVERIFY(missing.error().sentence().find("nothing") != std::string::npos);
    }

    void refusesLabelsThatDoNotFit()
    {
        const auto imageFile = write(m_folder.filePath("images"), images(12, 2, 2));
        const auto fewer =
            readIdxSamples(imageFile, write(m_folder.filePath("fewer"), labels(11)), 10);
        QVERIFY(!fewer.has_value());
        QVERIFY(fewer.error().sentence().find("must have as many labels as") != std::string::npos);
        QVERIFY(fewer.error().sentence().find("has images (has 11 for 12)") != std::string::npos);

        QByteArray wrong = labels(12);
        wrong[8 + 5] = 10;
        const auto outside =
            readIdxSamples(imageFile, write(m_folder.filePath("outside"), wrong), 10);
        QVERIFY(!outside.has_value());
        QVERIFY2(outside.error().sentence().find(
                     "at byte 13: the label of sample 5 must be from 0 to 9 (is 10)")
                     != std::string::npos,
                 outside.error().sentence().c_str());
    }

    void damageIsAnErrorAndNeverACrash()
    {
        std::mt19937 random(1); // NOLINT: the same damage every time
        for (const bool gzip : {false, true}) {
            const QByteArray good = gzip ? packed(images(20, 8, 8)) : images(20, 8, 8);
            for (int i = 0; i < 1000; ++i) {
                QByteArray bytes = good.left(
                    static_cast<qsizetype>(random() % static_cast<unsigned>(good.size())));
                for (unsigned flips = random() % 4; flips > 0 && !bytes.isEmpty(); --flips)
                    bytes[static_cast<qsizetype>(random() % static_cast<unsigned>(bytes.size()))] =
                        static_cast<char>(random());
                const auto array = readIdx(write(m_folder.filePath("damaged"), bytes), 3);
                QVERIFY(array.has_value() || !array.error().sentence().empty());
                if (array)
                    QVERIFY(array->values.size() <= static_cast<std::size_t>(good.size()) * 2);
            }
        }
    }

    void aGzipBombTakesNoMemory()
    {
        if (tests::underSanitizer())
            QSKIP("peak memory means nothing under a sanitizer");
        // 100 MB of zeros, in gzip members, behind a header that announces ten small pictures …
        QByteArray bytes = packed(words({2051, 10, 4, 4}));
        for (int i = 0; i < 100; ++i)
            bytes += packed(QByteArray(1 << 20, '\0'));
        const auto bomb = write(m_folder.filePath("bomb"), bytes);
        // … and a header that announces 1 GB in a file that could, but does not, hold it.
        QByteArray noise(1 << 20, Qt::Uninitialized);
        std::mt19937 random(2); // NOLINT
        for (char& byte : noise)
            byte = static_cast<char>(random());
        const auto lie =
            write(m_folder.filePath("lie"), packed(words({2051, 1 << 20, 32, 32}) + noise));

        const std::int64_t before = peakMemory();
        const auto bombRead = readIdx(bomb, 3);
        const auto lieRead = readIdx(lie, 3);
        const std::int64_t grown = peakMemory() - before;
        QVERIFY(!bombRead.has_value() && !lieRead.has_value());
        const QString sentence = QString::fromStdString(lieRead.error().sentence());
        QVERIFY2(sentence.contains("ends after 1048576 of the 1073741824"), qPrintable(sentence));
        QVERIFY2(grown < (8 << 20), qPrintable(QString("%1 bytes").arg(grown)));
    }

private:
    QTemporaryDir m_folder;
};

COTERIE_SECTION(TestIdx)

} // namespace tst_idx

#include "tst_idx.moc"
