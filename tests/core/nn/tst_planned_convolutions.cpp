#include "core/nn/cpu_winograd.h"
#include "core/nn/kernels.h"
#include "tests/core/nn/planned_comparison.h"
#include "tests/core/nn/stack.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <cmath>
#include <string>
#include <vector>

namespace tst_planned_convolutions {

using namespace coterie;

namespace {

struct Case
{
    Layer convolution;
    std::size_t height = 8;
    std::size_t width = 8;
    std::size_t batch = 3;
    bool tiled = true; ///< computed by Winograd's tiles, not by patches
};

std::vector<Case> cases()
{
    return {
        {conv2d(16, 16, 3, 1, false)},
        {conv2d(16, 16, 3, 0)},
        {conv2d(16, 16, 3, 2)},
        {conv2d(8, 9, 3, 1), 5, 7},
        {conv2d(20, 33, 3, 1), 9, 4},
        {conv2d(33, 17, 3, 0), 4, 9},
        {conv2d(17, 20, 3, 2), 3, 5},
        {conv2d(64, 64, 3, 1, false), 8, 8, 7}, // several blocks of samples, the last one smaller
        {conv2d(8, 16, 3, 1), 33, 37, 2},       // several blocks of a sample's rows
        {conv2d(8, 8, 3, 0), 262, 6, 1},        // the last of them smaller
        {conv2d(32, 16, 3, 1), 6, 7},     // in float64, just few enough weights to share windows
        {conv2d(16, 16, 3, 1), 8, 8, 19}, // several blocks that share them
        {conv2d(16, 8, 3, 1), 2, 2, 3, false},
        {conv2d(64, 64, 3, 1), 4, 4, 2, false},   // too many weights for so few tiles
        {conv2d(128, 129, 3, 1), 8, 8, 1, false}, // too many for the cache
        {conv2d(16, 8, 3, 2), 1, 1},
        {conv2d(16, 8, 3, 1), 1, 1, 3, false},
        {spreadConvolution(conv2d(16, 32, 3, 1), 1, 1, 2), 6, 7},
        {spreadConvolution(conv2d(16, 32, 3, 1), 1, 1, 16), 6, 7, 3, false}, // depthwise
        {spreadConvolution(conv2d(16, 16, 3, 1), 2), 9, 6, 3, false},
        {spreadConvolution(conv2d(16, 16, 3, 2), 1, 2), 9, 6, 3, false},
        {conv2d(16, 16, 5, 2), 9, 6, 3, false},
        {conv2d(16, 24, 1, 0, false), 5, 3, 3, false},
        {conv2d(16, 24, 1, 2), 5, 3, 3, false},
        {conv2d(4, 16, 3, 1), 5, 3, 3, false},
    };
}

std::string nameOf(const Case& one)
{
    const Layer& layer = one.convolution;
    std::string name = std::to_string(layer.inputs) + " to " + std::to_string(layer.outputs)
                       + " channels, kernel " + std::to_string(layer.kernel) + ", padding "
                       + std::to_string(layer.padding) + ", " + std::to_string(one.height) + "x"
                       + std::to_string(one.width);
    if (layer.stride > 1)
        name += ", stride " + std::to_string(layer.stride);
    if (layer.dilation > 1)
        name += ", dilation " + std::to_string(layer.dilation);
    if (layer.groups > 1)
        name += ", groups " + std::to_string(layer.groups);
    return name;
}

/// The convolution between two other layers, the first of which needs its gradient.
Network networkWith(const Case& one)
{
    const SampleShape input{.channels = 3, .height = one.height + 2, .width = one.width + 2};
    const SampleShape before{
        .channels = one.convolution.inputs, .height = one.height, .width = one.width};
    const SampleShape after = outputShape(one.convolution, before);
    return {"convolution",
            input,
            {conv2d(3, before.channels, 3),
             one.convolution,
             tanhLayer(),
             flatten(),
             linear(after.size(), 3)},
            Loss::CrossEntropy};
}

template <typename Scalar>
std::vector<Scalar> randomNumbers(std::size_t count)
{
    const at::Tensor numbers =
        at::randn({signedSize(count)}, at::dtype(c10::CppTypeToScalarType<Scalar>::value));
    const Scalar* begin = numbers.data_ptr<Scalar>();
    return {begin, begin + count};
}

template <typename Scalar>
double dot(const std::vector<Scalar>& a, const std::vector<Scalar>& b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    return sum;
}

template <typename Scalar>
constexpr double kRounding = sizeof(Scalar) == 4 ? 1e-4 : 1e-12;

/// Some rows of the second of two samples, with a border.
template <typename Scalar>
void windowsHoldPlanesAndZeros(const Kernels<Scalar>& run)
{
    constexpr std::size_t kHeight = 5;
    constexpr std::size_t kWidth = 7;
    constexpr std::size_t kPlane = kHeight * kWidth;
    for (const std::size_t channels : {1, 5, 16, 19}) {
        for (const std::size_t first : {0, 2, 6}) {
            const PlaneWindow window{.channels = channels,
                                     .channelStride = 2 * kPlane,
                                     .height = kHeight,
                                     .width = kWidth,
                                     .padding = 2,
                                     .firstRow = first,
                                     .rows = 4,
                                     .columns = kWidth + 5};
            const std::size_t padded = paddedChannels<Scalar>(channels);
            const std::vector<Scalar> planes = randomNumbers<Scalar>(2 * channels * kPlane);
            std::vector<Scalar> values(window.rows * window.columns * padded, Scalar(99));
            run.spread(window, planes.data() + kPlane, values.data());
            std::vector<Scalar> found(planes.size(), Scalar(99));
            std::vector<Scalar> expected = found;
            run.collect(window, values.data(), found.data() + kPlane);
            for (std::size_t y = 0; y < window.rows; ++y) {
                for (std::size_t x = 0; x < window.columns; ++x) {
                    for (std::size_t c = 0; c < padded; ++c) {
                        const Scalar value = values[(y * window.columns + x) * padded + c];
                        const bool inside = c < channels && first + y >= 2
                                            && first + y < kHeight + 2 && x >= 2 && x < kWidth + 2;
                        const std::size_t at =
                            inside ? (2 * c + 1) * kPlane + (first + y - 2) * kWidth + x - 2 : 0;
                        QCOMPARE(value, inside ? planes[at] : Scalar(0));
                        if (inside)
                            expected[at] = planes[at];
                    }
                }
            }
            QCOMPARE(found, expected); // the rest is left alone
        }
    }
}

template <typename Scalar>
void smallProductsAreSums(const Kernels<Scalar>& run)
{
    constexpr std::size_t kDepth = 11;
    constexpr std::size_t kColumns = 3 * 64 / sizeof(Scalar);
    for (const std::size_t rows : {1, 7, 8, 21}) {
        const std::vector<Scalar> a = randomNumbers<Scalar>(rows * kDepth);
        const std::vector<Scalar> b = randomNumbers<Scalar>(kDepth * kColumns);
        for (const bool transposed : {false, true}) {
            std::vector<Scalar> found(rows * kColumns, Scalar(99));
            const Factor<Scalar> left{a.data(), transposed ? rows : kDepth, Transposed{transposed}};
            const ProductSize size{rows, kColumns, kDepth};
            run.smallProduct(size, left, {b.data(), kColumns}, false, found.data(), kColumns);
            run.smallProduct(size, left, {b.data(), kColumns}, true, found.data(), kColumns);
            for (std::size_t m = 0; m < rows; ++m) {
                for (std::size_t n = 0; n < kColumns; ++n) {
                    double sum = 0;
                    for (std::size_t k = 0; k < kDepth; ++k)
                        sum += 2
                               * static_cast<double>(a[transposed ? k * rows + m : m * kDepth + k])
                               * static_cast<double>(b[k * kColumns + n]);
                    QVERIFY(std::abs(static_cast<double>(found[m * kColumns + n]) - sum)
                            < kRounding<Scalar>);
                }
            }
        }
    }
}

/// The tap in the middle alone makes a convolution that changes nothing; and the transform of
/// gradients is the transpose of that of results: ⟨Aᵀ m A, dy⟩ = ⟨m, A dy Aᵀ⟩.
template <typename Scalar>
void tilesAgree(const Kernels<Scalar>& run)
{
    const std::size_t channels = 2 * 64 / sizeof(Scalar);
    const TileGrid grid{.rows = 2, .columns = 3, .channels = channels, .stride = 7 * channels};
    const std::vector<Scalar> input = randomNumbers<Scalar>(6 * 8 * channels);
    std::vector<Scalar> tiles(16 * grid.stride, Scalar(0));
    run.tileInputs(grid, input.data(), tiles.data());
    constexpr double kMiddle[4] = {0, 0.5, -0.5, 0}; // the middle column of G
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const std::size_t number = i / grid.stride;
        tiles[i] *= static_cast<Scalar>(kMiddle[number / 4] * kMiddle[number % 4]);
    }
    std::vector<Scalar> output(4 * 6 * channels);
    run.tileOutputs(grid, tiles.data(), output.data());
    for (std::size_t y = 0; y < 4; ++y)
        for (std::size_t x = 0; x < 6 * channels; ++x)
            QVERIFY(std::abs(static_cast<double>(output[y * 6 * channels + x]
                                                 - input[(y + 1) * 8 * channels + channels + x]))
                    < kRounding<Scalar>);

    const std::vector<Scalar> gradient = randomNumbers<Scalar>(output.size());
    std::vector<Scalar> spread(tiles.size(), Scalar(0));
    run.tileGradients(grid, gradient.data(), 6, spread.data());
    QVERIFY(std::abs(dot(output, gradient) - dot(tiles, spread)) < 100 * kRounding<Scalar>);
    // The same gradient inside a window with a border.
    std::vector<Scalar> wider(6 * 8 * channels, Scalar(1));
    for (std::size_t y = 0; y < 4; ++y)
        std::copy_n(gradient.data() + y * 6 * channels,
                    6 * channels,
                    wider.data() + ((y + 1) * 8 + 1) * channels);
    std::vector<Scalar> same(tiles.size(), Scalar(0));
    run.tileGradients(grid, wider.data() + 9 * channels, 8, same.data());
    QVERIFY(same == spread);
}

/// G·g·Gᵀ by its definition, for each pair of a channel read and one made.
template <typename Scalar>
void tapsAreTransformed(const Kernels<Scalar>& run)
{
    constexpr double kTransform[4][3] = {{1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}};
    constexpr std::size_t kRead = 3;
    constexpr std::size_t kMade = 19; // no whole number of registers
    const std::size_t row = paddedChannels<Scalar>(kMade);
    const std::vector<Scalar> taps = randomNumbers<Scalar>(kRead * kMade * 9);
    for (const bool turned : {false, true}) {
        const TapGrid grid{.read = kRead,
                           .made = kMade,
                           .fromRead = turned ? kMade * 9 : 9,
                           .fromMade = turned ? 9 : kRead * 9,
                           .turned = turned};
        std::vector<Scalar> weights(16 * kRead * row, Scalar(7));
        run.transformTaps(grid, taps.data(), weights.data());
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const std::size_t number = i / (kRead * row);
            const std::size_t read = i / row % kRead;
            const std::size_t made = i % row;
            double sum = 0;
            for (std::size_t tap = 0; made < kMade && tap < 9; ++tap)
                sum += kTransform[number / 4][tap / 3] * kTransform[number % 4][tap % 3]
                       * static_cast<double>(taps[read * grid.fromRead + made * grid.fromMade
                                                  + (turned ? 8 - tap : tap)]);
            QVERIFY(std::abs(static_cast<double>(weights[i]) - sum) < kRounding<Scalar>);
        }
    }
}

} // namespace

/// Convolutions of a planned step, whichever way computes them.
class TestPlannedConvolutions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { at::manual_seed(7); }

    void equalLibTorchs_data()
    {
        QTest::addColumn<std::size_t>("index");
        QTest::addColumn<bool>("wide");
        const std::vector<Case> all = cases();
        for (std::size_t i = 0; i < all.size(); ++i)
            for (const bool wide : {false, true})
                QTest::addRow("%s, %s", nameOf(all[i]).c_str(), wide ? "float64" : "float32")
                    << i << wide;
    }

    void equalLibTorchs()
    {
        QFETCH(std::size_t, index);
        QFETCH(bool, wide);
        const Case one = cases()[index];
        const Network network = networkWith(one);
        QCOMPARE(suitsWinograd(network.layers()[1], network.shapeAfter(1)), one.tiled);
        if (wide)
            comparePlanned<double>(network, true, 1e-9, one.batch);
        else
            comparePlanned<float>(network, true, 1e-5, one.batch);
    }

    void everyInstructionSetKnowsTiles()
    {
        for (const InstructionSet set :
             {InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512}) {
            const KernelTables* tables = tablesOf(set);
            qInfo("instruction set %d: %s", int(set), tables ? "tried" : "not there");
            if (!tables)
                continue;
            windowsHoldPlanesAndZeros(tables->singles);
            windowsHoldPlanesAndZeros(tables->doubles);
            smallProductsAreSums(tables->singles);
            smallProductsAreSums(tables->doubles);
            tilesAgree(tables->singles);
            tilesAgree(tables->doubles);
            tapsAreTransformed(tables->singles);
            tapsAreTransformed(tables->doubles);
        }
    }
};

COTERIE_SECTION(TestPlannedConvolutions)

} // namespace tst_planned_convolutions

#include "tst_planned_convolutions.moc"
