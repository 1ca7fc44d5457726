#include "core/data/formats/cifar.h"
#include "core/data/formats/label_lines.h"
#include "core/data/formats/mat.h"
#include "core/data/formats/nifti.h"
#include "core/data/formats/npy.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_binary_formats {

using namespace coterie;
using namespace seedfiles;

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr CifarLayout kTwoRecords{.labelBytes = 1, .classes = 10, .records = 2};

QString cifarSentence(const QByteArray& bytes, const CifarLayout& layout = kTwoRecords)
{
    Samples samples;
    return sentenceOf(appendCifar(*unpacked(bytes), layout, samples));
}

} // namespace

class TestBinaryFormats : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    // --- CIFAR ---

    void cifarRecordsAreLabelsAndPlanes()
    {
        for (const char* name : {"cifar/two_records", "cifar/two_records.gz"}) {
            Samples samples;
            QVERIFY(appendCifar(*unpacked(seed(name)), kTwoRecords, samples).has_value());
            QVERIFY(samples.labels == (std::vector<std::int32_t>{3, 9}));
            QCOMPARE(samples.count(), std::size_t{2});
            const Bytes& values = std::get<Bytes>(samples.values);
            for (std::size_t i = 0; i < values.size(); ++i)
                QCOMPARE(values[i], std::uint8_t(i % 3072 * 7));
        }
    }

    void ofTwoCifarLabelsTheLastCounts()
    {
        Samples samples;
        const QByteArray bytes = QByteArray("\5\x63", 2) + QByteArray(3072, '\1');
        const CifarLayout hundred{.labelBytes = 2, .classes = 100, .records = 1};
        QVERIFY(appendCifar(*plain(bytes), hundred, samples).has_value());
        QCOMPARE(samples.labels.front(), 99);
    }

    void refusesAMalformedCifarFile()
    {
        const QByteArray good = seed("cifar/two_records");
        QCOMPARE(cifarSentence({}),
                 "FILE: at byte 0: must have 2 records of 3073 bytes; the file is too short");
        QCOMPARE(cifarSentence(idxfiles::packed(good.left(5000))),
                 "FILE: at byte 5000: the file ends after 5000 of the 6146 bytes of 2 records");
        QCOMPARE(cifarSentence(good + 'x'),
                 "FILE: at byte 6146: the file goes on after its 2 records");
        QCOMPARE(cifarSentence(replaced(good, 3073, "\x0A")),
                 "FILE: at byte 3073: the label of record 1 must be from 0 to 9 (is 10)");
    }

    // --- MATLAB ---

    void matlabPicturesAreTurnedIntoPlanesOfRows()
    {
        for (const char* name : {"mat/plain", "mat/compressed"}) {
            const auto samples = readMatPictures(*plain(seed(name)), true);
            QVERIFY2(samples.has_value(), qPrintable(sentenceOf(samples)));
            QVERIFY(samples->shape == (SampleShape{.channels = 3, .height = 4, .width = 4}));
            QVERIFY(samples->labels == (std::vector<std::int32_t>{0, 3})); // 10 stands for 0
            // Value i of the file is row i % 4, column i / 4 % 4, channel i / 16 % 3, sample i
            // / 48.
            const Bytes& values = std::get<Bytes>(samples->values);
            for (std::size_t sample = 0; sample < 2; ++sample)
                for (std::size_t channel = 0; channel < 3; ++channel)
                    for (std::size_t row = 0; row < 4; ++row)
                        for (std::size_t column = 0; column < 4; ++column)
                            QCOMPARE(
                                std::size_t{
                                    values[((sample * 3 + channel) * 4 + row) * 4 + column]},
                                row + 4 * column + 16 * channel + 48 * sample);
        }
    }

    void refusesAMalformedMatlabFile_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("sentence");
        const QByteArray good = seed("mat/plain");
        const QByteArray packed = seed("mat/compressed");
        const qsizetype x = good.indexOf("X", 128) - 52; // the tag of X: see make_seeds.py
        const auto row = [](const char* name, const QByteArray& bytes, const QString& sentence) {
            QTest::newRow(name) << bytes << sentence;
        };
        const auto inX = [x](int place) {
            return QStringLiteral("FILE: array at byte %1: at byte %2: ").arg(x).arg(place);
        };
        const auto inY =
            QStringLiteral("FILE: array at byte %1: at byte 48: ").arg(good.size() - 64);
        row("empty",
            {},
            "FILE: at byte 0: the file ends before the header of a MATLAB 5 file (128 bytes "
            "expected)");
        row("big-endian",
            replaced(good, 126, "MI"),
            "FILE: at byte 124: must be version 0x0100 of a little-endian MATLAB 5 file");
        row("version 7.3",
            replaced(good, 124, QByteArray("\0\2", 2)),
            "FILE: at byte 124: must be version 0x0100 of a little-endian MATLAB 5 file");
        row("nothing in it", good.left(128), "FILE: must have an array named X");
        row("half a tag",
            good.left(132),
            "FILE: at byte 128: the file ends inside the tag of an array (8 bytes expected)");
        row("more than the file",
            replaced(good, 132, "\xFF\xFF\xFF\x7F"),
            "FILE: at byte 128: an array of 2147483647 bytes is announced, the file cannot hold "
            "it");
        row("no labels", good.left(good.size() - 64), "FILE: must have an array named y");
        row("negative dimension",
            replaced(good, x + 8 + 16 + 8, "\xFF\xFF\xFF\xFF"),
            inX(16) + "dimension 1 of an array must be at least 0 (is -1)");
        row("huge dimensions",
            replaced(good, x + 8 + 16 + 8, "\xFF\xFF\xFF\x7F\xFF\xFF\xFF\x7F"),
            inX(16) + "an array of more than 8796093022208 values");
        row("other dimensions",
            replaced(good, x + 8 + 16 + 8, "\5"),
            inX(48) + "X holds 96 bytes, its dimensions need 120");
        row("no numbers", replaced(good, x + 16, "\1"), inX(48) + "X is no array of real numbers");
        row("signed bytes",
            replaced(good, x + 8 + 48, "\1"),
            inX(48) + "X must be stored as unsigned bytes or wider numbers (is data type 1)");
        row("label 11",
            replaced(good, good.size() - 8, "\x0B"),
            inY + "the label of sample 0 must be a whole number from 1 to 10 (is 11)");
        row("damaged",
            replaced(packed, 136, "XX"),
            "FILE: array at byte 128 (unpacked): the deflated data is damaged after 0 unpacked "
            "bytes (incorrect header check)");
    }
    void refusesAMalformedMatlabFile()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, sentence);
        QCOMPARE(sentenceOf(readMatPictures(*plain(bytes), true)), sentence);
    }

    void matlabLabelsWithoutTenStayAsTheyAre()
    {
        const QByteArray nine = replaced(seed("mat/plain"), seed("mat/plain").size() - 8, "\x09");
        const auto samples = readMatPictures(*plain(nine), false);
        QVERIFY2(samples.has_value(), qPrintable(sentenceOf(samples)));
        QVERIFY(samples->labels == (std::vector<std::int32_t>{9, 3}));
    }

    // --- lines of labels ---

    void labelLinesNameEachPictureOnce()
    {
        const auto labels = readLabelLines(*plain("b.png 3\na.png 0\n\n"), 10);
        QVERIFY(labels.has_value());
        QVERIFY(*labels == (std::map<std::string, std::int32_t>{{"a.png", 0}, {"b.png", 3}}));
        QCOMPARE(sentenceOf(readLabelLines(*plain("a.png 1\na.png 2\n"), 10)),
                 "FILE: at byte 8 (line 2): a second label for a.png");
        const QString needed =
            "FILE: at byte 0 (line 1): must be a picture's file name and its label, 0 to 9";
        for (const char* line : {"a.png 10", "a.png -1", "a.png 1.5", "a.png", "a b 1", "a.png x"})
            QCOMPARE(sentenceOf(readLabelLines(*plain(line), 10)), needed);
    }

    // --- NumPy ---

    void numpyArraysOfEveryTypeAreRead()
    {
        const auto floats = readNpy(*plain(seed("npy/floats")));
        QVERIFY2(floats.has_value(), qPrintable(sentenceOf(floats)));
        QVERIFY(floats->dimensions == (std::vector<std::size_t>{2, 3}));
        QVERIFY(std::get<std::vector<float>>(floats->values)
                == (std::vector<float>{1, 2, 3, 4, 5, 6}));
        const auto doubles = readNpy(*plain(seed("npy/doubles_big_endian")));
        QVERIFY(std::get<std::vector<float>>(doubles->values) == (std::vector<float>{1, 2.5F}));
        const auto bytes = readNpy(*plain(seed("npy/bytes")));
        QVERIFY(bytes->dimensions == (std::vector<std::size_t>{2, 2, 2, 1}));
        QCOMPARE(std::get<Bytes>(bytes->values).size(), std::size_t{8});
        const auto labels = readNpy(*plain(seed("npy/labels")));
        QVERIFY(*labelsOf(labels->values, labels->place, 0, 9)
                == (std::vector<std::int32_t>{0, 1, 9}));
        QCOMPARE(
            sentenceOf(labelsOf(labels->values, labels->place, 0, 8)),
            "FILE: at byte 144: the label of sample 2 must be a whole number from 0 to 8 (is 9)");
        QCOMPARE(
            sentenceOf(labelsOf(doubles->values, doubles->place, 0, 8)),
            "FILE: at byte 136: the label of sample 1 must be a whole number from 0 to 8 (is 2.5)");
    }

    void refusesAMalformedNumpyFile_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("sentence");
        const QByteArray good = seed("npy/floats");
        const auto with = [&](const QByteArray& from, const QByteArray& to) {
            return QByteArray(good).replace(from, to);
        };
        const auto row = [](const char* name, const QByteArray& bytes, const QString& sentence) {
            QTest::newRow(name) << bytes << "FILE: at byte " + sentence;
        };
        row("empty",
            {},
            "0: the file ends before the magic word of a .npy file (8 bytes expected)");
        row("a zip", seed("zip/stored"), "0: must be the magic word of a .npy file (\\x93NUMPY)");
        row("version 9", replaced(good, 6, "\x09"), "6: the version must be 1, 2 or 3 (is 9)");
        row("cut header",
            good.left(40),
            "10: the file ends before the header (118 bytes expected)");
        row("huge header",
            replaced(replaced(seed("npy/bytes"), 8, QByteArray("\0\0\2\0", 4)), 6, "\2"),
            "8: the header must have at most 65536 bytes (has 131072)");
        const QString fields =
            "10: the header must have 'descr' (one type), 'fortran_order' and 'shape'";
        row("no dictionary", with("{'descr'", "['descr'"), fields);
        row("a record type", with("'<f4'", "[('a"), fields);
        row("no shape", with("'shape'", "'shopo'"), fields);
        row("negative size", with("(2, 3)", "(-2,3)"), fields);
        row("refuse behind it", with("}  ", "} x"), fields);
        row("signed bytes",
            with("<f4", "|i1"),
            "10: values must be booleans or real numbers, not signed bytes (type is '|i1')");
        row("objects",
            with("<f4", "|O8"),
            "10: values must be booleans or real numbers, not signed bytes (type is '|O8')");
        row("Fortran order",
            with("False", "True "),
            "10: an array in Fortran order; save numpy.ascontiguousarray of it instead");
        row("huge in all",
            with("(2, 3), }           ", "(99999999,99999999)}"),
            "10: an array of more than 8796093022208 values");
        const auto shaped = [&](const QByteArray& shape) {
            return with(QByteArray("(2, 3), }").leftJustified(shape.size() + 1), shape + '}');
        };
        row("sizes whose product is 2^64, which is 0",
            shaped("(4, 2147483648, 2147483648)"),
            "10: an array of more than 8796093022208 values");
        row("no sample of a size that no array has",
            shaped("(0, 2147483648, 9999999999999)"),
            "10: an array of more than 8796093022208 values");
        row("more than the file",
            with("(2, 3)", "(9, 9)"),
            "128: the header announces 324 bytes of values, the file cannot hold them");
        row("values left over",
            good + 'x',
            "152: the file goes on after the 6 values its header announces");
    }
    void refusesAMalformedNumpyFile()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, sentence);
        QCOMPARE(sentenceOf(readNpy(*plain(bytes))), sentence);
    }

    void packedNumbersThatEndEarlyAreCounted()
    {
        QByteArray bytes = seed("npy/floats");
        QCOMPARE(sentenceOf(readNpy(*unpacked(idxfiles::packed(bytes.left(bytes.size() - 5))))),
                 "FILE: at byte 147: the file ends after 19 of the 24 bytes of values its header "
                 "announces");
    }

    // --- NIfTI ---

    void scansComeWithTheirLastIndexFastest()
    {
        for (const char* name : {"floats", "floats.gz", "words_big_endian", "bytes", "bytes.gz"}) {
            const auto volume = readNifti(*unpacked(seed(QStringLiteral("nifti/") + name)));
            QVERIFY2(volume.has_value(), qPrintable(sentenceOf(volume)));
            QVERIFY(volume->size == (std::array<std::size_t, 3>{4, 3, 2}));
            // The file's value at (x, y, z) is x + 4 y + 12 z; slope 2, intercept 1.
            for (std::size_t x = 0; x < 4; ++x)
                for (std::size_t y = 0; y < 3; ++y)
                    for (std::size_t z = 0; z < 2; ++z)
                        QCOMPARE(volume->values[(x * 3 + y) * 2 + z],
                                 2 * static_cast<float>(x + 4 * y + 12 * z) + 1);
        }
    }

    void scansAreResizedByArea()
    {
        // Of 5 voxels, the three targets cover [0,2) [1,4) [3,5); two [0,3) [2,5); and seven
        // [0,1) [0,2) [1,3) [2,3) [2,4) [3,5) [4,5).
        const Volume line{.size = {5, 1, 1}, .values = {0, 1, 2, 3, 4}};
        QVERIFY(resizedByArea(line, {3, 1, 1}).values == (std::vector<float>{0.5F, 2, 3.5F}));
        QVERIFY(resizedByArea(line, {2, 1, 1}).values == (std::vector<float>{1, 3}));
        QVERIFY(resizedByArea(line, {7, 1, 1}).values
                == (std::vector<float>{0, 0.5F, 1.5F, 2, 2.5F, 3.5F, 4}));
        const Volume square{.size = {1, 2, 2}, .values = {1, 2, 3, 6}};
        QVERIFY(resizedByArea(square, {2, 1, 1}).values == (std::vector<float>{3, 3}));
    }

    void refusesAMalformedScan_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("sentence");
        const QByteArray good = seed("nifti/floats");
        const auto row = [](const char* name, const QByteArray& bytes, const QString& sentence) {
            QTest::newRow(name) << bytes << "FILE: at byte " + sentence;
        };
        row("empty", {}, "0: the file ends before the header of a NIfTI file (348 bytes expected)");
        row("no scan",
            QByteArray(400, 'x'),
            "0: must be a NIfTI-1 file (the header size is not 348)");
        row("two files",
            replaced(good, 344, "ni1"),
            "344: must be \"n+1\", a NIfTI-1 file with its values in it");
        row("two dimensions",
            replaced(good, 40, "\2"),
            "40: must have 3 dimensions, or more of size 1 (has 2)");
        row("a film",
            replaced(replaced(good, 40, "\4"), 48, "\7"),
            "48: dimension 4 must be 1 (is 7)");
        row("negative size",
            replaced(good, 42, "\xFF\xFF"),
            "42: dimension 1 must be at least 1 (is -1)");
        row("complex numbers",
            replaced(good, 70, "\x20"),
            "70: the data type must be 2, 4, 8, 16, 64, 512 or 768, real numbers (is 32)");
        row("values in the header",
            replaced(good, 108, QByteArray("\0\0\x80\x3F", 4)),
            "108: the values must begin at 352 to 1048576 (is 1)");
        row("a slope that is no number",
            replaced(good, 112, QByteArray("\0\0\xC0\x7F", 4)),
            "112: slope and intercept must be finite");
        row("huge",
            replaced(good, 42, "\xFF\x7F\xFF\x7F\xFF\x7F"),
            "42: a volume of 35181150961663 voxels, at most 134217728 are read");
        row("more than the file",
            replaced(good, 42, "\x63"),
            "352: the header announces 2376 bytes of values, the file cannot hold them");
        row("a value that is no number", // of voxel x + 4 (y + 3 z)
            replaced(good, 352 + 4 * 17, QByteArray("\0\0\xC0\x7F", 4)),
            "420: voxel (1, 1, 1) must be finite (is nan)");
        row("values left over",
            good + 'x',
            "448: the file goes on after the 24 values its header announces");
    }
    void refusesAMalformedScan()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, sentence);
        QCOMPARE(sentenceOf(readNifti(*plain(bytes))), sentence);
    }
};

COTERIE_SECTION(TestBinaryFormats)

} // namespace tst_binary_formats

#include "tst_binary_formats.moc"
