#include "core/data/glyph_digits.h"
#include "core/data/preprocess.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

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

bool apply(const std::vector<Part>& steps, Dataset& dataset)
{
    const Result<InputScale> scale = preprocessedScale(dataset, steps);
    if (scale)
        dataset.inputScale = *scale;
    return scale.has_value();
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
            << "/data/preprocess/1/mean: [1, 2, 3] found, one number or 2 (one per channel) needed";
        QTest::newRow("deviations")
            << normalise({1}, {1, 0})
            << "/data/preprocess/1/std: [1, 0] found, each more than 0 needed";
        QTest::newRow("upside down")
            << scale(1, 0) << "/data/preprocess/1/high: 0 found, more than low (1) needed";
        QTest::newRow("unknown") << Part{
            .name = "crop",
            .parameters = {}} << "/data/preprocess/1/step: crop found, scale or normalise needed";
    }
    void impossibleSettingsGetASentence()
    {
        QFETCH(Part, step);
        QFETCH(QString, expected);
        const Dataset dataset = smallSet();
        const std::vector<Part> steps{scale(0, 1), step};
        const auto done = preprocessedScale(dataset, steps);
        QVERIFY(!done.has_value());
        QCOMPARE(QString::fromStdString(done.error().sentence()), expected);
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

QTEST_GUILESS_MAIN(TestPreprocess)
#include "tst_preprocess.moc"
