#include "core/data/catalog.h"
#include "core/data/sets/sets.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/seed_files.h"
#include "tests/core/data/tar_files.h"
#include "tests/core/data/user_folder.h"
#include "tests/core/data/zip_files.h"
#include "tests/sections.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_user_files {

using namespace coterie;
using seedfiles::replaced;
using seedfiles::seed;
using seedfiles::sentenceOf;
using zipfiles::zipOf;
namespace fs = std::filesystem;

namespace {

using Bytes = std::vector<std::uint8_t>;

QByteArray tarMember(const QByteArray& name, const QByteArray& content)
{
    return tarfiles::header(name, content.size()) + content + tarfiles::padding(content.size());
}

/// The same in gzip, of a content that repeats: gzip members put end to end, so that a large file
/// is made quickly.
QByteArray packedTarMember(const QByteArray& name, const QByteArray& piece, int times)
{
    const qsizetype size = piece.size() * times;
    return idxfiles::packed(tarfiles::header(name, size)) + idxfiles::packed(piece).repeated(times)
           + idxfiles::packed(tarfiles::padding(size));
}

/// A scan's mask of 4 × 3 × 2 bytes, all alike, with slope 1 and intercept 0.
QByteArray maskOf(char value)
{
    const QByteArray straight =
        replaced(seed("nifti/bytes"), 112, QByteArray("\0\0\x80\x3F\0\0\0\0", 8));
    return replaced(straight, 352, QByteArray(24, value));
}

} // namespace

class TestUserFiles : public coterie::test::UserFolderFixture
{
    Q_OBJECT

private Q_SLOTS:
    // --- a user's own files ---

    void aTableIsNamedByItsPath()
    {
        put("mine/table.csv", seed("csv/header"));
        const auto dataset = loadUser("csv", {{"path", "mine/table.csv"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QCOMPARE((*dataset)->title, std::string("table.csv"));
        QCOMPARE((*dataset)->train.count(), std::size_t{3});
        QVERIFY((*dataset)->train.shape == (SampleShape{.channels = 2, .height = 1, .width = 1}));
        QVERIFY((*dataset)->classNames == (std::vector<std::string>{"cat", "dog"}));
        QVERIFY((*dataset)->inputScale.scale == std::vector<float>{1.0F});
        const auto regression = loadUser(
            "csv", {{"path", "mine/table.csv"}, {"label", "width"}, {"task", "regression"}});
        QVERIFY2(regression.has_value(), qPrintable(sentenceOf(regression)));
        QVERIFY((*regression)->featureNames
                == (std::vector<std::string>{"height", "kind = cat", "kind = dog"}));
    }

    void aPathThatLeadsNowhereIsNamed()
    {
        const auto dataset = loadUser("csv", {{"path", "nothing.csv"}});
        QCOMPARE(dataset.error().place, std::string("/data/dataset/path"));
        QCOMPARE(dataset.error().found, std::string("\"nothing.csv\""));
        QVERIFY(sentenceOf(dataset).contains(m_folder->path()));
        QVERIFY(sentenceOf(loadUser("csv", {})).contains("must be the name of a file"));
        QVERIFY(sentenceOf(loadUser("csv", {{"path", "/nothing"}})).contains("a file that exists"));
    }

    void aNumpyArchiveHoldsSamplesAndLabels()
    {
        for (const char* name : {"zip/stored", "zip/deflated"}) {
            put("a.npz", seed(name));
            const auto dataset = loadUser("npz", {{"path", "a.npz"}});
            QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
            QVERIFY((*dataset)->train.shape
                    == (SampleShape{.channels = 1, .height = 2, .width = 2}));
            QVERIFY((*dataset)->train.labels == (std::vector<std::int32_t>{0, 1, 2, 1}));
            QCOMPARE((*dataset)->classes, std::size_t{3});
            QCOMPARE((*dataset)->inputScale.scale.front(), 1.0F / 255.0F);
        }
        const auto wrong = loadUser("npz", {{"path", "a.npz"}, {"x", "z"}});
        QVERIFY2(sentenceOf(wrong).contains("an array of"), qPrintable(sentenceOf(wrong)));
        QVERIFY(sentenceOf(wrong).contains("(x, y)"));
        QCOMPARE(wrong.error().place, std::string("/data/dataset/x"));
        const auto test = loadUser("npz", {{"path", "a.npz"}, {"xTest", "x"}, {"yTest", "y"}});
        QCOMPARE((*test)->officialTest.count(), std::size_t{4});
    }

    void numpyPicturesHaveTheirChannelsFirstOrLast()
    {
        // 2×2×2×1 bytes: channels last; as channels first, two channels of 2×1.
        put("x.npy", seed("npy/bytes"));
        put("y.npy", seed("npy/labels"));
        const auto three = loadUser("npy", {{"path", "x.npy"}, {"labels", "y.npy"}});
        QVERIFY(sentenceOf(three).contains(
            "y must have a label for each of the 2 samples of x (is 3)"));
        QByteArray two = seed("npy/labels");
        two.replace("(3,)", "(2,)").chop(8);
        put("y.npy", two);
        const auto last = loadUser("npy", {{"path", "x.npy"}, {"labels", "y.npy"}});
        QVERIFY2(last.has_value(), qPrintable(sentenceOf(last)));
        QVERIFY((*last)->train.shape == (SampleShape{.channels = 1, .height = 2, .width = 2}));
        const auto first =
            loadUser("npy", {{"path", "x.npy"}, {"labels", "y.npy"}, {"channels", "first"}});
        QVERIFY((*first)->train.shape == (SampleShape{.channels = 2, .height = 2, .width = 1}));
        const auto target =
            loadUser("npy", {{"path", "x.npy"}, {"labels", "y.npy"}, {"task", "regression"}});
        QCOMPARE((*target)->classes, std::size_t{0});
        QVERIFY((*target)->train.targets == (std::vector<float>{0, 1}));
    }

    void aNumpyFileWhoseSizesMultiplyToNothingIsRefused()
    {
        // 4 · 2^31 · 2^31 = 2^64: no values, and as many labels as the first size says.
        put("x.npy", seed("npy/product_of_2_to_the_64"));
        put("y.npy", seed("npy/labels").replace("(3,)", "(4,)") + QByteArray(8, '\0'));
        const auto dataset = loadUser("npy", {{"path", "x.npy"}, {"labels", "y.npy"}});
        QVERIFY2(sentenceOf(dataset).contains("an array of more than 8796093022208 values"),
                 qPrintable(sentenceOf(dataset)));
    }

    void aNumberThatIsNotFiniteIsNamed()
    {
        const QByteArray infinity("\0\0\x80\x7F", 4);
        put("x.npy", replaced(seed("npy/floats"), 128 + 4 * 4, infinity)); // 2 × 3
        put("y.npy", seed("npy/labels").replace("(3,)", "(2,)").chopped(8));
        const QString said = sentenceOf(loadUser("npy", {{"path", "x.npy"}, {"labels", "y.npy"}}));
        QVERIFY2(
            said.endsWith("x.npy: at byte 144: value 1 of sample 1 of x is inf; must be finite"),
            qPrintable(said));
    }

    void aDataSetHasALabelForEachSample()
    {
        Samples samples;
        samples.values = Bytes{1, 2, 3};
        samples.labels = {0, 1};
        const NamedPart part{.name = "made", .title = "Made up"};
        QCOMPARE(sentenceOf(makeDataset(part, {.classNames = {}}, samples)),
                 "Made up: 3 samples, but 2 labels for them");
        samples.labels = {0, 1, 1};
        QCOMPARE(sentenceOf(makeDataset(part, {.classNames = {}}, samples)), "accepted");
        Samples test = samples;
        test.labels.clear();
        QCOMPARE(sentenceOf(makeDataset(part, {.classNames = {}}, samples, test)),
                 "Made up: 3 samples, but 0 labels for them");
        test.targets = {0.5F, 1, 2};
        QCOMPARE(sentenceOf(makeDataset(part, {.classNames = {}}, samples, test)), "accepted");
    }

    void colourPixelsOfNumpyBecomePlanes()
    {
        QByteArray x = seed("npy/bytes").left(12 + 116); // the header alone
        x.replace("(2, 2, 2, 1)", "(1, 1, 2, 3)");
        put("x.npy", x + "abcdef");
        QByteArray y = seed("npy/labels");
        y.replace("(3,)", "(1,)").chop(16);
        put("y.npy", y);
        const auto dataset = loadUser("npy", {{"path", "x.npy"}, {"labels", "y.npy"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QVERIFY(std::get<Bytes>((*dataset)->train.values) == (Bytes{'a', 'd', 'b', 'e', 'c', 'f'}));
    }

    void idxFilesOfAnyNameAreRead()
    {
        put("p", idxfiles::packed(idxfiles::images(20, 3, 5)));
        put("l", idxfiles::labels(20));
        const auto dataset = loadUser(
            "idx", {{"path", "p"}, {"labels", "l"}, {"testPath", "p"}, {"testLabels", "l"}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QCOMPARE((*dataset)->classes, std::size_t{10});
        QCOMPARE((*dataset)->officialTest.count(), std::size_t{20});
    }

    // --- published files, in their layouts ---

    void matlabDigitsAreFoundInAFolderOrAnArchive()
    {
        put("svhn/train_32x32.mat", seed("mat/compressed"));
        put("svhn/test_32x32.mat", seed("mat/plain"));
        const auto svhn = loadDataset({.name = "svhn", .parameters = {}}, folders());
        QVERIFY2(svhn.has_value(), qPrintable(sentenceOf(svhn)));
        QVERIFY((*svhn)->train.labels == (std::vector<std::int32_t>{0, 3}));
        const auto missing = loadDataset({.name = "synthDigits", .parameters = {}}, folders());
        QVERIFY(sentenceOf(missing).contains("Download SynthDigits.zip from"));
        put("SynthDigits/SynthDigits.zip", zipOf({{"synth_train_32x32.mat", seed("mat/plain")}}));
        const auto half = loadDataset({.name = "synthDigits", .parameters = {}}, folders());
        QVERIFY2(sentenceOf(half).contains(
                     "the label of sample 0 must be a whole number from 0 to 9 (is 10)"),
                 qPrintable(sentenceOf(half)));
    }

    void emnistIsTurnedUpright()
    {
        // One picture of 2 columns and 3 rows, stored column by column.
        const QByteArray pictures = idxfiles::words({2051, 1, 2, 3}) + "abcdef";
        const QByteArray labels = idxfiles::words({2049, 1}) + '\x1A';
        for (const char* part : {"train", "test"}) {
            const QString start = QString("EMNIST/raw/emnist-letters-%1-").arg(part);
            put(start + "images-idx3-ubyte", pictures);
            put(start + "labels-idx1-ubyte.gz", idxfiles::packed(labels));
        }
        Part part{.name = "emnist", .parameters = {}};
        part.parameters.set("split", std::string("letters"));
        const auto dataset = loadDataset(part, folders());
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QVERIFY((*dataset)->train.shape == (SampleShape{.channels = 1, .height = 3, .width = 2}));
        QVERIFY(std::get<Bytes>((*dataset)->train.values) == (Bytes{'a', 'd', 'b', 'e', 'c', 'f'}));
        QCOMPARE((*dataset)->train.labels.front(), 25);
        QCOMPARE((*dataset)->classNames.back(), std::string("Z"));
        const auto other = loadDataset({.name = "emnist", .parameters = {}}, folders());
        QVERIFY(sentenceOf(other).contains("EMNIST was not found in"));
        QVERIFY(hasFiles(part, folders()));
        QVERIFY(
            !hasFiles({.name = "emnist", .parameters = {}}, folders())); // that of another split
    }

    void mnistMIsTheSameFromFoldersAndArchive()
    {
        const QByteArray trainLabels = "a.png 3\nb.png 7\n";
        const QByteArray testLabels = "c.png 1\n";
        const QByteArray again = tarMember("mnist_m/mnist_m_train/a.png", seed("png/colour"));
        const QByteArray other = tarMember("mnist_m/mnist_m_train/b.png", seed("png/colour_alpha"));
        const QByteArray rest = tarMember("mnist_m/mnist_m_test/c.png", seed("png/colour"))
                                + tarMember("mnist_m/mnist_m_train_labels.txt", trainLabels)
                                + tarMember("mnist_m/mnist_m_test_labels.txt", testLabels)
                                + QByteArray(1024, '\0');
        const QByteArray archive = again + other + rest;
        put("mnist_m.tar.gz", idxfiles::packed(other + again + rest)); // in an order of its own
        const auto packed = loadDataset({.name = "mnistM", .parameters = {}}, folders());
        QVERIFY2(packed.has_value(), qPrintable(sentenceOf(packed)));
        QVERIFY((*packed)->train.labels == (std::vector<std::int32_t>{3, 7}));
        put("mnist_m/mnist_m_train/a.png", seed("png/colour"));
        put("mnist_m/mnist_m_train/b.png", seed("png/colour_alpha"));
        put("mnist_m/mnist_m_test/c.png", seed("png/colour"));
        put("mnist_m/mnist_m_train_labels.txt", trainLabels);
        put("mnist_m/mnist_m_test_labels.txt", testLabels);
        const auto unpacked = loadDataset({.name = "mnistM", .parameters = {}}, folders());
        QVERIFY2(unpacked.has_value(), qPrintable(sentenceOf(unpacked)));
        QVERIFY((*unpacked)->train.values == (*packed)->train.values);
        QVERIFY((*unpacked)->officialTest.values == (*packed)->officialTest.values);
        put("mnist_m.tar.gz", idxfiles::packed(again + archive));
        QVERIFY(QDir(m_folder->filePath("mnist_m")).removeRecursively());
        const auto twice = loadDataset({.name = "mnistM", .parameters = {}}, folders());
        QVERIFY2(sentenceOf(twice).endsWith("mnist_m_train/a.png: a second picture of this name"),
                 qPrintable(sentenceOf(twice)));
        const QByteArray withoutB = // a second a.png in the place of b.png keeps the number
            again + again + archive.mid(archive.indexOf("mnist_m/mnist_m_test/c.png"));
        put("mnist_m.tar.gz", idxfiles::packed(withoutB));
        const auto hidden = loadDataset({.name = "mnistM", .parameters = {}}, folders());
        QVERIFY2(sentenceOf(hidden).endsWith("mnist_m_train/a.png: a second picture of this name"),
                 qPrintable(sentenceOf(hidden)));
        put("mnist_m.tar.gz", idxfiles::packed(archive.mid(2048)));
        const auto short_ = loadDataset({.name = "mnistM", .parameters = {}}, folders());
        QVERIFY2(sentenceOf(short_).contains("mnist_m_train must have 2 pictures"),
                 qPrintable(sentenceOf(short_)));
    }

    void headScansArePairedWithTheirMasks()
    {
        // Subject 2 is of the published test split, 13 of the training split.
        const QByteArray scan = seed("nifti/floats.gz");
        const QByteArray mask = maskOf(1);
        put("ixi-tiny/IXI_sample/IXI002-Guys-0828/T1/IXI002-Guys-0828_image.nii.gz", scan);
        put("ixi-tiny/IXI_sample/IXI002-Guys-0828/label/IXI002-Guys-0828_label.nii", mask);
        put("ixi-tiny/image/IXI013-HH-1212_image.nii.gz", scan);
        const auto alone = loadDataset({.name = "ixiTiny", .parameters = {}}, folders());
        QVERIFY2(sentenceOf(alone).contains("IXI013-HH-1212_image.nii.gz has no mask"),
                 qPrintable(sentenceOf(alone)));
        put("ixi-tiny/label/IXI013-HH-1212_label.nii", maskOf(0));
        const auto dataset = loadDataset({.name = "ixiTiny", .parameters = {}}, folders());
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QCOMPARE((*dataset)->train.count(), std::size_t{1});
        QCOMPARE((*dataset)->officialTest.count(), std::size_t{1});
        QVERIFY((*dataset)->train.domains == (std::vector<std::int32_t>{1}));
        QVERIFY((*dataset)->officialTest.domains == (std::vector<std::int32_t>{0}));
        QVERIFY((*dataset)->task() == Task::Mask);
        QCOMPARE((*dataset)->train.shape.depth, std::size_t{48});
        const auto& values = std::get<std::vector<float>>((*dataset)->train.values);
        double sum = 0;
        double squares = 0;
        for (const float value : values) {
            sum += static_cast<double>(value);
            squares += static_cast<double>(value) * static_cast<double>(value);
        }
        const auto voxels = static_cast<double>(48 * 60 * 48);
        QVERIFY(std::abs(sum / voxels) < 1e-5 && std::abs(squares / voxels - 1) < 1e-5);
        QCOMPARE(std::ranges::count((*dataset)->train.masks, 1), std::ptrdiff_t{0});
        QCOMPARE(std::ranges::count((*dataset)->officialTest.masks, 1),
                 std::ptrdiff_t{48 * 60 * 48});
    }

    void aMaskHoldsNothingButZeroAndOne_data()
    {
        QTest::addColumn<QByteArray>("mask");
        QTest::addColumn<QString>("sentence");
        // Of 4 × 3 × 2 voxels, the first index running fastest.
        QTest::newRow("seven") << replaced(maskOf(1), 352 + 17, "\7")
                               << "at byte 369: voxel (1, 1, 1) must be 0 or 1 in a mask (is 7)";
        QTest::newRow("less than nothing")
            << replaced(maskOf(0), 116, QByteArray("\0\0\xA0\xC0", 4)) // intercept -5
            << "at byte 352: voxel (0, 0, 0) must be 0 or 1 in a mask (is -5)";
        QTest::newRow("a share")
            << replaced(maskOf(1), 112, QByteArray("\0\0\0\x3F", 4))
            << "at byte 352: voxel (0, 0, 0) must be 0 or 1 in a mask (is 0.5)";
        QTest::newRow("as many voxels, otherwise")
            << replaced(maskOf(1), 42, QByteArray("\2\0\3\0\4\0", 6))
            << "at byte 42: the mask must have 4×3×2 voxels as ";
    }
    void aMaskHoldsNothingButZeroAndOne()
    {
        QFETCH(QByteArray, mask);
        QFETCH(QString, sentence);
        put("ixi-tiny/image/IXI013-HH-1212_image.nii.gz", seed("nifti/floats.gz"));
        put("ixi-tiny/label/IXI013-HH-1212_label.nii", mask);
        const QString said =
            sentenceOf(loadDataset({.name = "ixiTiny", .parameters = {}}, folders()));
        QVERIFY2(said.contains("IXI013-HH-1212_label.nii: " + sentence), qPrintable(said));
    }

    void theArchiveOfScansIsReadInPlace()
    {
        put("ixi_tiny.zip",
            zipOf({{"ixi_tiny/image/IXI002-Guys-0828_image.nii.gz", seed("nifti/floats.gz")}}));
        const auto dataset = loadDataset({.name = "ixiTiny", .parameters = {}}, folders());
        QVERIFY2(sentenceOf(dataset).endsWith(
                     "ixi_tiny.zip: ixi_tiny/image/IXI002-Guys-0828_image.nii.gz has no mask in a "
                     "folder label"),
                 qPrintable(sentenceOf(dataset)));
    }

    void cifarsArchiveIsReadInPlaceAndInOrder()
    {
        // The official archive's own order; each file's pictures are of one shade that tells it.
        QByteArray archive;
        const auto append = [&archive](const QByteArray& name, char shade) {
            const QByteArray record = QByteArray(1, '\1') + QByteArray(3072, shade);
            archive += packedTarMember("cifar-10-batches-bin/" + name, record.repeated(100), 100);
        };
        for (const char batch : {'4', '3', '2', '5', '1'})
            append(QByteArray("data_batch_") + batch + ".bin", batch);
        archive += idxfiles::packed(tarMember("cifar-10-batches-bin/readme.html", "<html>"));
        append("test_batch.bin", 't');
        put("cifar-10/cifar-10-binary.tar.gz", archive);
        const auto dataset = loadDataset({.name = "cifar10", .parameters = {}}, folders());
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        const Bytes& train = std::get<Bytes>((*dataset)->train.values);
        QCOMPARE(train.size(), std::size_t{50000} * 3072);
        for (std::size_t batch = 0; batch < 5; ++batch) {
            const std::size_t from = batch * 10000 * 3072;
            const auto shade = static_cast<std::uint8_t>('1' + batch);
            QCOMPARE(train[from], shade);
            QCOMPARE(train[from + 10000 * 3072 - 1], shade);
        }
        QCOMPARE(std::get<Bytes>((*dataset)->officialTest.values).front(), std::uint8_t('t'));
        archive.clear();
        append("data_batch_1.bin", '1');
        put("cifar-10/cifar-10-binary.tar.gz", archive);
        QVERIFY(sentenceOf(loadDataset({.name = "cifar10", .parameters = {}}, folders()))
                    .contains("must contain data_batch_2.bin"));
    }

    void cifar100sClassesAreNamedInOrder()
    {
        const auto records = [](char byte, int count) {
            return idxfiles::packed(QByteArray(3074 * 100, byte)).repeated(count / 100);
        };
        put("cifar-100/train.bin.gz", records('\0', 50000));
        put("cifar-100/test.bin.gz", records('\x63', 10000));
        const auto dataset = loadDataset({.name = "cifar100", .parameters = {}}, folders());
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QCOMPARE((*dataset)->classNames.size(), std::size_t{100});
        QVERIFY(std::ranges::is_sorted((*dataset)->classNames));
        QVERIFY(!(*dataset)->classNames.front().empty());
        QCOMPARE((*dataset)->officialTest.labels.front(), 99);
    }

    void everyDownloadBelongsToADataSet()
    {
        for (const CatalogEntry& entry : dataCatalog())
            for (const Download& download : downloadsOf(entry.part.name)) {
                QVERIFY2(!download.dataset.empty() && !download.file.empty(), download.file.data());
                QVERIFY(download.address.starts_with("http"));
                QVERIFY(download.sha256.empty() || download.sha256.size() == 64);
                QVERIFY(download.md5.empty() || download.md5.size() == 32);
                QVERIFY(download.dataset == entry.part.name);
            }
        QVERIFY(downloadsOf("csv").empty());
    }
};

COTERIE_SECTION(TestUserFiles)

} // namespace tst_user_files

#include "tst_user_files.moc"
