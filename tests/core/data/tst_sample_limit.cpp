#include "core/data/partition.h"
#include "core/data/preprocess.h"
#include "tests/core/data/labelled_data.h"
#include "tests/sections.h"

#include <QTest>

namespace tst_sample_limit {

using namespace coterie;
using namespace labelled_data;

namespace {

/// Samples of two values: their own number, and 1,000 more.
Dataset numbered(std::size_t samples)
{
    Dataset dataset = withDomains(withOfficialTest(balanced(samples, 4), 60), 3);
    dataset.train.shape = {.channels = 2};
    std::vector<float> values;
    for (std::size_t i = 0; i < samples; ++i)
        values.insert(values.end(), {static_cast<float>(i), static_cast<float>(i + 1000)});
    dataset.train.values = std::move(values);
    return dataset;
}

Result<std::shared_ptr<const Dataset>>
limited(const Dataset& dataset, Whole samples, Whole test = 0, Whole seed = 0)
{
    Part step{.name = "limit", .parameters = {}};
    step.parameters.set("samples", samples);
    step.parameters.set("testSamples", test);
    step.parameters.set("seed", seed);
    return preprocessed(std::make_shared<Dataset>(dataset), std::span(&step, 1));
}

const std::vector<float>& valuesOf(const Dataset& dataset)
{
    return std::get<std::vector<float>>(dataset.train.values);
}

} // namespace

class TestSampleLimit : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void samplesKeepWhatBelongsToThem()
    {
        const Dataset whole = numbered(300);
        const auto some = limited(whole, 30, 12);
        QVERIFY(some.has_value());
        const Dataset& dataset = **some;
        QCOMPARE(dataset.train.count(), std::size_t{30});
        QCOMPARE(dataset.officialTest.count(), std::size_t{12});
        QCOMPARE(dataset.officialTest.labels.size(), std::size_t{12});
        std::vector<int> ofDomain(3, 0);
        for (std::size_t i = 0; i < 30; ++i) {
            const auto number = static_cast<std::size_t>(valuesOf(dataset)[2 * i]);
            QCOMPARE(valuesOf(dataset)[2 * i + 1], static_cast<float>(number + 1000));
            QCOMPARE(dataset.train.labels[i], whole.train.labels[number]);
            QCOMPARE(dataset.train.domains[i], whole.train.domains[number]);
            ++ofDomain[static_cast<std::size_t>(dataset.train.domains[i])];
        }
        QVERIFY(ofDomain == (std::vector<int>{11, 10, 9})); // of 102, 99 and 99
    }

    void theSameSeedKeepsTheSameSamples()
    {
        const Dataset whole = numbered(300);
        const auto one = limited(whole, 30);
        QVERIFY(valuesOf(**one) == valuesOf(**limited(whole, 30)));
        QVERIFY(valuesOf(**one) != valuesOf(**limited(whole, 30, 0, 1)));
        QVERIFY(valuesOf(**limited(whole, 300)) == valuesOf(whole));
        QCOMPARE((*one)->officialTest.count(), std::size_t{60});
    }

    void aSmallDomainKeepsASample()
    {
        Dataset whole = numbered(300);
        std::ranges::fill(whole.train.domains, 0);
        whole.train.domains[7] = 2;
        const auto some = limited(whole, 5);
        QVERIFY(some.has_value());
        QCOMPARE(std::ranges::count((*some)->train.domains, 2), std::ptrdiff_t{1});
        const auto fewer = limited(whole, 1);
        QCOMPARE(QString::fromStdString(fewer.error().sentence()),
                 QString("/data/preprocess/0/samples: must be at least one for each domain of "
                         "Labels (is 1)"));
    }

    void everySchemeDealsWhatIsLeft_data()
    {
        QTest::addColumn<QByteArray>("scheme");
        for (const char* scheme : {"iid",
                                   "halfNormal",
                                   "shards",
                                   "dirichlet",
                                   "labelDirichlet",

                                   "domains",
                                   "natural"})
            QTest::newRow(scheme) << QByteArray(scheme);
    }
    void everySchemeDealsWhatIsLeft()
    {
        QFETCH(QByteArray, scheme);
        const auto some = limited(numbered(900), 240);
        DataSettings settings;
        settings.partition.name = scheme.toStdString();
        const auto part =
            std::ranges::find(partitionParts(), settings.partition.name, &NamedPart::name);
        for (const ParameterDescriptor& parameter : part->parameters)
            if (parameter.name == "clients" && scheme != "natural")
                settings.partition.parameters.set("clients", Whole{4});
        const auto shards = makeShards(**some, settings, {}, 1);
        QVERIFY2(shards.has_value(), qPrintable(sentenceOf(shards)));
        QVERIFY(usedOnce(*shards, 240) > 0 || (*shards)[0].testIsOfficial);
        for (const Shard& shard : *shards)
            QVERIFY(std::ranges::all_of(shard.train, [](std::int32_t i) { return i < 240; }));
    }
};

COTERIE_SECTION(TestSampleLimit)

} // namespace tst_sample_limit

#include "tst_sample_limit.moc"
