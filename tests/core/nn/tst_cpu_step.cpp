#include "core/base/random_stream.h"
#include "core/nn/cpu_step.h"
#include "core/nn/initialise.h"
#include "core/nn/kernels.h"
#include "core/nn/models.h"
#include "core/nn/stacked_forward.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tst_cpu_step {

using namespace coterie;

namespace {

constexpr DropoutKey kDropout{.seed = 5, .round = 2, .client = 3};
constexpr std::uint32_t kStep = 7;

struct Case
{
    Network network;
    std::vector<double> parameters;
    std::vector<double> buffers;
    std::vector<double> input;
    std::vector<std::int32_t> labels;
    std::size_t batch;
};

Case makeCase(const Network& network, std::size_t batch, bool wild)
{
    Case made{.network = network,
              .parameters = std::vector<double>(network.layout().parameterCount),
              .buffers = std::vector<double>(network.layout().bufferCount),
              .input = {},
              .labels = {},
              .batch = batch};
    initialise<double>(network, Initialisation::LibTorch, 3, 0, made.parameters, made.buffers);
    RandomStream stream({.seed = 11, .purpose = Purpose::Synthesise});
    if (wild) // other than initial values for scales, slopes and running statistics
        for (double& value : made.parameters)
            value += 0.05 * stream.normal();
    for (double& value : made.buffers)
        value += 0.2 * stream.uniform();
    made.input.resize(batch * network.input().size());
    for (double& value : made.input)
        value = stream.normal();
    const std::uint64_t classes = network.loss() == Loss::CrossEntropy ? network.outputs() : 2;
    for (std::size_t i = 0; i < batch; ++i)
        made.labels.push_back(static_cast<std::int32_t>(stream.below(classes)));
    return made;
}

struct Answer
{
    std::vector<double> outputs;
    std::vector<double> features;
    std::vector<double> gradient;
    std::vector<double> buffers;
    double loss = 0;
    std::size_t correct = 0;
};

template <typename Scalar>
Answer planned(const Case& given, bool training, std::size_t spare = 0)
{
    CpuStep<Scalar> step(given.network, given.batch + spare);
    const std::vector<Scalar> parameters(given.parameters.begin(), given.parameters.end());
    std::vector<Scalar> buffers(given.buffers.begin(), given.buffers.end());
    std::copy(given.input.begin(), given.input.end(), step.input());
    if (training)
        step.train(parameters.data(), buffers.data(), given.batch, kDropout, kStep);
    else
        step.evaluate(parameters.data(), buffers.data(), given.batch);
    Answer answer;
    if (given.network.loss() == Loss::SquaredError)
        answer.loss = step.loss(
            std::span<const double>(std::vector<double>(given.labels.begin(), given.labels.end())));
    else
        answer.loss = step.loss(std::span<const std::int32_t>(given.labels));
    answer.correct = static_cast<std::size_t>(step.correct());
    answer.outputs.assign(step.outputs().begin(), step.outputs().end());
    const auto features = step.features();
    answer.features.assign(features.begin(), features.end());
    std::vector<Scalar> gradient(parameters.size(), Scalar(99)); // must all be overwritten
    step.backward(parameters.data(), gradient.data());
    answer.gradient.assign(gradient.begin(), gradient.end());
    answer.buffers.assign(buffers.begin(), buffers.end());
    return answer;
}

std::vector<double> toVector(const at::Tensor& tensor)
{
    const at::Tensor flat = tensor.detach().to(at::kDouble).contiguous().flatten();
    return {flat.data_ptr<double>(), flat.data_ptr<double>() + flat.numel()};
}

/// The same through LibTorch's operators and its autograd, in double precision.
Answer reference(const Case& given, bool training)
{
    const auto tensor = [](std::vector<double> values, at::IntArrayRef shape) {
        return at::tensor(values, at::kDouble).reshape(shape);
    };
    const auto batch = static_cast<std::int64_t>(given.batch);
    const SampleShape& shape = given.network.input();
    at::Tensor parameters = tensor(given.parameters, {1, -1}).requires_grad_(true);
    at::Tensor buffers =
        given.buffers.empty() ? at::empty({1, 0}, at::kDouble) : tensor(given.buffers, {1, -1});
    const at::Tensor input = tensor(given.input,
                                    {1,
                                     batch,
                                     static_cast<std::int64_t>(shape.channels),
                                     static_cast<std::int64_t>(shape.height),
                                     static_cast<std::int64_t>(shape.width)});
    const Pass pass =
        stackedForward(given.network,
                       parameters,
                       buffers,
                       input,
                       {.training = training, .dropout = {&kDropout, 1}, .step = kStep});
    const at::Tensor labels =
        at::tensor(std::vector<std::int64_t>(given.labels.begin(), given.labels.end()))
            .reshape({1, batch})
            .to(given.network.loss() == Loss::SquaredError ? at::kDouble : at::kLong);
    const at::Tensor loss = stackedLoss(given.network.loss(), pass.outputs, labels);
    loss.sum().backward();
    return {.outputs = toVector(pass.outputs),
            .features = toVector(pass.features),
            .gradient = toVector(parameters.grad()),
            .buffers = toVector(buffers),
            .loss = loss.item<double>(),
            .correct = static_cast<std::size_t>(
                stackedCorrect(given.network.loss(), pass.outputs, labels).item<std::int64_t>())};
}

double distance(const std::vector<double>& ours, const std::vector<double>& theirs)
{
    if (ours.size() != theirs.size())
        return std::numeric_limits<double>::infinity();
    double squares = 0;
    double scale = 1e-300;
    for (std::size_t i = 0; i < ours.size(); ++i) {
        squares += (ours[i] - theirs[i]) * (ours[i] - theirs[i]);
        scale += theirs[i] * theirs[i];
    }
    return std::sqrt(squares / scale);
}

std::vector<std::pair<QByteArray, Network>> networks()
{
    std::vector<std::pair<QByteArray, Network>> all;
    const auto add =
        [&](const char* name, SampleShape input, std::vector<Layer> layers, Loss loss) {
            all.emplace_back(name, Network(name, input, std::move(layers), loss));
        };
    add("linear on flat samples",
        {7, 1, 1},
        {linear(7, 5), relu(), linear(5, 3)},
        Loss::CrossEntropy);
    add("linear without bias, squared error", {4, 1, 1}, {linear(4, 1, false)}, Loss::SquaredError);
    add("logistic", {13, 1, 1}, {linear(13, 1), sigmoid()}, Loss::Logistic);
    add("softmax before the loss", {6, 1, 1}, {linear(6, 4), softmax()}, Loss::CrossEntropy);
    add("flatten first", {2, 3, 3}, {flatten(), linear(18, 4)}, Loss::CrossEntropy);
    add("convolution, relu, pool",
        {1, 10, 10},
        {conv2d(1, 6, 3), relu(), maxPool2d(), flatten(), linear(96, 3)},
        Loss::CrossEntropy);
    add("convolution, pool, relu, padded, three channels",
        {3, 9, 9},
        {conv2d(3, 5, 3, 1),
         maxPool2d(),
         relu(),
         conv2d(5, 4, 3, 1),
         relu(),
         flatten(),
         linear(64, 4)},
        Loss::CrossEntropy);
    add("pool alone, convolution without bias",
        {2, 8, 8},
        {conv2d(2, 4, 5, 2, false), maxPool2d(), conv2d(4, 3, 1), flatten(), linear(48, 4)},
        Loss::CrossEntropy);
    add("other pools",
        {1, 12, 12},
        {conv2d(1, 4, 3, 1), relu(), averagePool2d(), maxPool2d(3), flatten(), linear(16, 4)},
        Loss::CrossEntropy);
    add("batch-norm and PReLU",
        {2, 8, 8},
        {conv2d(2, 4, 3, 1),
         prelu(),
         batchNorm(4),
         maxPool2d(),
         flatten(),
         linear(64, 8),
         batchNorm(8),
         relu(),
         linear(8, 3)},
        Loss::CrossEntropy);
    add("dropout",
        {2, 6, 6},
        {conv2d(2, 4, 3),
         relu(),
         dropout(0.25),
         flatten(),
         dropout(0.5),
         linear(64, 10),
         dropout(0.3),
         relu(),
         linear(10, 3)},
        Loss::CrossEntropy);
    return all;
}

} // namespace

class TestCpuStep : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Against the exact one, at every distance from zero, and where there is no number.
    void tanhOfManyIsTanhOfEach()
    {
        constexpr std::size_t kCount = 100'003; // no whole number of registers
        std::vector<float> values(kCount);
        for (std::size_t i = 0; i < kCount; ++i) {
            const double place = static_cast<double>(i) / kCount;
            values[i] = static_cast<float>((i % 2 == 0 ? 1 : -1) * std::pow(10.0, 12 * place - 8));
        }
        constexpr std::array kOdd{0.0F,
                                  -0.0F,
                                  1e-45F,
                                  std::numeric_limits<float>::infinity(),
                                  -std::numeric_limits<float>::infinity(),
                                  std::numeric_limits<float>::quiet_NaN()};
        std::ranges::copy(kOdd, values.begin());
        std::vector<float> results(kCount);
        kernels<float>().tanhs(values.data(), 0.5F, results.data(), kCount);
        QCOMPARE(results[0], 0.0F);
        QVERIFY(std::signbit(results[1]));
        QCOMPARE(results[3], 1.0F);
        QCOMPARE(results[4], -1.0F);
        QVERIFY(std::isnan(results[5]));
        for (std::size_t i = kOdd.size(); i < kCount; ++i) {
            const double exact = std::tanh(0.5 * static_cast<double>(values[i]));
            QVERIFY2(std::abs(static_cast<double>(results[i]) - exact) < 2e-7,
                     std::to_string(values[i]).c_str());
        }
        const std::vector<double> exact{-3, 0, 1e-9};
        std::vector<double> doubles(3);
        kernels<double>().tanhs(exact.data(), 2.0, doubles.data(), 3);
        for (std::size_t i = 0; i < 3; ++i)
            QCOMPARE(doubles[i], std::tanh(2 * exact[i]));
    }

    void agreesWithLibTorch_data()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<bool>("training");
        const auto all = networks();
        for (std::size_t i = 0; i < all.size(); ++i) {
            QTest::newRow(all[i].first + ", training") << static_cast<int>(i) << true;
            QTest::newRow(all[i].first + ", frozen") << static_cast<int>(i) << false;
        }
    }

    void agreesWithLibTorch()
    {
        QFETCH(int, index);
        QFETCH(bool, training);
        const Case given = makeCase(networks()[static_cast<std::size_t>(index)].second, 11, true);
        const Answer expected = reference(given, training);
        const Answer doubles = planned<double>(given, training);
        QVERIFY(distance(doubles.gradient, expected.gradient) < 1e-12);
        QVERIFY(distance(doubles.outputs, expected.outputs) < 1e-12);
        QVERIFY(distance(doubles.features, expected.features) < 1e-12);
        QVERIFY(given.buffers.empty() || distance(doubles.buffers, expected.buffers) < 1e-12);
        QVERIFY(std::abs(doubles.loss - expected.loss) < 1e-12 * std::abs(expected.loss) + 1e-14);
        QCOMPARE(doubles.correct, expected.correct);
        const Answer floats = planned<float>(given, training);
        QVERIFY2(distance(floats.gradient, expected.gradient) < 1e-6,
                 qPrintable(QString::number(distance(floats.gradient, expected.gradient))));
        QVERIFY(distance(floats.outputs, expected.outputs) < 1e-6);
    }

    void fewSamplesAreEvaluatedWithoutPacking() // up to four: long dots with the rows of weights
    {
        const Network network("dense",
                              {1, 28, 29},
                              {flatten(), linear(812, 13), relu(), linear(13, 7)},
                              Loss::CrossEntropy);
        const Network flat("flat", {1, 28, 29}, {flatten(), linear(812, 13)}, Loss::CrossEntropy);
        for (std::size_t batch = 1; batch <= 6; ++batch) {
            const Case given = makeCase(network, batch, true);
            const Answer expected = reference(given, false);
            QVERIFY(distance(planned<double>(given, false).outputs, expected.outputs) < 1e-12);
            QVERIFY(distance(planned<float>(given, false).outputs, expected.outputs) < 1e-6);
            QVERIFY(distance(planned<double>(given, false).gradient, expected.gradient) < 1e-12);
            if (batch > 4)
                continue;
            // The bits of long dots, and with that no others in a larger batch.
            Case one = makeCase(flat, batch, true);
            std::fill_n(one.parameters.begin() + 13 * 812, 13, 0.0); // the biases
            const std::vector<float> weights(one.parameters.begin(), one.parameters.end());
            const std::vector<float> samples(one.input.begin(), one.input.end());
            std::vector<float> dots(13 * batch);
            kernels<float>().longDots({13, batch, 812},
                                      {weights.data(), 812},
                                      {samples.data(), 812},
                                      false,
                                      dots.data(),
                                      batch);
            const Answer answer = planned<float>(one, false);
            for (std::size_t sample = 0; sample < batch; ++sample)
                for (std::size_t output = 0; output < 13; ++output)
                    QVERIFY(answer.outputs[sample * 13 + output]
                            == double(dots[output * batch + sample]));
        }
    }

    void papersModelsAgreeWithLibTorch_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"dnn_500_200",
                                 "mnist_cnn_20k",
                                 "mnist_cnn_582k",
                                 "lenet_cifar",
                                 "fmnist_cnn5",
                                 "cifar_cnn_hics",
                                 "vgg_s_bn"})
            QTest::newRow(name) << name;
    }

    void papersModelsAgreeWithLibTorch()
    {
        QFETCH(QString, name);
        const bool colour = name.contains("cifar") || name.contains("vgg");
        const Result<Network> network =
            makeNetwork({.name = name.toStdString(), .parameters = {}},
                        colour ? SampleShape{.channels = 3, .height = 32, .width = 32}
                               : SampleShape{.channels = 1, .height = 28, .width = 28},
                        10);
        QVERIFY(network.has_value());
        const Case given = makeCase(*network, 16, false);
        const Answer expected = reference(given, true);
        QVERIFY(distance(planned<double>(given, true).gradient, expected.gradient) < 1e-11);
        const double error = distance(planned<float>(given, true).gradient, expected.gradient);
        // A maximum that float rounds to a tie may send its gradient elsewhere; the relative error
        // stays at rounding.
        QVERIFY2(error < 1e-5, qPrintable(QString::number(error)));
    }

    void resultDoesNotDependOnThePlansSize()
    {
        const auto all = networks();
        for (const auto& [name, network] : all) {
            const Case given = makeCase(network, 5, true);
            const Answer tight = planned<float>(given, true);
            const Answer roomy = planned<float>(given, true, 59);
            QVERIFY2(distance(tight.gradient, roomy.gradient) < 1e-6, name.constData());
        }
    }

    void notANumberPassesThrough()
    {
        const Network network("cnn",
                              {1, 6, 6},
                              {conv2d(1, 2, 3), relu(), maxPool2d(), flatten(), linear(8, 2)},
                              Loss::CrossEntropy);
        Case given = makeCase(network, 3, false);
        given.input[36 + 14] = std::numeric_limits<double>::quiet_NaN(); // inside the second sample
        const Answer answer = planned<float>(given, true);
        QVERIFY(std::isnan(answer.loss));
        QVERIFY(std::isnan(answer.outputs[2]));
        QVERIFY(!std::isnan(answer.outputs[0]));
    }
};

COTERIE_SECTION(TestCpuStep)

} // namespace tst_cpu_step

#include "tst_cpu_step.moc"
