#include "core/data/generators/glyph_digits.h"
#include "core/data/generators/volumes.h"
#include "core/data/preprocess.h"
#include "core/data/sets/sets.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace tst_preprocess {

using namespace coterie;

namespace {

/// Two samples of two channels with two pixels each.
Dataset smallSet()
{
    Dataset dataset;
    dataset.train.shape = {.channels = 2, .height = 1, .width = 2};
    dataset.train.values = std::vector<std::uint8_t>{0, 255, 51, 51, 255, 0, 102, 204};
    dataset.train.labels = {0, 1};
    dataset.classes = 2;
    return dataset;
}

template <typename Real>
std::vector<Real> gathered(const Dataset& dataset, std::vector<std::int32_t> indices)
{
    std::vector<Real> out(indices.size() * dataset.train.shape.size());
    gather(dataset.train, dataset.inputScale, std::span<const std::int32_t>(indices), out.data());
    return out;
}

Part normalise(std::vector<double> mean, std::vector<double> deviation)
{
    Part step{.name = "normalise", .parameters = {}};
    step.parameters.set("mean", std::move(mean));
    step.parameters.set("std", std::move(deviation));
    return step;
}

Part scale(double low, double high)
{
    Part step{.name = "scale", .parameters = {}};
    step.parameters.set("low", low);
    step.parameters.set("high", high);
    return step;
}

bool apply(const std::vector<Part>& steps, Dataset& dataset, const Shards* shards = nullptr)
{
    const auto done = preprocessed(std::make_shared<Dataset>(dataset), steps, shards);
    if (done)
        dataset = **done;
    return done.has_value();
}

QString sentenceOf(const std::vector<Part>& steps, const Dataset& dataset)
{
    const auto done = preprocessed(std::make_shared<Dataset>(dataset), steps);
    return done ? QString("no error") : QString::fromStdString(done.error().sentence());
}

Part step(std::string name,
          std::initializer_list<std::pair<std::string_view, ParameterValue>> set = {})
{
    Part part{.name = std::move(name), .parameters = {}};
    for (const auto& [parameter, value] : set)
        part.parameters.set(parameter, value);
    return part;
}

/// One grey picture, row by row; the test set holds it twice.
Dataset grey(std::size_t height, std::size_t width, const std::vector<std::uint8_t>& pixels)
{
    Dataset dataset;
    dataset.title = "Grey";
    dataset.classes = 2;
    for (Samples* samples : {&dataset.train, &dataset.officialTest}) {
        samples->shape = {.channels = 1, .height = height, .width = width};
        samples->values = pixels;
        samples->labels = {1};
    }
    std::get<0>(dataset.officialTest.values)
        .insert(std::get<0>(dataset.officialTest.values).end(), pixels.begin(), pixels.end());
    dataset.officialTest.labels = {1, 1};
    return dataset;
}

const std::vector<std::uint8_t>& bytes(const Samples& samples)
{
    return std::get<0>(samples.values);
}

template <typename Real>
bool close(const std::vector<Real>& values, const std::vector<double>& expected)
{
    return values.size() == expected.size()
           && std::equal(
               values.begin(), values.end(), expected.begin(), [](Real value, double wanted) {
                   return std::abs(static_cast<double>(value) - wanted) < 1e-6;
               });
}

} // namespace

class TestPreprocess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pictureStepsRefuseScans_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"grey", "colour", "pad", "crop", "resize", "randomCropFlip"})
            QTest::newRow(name) << QString(name);
    }

    void pictureStepsRefuseScans()
    {
        QFETCH(QString, name);
        const Dataset scans =
            makeVolumes({.samples = 1, .depth = 8, .height = 10, .width = 8, .seed = 1});
        const QString said = sentenceOf({step(name.toStdString())}, scans);
        QVERIFY2(said.startsWith("/data/preprocess/0/step: needs pictures; ")
                     && said.endsWith(" holds scans"),
                 qPrintable(said));
    }

    void bytesBecomeZeroToOne()
    {
        QVERIFY(close(gathered<float>(smallSet(), {0, 1}), {0, 1, .2, .2, 1, 0, .4, .8}));
        QVERIFY(close(gathered<double>(smallSet(), {0, 1}), {0, 1, .2, .2, 1, 0, .4, .8}));
    }

    void chosenSamplesComeInTheOrderAsked()
    {
        QVERIFY(close(gathered<float>(smallSet(), {1, 0, 1}),
                      {1, 0, .4, .8, 0, 1, .2, .2, 1, 0, .4, .8}));
        QVERIFY(gathered<float>(smallSet(), {}).empty());
    }

    void floatSamplesAreScaledToo()
    {
        Dataset dataset = smallSet();
        dataset.train.values = std::vector<float>{1, 2, 3, 4};
        dataset.train.labels = {0};
        dataset.inputScale = {.scale = {2.0F, 10.0F}, .offset = {1.0F}};
        QVERIFY(close(gathered<double>(dataset, {0}), {3, 5, 31, 41}));
    }

    void defaultsChangeNothing()
    {
        Dataset dataset = smallSet();
        const std::vector<Part> steps{{.name = "scale", .parameters = {}}};
        QVERIFY(apply(steps, dataset));
        QVERIFY(gathered<float>(dataset, {0, 1}) == gathered<float>(smallSet(), {0, 1}));
    }

    void samplesThatNobodyElseHoldsAreNotCopied()
    {
        const auto place = [](const Dataset& dataset) {
            return std::get<std::vector<std::uint8_t>>(dataset.train.values).data();
        };
        std::shared_ptr<const Dataset> mine = std::make_shared<Dataset>(smallSet());
        const std::uint8_t* const before = place(*mine);
        const auto moved = preprocessed(std::move(mine), std::vector{scale(0, 2)});
        QVERIFY(moved.has_value());
        QCOMPARE(place(**moved), before);
        // What somebody else holds stays as it was.
        const auto wider = preprocessed(*moved, std::vector{scale(0, 3)});
        QVERIFY(wider.has_value());
        QVERIFY(place(**wider) != before);
        QVERIFY(gathered<double>(**moved, {0}) != gathered<double>(**wider, {0}));
        QVERIFY(std::abs(gathered<double>(**moved, {0})[1] - 2) < 1e-6);
    }

    void stepsAreAppliedOneAfterTheOther()
    {
        Dataset dataset = smallSet();
        // x → 2x − 1 → (x − 0.5) / 0.25 = 8x − 6
        const std::vector<Part> steps{scale(-1, 1), normalise({0.5}, {0.25})};
        QVERIFY(apply(steps, dataset));
        QVERIFY(close(gathered<float>(dataset, {0}), {-6, 2, -4.4, -4.4}));
        QVERIFY(std::get<0>(dataset.train.values)
                == std::get<0>(smallSet().train.values)); // held as before
    }

    void channelsAreNormalisedApart()
    {
        Dataset dataset = smallSet();
        const std::vector<Part> steps{normalise({0.5, 0.2}, {0.5, 0.1})};
        QVERIFY(apply(steps, dataset));
        QVERIFY(close(gathered<float>(dataset, {0, 1}), {-1, 1, 0, 0, 1, -1, 2, 6}));
    }

    void withoutNumbersTheDataSetsOwnAreTaken()
    {
        Dataset dataset = makeGlyphDigits({.samples = 200});
        const std::vector<Part> steps{scale(3, 7), {.name = "normalise", .parameters = {}}};
        QVERIFY(apply(steps, dataset));
        std::vector<std::int32_t> all(200);
        std::iota(all.begin(), all.end(), 0);
        const std::vector<double> values = gathered<double>(dataset, all);
        const double count = static_cast<double>(values.size());
        const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
        const double square =
            std::inner_product(values.begin(), values.end(), values.begin(), 0.0) / count;
        QVERIFY(std::abs(mean) < 1e-5);
        QVERIFY(std::abs(square - 1) < 1e-5);
    }

    void aChannelThatNeverVariesStaysFinite()
    {
        Dataset dataset = smallSet();
        dataset.train.values = std::vector<std::uint8_t>(8, 51);
        const std::vector<Part> steps{{.name = "normalise", .parameters = {}}};
        QVERIFY(apply(steps, dataset));
        QVERIFY(close(gathered<double>(dataset, {0}), {0, 0, 0, 0}));
    }

    void impossibleSettingsGetASentence_data()
    {
        QTest::addColumn<Part>("step");
        QTest::addColumn<QString>("expected");
        QTest::newRow("means")
            << normalise({1, 2, 3}, {1})
            << "/data/preprocess/1/mean: must be one number or 2 (one per channel) (is [1, 2, 3])";
        QTest::newRow("deviations")
            << normalise({1}, {1, 0})
            << "/data/preprocess/1/std: must be more than 0 everywhere (is [1, 0])";
        QTest::newRow("upside down")
            << scale(1, 0) << "/data/preprocess/1/high: must be more than low (1) (is 0)";
        QTest::newRow("unknown")
            << step("colur")
            << "/data/preprocess/1/step: must be one of: scale, normalise, standardisePerDomain, "
               "standardisePerPixel, grey, colour, pad, crop, resize, randomCropFlip, mergePools, "
               "limit (is \"colur\"; did you mean \"colour\"?)";
        QTest::newRow("grey of two")
            << step("grey")
            << "/data/preprocess/1/step: grey needs pictures of 3 channels; these have 2";
        QTest::newRow("colour of two")
            << step("colour")
            << "/data/preprocess/1/step: colour needs pictures of 1 channel; these have 2";
        QTest::newRow("crop beyond the picture")
            << step("crop", {{"height", std::int64_t{1}}, {"width", std::int64_t{3}}})
            << "/data/preprocess/1/width: must be at most 2, the pictures' size (is 3)";
    }
    void impossibleSettingsGetASentence()
    {
        QFETCH(Part, step);
        QFETCH(QString, expected);
        QCOMPARE(sentenceOf({scale(0, 1), step}, smallSet()), expected);
    }

    void greyWeighsTheColours()
    {
        Dataset dataset;
        dataset.train.shape = {.channels = 3, .height = 1, .width = 2};
        dataset.officialTest.shape = dataset.train.shape;
        dataset.train.values = std::vector<std::uint8_t>{255, 10, 0, 20, 0, 30};
        dataset.train.labels = {0};
        QVERIFY(apply({normalise({0.5}, {0.5}), step("grey")}, dataset));
        // 0.299 · 255 = 76.2; 0.299 · 10 + 0.587 · 20 + 0.114 · 30 = 18.15
        QVERIFY((bytes(dataset.train) == std::vector<std::uint8_t>{76, 18}));
        QCOMPARE(dataset.train.shape.channels, std::size_t{1});
        QVERIFY(close(gathered<double>(dataset, {0}), {2 * 76 / 255.0 - 1, 2 * 18 / 255.0 - 1}));

        dataset.train.shape.channels = 3;
        dataset.train.values = std::vector<std::uint8_t>(6, 1);
        dataset.inputScale = {};
        QCOMPARE(sentenceOf({normalise({0.5, 0.4, 0.3}, {0.5}), step("grey")}, dataset),
                 QString("/data/preprocess/1/step: grey must come before steps that treat the "
                         "channels apart"));
    }

    void colourRepeatsTheChannelAndItsScale()
    {
        Dataset dataset = grey(1, 2, {0, 51});
        QVERIFY(apply({scale(-1, 1), step("colour"), normalise({0, 0, 1}, {1, 2, 1})}, dataset));
        QVERIFY((bytes(dataset.train) == std::vector<std::uint8_t>{0, 51, 0, 51, 0, 51}));
        QVERIFY(close(gathered<double>(dataset, {0}), {-1, -.6, -.5, -.3, -2, -1.6}));
        QCOMPARE(dataset.officialTest.count(), std::size_t{2});
        QCOMPARE(dataset.officialTest.shape.channels, std::size_t{3});
    }

    void padsAndCropsAboutTheMiddle()
    {
        Dataset dataset = grey(2, 1, {7, 9});
        QVERIFY(apply({step("pad", {{"margin", std::int64_t{1}}})}, dataset));
        QVERIFY((bytes(dataset.train)
                 == std::vector<std::uint8_t>{0, 0, 0, 0, 7, 0, 0, 9, 0, 0, 0, 0}));
        QVERIFY((dataset.train.shape == SampleShape{.channels = 1, .height = 4, .width = 3}));
        QVERIFY(apply({step("crop", {{"height", std::int64_t{2}}, {"width", std::int64_t{1}}})},
                      dataset));
        QVERIFY((bytes(dataset.train) == std::vector<std::uint8_t>{7, 9}));
        QVERIFY((bytes(dataset.officialTest) == std::vector<std::uint8_t>{7, 9, 7, 9}));
    }

    /// USPS stores -1 … 1, which means 0 … 1: black is -1 there, and not grey.
    void theMarginIsBlackWhateverIsStored()
    {
        Samples stored;
        stored.shape = {.channels = 1, .height = 1, .width = 1};
        stored.values = std::vector<float>{0.5F, 1};
        stored.labels = {0, 1};
        stored.domains = {0, 1};
        const NamedPart part{.name = "made", .title = "Made up"};
        const auto made = makeDataset(
            part, {.classNames = {}, .inputScale = {.scale = {0.5F}, .offset = {0.5F}}}, stored);
        QVERIFY(made.has_value());
        const Part pad = step("pad", {{"margin", std::int64_t{1}}});
        const std::vector<double> wanted{0, 0, 0, 0, 0.75, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0};
        Dataset dataset = **made;
        QVERIFY(apply({pad}, dataset));
        QCOMPARE(gathered<double>(dataset, {0, 1}), wanted);
        dataset = **made;
        QVERIFY(apply({normalise({0.5}, {0.25}), pad}, dataset));
        QCOMPARE(gathered<double>(dataset, {0})[0], -2.0);
        QCOMPARE(gathered<double>(dataset, {0})[4], 1.0);
        QVERIFY(apply({step("colour"), step("grey"), pad}, dataset));
        QCOMPARE(gathered<double>(dataset, {0})[0], -2.0);

        // Of a domain with one sample alone, the standard is (value - 0.75) / 1e-9, or - 1.
        Shards shards(2);
        shards[0].train = {0};
        shards[1].train = {1};
        dataset = **made;
        QVERIFY(apply(
            {step("standardisePerDomain"), step("colour"), step("grey"), pad}, dataset, &shards));
        QCOMPARE(gathered<float>(dataset, {0})[0], -0.75e9F);
        QCOMPARE(gathered<float>(dataset, {1})[0], -1e9F);
    }

    void shrinkingAveragesTheCoveredPixels()
    {
        // 4 → 2 rows: pairs; 3 → 2 columns: 1 + ½ and ½ + 1 pixels, (2a + b) / 3 and (b + 2c) / 3.
        Dataset dataset = grey(4, 3, {0, 30, 60, 0, 30, 60, 90, 90, 90, 30, 30, 30});
        QVERIFY(apply({step("resize", {{"height", std::int64_t{2}}, {"width", std::int64_t{2}}})},
                      dataset));
        QVERIFY((bytes(dataset.train) == std::vector<std::uint8_t>{10, 50, 60, 60}));
        QCOMPARE(dataset.officialTest.count(), std::size_t{2});
    }

    void growingIsLinearBetweenPixelCentres()
    {
        // 2 → 4: centres at ¼, ¾, 1¼, 1¾ of old pixels whose centres are ½ and 1½.
        Dataset dataset = grey(1, 2, {0, 100});
        QVERIFY(apply({step("resize", {{"height", std::int64_t{1}}, {"width", std::int64_t{4}}})},
                      dataset));
        QVERIFY((bytes(dataset.train) == std::vector<std::uint8_t>{0, 25, 75, 100}));
        // The usual sizes of the Digit task: 16 → 28 and 32 → 28 keep a flat picture flat.
        for (const std::int64_t side : {16, 32}) {
            const auto size = static_cast<std::size_t>(side);
            Dataset flat = grey(size, size, std::vector<std::uint8_t>(size * size, 201));
            QVERIFY(apply({step("resize")}, flat));
            QVERIFY((bytes(flat.train) == std::vector<std::uint8_t>(28 * 28, 201)));
        }
    }

    void mergedPoolsAreOneTrainingSet()
    {
        Dataset dataset = grey(1, 2, {4, 5});
        dataset.officialTest.labels = {0, 1};
        QVERIFY(apply({step("mergePools")}, dataset));
        QCOMPARE(dataset.train.count(), std::size_t{3});
        QVERIFY((dataset.train.labels == std::vector<std::int32_t>{1, 0, 1}));
        QVERIFY((bytes(dataset.train) == std::vector<std::uint8_t>{4, 5, 4, 5, 4, 5}));
        QCOMPARE(dataset.officialTest.count(), std::size_t{0});
        QVERIFY(apply({step("mergePools")}, dataset)); // nothing is left to merge
        QCOMPARE(dataset.train.count(), std::size_t{3});
    }

    void domainsAreStandardisedByWhatIsTrainedOn()
    {
        Dataset dataset;
        dataset.title = "Clinics";
        dataset.inputScale = {.scale = {1.0F}, .offset = {0.0F}};
        dataset.train.shape = {.channels = 2};
        dataset.officialTest.shape = dataset.train.shape;
        // Two features; samples 0 to 2 of one domain, 3 to 5 of the other.
        dataset.train.values = std::vector<float>{1, 5, 3, 5, 9, 7, 10, 0, 30, 4, 50, 8};
        dataset.train.domains = {0, 0, 0, 1, 1, 1};
        dataset.train.labels = {0, 1, 0, 1, 0, 1};
        Shards shards(2);
        shards[0].train = {0, 1}; // feature 0: mean 2, deviation 1; feature 1: mean 5, deviation 0
        shards[0].test = {2};
        shards[1].train = {3, 4, 5}; // mean 30, deviation √(800/3); mean 4, deviation √(32/3)
        const std::vector<Part> steps{scale(0, 2), step("standardisePerDomain"), scale(0, 10)};
        QVERIFY(needsShards(steps));
        Dataset before = dataset;
        QVERIFY(apply(steps, before)); // stops before the step that needs the shards
        QVERIFY(close(gathered<double>(before, {0}), {2, 10}));
        QVERIFY(apply(steps, before, &shards));
        const double a = 20 / std::sqrt(800.0 / 3);
        const double b = 4 / std::sqrt(32.0 / 3);
        const std::vector<double> found = gathered<double>(before, {0, 1, 3, 4, 5});
        const std::vector<double> wanted{-10, 0, 10, 0, -10 * a, -10 * b, 0, 0, 10 * a, 10 * b};
        for (std::size_t i = 0; i < wanted.size(); ++i)
            QVERIFY2(std::abs(found[i] - wanted[i]) < 1e-5, qPrintable(QString::number(found[i])));
        QVERIFY(std::abs(gathered<double>(before, {2})[0] - 70) < 1e-5); // test: (9 − 2) / 1
        dataset.train.domains.clear();
        const auto done = preprocessed(std::make_shared<Dataset>(dataset), steps, &shards);
        QCOMPARE(QString::fromStdString(done.error().sentence()),
                 QString("/data/preprocess/1/step: standardisePerDomain needs samples with "
                         "domains, and Clinics has none"));
    }

    void pixelsAreStandardisedOverBothSets()
    {
        // Over one training and two test pictures: 0, 4, 8 have the mean 4 and σ = √(32/3); 7
        // never varies; 0, 0, 9 have the mean 3 and σ = √18.
        Dataset dataset = grey(1, 3, {0, 7, 0});
        dataset.officialTest.values = std::vector<std::uint8_t>{4, 7, 0, 8, 7, 9};
        const Part added = step("standardisePerPixel", {{"added", 0.5}});
        const double a = std::sqrt(32.0 / 3) + 0.5;
        const double c = std::sqrt(18.0) + 0.5;
        Dataset bytes = dataset;
        QVERIFY(apply({scale(0, 255), added, scale(0, 2)}, bytes)); // later steps go on from there
        QVERIFY(close(gathered<double>(bytes, {0}), {-8 / a, 0, -6 / c}));
        std::vector<double> test(6);
        gather(bytes.officialTest,
               bytes.inputScale,
               std::span<const std::int32_t>(std::array{0, 1}),
               test.data());
        QVERIFY(close(test, {0, 0, -6 / c, 8 / a, 0, 12 / c}));
        // What is added has the unit of the values before: 0.5 of 1 is 127.5 of 255.
        QVERIFY(apply({normalise({0.25}, {1}), added}, dataset));
        QVERIFY(close(gathered<double>(dataset, {0}), {-4 / (a + 127), 0, -3 / (c + 127)}));
    }

    void channelsArePixelsOfTheirOwn()
    {
        Dataset dataset = smallSet(); // two samples: a pixel is one σ below its mean, or above
        QVERIFY(apply({normalise({0.5, 0.25}, {0.5, 2}),
                       step("standardisePerPixel", {{"added", 1e-9}}),
                       step("pad", {{"margin", std::int64_t{1}}})},
                      dataset));
        const std::vector<double> all = gathered<double>(dataset, {0, 1});
        for (std::size_t sample = 0; sample < 2; ++sample)
            for (std::size_t i = 0; i < 24; ++i) { // 2 channels of 3 rows of 4 pixels
                const bool isMargin = i % 12 < 5 || i % 12 > 6;
                const double down = i == 6 ? 1 : -1; // of 255 and 0 the first is the larger
                const double wanted = isMargin ? 0 : (sample == 0 ? down : -down);
                QVERIFY(std::abs(all[24 * sample + i] - wanted) < 1e-5);
            }
    }

    void pixelsNeedStoredSamplesOfOneShape()
    {
        const std::vector<Part> steps{step("standardisePerPixel")};
        Dataset dataset = grey(1, 2, {4, 5});
        dataset.officialTest.shape = {.channels = 1, .height = 1, .width = 4};
        QCOMPARE(sentenceOf(steps, dataset),
                 QString("/data/preprocess/0/step: the training and the test samples of Grey "
                         "differ in shape, so that no pixel is in both"));
        QVERIFY(!needsShards(steps));
    }

    void randomCropFlipIsKeptForTraining()
    {
        Dataset dataset = grey(1, 2, {4, 5});
        QVERIFY(apply({step("randomCropFlip")}, dataset));
        QVERIFY((dataset.augmentation == Augmentation{.padding = 4, .flip = true}));
        QVERIFY((bytes(dataset.train) == std::vector<std::uint8_t>{4, 5}));
        const ParameterDescriptor* flag =
            findParameter(findPart(preprocessParts(), "randomCropFlip")->parameters, "augmentTest");
        QVERIFY(std::get<bool>(flag->defaultValue(true)) && !std::get<bool>(flag->defaultValue()));
        QCOMPARE(sentenceOf({step("randomCropFlip"), step("randomCropFlip")}, grey(1, 1, {1})),
                 QString("/data/preprocess/1/step: randomCropFlip may occur only once"));
    }

    void everyStepIsDescribed()
    {
        for (const NamedPart& part : preprocessParts()) {
            QVERIFY(!part.title.empty() && !part.meaning.empty());
            for (const ParameterDescriptor& parameter : part.parameters)
                QVERIFY(!parameter.meaning.empty());
        }
    }
};

COTERIE_SECTION(TestPreprocess)

} // namespace tst_preprocess

#include "tst_preprocess.moc"
