#include "core/data/catalog.h"
#include "core/data/generators/glyph_domains.h"
#include "core/data/generators/shapes.h"
#include "core/data/generators/tabular_clinics.h"
#include "core/data/generators/volumes.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace tst_generators {

using namespace coterie;

namespace {

using Setting = std::pair<const char*, ParameterValue>;

Result<std::shared_ptr<const Dataset>> made(const char* name, const std::vector<Setting>& settings)
{
    Part part{.name = name, .parameters = {}};
    for (const auto& [parameter, value] : settings)
        part.parameters.set(parameter, value);
    return loadDataset(part, {});
}

bool sameSamples(const Samples& a, const Samples& b)
{
    return a.shape == b.shape && a.values == b.values && a.labels == b.labels
           && a.domains == b.domains && a.masks == b.masks;
}

QString refusal(const char* name, const std::vector<Setting>& settings)
{
    const auto dataset = made(name, settings);
    return dataset ? QString() : QString::fromStdString(dataset.error().sentence());
}

} // namespace

class TestGenerators : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalSeedsGiveEqualBytesAndOthersDoNot_data()
    {
        QTest::addColumn<QByteArray>("sizeParameter");
        QTest::newRow("glyphDomains") << QByteArray("samples");
        QTest::newRow("shapes10") << QByteArray("samples");
        QTest::newRow("shapes100") << QByteArray("samples");
        QTest::newRow("volumes") << QByteArray("samples");
        QTest::newRow("tabularClinics") << QByteArray();
    }

    void equalSeedsGiveEqualBytesAndOthersDoNot()
    {
        QFETCH(QByteArray, sizeParameter);
        const auto withSeed = [&](std::int64_t seed) {
            std::vector<Setting> settings{{"seed", seed}};
            if (!sizeParameter.isEmpty())
                settings.emplace_back(sizeParameter.constData(), std::int64_t{10});
            return made(QTest::currentDataTag(), settings);
        };
        const auto first = withSeed(4);
        const auto again = withSeed(4);
        const auto other = withSeed(5);
        QVERIFY(first && again && other);
        QVERIFY((*first)->train.count() > 0);
        QVERIFY(sameSamples((*first)->train, (*again)->train));
        QVERIFY(sameSamples((*first)->officialTest, (*again)->officialTest));
        QVERIFY((*first)->train.values != (*other)->train.values);
        QVERIFY((*first)->train.values != (*first)->officialTest.values);
    }

    void fewerAreTheBeginningOfMore()
    {
        const Dataset few = makeShapes({.samples = 25, .test = 0});
        const Dataset many = makeShapes({.samples = 60, .test = 0});
        const auto& small = std::get<std::vector<std::uint8_t>>(few.train.values);
        const auto& large = std::get<std::vector<std::uint8_t>>(many.train.values);
        QVERIFY(std::ranges::equal(small, std::span(large).first(small.size())));

        const VolumesParameters tiny{.samples = 4, .depth = 8, .height = 8, .width = 8};
        const Dataset four = makeVolumes(tiny);
        const Dataset three = makeVolumes({.samples = 3, .depth = 8, .height = 8, .width = 8});
        QVERIFY(std::ranges::equal(three.train.masks,
                                   std::span(four.train.masks).first(three.train.masks.size())));
    }

    void glyphDomainsHoldEveryDigitInEveryStyle_data()
    {
        QTest::addColumn<std::size_t>("side");
        QTest::addColumn<std::size_t>("channels");
        QTest::newRow("28x28x3") << std::size_t{28} << std::size_t{3};
        QTest::newRow("28x28x1") << std::size_t{28} << std::size_t{1};
        QTest::newRow("32x32x3") << std::size_t{32} << std::size_t{3};
    }

    void glyphDomainsHoldEveryDigitInEveryStyle()
    {
        QFETCH(std::size_t, side);
        QFETCH(std::size_t, channels);
        const auto dataset = made("glyphDomains",
                                  {{"samples", std::int64_t{30}},
                                   {"testSamples", std::int64_t{20}},
                                   {"shape", std::string(QTest::currentDataTag())}});
        QVERIFY(dataset.has_value());
        const Samples& train = (*dataset)->train;
        QVERIFY(train.shape == (SampleShape{.channels = channels, .height = side, .width = side}));
        QCOMPARE(train.count(), std::size_t{150});
        QCOMPARE((*dataset)->officialTest.count(), std::size_t{100});
        QCOMPARE((*dataset)->domainNames.size(), std::size_t{5});
        for (std::size_t run = 0; run < 15; ++run) { // each ten of a domain hold every digit once
            const auto labels = std::span(train.labels).subspan(run * 10, 10);
            QCOMPARE((std::set<std::int32_t>(labels.begin(), labels.end()).size()),
                     std::size_t{10});
            for (std::size_t i = 0; i < 10; ++i)
                QCOMPARE(train.domains[run * 10 + i], static_cast<std::int32_t>(run / 3));
        }
        // Grey styles are grey, coloured ones are not.
        if (channels == 3) {
            const auto& bytes = std::get<std::vector<std::uint8_t>>(train.values);
            const std::size_t plane = train.shape.plane();
            for (std::size_t sample = 0; sample < train.count(); ++sample) {
                const auto red = std::span(bytes).subspan(sample * 3 * plane, plane);
                const auto blue = std::span(bytes).subspan((sample * 3 + 2) * plane, plane);
                const bool grey = train.domains[sample] == 0 || train.domains[sample] == 2;
                QCOMPARE(std::ranges::equal(red, blue), grey);
            }
        }
    }

    void shapesHaveTenOrAHundredNamedClasses()
    {
        const Dataset ten = makeShapes({.samples = 40, .test = 20});
        const Dataset hundred = makeShapes({.hundredClasses = true, .samples = 200, .test = 100});
        QCOMPARE(ten.classes, std::size_t{10});
        QCOMPARE(hundred.classes, std::size_t{100});
        for (const Dataset* dataset : {&ten, &hundred}) {
            QVERIFY(dataset->train.shape
                    == (SampleShape{.channels = 3, .height = 32, .width = 32}));
            QCOMPARE((std::set(dataset->classNames.begin(), dataset->classNames.end()).size()),
                     dataset->classes);
            std::vector<int> counts(dataset->classes, 0);
            for (const std::int32_t label : dataset->train.labels)
                ++counts[static_cast<std::size_t>(label)];
            QCOMPARE(std::ranges::min(counts), std::ranges::max(counts));
        }
        QCOMPARE(hundred.classNames[37], "hexagon, blotches");
    }

    /// As many patients as the four hospitals of Heart Disease have.
    void clinicsAreAsLargeAsTheHospitals()
    {
        const Dataset dataset = makeTabularClinics({});
        QVERIFY(dataset.train.shape == (SampleShape{.channels = 13}));
        QCOMPARE(dataset.classes, std::size_t{2});
        std::array<int, 4> patients{};
        std::array<int, 4> ill{};
        for (std::size_t i = 0; i < dataset.train.count(); ++i) {
            const auto clinic = static_cast<std::size_t>(dataset.train.domains[i]);
            ++patients[clinic];
            ill[clinic] += dataset.train.labels[i];
        }
        QCOMPARE(patients, (std::array{303, 261, 46, 130}));
        for (std::size_t clinic = 0; clinic < 4; ++clinic) // both kinds are there, clearly
            QVERIFY(ill[clinic] * 10 > patients[clinic] && ill[clinic] * 10 < patients[clinic] * 9);
    }

    void shiftMovesTheClinicsApart()
    {
        const auto spread = [](double shift) { // variance of the clinics' mean first feature
            const Dataset dataset =
                makeTabularClinics({.sizes = std::vector<double>(40, 200), .shift = shift});
            const auto& values = std::get<std::vector<float>>(dataset.train.values);
            std::vector<double> means(40, 0);
            for (std::size_t i = 0; i < dataset.train.count(); ++i)
                means[static_cast<std::size_t>(dataset.train.domains[i])] +=
                    static_cast<double>(values[i * 13]) / 200;
            const double mean = std::accumulate(means.begin(), means.end(), 0.0) / 40;
            double squares = 0;
            for (const double one : means)
                squares += (one - mean) * (one - mean);
            return squares / 39;
        };
        QVERIFY(spread(0) < 0.03);               // 1.2/200 expected
        QVERIFY(spread(2) > 2 && spread(2) < 8); // 4 expected
    }

    void volumesCarryAMaskThatIntensityAloneDoesNotGive()
    {
        const Dataset dataset =
            makeVolumes({.samples = 20, .depth = 24, .height = 32, .width = 24});
        const Samples& train = dataset.train;
        QVERIFY(train.shape
                == (SampleShape{.channels = 1, .height = 32, .width = 24, .depth = 24}));
        QCOMPARE(train.shape.size(), std::size_t{18432});
        QCOMPARE(train.count(), std::size_t{20});
        QVERIFY(dataset.task() == Task::Mask);
        // Nearly 311 : 181 : 74 of 566, as IXI has: 11.0, 6.4 and 2.6.
        QCOMPARE(std::ranges::count(train.domains, 0), 11);
        QCOMPARE(std::ranges::count(train.domains, 1), 7);
        QCOMPARE(std::ranges::count(train.domains, 2), 2);
        const auto& bytes = std::get<std::vector<std::uint8_t>>(train.values);
        std::array<std::array<int, 256>, 2> histogram{};
        for (std::size_t voxel = 0; voxel < bytes.size(); ++voxel)
            ++histogram[train.masks[voxel]][bytes[voxel]];
        const double inside = std::accumulate(histogram[1].begin(), histogram[1].end(), 0.0)
                              / static_cast<double>(bytes.size());
        QVERIFY(inside > 0.05 && inside < 0.4);
        // The best threshold on one intensity gets far fewer voxels right than a network must.
        double best = 0;
        for (int threshold = 0; threshold < 256; ++threshold) {
            double shared = 0;
            double chosen = 0;
            for (std::size_t value = static_cast<std::size_t>(threshold); value < 256; ++value) {
                shared += histogram[1][value];
                chosen += histogram[0][value] + histogram[1][value];
            }
            best =
                std::max(best, 2 * shared / (chosen + inside * static_cast<double>(bytes.size())));
        }
        qInfo("best Dice by threshold %.3f", best);
        QVERIFY(best < 0.85);
    }

    void badParametersAreRefused()
    {
        QCOMPARE(refusal("tabularClinics", {{"sizes", std::vector<double>{30, 20.5}}}),
                 QString("/data/dataset/sizes: must be whole numbers (is [30, 20.5])"));
        QCOMPARE(refusal("tabularClinics", {{"sizes", std::vector<double>{}}}),
                 QString("/data/dataset/sizes: must be a list of at least one clinic"));
    }
};

COTERIE_SECTION(TestGenerators)

} // namespace tst_generators

#include "tst_generators.moc"
