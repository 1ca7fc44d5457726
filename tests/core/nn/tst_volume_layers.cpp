#include "core/nn/cpu_step.h"
#include "core/nn/models.h"
#include "core/nn/stacked_forward.h"
#include "core/spec/random_stream.h"
#include "tests/coterie_test_main.h"

#include <QTest>

#include <torch/torch.h>

#include <algorithm>
#include <array>
#include <cmath>

using namespace coterie;

namespace {

namespace fn = torch::nn::functional;

constexpr SampleShape kScan{.channels = 1, .height = 12, .width = 8, .depth = 4};

Network unet(const SampleShape& shape = kScan)
{
    const Result<Network> network = makeNetwork({.name = "unet3d_ixi", .parameters = {}}, shape, 0);
    if (!network)
        qFatal("%s", network.error().sentence().c_str());
    return *network;
}

std::int64_t whole(std::size_t size)
{
    return static_cast<std::int64_t>(size);
}

/// Rows, statistics and scans of some clients, in double precision.
struct Stack
{
    torch::Tensor parameters;
    torch::Tensor buffers;
    torch::Tensor inputs; ///< [C, B, voxels]
    torch::Tensor masks;  ///< [C, B, voxels]

    Stack(const Network& network, std::int64_t clients, std::int64_t batch)
    {
        torch::manual_seed(3);
        const torch::TensorOptions options(torch::kFloat64);
        parameters = torch::randn({clients, whole(network.layout().parameterCount)}, options);
        for (const Slice& slice : network.layout().parameters)
            if (slice.role == SliceRole::Weight)
                parameters.narrow(1, whole(slice.offset), whole(slice.count))
                    .div_(std::sqrt(static_cast<double>(slice.count / slice.shape[0])));
        buffers = torch::rand({clients, whole(network.layout().bufferCount)}, options) + 0.5;
        inputs = torch::randn({clients, batch, whole(network.input().size())}, options);
        masks = torch::randint(2, {clients, batch, whole(network.input().plane())}, torch::kUInt8);
    }
};

/// ALGORITHMS §10, note iv, written down once more with LibTorch's functions, for one client; moves
/// `buffers` as LibTorch does.
class UNetByHand
{
public:
    UNetByHand(const torch::Tensor& parameters, const torch::Tensor& buffers)
        : m_parameters(parameters)
        , m_buffers(buffers)
    {}

    torch::Tensor operator()(torch::Tensor x) // [B, 1, depth, height, width]
    {
        x = convolution(x, 1, 8, 3, true);
        x = slope(x);
        const torch::Tensor skip0 = block(x, 8, 16);
        x = block(fn::max_pool3d(skip0, fn::MaxPool3dFuncOptions(2)), 16, 16);
        const torch::Tensor skip1 = block(x, 16, 32);
        x = block(fn::max_pool3d(skip1, fn::MaxPool3dFuncOptions(2)), 32, 32);
        x = block(x, 32, 64);
        x = block(torch::cat({skip1, doubled(x)}, 1), 96, 32);
        x = block(x, 32, 32);
        x = block(torch::cat({skip0, doubled(x)}, 1), 48, 16);
        x = block(x, 16, 16);
        return torch::softmax(convolution(x, 16, 2, 1, true), 1);
    }

private:
    torch::Tensor next(std::int64_t count)
    {
        const torch::Tensor part = m_parameters.narrow(0, m_parameter, count);
        m_parameter += count;
        return part;
    }
    torch::Tensor nextBuffer(std::int64_t count)
    {
        const torch::Tensor part = m_buffers.narrow(0, m_buffer, count);
        m_buffer += count;
        return part;
    }
    torch::Tensor convolution(
        const torch::Tensor& x, std::int64_t from, std::int64_t to, std::int64_t edge, bool bias)
    {
        const torch::Tensor weight =
            next(to * from * edge * edge * edge).view({to, from, edge, edge, edge});
        return fn::conv3d(
            x,
            weight,
            fn::Conv3dFuncOptions().bias(bias ? next(to) : torch::Tensor()).padding(edge / 2));
    }
    torch::Tensor slope(const torch::Tensor& x) { return torch::prelu(x, next(1)); }
    torch::Tensor block(const torch::Tensor& x, std::int64_t from, std::int64_t to)
    {
        const torch::Tensor made = convolution(x, from, to, 3, false);
        const torch::Tensor scale = next(to);
        const torch::Tensor shift = next(to);
        const torch::Tensor mean = nextBuffer(to);
        const torch::Tensor variance = nextBuffer(to);
        return slope(torch::batch_norm(made, scale, shift, mean, variance, true, 0.1, 1e-5, false));
    }
    static torch::Tensor doubled(const torch::Tensor& x)
    {
        return fn::interpolate(x,
                               fn::InterpolateFuncOptions()
                                   .scale_factor(std::vector<double>{2, 2, 2})
                                   .mode(torch::kTrilinear)
                                   .align_corners(false));
    }

    torch::Tensor m_parameters;
    torch::Tensor m_buffers;
    std::int64_t m_parameter = 0;
    std::int64_t m_buffer = 0;
};

double relativeDistance(const torch::Tensor& ours, const torch::Tensor& theirs)
{
    return ((ours - theirs).norm() / theirs.norm()).item<double>();
}

/// 1 − soft Dice as FLamby's code for IXI writes it: true and false positives and false negatives.
torch::Tensor flambyLoss(const torch::Tensor& output, const torch::Tensor& target) // [B, 2, voxels]
{
    const torch::Tensor positive = (output * target).sum(-1);
    const torch::Tensor falsePositive = (output * (1 - target)).sum(-1);
    const torch::Tensor falseNegative = ((1 - output) * target).sum(-1);
    return (1 - 2 * positive / (2 * positive + falsePositive + falseNegative + 1e-9)).mean();
}

torch::Tensor oneHot(const torch::Tensor& masks) // [B, voxels]
{
    const torch::Tensor inside = masks.to(torch::kFloat64);
    return torch::stack({1 - inside, inside}, 1);
}

} // namespace

class TestVolumeLayers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// ALGORITHMS §10: the numbers of All-for-one's Table S1.
    void unetHasThePapersShapesAndCounts()
    {
        const Network network = unet({.channels = 1, .height = 60, .width = 48, .depth = 48});
        QCOMPARE(network.layout().parameterCount, std::size_t{246156});
        QCOMPARE(network.layout().bufferCount + network.layout().batchNormLayers, std::size_t{521});
        QCOMPARE(network.outputs(), std::size_t{2 * 48 * 60 * 48});
        QVERIFY(network.shapeAfter(network.layers().size() - 1)
                == (SampleShape{.channels = 2, .height = 60, .width = 48, .depth = 48}));
        QVERIFY(network.loss() == Loss::Dice);
        // Two per multiply-add: weights of each level times its voxels, 138,240, 17,280 and 2,160.
        const double full = 216 + 3456 + 20736 + 6912 + 32;
        const double half = 6912 + 13824 + 82944 + 27648;
        const double quarter = 27648 + 55296;
        QCOMPARE(network.forwardFlops(), 2 * (full * 138240 + half * 17280 + quarter * 2160));
    }

    void stackAgreesWithTheNetworkWrittenByHand()
    {
        const Network network = unet();
        const Stack stack(network, 2, 3);
        const torch::Tensor leaf = stack.parameters.clone().requires_grad_();
        const torch::Tensor buffers = stack.buffers.clone();
        const std::array<DropoutKey, 2> keys{};
        const Pass pass = stackedForward(
            network, leaf, buffers, stack.inputs, {.training = true, .dropout = keys, .step = 0});
        const torch::Tensor loss = stackedLoss(Loss::Dice, pass.outputs, stack.masks);
        loss.sum().backward();
        const torch::Tensor correct = stackedCorrect(Loss::Dice, pass.outputs, stack.masks);
        for (std::int64_t client = 0; client < 2; ++client) {
            const torch::Tensor own = stack.parameters[client].clone().requires_grad_();
            const torch::Tensor statistics = stack.buffers[client].clone();
            const torch::Tensor expected =
                UNetByHand(own, statistics)(stack.inputs[client].view({3, 1, 4, 12, 8}));
            const torch::Tensor expectedLoss =
                flambyLoss(expected.flatten(2), oneHot(stack.masks[client]));
            expectedLoss.backward();
            QVERIFY(relativeDistance(pass.outputs[client], expected.flatten(1)) < 1e-12);
            QVERIFY(relativeDistance(buffers[client], statistics) < 1e-12);
            QVERIFY(std::abs((loss[client] - expectedLoss).item<double>()) < 1e-12);
            QVERIFY(std::abs(correct[client].item<double>() - 3 * (1 - expectedLoss.item<double>()))
                    < 1e-9);
            QVERIFY(relativeDistance(leaf.grad()[client], own.grad()) < 1e-9);
        }
    }

    void oneRowThroughTheCpuStepAgrees()
    {
        const Network network = unet();
        const Stack stack(network, 1, 3);
        const torch::Tensor own = stack.parameters[0].clone().requires_grad_();
        const torch::Tensor statistics = stack.buffers[0].clone();
        const torch::Tensor expected =
            UNetByHand(own, statistics)(stack.inputs[0].view({3, 1, 4, 12, 8}));
        const torch::Tensor expectedLoss = flambyLoss(expected.flatten(2), oneHot(stack.masks[0]));
        expectedLoss.backward();

        const torch::NoGradGuard asInTraining;
        CpuStep<double> step(network, 5);
        torch::Tensor buffers = stack.buffers.clone();
        const torch::Tensor inputs = stack.inputs.contiguous();
        std::copy_n(inputs.data_ptr<double>(), inputs.numel(), step.input());
        step.train(stack.parameters.data_ptr<double>(), buffers.data_ptr<double>(), 3, {}, 0);
        const double loss = step.loss(std::span<const std::uint8_t>(
            stack.masks.data_ptr<std::uint8_t>(), static_cast<std::size_t>(stack.masks.numel())));
        torch::Tensor gradient = torch::full_like(stack.parameters, 99);
        step.backward(stack.parameters.data_ptr<double>(), gradient.data_ptr<double>());
        QVERIFY(std::abs(loss - expectedLoss.item<double>()) < 1e-12);
        QVERIFY(std::abs(step.correct() - 3 * (1 - loss)) < 1e-12);
        QVERIFY(relativeDistance(gradient[0], own.grad()) < 1e-9);
        QVERIFY(relativeDistance(buffers[0], statistics) < 1e-12);
        const torch::Tensor outputs = torch::from_blob(const_cast<double*>(step.outputs().data()),
                                                       {3, whole(network.outputs())},
                                                       torch::kFloat64);
        QVERIFY(relativeDistance(outputs, expected.flatten(1)) < 1e-12);
        QCOMPARE(step.features().size(), std::size_t{3 * 16 * 384}); // into the last convolution
    }

    void planForEvaluationGivesTheSameOutputs()
    {
        const Network network = unet();
        const Stack stack(network, 1, 2);
        const auto outputs = [&](CpuStep<double>::Use use) {
            CpuStep<double> step(network, 2, use);
            const torch::Tensor inputs = stack.inputs.contiguous();
            std::copy_n(inputs.data_ptr<double>(), inputs.numel(), step.input());
            step.evaluate(stack.parameters.data_ptr<double>(), stack.buffers.data_ptr<double>(), 2);
            (void)step.loss(
                std::span<const std::uint8_t>(stack.masks.data_ptr<std::uint8_t>(),
                                              static_cast<std::size_t>(stack.masks.numel())));
            return std::vector<double>(step.outputs().begin(), step.outputs().end());
        };
        QVERIFY(outputs(CpuStep<double>::Use::Training)
                == outputs(CpuStep<double>::Use::Evaluation));
    }

    /// Without corners aligned, a doubled line 0 1 reads 0 ¼ ¾ 1.
    void upsamplingIsTrilinearWithoutAlignedCorners()
    {
        const Network network("up",
                              {.channels = 1, .height = 1, .width = 2, .depth = 2},
                              {conv3d(1, 1, 1, 0, false), upsample3d(), softmax()},
                              Loss::Dice);
        QVERIFY(network.shapeAfter(1)
                == (SampleShape{.channels = 1, .height = 2, .width = 4, .depth = 4}));
        const Network last("up",
                           network.input(),
                           {conv3d(1, 1, 1, 0, false), upsample3d()},
                           Loss::Dice); // no softmax, to see the numbers
        const Pass pass =
            stackedForward(last,
                           torch::ones({1, 1}, torch::kFloat64),
                           torch::empty({1, 0}, torch::kFloat64),
                           torch::tensor({0.0, 1.0, 0.0, 1.0}, torch::kFloat64).view({1, 1, 4}),
                           {});
        const torch::Tensor line = torch::tensor({0.0, 0.25, 0.75, 1.0}, torch::kFloat64);
        QVERIFY(torch::allclose(pass.outputs.view({8, 4}), line.expand({8, 4})));
    }

    /// p = (.9 .8 .3 .1) for class 1 and mask 1 1 0 0: 2·1.7/4.1 for class 1, 2·1.6/3.9 for class
    /// 0.
    void diceOfFourVoxels()
    {
        const double expected = (3.4 / 4.1 + 3.2 / 3.9) / 2;
        const torch::Tensor outputs =
            torch::tensor({0.1, 0.2, 0.7, 0.9, 0.9, 0.8, 0.3, 0.1}, torch::kFloat64)
                .view({1, 1, 8});
        const torch::Tensor masks = torch::tensor({1, 1, 0, 0}, torch::kUInt8).view({1, 1, 4});
        QVERIFY(std::abs(stackedLoss(Loss::Dice, outputs, masks).item<double>() - (1 - expected))
                < 1e-9);
        QVERIFY(std::abs(stackedCorrect(Loss::Dice, outputs, masks).item<double>() - expected)
                < 1e-9);
    }

    /// Skips work in networks of rows and pictures too, in either executor's arrangement.
    void whatIsRememberedComesFirst()
    {
        const Network network(
            "skip",
            {.channels = 2},
            {remember(7), linear(2, 1, false), concatenate(7), linear(3, 3, false)},
            Loss::CrossEntropy);
        const torch::Tensor inputs = torch::tensor({2.0, 3.0}, torch::kFloat64).view({1, 1, 2});
        // The first layer sums: 5; the second passes on (2, 3, 5).
        const torch::Tensor parameters = torch::cat({torch::ones({2}), torch::eye(3).flatten()})
                                             .to(torch::kFloat64)
                                             .unsqueeze(0);
        const torch::Tensor none = torch::empty({1, 0}, torch::kFloat64);
        const Pass pass = stackedForward(network, parameters, none, inputs, {});
        QVERIFY(
            torch::equal(pass.outputs.flatten(), torch::tensor({2.0, 3.0, 5.0}, torch::kFloat64)));
        CpuStep<double> step(network, 1);
        std::copy_n(inputs.data_ptr<double>(), 2, step.input());
        step.evaluate(parameters.data_ptr<double>(), none.data_ptr<double>(), 1);
        QVERIFY(std::ranges::equal(step.outputs(), std::array{2.0, 3.0, 5.0}));
    }

    void otherModelsRefuseVolumesAndUnetOtherData()
    {
        const auto refusal = [](const char* model, const SampleShape& shape, std::size_t classes) {
            Part part{.name = model, .parameters = {}};
            const Result<Network> network = makeNetwork(part, shape, classes);
            return network ? QString() : QString::fromStdString(network.error().sentence());
        };
        QCOMPARE(
            refusal("mlr", kScan, 0),
            QString(
                "/model/name: mlr: needs rows or pictures, the data set has volumes of 1×4×12×8"));
        QCOMPARE(
            refusal("unet3d_ixi", {.channels = 3, .height = 32, .width = 32}, 10),
            QString("/model/name: unet3d_ixi: needs volumes, the data set has 3×32×32 samples"));
        QCOMPARE(refusal("unet3d_ixi", {.channels = 1, .height = 12, .width = 10, .depth = 4}, 0),
                 QString("/model/name: unet3d_ixi: needs depth, height and width that are "
                         "multiples of 4, the "
                         "data set has 1×4×12×10"));
    }
};

COTERIE_TEST_MAIN(TestVolumeLayers)
#include "tst_volume_layers.moc"
