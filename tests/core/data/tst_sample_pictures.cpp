#include "core/data/catalog.h"
#include "core/data/generators/glyph_domains.h"
#include "core/data/generators/synthetic_regression.h"
#include "core/data/generators/volumes.h"
#include "core/data/sample_pictures.h"
#include "core/data/sample_streams.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>

namespace tst_sample_pictures {

using namespace coterie;

namespace {

using Bytes = std::vector<std::uint8_t>;

Samples samplesOf(SampleShape shape, std::variant<Bytes, std::vector<float>> values)
{
    Samples samples;
    samples.shape = shape;
    samples.values = std::move(values);
    samples.labels.assign(samples.count(), 0);
    return samples;
}

SamplePicture pictureOf(const Samples& samples, const PictureOptions& options = {})
{
    const std::int32_t first = 0;
    return samplePictures(samples, std::span(&first, 1), options).front();
}

Bytes grey(std::initializer_list<int> values)
{
    Bytes rgb;
    for (const int value : values)
        rgb.insert(rgb.end(), 3, static_cast<std::uint8_t>(value));
    return rgb;
}

} // namespace

class TestSamplePictures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void shapesAreLookedAtInTheirWay()
    {
        QVERIFY(lookOf({.channels = 1, .height = 28, .width = 28}) == SampleLook::Picture);
        QVERIFY(lookOf({.channels = 13, .height = 1, .width = 1}) == SampleLook::Table);
        QVERIFY(lookOf({.channels = 1, .height = 60, .width = 48, .depth = 48})
                == SampleLook::Slice);
    }

    void bytesAreShownAsTheyAre()
    {
        const SamplePicture picture =
            pictureOf(samplesOf({.channels = 1, .height = 1, .width = 3}, Bytes{0, 100, 255}));
        QCOMPARE(picture.width, std::size_t{3});
        QCOMPARE(picture.height, std::size_t{1});
        QVERIFY(picture.rgb == grey({0, 100, 255}));
        QVERIFY(picture.mask.empty());
    }

    void planesBecomeColours()
    {
        const SamplePicture picture =
            pictureOf(samplesOf({.channels = 3, .height = 1, .width = 2}, Bytes{1, 2, 3, 4, 5, 6}));
        QVERIFY(picture.rgb == (Bytes{1, 3, 5, 2, 4, 6}));
    }

    void otherChannelsShowTheFirst()
    {
        const SamplePicture picture =
            pictureOf(samplesOf({.channels = 2, .height = 1, .width = 2}, Bytes{1, 2, 3, 4}));
        QVERIFY(picture.rgb == grey({1, 2}));
    }

    void numbersFindTheirRange_data()
    {
        QTest::addColumn<std::vector<float>>("values");
        QTest::addColumn<Bytes>("rgb");
        QTest::newRow("0 to 1") << std::vector<float>{0.0F, 0.4F} << grey({0, 102});
        QTest::newRow("-1 to 1") << std::vector<float>{-1.0F, 0.2F} << grey({0, 153});
        QTest::newRow("any") << std::vector<float>{10.0F, 30.0F} << grey({0, 255});
        QTest::newRow("all equal") << std::vector<float>{7.0F, 7.0F} << grey({128, 128});
    }

    void numbersFindTheirRange()
    {
        QFETCH(std::vector<float>, values);
        QFETCH(Bytes, rgb);
        const SamplePicture picture =
            pictureOf(samplesOf({.channels = 1, .height = 1, .width = 2}, values));
        QVERIFY(picture.rgb == rgb);
    }

    void largePicturesAreShrunk()
    {
        const Samples samples = samplesOf({.channels = 1, .height = 2, .width = 4},
                                          Bytes{0, 100, 10, 30, 0, 100, 10, 30});
        const SamplePicture picture = pictureOf(samples, {.largestSide = 2});
        QCOMPARE(picture.width, std::size_t{2});
        QCOMPARE(picture.height, std::size_t{1});
        QVERIFY(picture.rgb == grey({50, 20}));
    }

    void scansShowASliceAndItsMask()
    {
        const Dataset dataset =
            makeVolumes({.samples = 3, .depth = 12, .height = 20, .width = 16, .seed = 1});
        const std::vector<std::int32_t> all{0, 1, 2};
        const auto middle = samplePictures(dataset.train, all, {.depth = 0.5});
        QCOMPARE(middle.size(), std::size_t{3});
        QCOMPARE(middle[0].width, std::size_t{16});
        QCOMPARE(middle[0].height, std::size_t{20});
        QCOMPARE(middle[0].mask.size(), std::size_t{320});
        QVERIFY(std::ranges::count(middle[0].mask, 1) > 20); // the organ is in the middle
        const auto edge = samplePictures(dataset.train, all, {.depth = 0.0});
        QVERIFY(edge[0].rgb != middle[0].rgb);
        // The slice itself, of sample 1: the voxels of depth 6 (of 0 to 11, 5.5 rounds up).
        const std::size_t plane = 20 * 16;
        const auto& masks = dataset.train.masks;
        const auto from =
            masks.begin() + static_cast<std::ptrdiff_t>(dataset.train.shape.plane() + 6 * plane);
        QVERIFY(std::equal(middle[1].mask.begin(), middle[1].mask.end(), from));
    }

    void tablesBecomeColumnsOfGrey()
    {
        const Samples samples = samplesOf({.channels = 2, .height = 1, .width = 1},
                                          std::vector<float>{1, 50, 2, 40, 3, 60});
        const std::vector<std::int32_t> rows{0, 1, 2};
        const SamplePicture picture = tablePicture(samples, rows);
        QCOMPARE(picture.width, std::size_t{2});
        QCOMPARE(picture.height, std::size_t{3});
        QVERIFY(picture.rgb == grey({0, 128, 128, 0, 255, 255}));
        QVERIFY((sampleNumbers(samples, 1, 5) == std::vector<double>{2, 40}));
        QVERIFY((sampleNumbers(samples, 1, 1) == std::vector<double>{2}));
        const Samples written =
            samplesOf({.channels = 2, .height = 1, .width = 1}, std::vector<float>{5.2F, -0.1F});
        QVERIFY((sampleNumbers(written, 0, 2) == std::vector<double>{5.2, -0.1}));
    }

    void samplesAreFiltered()
    {
        Samples samples = samplesOf({.channels = 1, .height = 1, .width = 1}, Bytes(6));
        samples.labels = {0, 1, 0, 1, 0, 1};
        samples.domains = {0, 0, 0, 1, 1, 1};
        using Indices = std::vector<std::int32_t>;
        QVERIFY(matchingSamples(samples, {}) == (Indices{0, 1, 2, 3, 4, 5}));
        QVERIFY(matchingSamples(samples, {.label = 1}) == (Indices{1, 3, 5}));
        QVERIFY(matchingSamples(samples, {.label = 1, .domain = 1}) == (Indices{3, 5}));
        const Indices client{5, 4, 0};
        QVERIFY(matchingSamples(samples, {.domain = 1}, std::span(client)) == (Indices{5, 4}));
        samples.domains.clear();
        QVERIFY(matchingSamples(samples, {.domain = 0}).empty());
        QVERIFY(matchingSamples(samples, {}, std::span<const std::int32_t>()).empty());
    }

    void streamsShowTheirFirstSamples()
    {
        const auto dataset = loadDataset({.name = "syntheticRegression", .parameters = {}}, {});
        QVERIFY(dataset.has_value() && (*dataset)->streams > 1);
        const auto indices = firstOfStreams(**dataset, 3);
        QCOMPARE(indices.size(), 3 * (*dataset)->streams);
        const StreamNumbers numbers((*dataset)->streams);
        QCOMPARE(numbers.client(indices[3]), std::size_t{1});
        QCOMPARE(numbers.position(indices[5]), 2U);
        const auto first = sampleNumbers((*dataset)->train, indices[0], 100);
        QCOMPARE(first.size(), (*dataset)->train.shape.size());
        QVERIFY(first != sampleNumbers((*dataset)->train, indices[3], 100));
        QVERIFY(firstOfStreams(makeGlyphDomains({.samples = 10, .test = 0}), 3).empty());
    }

    void someAreSpreadOverAll()
    {
        const std::vector<std::int32_t> ten{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        QVERIFY(spreadOver(ten, 5) == (std::vector<std::int32_t>{0, 2, 4, 6, 8}));
        QVERIFY(spreadOver(ten, 20) == ten);
        QVERIFY(spreadOver({}, 3).empty());
    }
};

COTERIE_SECTION(TestSamplePictures)

} // namespace tst_sample_pictures

#include "tst_sample_pictures.moc"
