#include "core/nn/initialise.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace tst_initialise {

using namespace coterie;

namespace {

Network wideNetwork()
{
    return Network("wide",
                   {.channels = 8, .height = 6, .width = 6},
                   {conv2d(8, 64, 3), // 0: 4608 weights, fan in 72, fan out 576
                    batchNorm(64),
                    prelu(),
                    flatten(),
                    linear(1024, 100), // 4: fan in 1024, fan out 100
                    relu(),
                    linear(100, 10)},
                   Loss::CrossEntropy);
}

template <typename Scalar>
struct Start
{
    std::vector<Scalar> parameters;
    std::vector<Scalar> buffers;
    bool operator==(const Start&) const = default;
};

template <typename Scalar>
Start<Scalar> start(Initialisation scheme, std::uint64_t seed = 1, std::uint32_t copy = 0)
{
    const Network network = wideNetwork();
    Start<Scalar> made{std::vector<Scalar>(network.layout().parameterCount, Scalar{-7}),
                       std::vector<Scalar>(network.layout().bufferCount, Scalar{-7})};
    initialise<Scalar>(network, scheme, seed, copy, made.parameters, made.buffers);
    return made;
}

struct Moments
{
    double largest = 0; ///< in absolute value
    double mean = 0;
    double deviation = 0;
};

Moments moments(const std::vector<double>& row, std::size_t layer, SliceRole role)
{
    const Network network = wideNetwork();
    const Slice& slice = *network.layout().parameter(layer, role);
    const std::span<const double> values = std::span(row).subspan(slice.offset, slice.count);
    Moments found;
    for (const double value : values) {
        found.largest = std::max(found.largest, std::abs(value));
        found.mean += value / static_cast<double>(values.size());
    }
    for (const double value : values)
        found.deviation +=
            (value - found.mean) * (value - found.mean) / static_cast<double>(values.size());
    found.deviation = std::sqrt(found.deviation);
    return found;
}

/// Within the bound, close to it, and with a uniform distribution's mean and spread to five
/// standard errors.
bool isUniform(const Moments& found, double bound, double count)
{
    const double deviation = bound / std::sqrt(3.0);
    return found.largest <= bound && found.largest > bound * (1 - 10 / count)
           && std::abs(found.mean) < 5 * deviation / std::sqrt(count)
           && std::abs(found.deviation / deviation - 1) < 5 * std::sqrt(0.2 / count);
}

bool isNormal(const Moments& found, double deviation, double count)
{
    return std::abs(found.mean) < 5 * deviation / std::sqrt(count)
           && std::abs(found.deviation / deviation - 1) < 5 * std::sqrt(0.5 / count)
           && found.largest > 3 * deviation;
}

} // namespace

class TestInitialise : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void libTorchDrawsWithinOneOverRootFanIn();
    void groupsShareTheInputs();
    void xavierUsesBothFansAndZeroBiases();
    void kaimingIsNormalWithZeroBiases();
    void constantsDoNotDependOnTheScheme();
    void sameSeedGivesTheSameBits();
    void seedsAndCopiesDiffer();
    void bothPrecisionsAgreeButForRounding();
    void wordsNameTheSchemes();
};

void TestInitialise::libTorchDrawsWithinOneOverRootFanIn()
{
    const std::vector<double> row = start<double>(Initialisation::LibTorch).parameters;
    QVERIFY(isUniform(moments(row, 0, SliceRole::Weight), 1 / std::sqrt(72.0), 4608));
    QVERIFY(isUniform(moments(row, 0, SliceRole::Bias), 1 / std::sqrt(72.0), 64));
    QVERIFY(isUniform(moments(row, 4, SliceRole::Weight), 1 / std::sqrt(1024.0), 102400));
    QVERIFY(isUniform(moments(row, 4, SliceRole::Bias), 1 / std::sqrt(1024.0), 100));
}

/// As in PyTorch: an output of a grouped convolution sums over the inputs of its group alone.
void TestInitialise::groupsShareTheInputs()
{
    Layer grouped = conv2d(64, 128, 3);
    grouped.groups = 16;
    const Network network("grouped",
                          {.channels = 64, .height = 3, .width = 3},
                          {grouped, groupNorm(128, 4), flatten(), layerNorm(1), linear(128, 2)},
                          Loss::CrossEntropy);
    std::vector<double> row(network.layout().parameterCount);
    initialise<double>(network, Initialisation::LibTorch, 1, 0, row, {});
    const auto part = [&](std::size_t layer, SliceRole role) {
        const Slice* slice = network.layout().parameter(layer, role);
        return std::span(row).subspan(slice->offset, slice->count);
    };
    const auto weights = part(0, SliceRole::Weight);
    QCOMPARE(weights.size(), std::size_t{128 * 4 * 9});
    const double largest = std::max(std::ranges::max(weights), -std::ranges::min(weights));
    QVERIFY(largest <= 1 / std::sqrt(36.0) && largest > 0.99 / std::sqrt(36.0));
    for (const std::size_t norm : {1, 3}) {
        QCOMPARE(part(norm, SliceRole::Scale).size(), std::size_t{128});
        QVERIFY(std::ranges::all_of(part(norm, SliceRole::Scale), [](double x) { return x == 1; }));
        QVERIFY(std::ranges::all_of(part(norm, SliceRole::Shift), [](double x) { return x == 0; }));
    }
}

void TestInitialise::xavierUsesBothFansAndZeroBiases()
{
    const std::vector<double> row = start<double>(Initialisation::Xavier).parameters;
    const double gain = std::sqrt(2.0);
    QVERIFY(
        isUniform(moments(row, 0, SliceRole::Weight), gain * std::sqrt(6.0 / (72 + 576)), 4608));
    QVERIFY(isUniform(
        moments(row, 4, SliceRole::Weight), gain * std::sqrt(6.0 / (1024 + 100)), 102400));
    QCOMPARE(moments(row, 0, SliceRole::Bias).largest, 0.0);
    QCOMPARE(moments(row, 6, SliceRole::Bias).largest, 0.0);
}

void TestInitialise::kaimingIsNormalWithZeroBiases()
{
    const std::vector<double> row = start<double>(Initialisation::Kaiming).parameters;
    QVERIFY(isNormal(moments(row, 0, SliceRole::Weight), std::sqrt(2.0 / 72), 4608));
    QVERIFY(isNormal(moments(row, 4, SliceRole::Weight), std::sqrt(2.0 / 1024), 102400));
    QCOMPARE(moments(row, 4, SliceRole::Bias).largest, 0.0);
}

void TestInitialise::constantsDoNotDependOnTheScheme()
{
    const Network network = wideNetwork();
    for (const Initialisation scheme :
         {Initialisation::LibTorch, Initialisation::Xavier, Initialisation::Kaiming}) {
        const Start<double> made = start<double>(scheme);
        const auto all = [](const std::vector<double>& row, const Slice* slice, double value) {
            const auto part = std::span(row).subspan(slice->offset, slice->count);
            return std::ranges::all_of(part, [&](double found) { return found == value; });
        };
        const ParamLayout& layout = network.layout();
        QVERIFY(all(made.parameters, layout.parameter(1, SliceRole::Scale), 1));
        QVERIFY(all(made.parameters, layout.parameter(1, SliceRole::Shift), 0));
        QVERIFY(all(made.parameters, layout.parameter(2, SliceRole::Slope), 0.25));
        QVERIFY(all(made.buffers, layout.buffer(1, SliceRole::RunningMean), 0));
        QVERIFY(all(made.buffers, layout.buffer(1, SliceRole::RunningVariance), 1));
    }
}

void TestInitialise::sameSeedGivesTheSameBits()
{
    for (const Initialisation scheme :
         {Initialisation::LibTorch, Initialisation::Xavier, Initialisation::Kaiming})
        QVERIFY(start<float>(scheme, 7, 3) == start<float>(scheme, 7, 3));
}

void TestInitialise::seedsAndCopiesDiffer()
{
    const Start<double> first = start<double>(Initialisation::LibTorch, 1, 0);
    QVERIFY(first.parameters != start<double>(Initialisation::LibTorch, 2, 0).parameters);
    QVERIFY(first.parameters != start<double>(Initialisation::LibTorch, 1, 1).parameters);
}

void TestInitialise::bothPrecisionsAgreeButForRounding()
{
    for (const Initialisation scheme :
         {Initialisation::LibTorch, Initialisation::Xavier, Initialisation::Kaiming}) {
        const Start<float> single = start<float>(scheme);
        const Start<double> twice = start<double>(scheme);
        const auto rounded = [](float narrow, double wide) {
            return narrow == static_cast<float>(wide);
        };
        QVERIFY(std::ranges::equal(single.parameters, twice.parameters, rounded));
        QVERIFY(std::ranges::equal(single.buffers, twice.buffers, rounded));
    }
}

void TestInitialise::wordsNameTheSchemes()
{
    QVERIFY(initialisationNamed("default") == Initialisation::LibTorch);
    QVERIFY(initialisationNamed("xavier") == Initialisation::Xavier);
    QVERIFY(initialisationNamed("kaiming") == Initialisation::Kaiming);
}

COTERIE_SECTION(TestInitialise)

} // namespace tst_initialise

#include "tst_initialise.moc"
