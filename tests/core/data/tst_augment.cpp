#include "core/data/augment.h"
#include "core/data/preprocess.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <numeric>

namespace tst_augment {

using namespace coterie;

namespace {

constexpr Augmentation kCropFlip{.padding = 4, .flip = true};

/// One picture of two channels, 2 × 3: 1 … 6 and 11 … 16.
Samples picture()
{
    Samples samples;
    samples.shape = {.channels = 2, .height = 2, .width = 3};
    samples.values = std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16};
    return samples;
}

std::vector<float> moved(const PictureMove& move, const InputScale& scale)
{
    const Samples samples = picture();
    const std::array<std::int32_t, 1> index{0};
    const std::array<PictureMove, 1> moves{move};
    std::vector<float> out(12);
    gather<float>(samples, scale, index, moves, out.data());
    return out;
}

} // namespace

class TestAugment : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void picturesMoveAndAreMirrored_data()
    {
        QTest::addColumn<int>("down");
        QTest::addColumn<int>("right");
        QTest::addColumn<bool>("mirrored");
        QTest::addColumn<std::vector<float>>("expected");
        QTest::newRow("stays") << 0 << 0 << false
                               << std::vector<float>{1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16};
        QTest::newRow("mirrored") << 0 << 0 << true
                                  << std::vector<float>{3, 2, 1, 6, 5, 4, 13, 12, 11, 16, 15, 14};
        QTest::newRow("one row further down")
            << 1 << 0 << false << std::vector<float>{4, 5, 6, 0, 0, 0, 14, 15, 16, 0, 0, 0};
        QTest::newRow("one column further left")
            << 0 << -1 << false << std::vector<float>{0, 1, 2, 0, 4, 5, 0, 11, 12, 0, 14, 15};
        QTest::newRow("up, right and mirrored")
            << -1 << 1 << true << std::vector<float>{0, 0, 0, 0, 3, 2, 0, 0, 0, 0, 13, 12};
        QTest::newRow("out of sight") << 0 << 3 << false << std::vector<float>(12, 0);
    }
    void picturesMoveAndAreMirrored()
    {
        QFETCH(int, down);
        QFETCH(int, right);
        QFETCH(bool, mirrored);
        QFETCH(std::vector<float>, expected);
        const PictureMove move{.down = down, .right = right, .mirrored = mirrored ? 1 : 0};
        QCOMPARE(moved(move, {.scale = {1.0F}, .offset = {0.0F}}), expected);
        // What comes in is black, whatever the scale makes of black.
        for (float& value : expected)
            value = value < 10 ? 2 * value - 7 : 4 * value + 9;
        const std::vector<float> scaled = moved(move, {.scale = {2, 4}, .offset = {-7, 9}});
        for (std::size_t i = 0; i < 6; ++i) {
            QCOMPARE(scaled[i], expected[i]);
            QCOMPARE(scaled[6 + i], expected[6 + i] == -7 ? 9 : expected[6 + i]);
        }
    }

    void withoutMovesNothingIsDifferent()
    {
        const Samples samples = picture();
        const std::array<std::int32_t, 1> index{0};
        std::vector<double> plain(12);
        std::vector<double> augmented(12);
        gather(samples, InputScale{}, std::span<const std::int32_t>(index), plain.data());
        gather<double>(samples, InputScale{}, index, {}, augmented.data());
        QCOMPARE(augmented, plain);
        QVERIFY(trainingMoves({}, {}, 0, 5).empty());
        QVERIFY(testMoves(kCropFlip, 1, index).empty()); // never in evaluation
    }

    void movesDependOnSeedRoundClientAndStepAlone()
    {
        const AugmentKey key{.seed = 3, .round = 2, .client = 7};
        const auto moves = trainingMoves(kCropFlip, key, 5, 16);
        QCOMPARE(moves.size(), std::size_t{16});
        QVERIFY(moves == trainingMoves(kCropFlip, key, 5, 16));
        QVERIFY(moves != trainingMoves(kCropFlip, key, 6, 16));
        QVERIFY(moves != trainingMoves(kCropFlip, {.seed = 4, .round = 2, .client = 7}, 5, 16));
        QVERIFY(moves != trainingMoves(kCropFlip, {.seed = 3, .round = 3, .client = 7}, 5, 16));
        QVERIFY(moves != trainingMoves(kCropFlip, {.seed = 3, .round = 2, .client = 8}, 5, 16));
    }

    void everyPlaceIsAsLikely()
    {
        // 81 places × 2: of 81,000 draws 500 each, standard deviation 22.3; 5.5 of them.
        std::map<std::array<int, 3>, int> times;
        for (const PictureMove& move : trainingMoves(kCropFlip, {}, 0, 81000)) {
            QVERIFY(std::abs(move.down) <= 4 && std::abs(move.right) <= 4);
            ++times[{move.down, move.right, move.mirrored}];
        }
        QCOMPARE(times.size(), std::size_t{162});
        for (const auto& [move, count] : times)
            QVERIFY2(std::abs(count - 500) < 123, qPrintable(QString::number(count)));
    }

    void aTestSampleIsAlwaysMovedAlike()
    {
        const Augmentation released{.padding = 4, .flip = true, .alsoTest = true};
        const std::array<std::int32_t, 4> some{5, 9, 5, 2};
        const std::array<std::int32_t, 2> others{9, 5};
        const auto first = testMoves(released, 1, some);
        const auto second = testMoves(released, 1, others);
        QVERIFY(first[0] == first[2] && first[0] == second[1] && first[1] == second[0]);
        QVERIFY(first[0] != first[1]);
    }

    void anotherSeedMovesTestSamplesOtherwise()
    {
        const Augmentation released{.padding = 4, .flip = true, .alsoTest = true};
        std::array<std::int32_t, 16> all{};
        std::iota(all.begin(), all.end(), 0);
        QVERIFY(testMoves(released, 1, all) == testMoves(released, 1, all));
        QVERIFY(testMoves(released, 1, all) != testMoves(released, 2, all));
    }

    /// USPS stores -1 … 1, which means 0 … 1; standardised domains have a black each.
    void whatMovesIntoAPictureIsBlack()
    {
        Samples samples;
        samples.shape = {.channels = 1, .height = 1, .width = 2};
        samples.values = std::vector<float>{-1, 1, 0.5F, 0};
        samples.domains = {0, 1};
        samples.black = {-1};
        const std::array<std::int32_t, 2> both{0, 1};
        const std::array<PictureMove, 2> right{PictureMove{.right = 1}, PictureMove{.right = 1}};
        std::vector<float> out(4);
        gather<float>(samples, {.scale = {0.5F}, .offset = {0.5F}}, both, right, out.data());
        QCOMPARE(out, (std::vector<float>{1, 0, 0.5F, 0}));
        gather<float>(samples, {.scale = {2}, .offset = {3}}, both, right, out.data());
        QCOMPARE(out, (std::vector<float>{5, 1, 3, 1})); // normalised since
        samples.black = {-2, 7};
        gather<float>(samples, {.scale = {1}, .offset = {0}}, both, right, out.data());
        QCOMPARE(out, (std::vector<float>{1, -2, 0, 7}));
    }

    /// As code does that makes its tensors through a random transform before anything trains.
    void onceMeansInTheSamplesThemselves()
    {
        auto dataset = std::make_shared<Dataset>();
        dataset->train.shape = {.channels = 1, .height = 6, .width = 6};
        std::vector<std::uint8_t> pixels(40 * 36);
        std::iota(pixels.begin(), pixels.end(), std::uint8_t{0});
        dataset->train.values = pixels;
        dataset->train.labels.resize(40);
        dataset->officialTest = dataset->train;
        dataset->classes = 1;
        Part step{.name = "randomCropFlip", .parameters = {}};
        step.parameters.set("once", true);
        const auto changed = preprocessed(dataset, std::span(&step, 1));
        QVERIFY(changed);
        QVERIFY(!(*changed)->augmentation.any()); // nothing is left to be drawn
        const auto& moved = std::get<std::vector<std::uint8_t>>((*changed)->train.values);
        QVERIFY(moved != pixels);
        QVERIFY(std::get<std::vector<std::uint8_t>>((*changed)->officialTest.values) == pixels);
        // Each picture is one of the moves that evaluation would see.
        std::vector<std::int32_t> all(40);
        std::iota(all.begin(), all.end(), 0);
        const std::vector<PictureMove> moves =
            testMoves({.padding = 4, .flip = true, .alsoTest = true}, 0, all);
        std::vector<float> expected(moved.size());
        gather<float>(dataset->train, {.scale = {1}, .offset = {0}}, all, moves, expected.data());
        QVERIFY(std::ranges::equal(moved, expected));
        QVERIFY(std::get<std::vector<std::uint8_t>>(
                    (*preprocessed(dataset, std::span(&step, 1)))->train.values)
                == moved);
    }
};

COTERIE_SECTION(TestAugment)

} // namespace tst_augment

#include "tst_augment.moc"
