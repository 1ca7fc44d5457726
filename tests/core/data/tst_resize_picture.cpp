#include "core/data/formats/resize_picture.h"
#include "core/data/preprocess/resample.h"
#include "tests/sections.h"

#include <QTest>

#include <cmath>

namespace tst_resize_picture {

using namespace coterie;

namespace {

using Bytes = std::vector<std::uint8_t>;
using Words = std::vector<std::uint16_t>;
using Weights = std::vector<std::uint64_t>;

template <typename Value>
std::vector<Value>
whole(const std::vector<Value>& planes, std::size_t width, std::size_t height, std::size_t side)
{
    return resizedPlanes(
        std::span<const Value>(planes), width, height, {.width = width, .height = height}, side);
}

} // namespace

class TestResizePicture : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void fewerPixelsAreMeansOfWhatTheyCover()
    {
        const WholeAxis axis = wholeAxis(3, 2);
        QCOMPARE(axis.total, std::uint64_t{3});
        QCOMPARE(axis.taps[0].first, std::size_t{0});
        QVERIFY(axis.taps[0].weights == (Weights{2, 1}));
        QCOMPARE(axis.taps[1].first, std::size_t{1});
        QVERIFY(axis.taps[1].weights == (Weights{1, 2}));
        QVERIFY(wholeAxis(4, 2).taps[1].weights == (Weights{2, 2}));
    }

    void morePixelsLieBetweenTheNearestCentres()
    {
        const WholeAxis axis = wholeAxis(2, 4);
        QCOMPARE(axis.total, std::uint64_t{8});
        QVERIFY(axis.taps[0].weights == (Weights{8}));
        QVERIFY(axis.taps[1].weights == (Weights{6, 2}));
        QVERIFY(axis.taps[2].weights == (Weights{2, 6}));
        QCOMPARE(axis.taps[3].first, std::size_t{1});
        QVERIFY(axis.taps[3].weights == (Weights{8}));
    }

    /// The step `resize` of an experiment has the same two methods, in floating point.
    void theWeightsAreThoseOfTheStepResize()
    {
        for (const std::size_t oldSize : {1, 2, 3, 7, 28, 100})
            for (const std::size_t newSize : {1, 2, 5, 28, 31, 200}) {
                const WholeAxis axis = wholeAxis(oldSize, newSize);
                const std::vector<Taps> reference = resampleTaps(
                    oldSize,
                    newSize,
                    newSize > oldSize ? ResampleMethod::Bilinear : ResampleMethod::Area);
                for (std::size_t pixel = 0; pixel < newSize; ++pixel) {
                    std::vector<double> difference(oldSize, 0.0);
                    std::uint64_t sum = 0;
                    const WholeTaps& taps = axis.taps[pixel];
                    for (std::size_t tap = 0; tap < taps.weights.size(); ++tap) {
                        difference[taps.first + tap] +=
                            double(taps.weights[tap]) / double(axis.total);
                        sum += taps.weights[tap];
                    }
                    for (std::size_t tap = 0; tap < reference[pixel].weights.size(); ++tap)
                        if (reference[pixel].weights[tap] != 0)
                            difference[reference[pixel].first + tap] -=
                                reference[pixel].weights[tap];
                    QCOMPARE(sum, axis.total);
                    for (const double each : difference)
                        QVERIFY(std::abs(each) < 1e-12);
                }
            }
    }

    void halvesAreRoundedUp()
    {
        QVERIFY(whole(Bytes{0, 1, 1, 0}, 2, 2, 1) == (Bytes{1}));
        QVERIFY(whole(Bytes{0, 1, 0, 0}, 2, 2, 1) == (Bytes{0}));
        QVERIFY(whole(Bytes{254, 255, 255, 255}, 2, 2, 1) == (Bytes{255}));
        QVERIFY(whole(Words{65535, 65534}, 1, 2, 1) == (Words{65535}));
    }

    void everyPlaneIsResizedAlone()
    {
        QVERIFY(whole(Bytes{1, 3, 10, 30, 100, 200}, 1, 2, 1) == (Bytes{2, 20, 150}));
        QVERIFY(whole(Bytes{0, 8, 0, 8}, 2, 2, 4)
                == (Bytes{0, 2, 6, 8, 0, 2, 6, 8, 0, 2, 6, 8, 0, 2, 6, 8}));
        // Across it shrinks, down it grows.
        QVERIFY(whole(Bytes{0, 2, 4, 6}, 4, 1, 2) == (Bytes{1, 5, 1, 5}));
    }

    void theSizeItHasChangesNothing()
    {
        const Bytes picture{1, 2, 3, 4, 5, 6, 7, 8, 9};
        QVERIFY(whole(picture, 3, 3, 3) == picture);
    }

    void theMiddleIsCutOut()
    {
        const PictureCut wide = middleSquare(6, 3);
        QCOMPARE(wide.left, std::size_t{1});
        QCOMPARE(wide.width, std::size_t{3});
        const PictureCut high = middleSquare(2, 4);
        QCOMPARE(high.top, std::size_t{1});
        const Bytes picture{1, 2, 3, 4, 5, 6, 7, 8};
        QVERIFY(resizedPlanes(std::span<const std::uint8_t>(picture), 2, 4, high, 2)
                == (Bytes{3, 4, 5, 6}));
    }
};

COTERIE_SECTION(TestResizePicture)

} // namespace tst_resize_picture

#include "tst_resize_picture.moc"
