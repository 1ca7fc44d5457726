#include "core/data/catalog.h"
#include "core/data/partition.h"
#include "core/data/sets/published_files.h"
#include "tests/core/data/digit_files.h"
#include "tests/sections.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_digit_domains {

using namespace coterie;
using seedfiles::sentenceOf;
namespace fs = std::filesystem;

namespace {

using Bytes = std::vector<std::uint8_t>;

std::vector<std::int64_t> counts(const std::vector<std::int32_t>& domains)
{
    std::vector<std::int64_t> result;
    for (const std::int32_t domain : domains) {
        result.resize(std::max(result.size(), static_cast<std::size_t>(domain) + 1));
        ++result[static_cast<std::size_t>(domain)];
    }
    return result;
}

} // namespace

/// HCCT's Digit task, ALGORITHMS §9.3, from small files in the five published formats and, where
/// the machine has them, from real ones.
class TestDigitDomains : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        digitfiles::putAll(m_folder->path());
    }

    void fiveSetsBecomeOne()
    {
        const auto dataset = load({{"samples", std::int64_t{2}}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        const Dataset& digits = **dataset;
        QVERIFY(digits.domainNames
                == (std::vector<std::string>{"MNIST", "SVHN", "USPS", "SynthDigits", "MNIST-M"}));
        QCOMPARE(digits.classes, std::size_t{10});
        QVERIFY(digits.train.shape == (SampleShape{.channels = 3, .height = 28, .width = 28}));
        QVERIFY(counts(digits.train.domains) == (std::vector<std::int64_t>{2, 2, 2, 2, 2}));
        QCOMPARE(digits.train.count(), std::size_t{10});
        QVERIFY(digits.officialTest.shape == digits.train.shape);
        QVERIFY(counts(digits.officialTest.domains) == (std::vector<std::int64_t>{20, 2, 2, 2, 2}));
        // SVHN's ten is a nought; its two pictures were taken in their order.
        QVERIFY((std::vector<std::int32_t>(digits.train.labels.begin() + 2,
                                           digits.train.labels.begin() + 4)
                 == std::vector<std::int32_t>{0, 3}));
        // USPS stores −1 to 1: line 1 begins with −1 (black) and ends near 1.
        const auto& values = std::get<Bytes>(digits.train.values);
        const std::uint8_t* usps = values.data() + 4 * digits.train.shape.size();
        QCOMPARE(int(usps[0]), 0);
        QVERIFY(usps[28 * 28 - 1] > 250);
        // Grey repeated in all colours.
        QVERIFY(std::equal(usps, usps + 28 * 28, usps + 28 * 28));
        QVERIFY(std::equal(usps, usps + 28 * 28, usps + 2 * 28 * 28));
    }

    /// As FedBN has it of USPS: 7,438 of 9,298 samples to train on, the other 1,860 to test.
    void aSmallSetLendsFromItsTestSamples()
    {
        const auto dataset = load({{"samples", std::int64_t{3}}});
        QVERIFY2(dataset.has_value(), qPrintable(sentenceOf(dataset)));
        QVERIFY(counts((*dataset)->train.domains) == (std::vector<std::int64_t>{3, 3, 3, 3, 3}));
        QVERIFY(counts((*dataset)->officialTest.domains)
                == (std::vector<std::int64_t>{20, 1, 1, 1, 1}));
        const auto most = load({{"samples", std::int64_t{5}}});
        QVERIFY2(sentenceOf(most).contains("SVHN must have at least 5 samples (has 4)"),
                 qPrintable(sentenceOf(most)));
    }

    void theSeedDrawsTheSamples()
    {
        const auto values = [this](std::int64_t seedNumber) {
            const auto dataset = load({{"samples", std::int64_t{1}}, {"seed", seedNumber}});
            return std::get<Bytes>((*dataset)->train.values);
        };
        QVERIFY(values(1) == values(1));
        QVERIFY(values(1) != values(2) || values(1) != values(3) || values(1) != values(4));
        const auto few = load({{"samples", std::int64_t{1}}, {"testSamples", std::int64_t{1}}});
        QVERIFY(counts((*few)->officialTest.domains) == (std::vector<std::int64_t>{1, 1, 1, 1, 1}));
    }

    void clientsAreDealtByDomain()
    {
        const auto dataset = load({{"samples", std::int64_t{2}}});
        DataSettings settings;
        settings.partition = {.name = "domains", .parameters = {}};
        settings.partition.parameters.set("clientsPerDomain", std::int64_t{2});
        const auto shards = makeShards(**dataset, settings, {}, 1);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        QCOMPARE(shards->size(), std::size_t{10});
        for (std::size_t client = 0; client < 10; ++client) {
            QCOMPARE((*shards)[client].trueGroup, int(client / 2));
            QCOMPARE((*shards)[client].train.size(), std::size_t{1});
        }
    }

    void missingSetsAreNamedOrLeftOut()
    {
        QVERIFY(QDir(m_folder->filePath("svhn")).removeRecursively());
        QVERIFY(QDir(m_folder->filePath("mnist-m")).removeRecursively());
        const auto refused = load({{"samples", std::int64_t{2}}});
        QVERIFY2(sentenceOf(refused).contains("missing: SVHN, MNIST-M."),
                 qPrintable(sentenceOf(refused)));
        const auto three =
            load({{"samples", std::int64_t{2}}, {"missing", std::string("leaveOut")}});
        QVERIFY2(three.has_value(), qPrintable(sentenceOf(three)));
        QVERIFY((*three)->domainNames
                == (std::vector<std::string>{"MNIST", "USPS", "SynthDigits"}));
        QVERIFY(counts((*three)->train.domains) == (std::vector<std::int64_t>{2, 2, 2}));
        QVERIFY(QDir(m_folder->path()).removeRecursively());
        const auto none =
            load({{"samples", std::int64_t{2}}, {"missing", std::string("leaveOut")}});
        QVERIFY2(sentenceOf(none).contains("missing: MNIST, SVHN, USPS, SynthDigits, MNIST-M"),
                 qPrintable(sentenceOf(none)));
        for (const auto* failed : {&refused, &none}) // known for what it is, as that of one set
            QVERIFY2(saysFilesMissing(failed->error()), qPrintable(sentenceOf(*failed)));
    }

    /// Told from the names of files alone: what is in them is for who reads them.
    void whatIsHereDependsOnWhatIsAsked()
    {
        const DataFolders here{.folders = {m_folder->path().toStdString()}};
        Part all{.name = "digitDomains", .parameters = {}};
        Part some = all;
        some.parameters.set("missing", std::string("leaveOut"));
        QVERIFY(hasFiles(all, here) && hasFiles(some, here));
        digitfiles::put(m_folder->path(), "usps/zip.train.gz", "no digits");
        QVERIFY(hasFiles(all, here) && hasFiles(some, here));
        const auto broken = load({{"samples", std::int64_t{2}}});
        QVERIFY(!broken && !saysFilesMissing(broken.error()));
        QVERIFY(QDir(m_folder->filePath("usps")).removeRecursively());
        QVERIFY(!hasFiles(all, here) && hasFiles(some, here));
        QVERIFY(QDir(m_folder->path()).removeRecursively());
        QVERIFY(!hasFiles(all, here) && !hasFiles(some, here));
        QVERIFY(hasFiles({.name = "glyphDigits", .parameters = {}}, here)); // needs none
    }

    void thoseOfThisMachine()
    {
        DataFolders folders = defaultDataFolders();
        folders.folders.push_back(fs::path(COTERIE_SOURCE_DIR).parent_path() / "shared" / "data");
        Part part{.name = "digitDomains", .parameters = {}};
        part.parameters.set("missing", std::string("leaveOut"));
        const auto dataset = loadDataset(part, folders);
        if (!dataset)
            QSKIP("none of the five sets is on this machine");
        const Dataset& digits = **dataset;
        for (const std::int64_t count : counts(digits.train.domains))
            QCOMPARE(count, std::int64_t{7438});
        const auto usps = std::ranges::find(digits.domainNames, "USPS");
        if (usps == digits.domainNames.end())
            QSKIP("USPS is not on this machine");
        const auto place = static_cast<std::size_t>(usps - digits.domainNames.begin());
        QCOMPARE(counts(digits.officialTest.domains)[place], std::int64_t{1860});
    }

private:
    using Settings = std::initializer_list<std::pair<std::string_view, ParameterValue>>;

    [[nodiscard]] Result<std::shared_ptr<const Dataset>> load(const Settings& settings) const
    {
        Part part{.name = "digitDomains", .parameters = {}};
        for (const auto& [name, value] : settings)
            part.parameters.set(name, value);
        return loadDataset(part, {.folders = {m_folder->path().toStdString()}});
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

COTERIE_SECTION(TestDigitDomains)

} // namespace tst_digit_domains

#include "tst_digit_domains.moc"
