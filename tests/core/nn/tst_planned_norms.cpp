#include "core/nn/kernels.h"
#include "tests/core/nn/planned_comparison.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <cmath>
#include <limits>
#include <vector>

namespace tst_planned_norms {

using namespace coterie;

namespace {

struct Case
{
    const char* name;
    SampleShape input;
    std::vector<Layer> layers;
};

/// Norms with all that they do in the same pass, and pictures so large that a pass takes several
/// blocks of samples, the last one smaller, and several stretches of each channel.
std::vector<Case> cases()
{
    const SampleShape row{.channels = 7};
    const SampleShape picture{.channels = 3, .height = 9, .width = 7};
    const SampleShape large{.channels = 3, .height = 34, .width = 35};
    const auto residual = [](auto norm) -> std::vector<Layer> {
        return {conv2d(3, 4, 3, 1, false),
                norm(),
                relu(),
                remember(0),
                conv2d(4, 4, 3, 1, false),
                norm(),
                relu(),
                conv2d(4, 4, 3, 1, false),
                norm(),
                addition(0),
                relu(),
                globalAveragePool(),
                linear(4, 3)};
    };
    const auto projected = [](auto norm) -> std::vector<Layer> {
        return {conv2d(3, 4, 3, 1, false),
                norm(),
                relu(),
                remember(0),
                spreadConvolution(conv2d(4, 4, 3, 1, false), 2),
                norm(),
                relu(),
                conv2d(4, 4, 3, 1, false),
                norm(),
                remember(1),
                recall(0),
                spreadConvolution(conv2d(4, 4, 1, 0, false), 2),
                norm(),
                addition(1),
                relu(),
                remember(2),
                conv2d(4, 4, 3, 1, false),
                norm(),
                addition(2),
                globalAveragePool(),
                linear(4, 3)};
    };
    const auto batch = [] { return batchNorm(4); };
    const auto group = [] { return groupNorm(4, 2); };
    return {
        {"batch-norm and a cut",
         picture,
         {conv2d(3, 4, 3), batch(), relu(), flatten(), linear(140, 3)}},
        {"group-norm and a cut",
         picture,
         {conv2d(3, 4, 3), group(), relu(), flatten(), linear(140, 3)}},
        {"batch-norm of features and a cut",
         row,
         {linear(7, 6), batchNorm(6), relu(), linear(6, 3)}},
        {"group-norm of features and a cut",
         row,
         {linear(7, 6), groupNorm(6, 3), relu(), linear(6, 3)}},
        {"batch-norm first, and a cut", picture, {batchNorm(3), relu(), flatten(), linear(189, 3)}},
        {"group-norm first, and a cut",
         picture,
         {groupNorm(3, 1), relu(), flatten(), linear(189, 3)}},
        {"batch-norm in a block", picture, residual(batch)},
        {"group-norm in a block", picture, residual(group)},
        {"batch-norm in a projected block", picture, projected(batch)},
        {"group-norm in a projected block", picture, projected(group)},
        {"batch-norm and the samples themselves",
         picture,
         {remember(0), batchNorm(3), addition(0), relu(), flatten(), linear(189, 3)}},
        {"group-norm and a sum without a cut",
         row,
         {linear(7, 6),
          remember(0),
          linear(6, 6),
          groupNorm(6, 2),
          addition(0),
          remember(1),
          tanhLayer(),
          groupNorm(6, 3),
          addition(1),
          linear(6, 3)}},
        {"a shortcut that is cut on one way",
         picture,
         {conv2d(3, 4, 3, 1),
          group(),
          remember(0),
          conv2d(4, 4, 3, 1),
          group(),
          remember(1),
          recall(0),
          relu(),
          conv2d(4, 4, 1),
          addition(1),
          relu(),
          globalAveragePool(),
          linear(4, 3)}},
        {"a shortcut that is cut on both ways",
         picture,
         {conv2d(3, 4, 3, 1),
          remember(0),
          relu(),
          conv2d(4, 4, 3, 1),
          remember(1),
          recall(0),
          relu(),
          conv2d(4, 4, 1),
          addition(1),
          globalAveragePool(),
          linear(4, 3)}},
        {"two shortcuts from one place, one of them cut",
         picture,
         {conv2d(3, 3, 3, 1),
          remember(0),
          remember(1),
          conv2d(3, 3, 3, 1),
          remember(2),
          recall(1),
          relu(),
          conv2d(3, 3, 3, 1),
          addition(2),
          addition(0),
          globalAveragePool(),
          linear(3, 3)}},
        {"a shortcut in a shortcut's place, cut",
         picture,
         {conv2d(3, 3, 3, 1),
          remember(5),
          remember(0),
          recall(0),
          relu(),
          conv2d(3, 3, 3, 1),
          addition(5),
          globalAveragePool(),
          linear(3, 3)}},
        {"a cut after a layer that reads its own output on the way back",
         picture,
         {conv2d(3, 3, 3, 1),
          tanhLayer(),
          remember(0),
          conv2d(3, 3, 3, 1),
          remember(1),
          recall(0),
          relu(),
          conv2d(3, 3, 3, 1),
          addition(1),
          globalAveragePool(),
          linear(3, 3)}},
        {"batch-norm of large pictures",
         large,
         {conv2d(3, 4, 3), batch(), relu(), globalAveragePool(), linear(4, 3)}},
        {"group-norm of large pictures",
         large,
         {conv2d(3, 4, 3), groupNorm(4, 1), relu(), globalAveragePool(), linear(4, 3)}},
        {"group-norm of large pictures in a block", large, residual(group)},
    };
}

/// Numbers around a mean, with what reference sums in long double say of them.
template <typename Scalar>
std::vector<Scalar> numbersAround(double mean, std::size_t count)
{
    const at::Tensor numbers = at::randn({signedSize(count)}, at::kDouble) + mean;
    const double* begin = numbers.data_ptr<double>();
    std::vector<Scalar> found(count);
    for (std::size_t i = 0; i < count; ++i)
        found[i] = static_cast<Scalar>(begin[i]);
    return found;
}

template <typename Scalar>
constexpr double kExact = sizeof(Scalar) == 4 ? 1e-6 : 1e-13;

/// Lengths with and without whole registers and stretches.
constexpr std::size_t kLengths[] = {1, 2, 7, 16, 31, 64, 100, 1024, 1027, 4096, 5000};

template <typename Scalar>
void momentsLoseNoDigits(const Kernels<Scalar>& run)
{
    for (const std::size_t count : kLengths) {
        for (const double mean : {0.0, -3.0, 1e4}) {
            std::vector<Scalar> x = numbersAround<Scalar>(mean, count);
            x.front() += Scalar(100); // not like the rest
            long double sum = 0;
            for (const Scalar value : x)
                sum += value;
            const long double exact = sum / static_cast<long double>(count);
            long double squares = 0;
            for (const Scalar value : x)
                squares += (value - exact) * (value - exact);
            const Moments found = run.moments(x.data(), count);
            const auto near =
                static_cast<double>(std::sqrt(squares / count)) + 1e-9 * std::abs(mean);
            QVERIFY(std::abs(found.mean - static_cast<double>(exact))
                    <= kExact<Scalar> * near + 1e-15 * std::abs(mean));
            QVERIFY(std::abs(found.squares - static_cast<double>(squares))
                    <= kExact<Scalar> * static_cast<double>(squares));
        }
        std::vector<Scalar> huge(count, Scalar(1e20)); // whose squares are none of single precision
        for (std::size_t i = 1; i < count; i += 2)
            huge[i] = Scalar(-1e20);
        const Moments wide = run.moments(huge.data(), count);
        const auto odd = static_cast<double>(count % 2);
        const auto all = static_cast<double>(count);
        const double wideSquares = 1e40 * (all - odd / all);
        QVERIFY(std::abs(wide.mean - 1e20 * odd / all) <= 1e-6 * 1e20);
        QVERIFY(std::abs(wide.squares - wideSquares) <= 1e-6 * 1e40 * all);
        const std::vector<Scalar> equal(count, Scalar(0.1));
        const Moments found = run.moments(equal.data(), count);
        QCOMPARE(static_cast<Scalar>(found.mean), Scalar(0.1));
        QVERIFY(found.squares >= 0 && found.squares < 1e-12 * static_cast<double>(count));
    }
}

template <typename Scalar>
void sumsAreOfWhatIsLeft(const Kernels<Scalar>& run)
{
    constexpr Scalar kMean{0.5};
    for (const std::size_t count : kLengths) {
        const std::vector<Scalar> x = numbersAround<Scalar>(0.5, count);
        const std::vector<Scalar> slopes = numbersAround<Scalar>(0.25, count);
        std::vector<Scalar> y = numbersAround<Scalar>(0, count);
        y.back() = std::numeric_limits<Scalar>::quiet_NaN();
        for (const bool cut : {false, true}) {
            std::vector<Scalar> expected = slopes;
            double plain = 0;
            double timesOff = 0;
            double sizes = 0;
            for (std::size_t i = 0; i < count; ++i) {
                if (cut && !(y[i] > 0))
                    expected[i] = 0;
                const auto slope = static_cast<double>(expected[i]);
                plain += slope;
                timesOff += slope * static_cast<double>(x[i] - kMean);
                sizes += std::abs(slope) * (1 + std::abs(static_cast<double>(x[i] - kMean)));
            }
            std::vector<Scalar> dy = slopes;
            const GradientSums found =
                run.gradientSums(x.data(), cut ? y.data() : nullptr, kMean, count, dy.data());
            QCOMPARE(dy, expected);
            QVERIFY(std::abs(found.plain - plain) <= kExact<Scalar> * sizes);
            QVERIFY(std::abs(found.timesOff - timesOff) <= kExact<Scalar> * sizes);
        }
    }
}

template <typename Scalar>
void everyEndIsReached(const Kernels<Scalar>& run)
{
    constexpr std::size_t kCount = 37;
    constexpr std::size_t kOdd = 5;
    std::vector<Scalar> x = numbersAround<Scalar>(1, kCount);
    x[kOdd] = std::numeric_limits<Scalar>::quiet_NaN();
    const std::vector<Scalar> added = numbersAround<Scalar>(0, kCount);
    for (const bool adds : {false, true}) {
        for (const bool rectify : {false, true}) {
            std::vector<Scalar> y(kCount);
            run.normalise(x.data(),
                          {.mean = 1,
                           .scale = 2,
                           .shift = Scalar(0.25),
                           .added = adds ? added.data() : nullptr,
                           .rectify = rectify},
                          kCount,
                          y.data());
            QVERIFY(std::isnan(y[kOdd]));
            for (std::size_t i = 0; i < kCount; ++i) {
                const double value = (static_cast<double>(x[i]) - 1) * 2 + 0.25
                                     + (adds ? static_cast<double>(added[i]) : 0.0);
                if (i != kOdd)
                    QVERIFY(std::abs(static_cast<double>(y[i])
                                     - (rectify ? std::max(value, 0.0) : value))
                            <= 10 * kExact<Scalar>);
            }
        }
    }
}

template <typename Scalar>
void slopesFollowTheirSign(const Kernels<Scalar>& run)
{
    constexpr auto kSlope = static_cast<Scalar>(0.3);
    for (const std::size_t count : kLengths) {
        std::vector<Scalar> x = numbersAround<Scalar>(0, count);
        const std::vector<Scalar> dy = numbersAround<Scalar>(0.25, count);
        x[count / 3] = 0; // belongs to the slope
        std::vector<Scalar> y(count + 1, Scalar(7));
        run.prelu(x.data(), kSlope, count, y.data());
        std::vector<Scalar> dx(count + 1, Scalar(7));
        const double found = run.preluBackward(x.data(), dy.data(), kSlope, count, dx.data());
        double sum = 0;
        double sizes = 0;
        for (std::size_t i = 0; i < count; ++i) {
            QCOMPARE(y[i], x[i] > 0 ? x[i] : kSlope * x[i]);
            QCOMPARE(dx[i], x[i] > 0 ? dy[i] : kSlope * dy[i]);
            const double term = static_cast<double>(dy[i]) * static_cast<double>(x[i]);
            sum += x[i] > 0 ? 0 : term;
            sizes += std::abs(term);
        }
        QCOMPARE(y[count], Scalar(7)); // nothing behind the last one
        QCOMPARE(dx[count], Scalar(7));
        QVERIFY(std::abs(found - sum) <= kExact<Scalar> * sizes);
        QCOMPARE(run.preluBackward(x.data(), dy.data(), kSlope, count, nullptr), found);
        x.back() = std::numeric_limits<Scalar>::quiet_NaN();
        run.prelu(x.data(), kSlope, count, y.data());
        QVERIFY(std::isnan(y[count - 1]));
    }
}

template <typename Scalar>
void gradientsOfNormsAreTheirFormula(const Kernels<Scalar>& run)
{
    const NormaliserGradient<Scalar> by{
        .mean = Scalar(0.5), .scale = Scalar(1.5), .offset = Scalar(-0.25), .slope = Scalar(0.75)};
    for (const std::size_t count : kLengths) {
        const std::vector<Scalar> x = numbersAround<Scalar>(0.5, count);
        const std::vector<Scalar> dy = numbersAround<Scalar>(0.25, count);
        std::vector<Scalar> dx(count + 1, Scalar(7));
        run.normaliseBackward(x.data(), dy.data(), by, count, dx.data());
        for (std::size_t i = 0; i < count; ++i) {
            const double product = 1.5 * static_cast<double>(dy[i]);
            const double off = 0.75 * (static_cast<double>(x[i]) - 0.5);
            QVERIFY(std::abs(static_cast<double>(dx[i]) - (product + 0.25 - off))
                    <= kExact<Scalar> * (std::abs(product) + 1 + std::abs(off)));
        }
        QCOMPARE(dx[count], Scalar(7)); // nothing behind the last one
        std::vector<Scalar> inPlace = dy;
        run.normaliseBackward(x.data(), inPlace.data(), by, count, inPlace.data());
        dx.pop_back();
        QCOMPARE(inPlace, dx);
    }
}

} // namespace

/// Batch-norm and group-norm of a planned step, with the sums and cuts that follow them.
class TestPlannedNorms : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { at::manual_seed(7); }

    void equalLibTorchs_data()
    {
        QTest::addColumn<std::size_t>("index");
        QTest::addColumn<bool>("training");
        QTest::addColumn<bool>("wide");
        const std::vector<Case> all = cases();
        for (std::size_t i = 0; i < all.size(); ++i)
            for (const bool training : {false, true})
                for (const bool wide : {false, true})
                    QTest::addRow("%s, %s, %s",
                                  all[i].name,
                                  training ? "training" : "evaluating",
                                  wide ? "float64" : "float32")
                        << i << training << wide;
    }

    void equalLibTorchs()
    {
        QFETCH(std::size_t, index);
        QFETCH(bool, training);
        QFETCH(bool, wide);
        const Case one = cases()[index];
        std::vector<Layer> layers = one.layers;
        // In single precision one of so many numbers falls now and then on the other side of zero.
        if (!wide && one.input.height > 9)
            std::erase_if(layers, [](const Layer& layer) { return layer.kind == LayerKind::Relu; });
        const Network network(one.name, one.input, layers, Loss::CrossEntropy);
        constexpr std::size_t kBatch = 7; // the last block of large pictures is smaller
        if (wide)
            comparePlanned<double>(network, training, 1e-9, kBatch);
        else
            comparePlanned<float>(network, training, 1e-5, kBatch);
    }

    void everyInstructionSetKnowsNorms()
    {
        for (const InstructionSet set :
             {InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512}) {
            const KernelTables* tables = tablesOf(set);
            qInfo("instruction set %d: %s", int(set), tables ? "tried" : "not there");
            if (!tables)
                continue;
            momentsLoseNoDigits(tables->singles);
            momentsLoseNoDigits(tables->doubles);
            sumsAreOfWhatIsLeft(tables->singles);
            sumsAreOfWhatIsLeft(tables->doubles);
            everyEndIsReached(tables->singles);
            everyEndIsReached(tables->doubles);
            slopesFollowTheirSign(tables->singles);
            slopesFollowTheirSign(tables->doubles);
            gradientsOfNormsAreTheirFormula(tables->singles);
            gradientsOfNormsAreTheirFormula(tables->doubles);
        }
    }
};

COTERIE_SECTION(TestPlannedNorms)

} // namespace tst_planned_norms

#include "tst_planned_norms.moc"
