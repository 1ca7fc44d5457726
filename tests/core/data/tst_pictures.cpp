#include "core/base/hash.h"
#include "core/data/formats/picture_list.h"
#include "core/data/formats/picture_reader.h"
#include "tests/core/data/decoder_processes.h"
#include "tests/core/data/picture_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/sections.h"

#include <QBuffer>
#include <QImage>
#include <QImageReader>
#include <QRegularExpression>
#include <QTest>

#include <array>
#include <csignal>
#include <cstdlib>

namespace tst_pictures {

using namespace coterie;
using namespace picturefiles;
using namespace seedfiles;

namespace {

using Bytes = std::vector<std::uint8_t>;
using Words = std::vector<std::uint16_t>;

/// As Qt reads it, in planes.
Bytes planesOf(const QImage& image, std::size_t channels)
{
    const QImage pixels = image.convertToFormat(QImage::Format_RGBA8888);
    Bytes planes;
    for (std::size_t channel = 0; channel < channels; ++channel)
        for (int y = 0; y < pixels.height(); ++y)
            for (int x = 0; x < pixels.width(); ++x)
                planes.push_back(
                    pixels.constScanLine(y)[4 * static_cast<std::size_t>(x) + channel]);
    return planes;
}

/// Turned as its EXIF data say; Qt has a reader of its own for these.
QImage readByQt(QByteArray bytes)
{
    QBuffer buffer(&bytes);
    QImageReader reader(&buffer);
    reader.setAutoTransform(true);
    return reader.read();
}

QByteArray orientationData(int orientation, bool bigEndian)
{
    QByteArray exif = seed(bigEndian ? "exif/big" : "exif/little");
    const qsizetype value = 6 + 8 + 2 + 12 + 8; // of the second entry
    exif[bigEndian ? value + 1 : value] = static_cast<char>(orientation);
    return exif;
}

} // namespace

class TestPictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv("COTERIE_DATA_GB"); }

    // --- PNG ---

    void pngsOfEveryKindAndFilterDecode_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("channels");
        QTest::newRow("grey") << "png/grey" << 1;
        QTest::newRow("colour") << "png/colour" << 3;
        QTest::newRow("palette") << "png/palette" << 3;
        QTest::newRow("grey and alpha") << "png/grey_alpha" << 1;
        QTest::newRow("colour and alpha") << "png/colour_alpha" << 3;
    }
    void pngsOfEveryKindAndFilterDecode()
    {
        QFETCH(QString, name);
        QFETCH(int, channels);
        const QByteArray bytes = seed(name); // its six rows use the filters 0 to 4 and 0 again
        const auto picture = m_reader.read(*plain(bytes));
        QVERIFY2(picture.has_value(), qPrintable(sentenceOf(picture)));
        const SampleShape shape{.channels = std::size_t(channels), .height = 6, .width = 5};
        QVERIFY(picture->shape == shape);
        QVERIFY(std::get<Bytes>(picture->values)
                == planesOf(QImage::fromData(bytes, "PNG"), std::size_t(channels)));
    }

    void fewerThanEightBitsAreSpread()
    {
        const auto one =
            m_reader.read(*plain(pngOf({.width = 3, .depth = 1}, QByteArray("\0\xA0", 2))));
        QVERIFY(one.has_value() && std::get<Bytes>(one->values) == (Bytes{255, 0, 255}));
        const auto two =
            m_reader.read(*plain(pngOf({.width = 4, .depth = 2}, QByteArray("\0\x1B", 2))));
        QVERIFY(two.has_value() && std::get<Bytes>(two->values) == (Bytes{0, 85, 170, 255}));
        const auto four =
            m_reader.read(*plain(pngOf({.width = 2, .depth = 4}, QByteArray("\0\x1F", 2))));
        QVERIFY(four.has_value() && std::get<Bytes>(four->values) == (Bytes{17, 255}));
        const QByteArray palette = pngChunk("PLTE", QByteArray("\1\2\3\xFF\xFE\xFD", 6));
        const auto coloured = m_reader.read(
            *plain(pngOf({.width = 2, .depth = 1, .kind = 3}, QByteArray("\0\x40", 2), palette)));
        QVERIFY(coloured.has_value());
        QVERIFY(std::get<Bytes>(coloured->values) == (Bytes{1, 255, 2, 254, 3, 253}));
    }

    void sixteenBitsStay()
    {
        const QByteArray grey("\0\x01\x02\xFF\xFE", 5);
        const auto picture = m_reader.read(*plain(pngOf({.width = 2, .depth = 16}, grey)));
        QVERIFY2(picture.has_value(), qPrintable(sentenceOf(picture)));
        QVERIFY(std::get<Words>(picture->values) == (Words{0x0102, 0xFFFE}));
        const QByteArray colour("\0\0\1\0\2\0\3\0\xFF\1\0\1\1\1\2\0\xFF", 17); // with alpha
        const auto three =
            m_reader.read(*plain(pngOf({.width = 2, .depth = 16, .kind = 6}, colour)));
        QVERIFY2(three.has_value(), qPrintable(sentenceOf(three)));
        QVERIFY(std::get<Words>(three->values) == (Words{1, 256, 2, 257, 3, 258}));
    }

    void interlacedPicturesAreRead()
    {
        // Of 2 × 2 pixels, Adam7's passes 1, 6 and 7 have one, one and two.
        const auto picture = m_reader.read(
            *plain(pngOf({.width = 2, .height = 2, .isInterlaced = true}, {"\0\1\0\2\0\3\4", 7})));
        QVERIFY2(picture.has_value(), qPrintable(sentenceOf(picture)));
        QVERIFY(std::get<Bytes>(picture->values) == (Bytes{1, 2, 3, 4}));
    }

    /// Gamma, colour profiles and one transparent colour say nothing about the stored values.
    void otherChunksChangeNoValue()
    {
        const QByteArray chunks = pngChunk("gAMA", idxfiles::words({100000}))
                                  + pngChunk("iCCP", "x") + pngChunk("tRNS", QByteArray("\0\7", 2));
        const auto picture =
            m_reader.read(*plain(pngOf({.width = 2}, QByteArray("\0\7\x80", 3), chunks)));
        QVERIFY2(picture.has_value(), qPrintable(sentenceOf(picture)));
        QVERIFY(std::get<Bytes>(picture->values) == (Bytes{7, 128}));
    }

    // --- JPEG ---

    /// The accurate integer transform gives these bits on every machine.
    void aGreyJpegDecodesToKnownBytes()
    {
        const auto picture = m_reader.read(*plain(seed("jpeg/grey")));
        QVERIFY2(picture.has_value(), qPrintable(sentenceOf(picture)));
        QVERIFY(picture->shape == (SampleShape{.channels = 1, .height = 5, .width = 7}));
        QVERIFY(std::get<Bytes>(picture->values)
                == (Bytes{1,   15,  35,  111, 131, 138, 103, 30,  47,  62,  137, 159,
                          180, 140, 119, 135, 151, 112, 123, 138, 211, 144, 160, 189,
                          137, 154, 176, 251, 118, 131, 153, 222, 252, 1,   214}));
    }

    void jpegsDecodeAsElsewhere_data()
    {
        QTest::addColumn<quint64>("hash");
        QTest::newRow("jpeg/colour") << quint64{4192264754210261104U};
        QTest::newRow("jpeg/colour_444") << quint64{4658962440139224294U};
        QTest::newRow("jpeg/progressive") << quint64{4192264754210261104U}; // the first's values
    }
    void jpegsDecodeAsElsewhere()
    {
        QFETCH(quint64, hash);
        const QByteArray bytes = seed(QTest::currentDataTag());
        const auto picture = m_reader.read(*plain(bytes));
        QVERIFY2(picture.has_value(), qPrintable(sentenceOf(picture)));
        const Bytes& values = std::get<Bytes>(picture->values);
        QVERIFY(values == planesOf(readByQt(bytes), 3));
        QCOMPARE(quint64{contentHash(std::as_bytes(std::span(values)))}, hash);
    }

    /// Red, green and blue are what the inks and black leave of 255, here in two blocks of 8 × 8:
    /// black leaves 255 in the first and 128 in the second.
    void printingInksBecomeColours_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("most"); // by which the transform of colours may differ
        QTest::newRow("Adobe's, as YCCK") << "jpeg/inks_ycck" << 1;
        QTest::newRow("not Adobe's: not inverted") << "jpeg/inks_plain" << 0;
    }
    void printingInksBecomeColours()
    {
        QFETCH(QString, name);
        QFETCH(int, most);
        const auto picture = m_reader.read(*plain(seed(name)));
        QVERIFY2(picture.has_value(), qPrintable(sentenceOf(picture)));
        QVERIFY(picture->shape == (SampleShape{.channels = 3, .height = 8, .width = 16}));
        const Bytes& values = std::get<Bytes>(picture->values);
        const std::array<std::array<int, 2>, 3> expected{{{200, 100}, {100, 50}, {50, 25}}};
        for (std::size_t channel = 0; channel < 3; ++channel)
            for (std::size_t pixel = 0; pixel < 128; ++pixel)
                QVERIFY(
                    std::abs(int(values[channel * 128 + pixel]) - expected[channel][pixel % 16 / 8])
                    <= most);
    }

    void printingInksAreReadAsElsewhere()
    {
        for (const char* name : {"jpeg/inks", "jpeg/inks_ycck"}) {
            const QByteArray bytes = seed(name);
            const auto picture = m_reader.read(*plain(bytes));
            QVERIFY2(picture.has_value(), qPrintable(sentenceOf(picture)));
            const Bytes& values = std::get<Bytes>(picture->values);
            const Bytes ofQt = planesOf(readByQt(bytes), 3);
            QCOMPARE(values.size(), ofQt.size());
            for (std::size_t i = 0; i < values.size(); ++i) // Qt does not round
                QVERIFY(values[i] == ofQt[i] || values[i] == ofQt[i] + 1);
        }
    }

    void exifTurnsAPictureUpright_data()
    {
        QTest::addColumn<int>("orientation");
        QTest::addColumn<bool>("bigEndian");
        for (int orientation = 1; orientation <= 8; ++orientation)
            for (const bool bigEndian : {false, true})
                QTest::addRow("%d, %s", orientation, bigEndian ? "big-endian" : "little-endian")
                    << orientation << bigEndian;
    }
    void exifTurnsAPictureUpright()
    {
        QFETCH(int, orientation);
        QFETCH(bool, bigEndian);
        const QByteArray bytes =
            withExif(seed("jpeg/colour"), orientationData(orientation, bigEndian));
        const auto picture = m_reader.read(*plain(bytes));
        QVERIFY2(picture.has_value(), qPrintable(sentenceOf(picture)));
        const bool swaps = orientation >= 5;
        QCOMPARE(picture->shape.width, std::size_t(swaps ? 10 : 19));
        QCOMPARE(picture->shape.height, std::size_t(swaps ? 19 : 10));
        QCOMPARE(picture->isTurned, orientation != 1);
        QVERIFY(std::get<Bytes>(picture->values) == planesOf(readByQt(bytes), 3));
    }

    void exifThatSaysNothingTurnsNothing()
    {
        const QByteArray good = orientationData(6, true);
        const auto upright = m_reader.read(*plain(seed("jpeg/colour")));
        for (const QByteArray& exif : {orientationData(0, true),
                                       orientationData(9, false),
                                       replaced(good, 6 + 8 + 2 + 12 + 3, "\4"), // a long
                                       replaced(good, 6 + 8 + 2 + 12 + 7, "\2"), // two of them
                                       replaced(good, 6, "XX"),
                                       good.left(30),
                                       QByteArray("http://ns.adobe.com/")}) {
            const auto picture = m_reader.read(*plain(withExif(seed("jpeg/colour"), exif)));
            QVERIFY2(picture.has_value(), qPrintable(sentenceOf(picture)));
            QVERIFY(!picture->isTurned && picture->values == upright->values);
        }
    }

    // --- what is refused ---

    void aDamagedFileIsNamed_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("words");
        const QByteArray png = seed("png/grey");
        const QByteArray jpeg = seed("jpeg/colour");
        const auto row = [](const char* name, const QByteArray& bytes, const QString& words) {
            QTest::newRow(name) << bytes << "FILE: " + words;
        };
        row("empty", {}, "the file is empty");
        row("a zip", seed("zip/stored"), "must be a PNG or JPEG picture");
        row("a PNG's begin", png.left(20), "the PNG is damaged: the file ends inside its header");
        row("a cut PNG", png.left(60), "the PNG is damaged: the file ends inside it");
        row("a wrong checksum", replaced(png, 18, "\1"), "the PNG is damaged: IHDR: CRC error");
        row("no width",
            pngOf({.width = 0}, {}),
            "a picture must have sides of 1 to 32768 (is 0×1)");
        row("a bomb",
            pngOf({.width = 60000, .height = 60000, .kind = 2}, QByteArray(1 << 20, '\0')),
            "a picture must have sides of 1 to 32768 (is 60000×60000)");
        row("a bomb that is just allowed",
            pngOf({.width = 32768, .height = 32768, .kind = 2}, QByteArray(1 << 20, '\0')),
            "the PNG is damaged: its header announces 3221225472 bytes of values, the file cannot "
            "hold them");
        row("too few rows",
            pngOf({.width = 2, .height = 3}, QByteArray("\0\1\2\0\3\4", 6)),
            "the PNG is damaged: Not enough image data");
        row("too many rows",
            pngOf({.width = 2, .height = 1}, QByteArray("\0\1\2\0\3\4", 6)),
            "the PNG is damaged: ");
        row("an unknown filter",
            pngOf({.width = 2}, QByteArray("\5\1\2", 3)),
            "the PNG is damaged: bad adaptive filter value");
        row("a colour beyond the palette",
            pngOf({.kind = 3}, QByteArray("\0\1", 2), pngChunk("PLTE", "abc")),
            "the PNG is damaged: colour 1 of a palette of 1");
        row("a JPEG's begin", jpeg.left(10), "the JPEG is damaged: Premature end of JPEG file");
        row("a cut JPEG",
            jpeg.left(jpeg.size() - 40),
            "the JPEG is damaged: Premature end of JPEG file");
        row("a JPEG's bomb",
            replaced(jpeg, jpeg.indexOf("\xFF\xC0") + 5, "\x7F\xFF\x7F\xFF"),
            "the JPEG is damaged: its header announces 32767×32767 pixels, the file cannot hold "
            "them");
        row("a JPEG's larger bomb",
            replaced(jpeg, jpeg.indexOf("\xFF\xC0") + 5, "\xEA\x60\xEA\x60"),
            "a picture must have sides of 1 to 32768 (is 60000×60000)");
    }
    void aDamagedFileIsNamed()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, words);
        const QString said = sentenceOf(m_reader.read(*plain(bytes)));
        QVERIFY2(said.startsWith(words), qPrintable(said));
    }

    /// It holds what it announces: only the limit of memory stands against it.
    void aPictureTooLargeForTheMemoryIsRefusedBeforeItIsDecoded()
    {
        const QByteArray bytes =
            pngOf({.width = 3000, .height = 3000, .kind = 2}, QByteArray(3000 * 9001, '\0'));
        QVERIFY(bytes.size() < 100'000);
        qputenv("COTERIE_DATA_GB", "0.05");
        QCOMPARE(sentenceOf(m_reader.read(*plain(bytes))),
                 "FILE: the data set needs 0.054 GB of memory, the limit is 0.05 GB; set "
                 "COTERIE_DATA_GB=1 in the environment to allow it");
        qunsetenv("COTERIE_DATA_GB");
        QVERIFY(m_reader.read(*plain(bytes)).has_value());
        qputenv("COTERIE_DATA_GB", "0.00001");
        QVERIFY(sentenceOf(m_reader.read(*plain(seed("png/grey")), {.side = 4096}))
                    .startsWith("FILE: the data set needs 0.101 GB"));
    }

    // --- the process that decodes ---

    void oneProcessReadsAllAndAnotherFollowsOneThatDied()
    {
        PictureReader reader;
        for (int i = 0; i < 200; ++i)
            QVERIFY(reader.read(*plain(seed("png/grey"))).has_value());
        QCOMPARE(reader.starts(), 1);
        // Those of other readers in this process are there too.
        std::vector<pid_t> before = test::decoderProcesses();
        QVERIFY(!before.empty());
        for (const pid_t process : before)
            ::kill(process, SIGKILL);
        const QString said = sentenceOf(reader.read(*plain(seed("png/grey"))));
        QCOMPARE(said,
                 "FILE: decoding it ended the decoder, which was ended by signal 9; the file may "
                 "be damaged");
        QVERIFY(reader.read(*plain(seed("png/grey"))).has_value());
        QCOMPARE(reader.starts(), 2);
        std::ignore = m_reader.read(*plain(seed("png/grey"))); // it may have been among them
    }

    void theLibrariesAreTold()
    {
        const auto libraries = m_reader.libraries();
        QVERIFY2(libraries.has_value(), qPrintable(sentenceOf(libraries)));
        const QRegularExpression form("^libpng [0-9.]+ and libjpeg-turbo [0-9.]+$");
        QVERIFY2(form.match(QString::fromStdString(*libraries)).hasMatch(), libraries->c_str());
    }

    // --- lists ---

    void picturesOfOneListAreAlike()
    {
        PictureList list(m_reader, 3, {}, {.size = "; resize", .colour = "; colour"});
        QVERIFY(list.append(*plain(seed("png/grey")), 4).has_value());
        QVERIFY(list.append(*plain(seed("png/grey_alpha")), 5).has_value());
        QCOMPARE(sentenceOf(list.append(*plain(seed("png/colour")), 6)),
                 "FILE: must be 5×6 grey as FILE (is 5×6 in colour); colour");
        QCOMPARE(sentenceOf(list.append(*plain(seed("jpeg/grey")), 6)),
                 "FILE: must be 5×6 grey as FILE (is 7×5 grey); resize");
        const Samples samples = list.take();
        QCOMPARE(samples.count(), std::size_t{2});
        QVERIFY(samples.labels == (std::vector<std::int32_t>{4, 5}));
    }

    void eightAndSixteenBitsShareAScale()
    {
        const QByteArray eight = pngOf({.width = 2}, QByteArray("\0\1\xFF", 3));
        const QByteArray sixteen = pngOf({.width = 2, .depth = 16}, QByteArray("\0\1\1\2\2", 5));
        PictureList list(m_reader, 3);
        for (const QByteArray& bytes : {eight, sixteen, eight})
            QVERIFY(list.append(*plain(bytes), 0).has_value());
        const Samples samples = list.take();
        QVERIFY(std::get<std::vector<float>>(samples.values)
                == (std::vector<float>{257, 65535, 257, 514, 257, 65535}));
    }

    void aListOfBytesRefusesSixteenBits()
    {
        PictureList list(m_reader, 1, {.bytesOnly = true});
        QCOMPARE(sentenceOf(list.append(*plain(pngOf({.depth = 16}, QByteArray("\0\1\2", 3))), 0)),
                 "FILE: must have 8 bits a channel (has 16)");
    }

    void greyPicturesCanBeMadeColoured()
    {
        PictureList list(m_reader, 2, {.size = {.side = 1}, .inColour = true});
        QVERIFY(list.append(*plain(pngOf({}, QByteArray("\0\7", 2))), 0).has_value());
        QVERIFY(list.append(*plain(pngOf({.kind = 2}, QByteArray("\0\1\2\3", 4))), 1).has_value());
        QVERIFY(std::get<Bytes>(list.take().values) == (Bytes{7, 7, 7, 1, 2, 3}));
    }

private:
    PictureReader m_reader;
};

COTERIE_SECTION(TestPictures)

} // namespace tst_pictures

#include "tst_pictures.moc"
