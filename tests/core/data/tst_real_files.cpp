#include "core/base/hash.h"
#include "core/data/catalog.h"
#include "core/data/formats/cifar.h"
#include "core/data/formats/inflate_source.h"
#include "core/data/formats/number_table.h"
#include "core/data/partition.h"
#include "core/data/sets/sets.h"
#include "tests/core/data/idx_files.h"
#include "tests/core/data/tar_files.h"
#include "tests/margin.h"
#include "tests/sections.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <zlib.h>

namespace tst_real_files {

using namespace coterie;
namespace fs = std::filesystem;

namespace {

using Bytes = std::vector<std::uint8_t>;
using Counts = std::vector<std::int64_t>;

/// Where the machine that runs the tests keeps real files, if it does.
DataFolders realFolders()
{
    DataFolders folders = defaultDataFolders();
    folders.folders.push_back(fs::path(COTERIE_SOURCE_DIR).parent_path() / "shared" / "data");
    return folders;
}

Counts histogram(const std::vector<std::int32_t>& numbers, std::size_t size)
{
    Counts counts(size, 0);
    for (const std::int32_t number : numbers)
        ++counts[static_cast<std::size_t>(number)];
    return counts;
}

std::string digestOf(const Bytes& bytes)
{
    return sha256({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

/// The records of CIFAR's binary version from `first` on, as the file had them.
std::string digestOfRecords(const Samples& samples, std::size_t first, std::size_t count)
{
    const std::size_t size = samples.shape.size();
    const Bytes& values = std::get<Bytes>(samples.values);
    Bytes file;
    file.reserve(count * (size + 1));
    for (std::size_t i = first; i < first + count; ++i) {
        file.push_back(static_cast<std::uint8_t>(samples.labels[i]));
        const auto from = values.begin() + static_cast<std::ptrdiff_t>(i * size);
        file.insert(file.end(), from, from + static_cast<std::ptrdiff_t>(size));
    }
    return digestOf(file);
}

Result<std::shared_ptr<const Dataset>> load(const CatalogEntry& entry)
{
    return loadDataset({.name = std::string(entry.part.name), .parameters = {}}, realFolders());
}

/// Whether what is tested is as quick as what people run.
bool timesMean()
{
#ifdef NDEBUG
    return !tests::underSanitizer();
#else
    return false;
#endif
}

/// Of this process: other programs on the machine do not count.
double processorSeconds()
{
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

QByteArray contentOf(const fs::path& file)
{
    QFile content(QString::fromStdString(file.string()));
    return content.open(QIODevice::ReadOnly) ? content.readAll() : QByteArray();
}

/// One of CIFAR-10's files by its name; empty if it is not here.
fs::path cifarFile(const std::string& name)
{
    for (const fs::path& file : kCifar10Set.find(realFolders()))
        if (file.filename() == name)
            return file;
    return {};
}

/// What zlib alone takes to unpack gzip members that stand end to end; 0 if it cannot.
double zlibSeconds(QByteArray packed, std::size_t mostUnpacked)
{
    Bytes out(mostUnpacked);
    const double before = processorSeconds();
    z_stream stream{};
    inflateInit2(&stream, 15 + 16);
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    int status = inflate(&stream, Z_FINISH);
    while (status == Z_STREAM_END && stream.avail_in > 0) {
        inflateReset(&stream);
        status = inflate(&stream, Z_FINISH);
    }
    inflateEnd(&stream);
    return status == Z_STREAM_END ? processorSeconds() - before : 0;
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

/// Told on the way.
double timesZlib(const std::vector<double>& ours, const std::vector<double>& zlib)
{
    const double ratio = median(ours) / median(zlib);
    qInfo("%.0f ms, zlib alone %.0f ms: %.2f times", median(ours) * 1e3, median(zlib) * 1e3, ratio);
    return ratio;
}

} // namespace

#define SKIP_WITHOUT(entry)                                                                        \
    if ((entry).find(realFolders()).empty())                                                       \
    QSKIP(qPrintable(QString("the files of %1 are not on this machine (COTERIE_DATA)")             \
                         .arg(QString::fromUtf8((entry).part.title.data(),                         \
                                                qsizetype((entry).part.title.size())))))

class TestRealFiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Digests of `gzip -dc FILE | tail -c +17 | sha256sum` (labels: +9).
    void idxFilesUnpackToTheirDigests_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("train");
        QTest::addColumn<QString>("test");
        QTest::newRow("MNIST")
            << "mnist"
            << "741c988805d008ac6e4c904b69001ba184c24b2c540a4ef403f4c71b676cf757"
            << "6d87418db22cc8025d05968bec9bd5c3932904b23485740db143a061a2c9d161";
        QTest::newRow("Fashion-MNIST")
            << "fashionMnist"
            << "2e487a6c89124f78f2d7521542223cafe96f7123c3ca13d447772ac6ecbb3012"
            << "c867c93ff95360594e8ec3287995350b824dd110b11595c0e13d5423f621867a";
    }
    void idxFilesUnpackToTheirDigests()
    {
        QFETCH(QString, name);
        QFETCH(QString, train);
        QFETCH(QString, test);
        const CatalogEntry& entry = name == "mnist" ? kMnistSet : kFashionMnistSet;
        SKIP_WITHOUT(entry);
        const double before = processorSeconds();
        const auto dataset = load(entry);
        const double seconds = processorSeconds() - before;
        QVERIFY2(dataset.has_value(), dataset ? "" : dataset.error().sentence().c_str());
        QCOMPARE(digestOf(std::get<Bytes>((*dataset)->train.values)), train.toStdString());
        QCOMPARE(digestOf(std::get<Bytes>((*dataset)->officialTest.values)), test.toStdString());
        qInfo("70,000 pictures loaded in %.0f ms of processor time", seconds * 1e3);
        if (timesMean())
            QVERIFY2(seconds < tests::allowed(1.5), qPrintable(QString("%1 s").arg(seconds)));
    }

    /// SHA-256 of the unpacked .bin files, whose SHA-1 is the published one.
    void cifar10HasThePublishedRecords()
    {
        SKIP_WITHOUT(kCifar10Set);
        constexpr std::array kDigests{
            "cee916563c9f80d84e3cc88e17fdc0941787f1244f00a67874d45b261883ada5",
            "a591ca11fa1708a91ee40f54b3da4784ccd871ecf2137de63f51ada8b3fa57ed",
            "bbe8596564c0f86427f876058170b84dac6670ddf06d79402899d93ceea26f67",
            "014e562d6e23c72197cc727519169a60359f5eccd8945ad5a09d710285ff4e48",
            "755304fc0b379caeae8c14f0dac912fbc7d6cd469eb67a1029a08a39453a9add",
            "8e2eb146ae340b09e24670f29cabc6326dba54da8789dab6768acf480273f65b"};
        const auto dataset = load(kCifar10Set);
        QVERIFY2(dataset.has_value(), dataset ? "" : dataset.error().sentence().c_str());
        const Samples& train = (*dataset)->train;
        const Samples& test = (*dataset)->officialTest;
        QVERIFY(histogram(train.labels, 10) == Counts(10, 5000));
        QVERIFY(histogram(test.labels, 10) == Counts(10, 1000));
        QCOMPARE(std::get<Bytes>(train.values).capacity(), std::size_t{50000 * 3072});
        for (std::size_t batch = 0; batch < 5; ++batch)
            QCOMPARE(digestOfRecords(train, batch * 10000, 10000), std::string(kDigests[batch]));
        QCOMPARE(digestOfRecords(test, 0, 10000), std::string(kDigests[5]));
    }

    /// Reading a batch from gzip costs little more than zlib's own inflate of the same bytes.
    void cifar10IsReadAtTheSpeedOfZlib()
    {
        SKIP_WITHOUT(kCifar10Set);
        if (!timesMean())
            QSKIP("times mean nothing in this build");
        const fs::path file = cifarFile("data_batch_1.bin.gz");
        if (file.empty())
            QSKIP("the files are not packed one by one");
        const QByteArray packed = contentOf(file);
        constexpr std::size_t kUnpacked = 30'730'000;
        const auto ours = [&file] {
            Samples samples;
            std::get<Bytes>(samples.values).reserve(10000 * 3072);
            const double before = processorSeconds();
            const Result<ByteSourcePointer> source = openUnpacked(file);
            const Result<void> done = appendCifar(**source, {}, samples);
            return done ? processorSeconds() - before : 1e9;
        };
        std::vector<double> ofZlib;
        std::vector<double> ofOurs;
        for (int i = 0; i < 5; ++i) {
            ofZlib.push_back(zlibSeconds(packed, kUnpacked));
            ofOurs.push_back(ours());
        }
        const double ratio = timesZlib(ofOurs, ofZlib);
        QVERIFY2(ratio < 1.3, qPrintable(QString::number(ratio)));
    }

    /// The official archive read in place. Where only its files are here, packed one by one, they
    /// are put into a tar whose gzip members stand end to end.
    void cifar10sArchiveIsReadAtTheSpeedOfZlib()
    {
        SKIP_WITHOUT(kCifar10Set);
        if (!timesMean())
            QSKIP("times mean nothing in this build");
        constexpr const char* kArchive = "cifar-10-binary.tar.gz";
        QTemporaryDir made;
        fs::path archive = cifarFile(kArchive);
        if (archive.empty()) {
            archive = made.path().toStdString() + "/" + kArchive;
            QFile file(made.filePath(kArchive));
            QVERIFY(file.open(QIODevice::WriteOnly));
            for (const char* name : {"data_batch_1.bin",
                                     "data_batch_2.bin",
                                     "data_batch_3.bin",
                                     "data_batch_4.bin",
                                     "data_batch_5.bin",
                                     "test_batch.bin"}) {
                const fs::path part = cifarFile(std::string(name) + ".gz");
                if (part.empty())
                    QSKIP("neither the archive nor packed files are on this machine");
                constexpr qsizetype kSize = 30'730'000;
                file.write(idxfiles::packed(
                    tarfiles::header(QByteArray("cifar-10-batches-bin/") + name, kSize)));
                file.write(contentOf(part));
                file.write(idxfiles::packed(tarfiles::padding(kSize)));
            }
        }
        const QByteArray packed = contentOf(archive);
        constexpr std::size_t kUnpacked = 190'000'000; // 184 MB of records, and room
        const DataFolders folder{.folders = {archive.parent_path()}};
        QVERIFY(kCifar10Set.find(folder) == std::vector<fs::path>{archive});
        std::vector<double> ofZlib;
        std::vector<double> ofOurs;
        for (int i = 0; i < 3; ++i) {
            ofZlib.push_back(zlibSeconds(packed, kUnpacked));
            const double before = processorSeconds();
            const auto dataset = loadDataset({.name = "cifar10", .parameters = {}}, folder);
            ofOurs.push_back(processorSeconds() - before);
            QVERIFY2(dataset.has_value(), dataset ? "" : dataset.error().sentence().c_str());
            QCOMPARE((*dataset)->train.count(), std::size_t{50000});
        }
        const double ratio = timesZlib(ofOurs, ofZlib);
        QVERIFY2(ratio < 1.3, qPrintable(QString::number(ratio)));
    }

    /// Counts of zip.info.txt; sums of awk over the text.
    void uspsHasItsDigits()
    {
        SKIP_WITHOUT(kUspsSet);
        const auto dataset = load(kUspsSet);
        QVERIFY2(dataset.has_value(), dataset ? "" : dataset.error().sentence().c_str());
        const auto sums = [](const Samples& samples) {
            double sum = 0;
            double squares = 0;
            for (const float value : std::get<std::vector<float>>(samples.values)) {
                sum += static_cast<double>(value);
                squares += static_cast<double>(value) * static_cast<double>(value);
            }
            return std::pair(sum, squares);
        };
        QVERIFY(histogram((*dataset)->train.labels, 10)
                == (Counts{1194, 1005, 731, 658, 652, 556, 664, 645, 542, 644}));
        QVERIFY(histogram((*dataset)->officialTest.labels, 10)
                == (Counts{359, 264, 198, 166, 200, 160, 170, 147, 166, 177}));
        // Single precision keeps each value to 6e-8; there are 1.9 million of them.
        QVERIFY(std::abs(sums((*dataset)->train).first - -916521.717) < 0.05);
        QVERIFY(std::abs(sums((*dataset)->train).second - 1554513.610555) < 0.05);
        QVERIFY(std::abs(sums((*dataset)->officialTest).first - -238801.158) < 0.05);
        // -1 … 1 becomes 0 … 1.
        std::vector<float> first(256);
        const std::int32_t zero = 0;
        gather((*dataset)->train, (*dataset)->inputScale, std::span(&zero, 1), first.data());
        QVERIFY(std::ranges::all_of(first, [](float v) { return v >= 0 && v <= 1; }));
        QVERIFY(std::ranges::count(first, 0.0F) > 10);
    }

    /// ALGORITHMS §9.7 and awk over the files.
    void heartDiseaseHasItsPatients()
    {
        SKIP_WITHOUT(kHeartDiseaseSet);
        const auto dataset = load(kHeartDiseaseSet);
        QVERIFY2(dataset.has_value(), dataset ? "" : dataset.error().sentence().c_str());
        const Samples& patients = (*dataset)->train;
        QVERIFY(histogram(patients.domains, 4) == (Counts{303, 261, 46, 130}));
        QCOMPARE((*dataset)->domainNames.size(), std::size_t{4});
        Counts ill(4, 0);
        // age, sex, blood pressure, cholesterol, blood sugar, heart rate, angina, ST depression;
        // chest pain 2, 3, 4; resting ECG 1, 2
        std::vector<std::vector<double>> sums(4, std::vector<double>(13, 0));
        const auto& values = std::get<std::vector<float>>(patients.values);
        for (std::size_t i = 0; i < patients.labels.size(); ++i) {
            const auto centre = static_cast<std::size_t>(patients.domains[i]);
            ill[centre] += patients.labels[i];
            for (std::size_t feature = 0; feature < 13; ++feature)
                sums[centre][feature] += static_cast<double>(values[i * 13 + feature]);
        }
        QVERIFY(ill == (Counts{139, 98, 45, 101}));
        const std::vector<std::vector<double>> expected{
            {16495, 206, 39902, 74748, 45, 45331, 99, 315, 50, 86, 144, 4, 148},
            {12468, 192, 34619, 64943, 19, 36338, 83, 159.8, 92, 46, 113, 47, 6},
            {2607, 43, 6250, 0, 4, 5226, 29, 21.8, 1, 7, 37, 12, 3},
            {7722, 125, 17467, 23210, 43, 15776, 85, 165.2, 7, 22, 98, 57, 18}};
        for (std::size_t centre = 0; centre < 4; ++centre)
            for (std::size_t feature = 0; feature < 13; ++feature)
                QVERIFY2(std::abs(sums[centre][feature] - expected[centre][feature]) < 1e-3,
                         qPrintable(QString("centre %1, feature %2: %3")
                                        .arg(centre)
                                        .arg(feature)
                                        .arg(sums[centre][feature])));
    }

    /// ALGORITHMS §9.7: stratified, 34 % tested on, seed 43.
    void heartDiseaseSplitsNaturallyAsInThePaper()
    {
        SKIP_WITHOUT(kHeartDiseaseSet);
        const auto dataset = load(kHeartDiseaseSet);
        QVERIFY2(dataset.has_value(), dataset ? "" : dataset.error().sentence().c_str());
        DataSettings settings;
        settings.dataset.name = "heartDisease";
        settings.partition.name = "natural";
        settings.testShare = 0.34;
        const auto shards = makeShards(**dataset, settings, {}, 43);
        QVERIFY2(shards.has_value(), shards ? "" : shards.error().sentence().c_str());
        const std::vector<std::pair<std::size_t, std::size_t>> expected{
            {199, 104}, {172, 89}, {30, 16}, {85, 45}};
        QCOMPARE(shards->size(), expected.size());
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE((*shards)[i].train.size(), expected[i].first);
            QCOMPARE((*shards)[i].test.size(), expected[i].second);
        }
    }

    /// scikit-learn's digits: 64 values and a label a line, no header.
    void aRealTableIsReadAsItStands()
    {
        fs::path file;
        for (const fs::path& folder : realFolders().folders)
            if (fs::exists(folder / "digits" / "digits.csv.gz"))
                file = folder / "digits" / "digits.csv.gz";
        if (file.empty())
            QSKIP("digits.csv.gz is not on this machine (COTERIE_DATA)");
        const auto table = readNumberTable(*openStore(file), {});
        QVERIFY2(table.has_value(), table ? "" : table.error().sentence().c_str());
        QCOMPARE(table->rows, std::size_t{1797});
        QCOMPARE(table->features, std::size_t{64});
        QVERIFY(histogram(table->labels, 10)
                == (Counts{178, 182, 177, 183, 181, 182, 181, 179, 174, 180}));
        double sum = 0;
        for (const float value : table->values)
            sum += static_cast<double>(value);
        QCOMPARE(sum, 561718.0);
    }

    /// What the download catalogue says of a file holds for the file that is here.
    void downloadedFilesMatchTheCatalogue()
    {
        int compared = 0;
        std::vector<Download> downloads;
        for (const CatalogEntry& entry : dataCatalog())
            std::ranges::move(downloadsOf(entry.part.name), std::back_inserter(downloads));
        for (const Download& download : downloads) {
            if (download.sha256.empty() || download.dataset == "usps") // usps: rewritten here
                continue;
            for (const fs::path& folder : realFolders().folders) {
                QFile file(QString::fromStdString((folder / download.file).string()));
                if (!file.open(QIODevice::ReadOnly))
                    continue;
                const QByteArray bytes = file.readAll();
                QCOMPARE(static_cast<std::uint64_t>(bytes.size()), download.bytes);
                QCOMPARE(sha256({bytes.constData(), std::size_t(bytes.size())}),
                         std::string(download.sha256));
                ++compared;
                break;
            }
        }
        if (compared == 0)
            QSKIP("no published file is on this machine (COTERIE_DATA)");
    }
};

COTERIE_SECTION(TestRealFiles)

} // namespace tst_real_files

#include "tst_real_files.moc"
