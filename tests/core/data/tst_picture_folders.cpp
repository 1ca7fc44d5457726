#include "core/data/catalog.h"
#include "core/data/dataset.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/picture_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/core/data/user_folder.h"
#include "tests/sections.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <array>

namespace tst_picture_folders {

using namespace coterie;
using picturefiles::pngOf;
using picturefiles::withExif;
using seedfiles::seed;
using seedfiles::sentenceOf;

class TestPictureFolders : public coterie::test::UserFolderFixture
{
    Q_OBJECT

private Q_SLOTS:
    void aFolderForEachClassHoldsPictures()
    {
        for (const char* part : {"train", "test"}) {
            put(QString("pictures/%1/dog/b.png").arg(part), seed("png/grey"));
            put(QString("pictures/%1/cat/a.png").arg(part), seed("png/grey_alpha"));
            put(QString("pictures/%1/cat/notes.txt").arg(part), "no picture");
        }
        const auto dataset = loadUser("imageFolder", {{"path", "pictures"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QVERIFY((*dataset)->classNames == (std::vector<std::string>{"cat", "dog"}));
        QVERIFY((*dataset)->train.labels == (std::vector<std::int32_t>{0, 1}));
        QCOMPARE((*dataset)->officialTest.count(), std::size_t{2});
        const auto flat = loadUser("imageFolder", {{"path", "pictures/train"}});
        QCOMPARE((*flat)->officialTest.count(), std::size_t{0});
        put("pictures/train/dog/c.png", seed("png/colour"));
        const auto mixed = loadUser("imageFolder", {{"path", "pictures"}});
        QVERIFY2(sentenceOf(mixed).contains("dog/c.png: must be 5×6 grey as ")
                     && sentenceOf(mixed).endsWith(
                         "cat/a.png (is 5×6 in colour); \"colour\": \"always\" makes grey "
                         "pictures coloured ones"),
                 qPrintable(sentenceOf(mixed)));
        QVERIFY(QDir(m_folder->path()).mkdir("empty"));
        const auto empty = loadUser("imageFolder", {{"path", "empty"}});
        QVERIFY(sentenceOf(empty).contains("must contain a folder for each class"));
    }

    void picturesOfDifferentSizesAreResizedOnRequest()
    {
        put("mine/a/1.JPG", withExif(seed("jpeg/colour"), seed("exif/big"))); // 10×19 when upright
        put("mine/a/2.jpeg", seed("jpeg/colour_444"));
        put("mine/b/3.png", seed("png/colour"));
        const auto refused = loadUser("imageFolder", {{"path", "mine"}});
        QVERIFY2(sentenceOf(refused).contains("a/2.jpeg: must be 10×19 in colour as ")
                     && sentenceOf(refused).endsWith("a/1.JPG (is 9×8 in colour); \"size\" gives "
                                                     "all pictures one size"),
                 qPrintable(sentenceOf(refused)));
        std::vector<Samples> made;
        for (const char* fit : {"stretch", "crop"}) {
            Part part{.name = "imageFolder", .parameters = {}};
            part.parameters.set("path", std::string("mine"));
            part.parameters.set("size", std::int64_t{8});
            part.parameters.set("fit", std::string(fit));
            const auto dataset = loadDataset(part, folders());
            QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
            QVERIFY((*dataset)->train.shape
                    == (SampleShape{.channels = 3, .height = 8, .width = 8}));
            QVERIFY((*dataset)->train.labels == (std::vector<std::int32_t>{0, 0, 1}));
            QVERIFY((*dataset)->notes
                    == (std::vector<std::string>{
                        "pictures turned upright, as their EXIF data say: 1",
                        std::string("pictures resized to 8×8 (") + fit + "): 3"}));
            made.push_back((*dataset)->train);
        }
        QVERIFY(made[0].values != made[1].values);
    }

    /// Of 12 and 4 pictures 8 are read: the first of both classes, and of the 14 others 6.
    void aLimitReadsEachClassItsShare()
    {
        for (int i = 0; i < 12; ++i)
            put(QString("many/train/a/%1.png").arg(i, 2, 10, QChar('0')),
                pngOf({}, QByteArray(1, '\0') + char(i)));
        for (int i = 0; i < 4; ++i) {
            put(QString("many/train/b/%1.png").arg(i),
                pngOf({}, QByteArray(1, '\0') + char(100 + i)));
            put(QString("many/test/a/%1.png").arg(i), pngOf({}, QByteArray("\0\1", 2)));
        }
        put("many/train/a/00.txt", "no picture");
        put("many/train/a/11.png", "not read, so not refused");
        const auto limited = [this](std::int64_t samples, std::int64_t testSamples) {
            Part part{.name = "imageFolder", .parameters = {}};
            part.parameters.set("path", std::string("many"));
            part.parameters.set("samples", samples);
            part.parameters.set("testSamples", testSamples);
            return loadDataset(part, folders());
        };
        const auto dataset = limited(8, 3);
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QVERIFY(std::get<std::vector<std::uint8_t>>((*dataset)->train.values)
                == (std::vector<std::uint8_t>{0, 3, 5, 7, 10, 100, 101, 103}));
        QVERIFY((*dataset)->train.labels == (std::vector<std::int32_t>{0, 0, 0, 0, 0, 1, 1, 1}));
        QCOMPARE((*dataset)->officialTest.count(), std::size_t{3});
        QVERIFY((*dataset)->notes
                == (std::vector<std::string>{"training pictures read: 8 of 16",
                                             "test pictures read: 3 of 4"}));
        QCOMPARE(sentenceOf(limited(1, 0)).contains("at least one for each of the 2 classes"),
                 true);
        QCOMPARE(limited(1, 0).error().place, std::string("/data/dataset/samples"));
        QVERIFY(sentenceOf(limited(0, 0)).contains("11.png: must be a PNG or JPEG picture"));
        QVERIFY(sentenceOf(limited(16, 0)).contains("11.png: must be a PNG or JPEG picture"));
    }

    void picturesOfSixteenBitsKeepThem()
    {
        put("deep/train/a/1.png", pngOf({}, QByteArray("\0\xFF", 2)));
        put("deep/test/a/1.png", pngOf({.depth = 16}, QByteArray("\0\1\2", 3)));
        const auto dataset = loadUser("imageFolder", {{"path", "deep"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        const auto valueOf = [&](const Samples& samples) {
            float value = 0;
            gather<float>(samples, (*dataset)->inputScale, std::array{0}, &value);
            return value;
        };
        QCOMPARE(valueOf((*dataset)->train), 1.0F);
        QCOMPARE(valueOf((*dataset)->officialTest), 258.0F / 65535.0F);
    }

    void whatDecodedPicturesIsToldWithADigestOfTheirValues()
    {
        const auto decodedOf = [this](const char* pixel) {
            put("one/a/1.png", pngOf({}, QByteArray(pixel, 2)));
            return (*loadUser("imageFolder", {{"path", "one"}}))->decoded;
        };
        const std::string first = decodedOf("\0\1");
        QVERIFY2(first.starts_with("libpng ") && first.find(", values ") != first.npos,
                 first.c_str());
        QVERIFY(decodedOf("\0\2") != first);
        QCOMPARE(decodedOf("\0\1"), first);
        put("table.csv", "1,0\n2,1\n");
        QVERIFY((*loadUser("csv", {{"path", "table.csv"}}))->decoded.empty());
    }
};

COTERIE_SECTION(TestPictureFolders)

} // namespace tst_picture_folders

#include "tst_picture_folders.moc"
