#include "core/nn/cpu_step.h"
#include "core/nn/initialise.h"
#include "core/nn/script_module.h"
#include "tests/core/fixtures/script_files.h"
#include "tests/sections.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace tst_script_features {

using namespace coterie;
using namespace coterie::test;

namespace {

constexpr SampleShape kDigits{.channels = 1, .height = 28, .width = 28};
constexpr SampleShape kWindows{.channels = 12}; // of characters
constexpr std::size_t kBatch = 5;

/// A module by itself, whatever a list of layers could do.
Network networkOf(const std::string& bytes,
                  const SampleShape& input = kDigits,
                  std::size_t classes = 10,
                  const std::string& output = {})
{
    const auto module = ScriptModule::load(bytes, output);
    if (!module)
        qFatal("%s", module.error().sentence().c_str());
    const Result<ScriptFit> fit = (*module)->fit(input, classes);
    if (!fit)
        qFatal("%s", fit.error().sentence().c_str());
    return {"torchScript", input, *module, *fit};
}

struct Rows
{
    std::vector<double> parameters;
    std::vector<double> buffers;

    explicit Rows(const Network& network)
        : parameters(network.layout().parameterCount)
        , buffers(network.layout().bufferCount)
    {
        initialise<double>(network, Initialisation::LibTorch, 1, 0, parameters, buffers);
    }
};

std::vector<double> featuresOf(CpuStep<double>& plan, const Rows& rows)
{
    plan.evaluate(rows.parameters.data(), rows.buffers.data(), kBatch);
    const std::span<const double> found = plan.features();
    return {found.begin(), found.end()};
}

/// Of a loss that is Σ slopes · features.
std::vector<double>
gradientOf(CpuStep<double>& plan, const Rows& rows, const std::vector<double>& slopes)
{
    std::vector<double> gradient(rows.parameters.size());
    plan.evaluate(rows.parameters.data(), rows.buffers.data(), kBatch);
    plan.noLoss();
    plan.backward(rows.parameters.data(), gradient.data(), slopes.data());
    return gradient;
}

std::vector<double> slopesFor(std::size_t count)
{
    std::vector<double> slopes(count);
    for (std::size_t i = 0; i < count; ++i)
        slopes[i] = std::cos(0.7 * static_cast<double>(i));
    return slopes;
}

} // namespace

/// What arrives at the output layer of a module that LibTorch trains: for MOON and pFedGP.
class TestScriptFeatures : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theyAreThoseOfTheSameLayers()
    {
        const Network module = networkOf(scriptCnn({.dropout = "x"}));
        const Network layers("layers",
                             kDigits,
                             {conv2d(1, 4, 3, 1),
                              batchNorm(4),
                              relu(),
                              maxPool2d(),
                              flatten(),
                              linear(4 * 14 * 14, 10)},
                             Loss::CrossEntropy);
        QCOMPARE(module.features(), layers.features());
        const Rows rows(module); // its values are those of the list, in the same order
        CpuStep<double> one(module, kBatch);
        CpuStep<double> other(layers, kBatch);
        for (std::size_t i = 0; i < kBatch * kDigits.size(); ++i)
            one.input()[i] = other.input()[i] = std::sin(0.37 * static_cast<double>(i));
        const std::vector<double> found = featuresOf(one, rows);
        compare(found, featuresOf(other, rows));
        const std::vector<double> slopes = slopesFor(found.size());
        compare(gradientOf(one, rows, slopes), gradientOf(other, rows, slopes));
        // Beside the loss of the outputs, in training.
        std::vector<std::vector<double>> gradients;
        for (CpuStep<double>* plan : {&one, &other}) {
            Rows own = rows;
            plan->train(own.parameters.data(), own.buffers.data(), kBatch, {.seed = 3}, 0);
            const std::vector<std::int32_t> labels{1, 2, 3, 4, 5};
            QVERIFY(plan->loss(std::span<const std::int32_t>(labels)) > 0);
            std::vector<double> gradient(own.parameters.size());
            plan->backward(own.parameters.data(), gradient.data(), slopes.data());
            gradients.push_back(std::move(gradient));
        }
        compare(gradients[0], gradients[1]);
    }

    void theirSlopesAreThoseOfDifferences()
    {
        const Network network = networkOf(scriptFile("lstm.pt"), kWindows, 32);
        QCOMPARE(network.features(), std::size_t{16});
        const Rows rows(network);
        CpuStep<double> plan(network, kBatch);
        for (std::size_t i = 0; i < kBatch * kWindows.size(); ++i)
            plan.input()[i] = static_cast<double>((7 * i) % 32);
        const std::vector<double> slopes = slopesFor(kBatch * network.features());
        const std::vector<double> gradient = gradientOf(plan, rows, slopes);
        const auto sumAt = [&](std::size_t place, double step) {
            Rows moved = rows;
            moved.parameters[place] += step;
            const std::vector<double> features = featuresOf(plan, moved);
            double sum = 0;
            for (std::size_t i = 0; i < features.size(); ++i)
                sum += slopes[i] * features[i];
            return sum;
        };
        constexpr double kStep = 1e-4;
        double largest = 0;
        for (std::size_t place = 0; place < gradient.size(); place += 61) {
            const double expected = (sumAt(place, kStep) - sumAt(place, -kStep)) / (2 * kStep);
            QVERIFY2(std::abs(gradient[place] - expected) < 1e-6,
                     qPrintable(QString("%1: %2, %3 by differences")
                                    .arg(place)
                                    .arg(gradient[place])
                                    .arg(expected)));
            largest = std::max(largest, std::abs(expected));
        }
        QVERIFY(largest > 1e-3);
        // They arrive before the output layer.
        const Slice* last =
            network.layout().parameter(network.layout().outputLayer, SliceRole::Weight);
        QCOMPARE(last->name, std::string("fc.weight"));
        for (std::size_t i = 0; i < last->count; ++i)
            QCOMPARE(gradient[last->offset + i], 0.0);
    }

    void aSoftmaxMayFollow()
    {
        QCOMPARE(networkOf(scriptCnn({.dropout = "x).log_softmax(1"})).features(),
                 std::size_t{4 * 14 * 14});
        QCOMPARE(networkOf(scriptFile("vit.pt")).features(), std::size_t{16});
        QCOMPARE(networkOf(scriptFile("softmax.pt")).features(), std::size_t{4}); // F.log_softmax
    }

    void aModuleThatDoesNotTellThemSaysWhy_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("output");
        QTest::addColumn<QByteArray>("said");
        const auto row =
            [](const char* name, const std::string& bytes, const char* output, const char* said) {
                QTest::newRow(name)
                    << QByteArray::fromStdString(bytes) << QByteArray(output) << QByteArray(said);
            };
        row("something follows",
            scriptCnn({.dropout = "x) + torch.zeros([10]"}),
            "",
            "forward ends in aten::add");
        row("a condition",
            scriptCnn({.dropout = "x) if self.training else self.fc.forward(x"}),
            "",
            "forward ends in a condition or a loop");
        row("another output layer",
            scriptCnn(),
            "conv",
            "its last linear layer has \"fc.weight\", and its output layer is the one with "
            "\"conv.weight\"; set output to \"fc\" if that is wrong");
        row("no module of its own",
            scriptLstm(),
            "",
            "its last linear layer has \"weight\", and its output layer is the one with "
            "\"w_ih\"; the last linear layer must be a module of its own");
        row("features that change after the layer",
            scriptCnn({.end = "    y = self.fc.forward(x)\n    x.add_(1)\n    return y\n"}),
            "",
            "aten::add_");
        row("features that change after the layer in training",
            scriptCnn({.end = "    y = self.fc.forward(x)\n"
                              "    if self.training:\n        x.add_(1)\n    return y\n"}),
            "",
            "prim::If");
        row("computed weights",
            scriptCnn({.end = "    return torch.linear(x, self.fc.weight * 2.0, self.fc.bias)\n"}),
            "",
            "the weights of aten::linear");
        row("more than one row for each sample",
            scriptCnn({.end = "    y = self.fc.forward(torch.reshape(x, [-1, 1, 784]))\n"
                              "    return torch.flatten(y, 1)\n"}),
            "",
            "what arrives at its last linear layer has the shape [batch, 1, 784], which is not one "
            "row for each sample");
    }

    void aModuleThatDoesNotTellThemSaysWhy()
    {
        QFETCH(const QByteArray, bytes);
        QFETCH(const QByteArray, output);
        QFETCH(const QByteArray, said);
        const Network network = networkOf(bytes.toStdString(), kDigits, 10, output.toStdString());
        QCOMPARE(network.features(), std::size_t{0});
        QVERIFY2(network.whyNoFeatures().starts_with(said.toStdString()),
                 network.whyNoFeatures().c_str());
    }

private:
    static void compare(const std::vector<double>& found, const std::vector<double>& expected)
    {
        QCOMPARE(found.size(), expected.size());
        double farthest = 0;
        double largest = 0;
        for (std::size_t i = 0; i < found.size(); ++i) {
            farthest = std::max(farthest, std::abs(found[i] - expected[i]));
            largest = std::max(largest, std::abs(expected[i]));
        }
        QVERIFY2(farthest < 1e-10, qPrintable(QString::number(farthest)));
        QVERIFY(largest > 1e-3);
    }
};

COTERIE_SECTION(TestScriptFeatures)

} // namespace tst_script_features

#include "tst_script_features.moc"
