#include "core/base/random_stream.h"
#include "core/nn/cpu_step.h"
#include "core/nn/models.h"
#include "core/nn/stacked_forward.h"
#include "tests/sections.h"

#include <QTest>

#include <ATen/ATen.h>
#include <algorithm>
#include <array>
#include <cmath>

namespace tst_volume_layers {

using namespace coterie;

namespace {

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
    at::Tensor parameters;
    at::Tensor buffers;
    at::Tensor inputs; ///< [C, B, voxels]
    at::Tensor masks;  ///< [C, B, voxels]

    Stack(const Network& network, std::int64_t clients, std::int64_t batch)
    {
        at::manual_seed(3);
        const at::TensorOptions options(at::kDouble);
        parameters = at::randn({clients, whole(network.layout().parameterCount)}, options);
        for (const Slice& slice : network.layout().parameters)
            if (slice.role == SliceRole::Weight)
                parameters.narrow(1, whole(slice.offset), whole(slice.count))
                    .div_(std::sqrt(static_cast<double>(slice.count / slice.shape[0])));
        buffers = at::rand({clients, whole(network.layout().bufferCount)}, options) + 0.5;
        inputs = at::randn({clients, batch, whole(network.input().size())}, options);
        masks = at::randint(2, {clients, batch, whole(network.input().plane())}, at::kByte);
    }
};

/// ALGORITHMS §10, note iv, written down once more with LibTorch's functions, for one client; moves
/// `buffers` as LibTorch does.
class UNetByHand
{
public:
    UNetByHand(const at::Tensor& parameters, const at::Tensor& buffers)
        : m_parameters(parameters)
        , m_buffers(buffers)
    {}

    at::Tensor operator()(at::Tensor x) // [B, 1, depth, height, width]
    {
        x = convolution(x, 1, 8, 3, true);
        x = slope(x);
        const at::Tensor skip0 = block(x, 8, 16);
        x = block(at::max_pool3d(skip0, {2, 2, 2}), 16, 16);
        const at::Tensor skip1 = block(x, 16, 32);
        x = block(at::max_pool3d(skip1, {2, 2, 2}), 32, 32);
        x = block(x, 32, 64);
        x = block(at::cat({skip1, doubled(x)}, 1), 96, 32);
        x = block(x, 32, 32);
        x = block(at::cat({skip0, doubled(x)}, 1), 48, 16);
        x = block(x, 16, 16);
        return at::softmax(convolution(x, 16, 2, 1, true), 1);
    }

private:
    at::Tensor next(std::int64_t count)
    {
        const at::Tensor part = m_parameters.narrow(0, m_parameter, count);
        m_parameter += count;
        return part;
    }
    at::Tensor nextBuffer(std::int64_t count)
    {
        const at::Tensor part = m_buffers.narrow(0, m_buffer, count);
        m_buffer += count;
        return part;
    }
    at::Tensor convolution(
        const at::Tensor& x, std::int64_t from, std::int64_t to, std::int64_t edge, bool bias)
    {
        const at::Tensor weight =
            next(to * from * edge * edge * edge).view({to, from, edge, edge, edge});
        const std::array<std::int64_t, 3> stride{1, 1, 1};
        const std::array<std::int64_t, 3> padding{edge / 2, edge / 2, edge / 2};
        return at::conv3d(x,
                          weight,
                          bias ? next(to) : at::Tensor(),
                          at::IntArrayRef(stride),
                          at::IntArrayRef(padding));
    }
    at::Tensor slope(const at::Tensor& x) { return at::prelu(x, next(1)); }
    at::Tensor block(const at::Tensor& x, std::int64_t from, std::int64_t to)
    {
        const at::Tensor made = convolution(x, from, to, 3, false);
        const at::Tensor scale = next(to);
        const at::Tensor shift = next(to);
        const at::Tensor mean = nextBuffer(to);
        const at::Tensor variance = nextBuffer(to);
        return slope(at::batch_norm(made, scale, shift, mean, variance, true, 0.1, 1e-5, false));
    }
    static at::Tensor doubled(const at::Tensor& x)
    {
        return at::upsample_trilinear3d(
            x, {2 * x.size(2), 2 * x.size(3), 2 * x.size(4)}, /*align_corners=*/false);
    }

    at::Tensor m_parameters;
    at::Tensor m_buffers;
    std::int64_t m_parameter = 0;
    std::int64_t m_buffer = 0;
};

double relativeDistance(const at::Tensor& ours, const at::Tensor& theirs)
{
    return ((ours - theirs).norm() / theirs.norm()).item<double>();
}

/// 1 − soft Dice as FLamby's code for IXI writes it: true and false positives and false negatives.
at::Tensor flambyLoss(const at::Tensor& output, const at::Tensor& target) // [B, 2, voxels]
{
    const at::Tensor positive = (output * target).sum(-1);
    const at::Tensor falsePositive = (output * (1 - target)).sum(-1);
    const at::Tensor falseNegative = ((1 - output) * target).sum(-1);
    return (1 - 2 * positive / (2 * positive + falsePositive + falseNegative + 1e-9)).mean();
}

at::Tensor oneHot(const at::Tensor& masks) // [B, voxels]
{
    const at::Tensor inside = masks.to(at::kDouble);
    return at::stack({1 - inside, inside}, 1);
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
        const at::Tensor leaf = stack.parameters.clone().requires_grad_();
        const at::Tensor buffers = stack.buffers.clone();
        const std::array<DropoutKey, 2> keys{};
        const Pass pass = stackedForward(
            network, leaf, buffers, stack.inputs, {.training = true, .dropout = keys, .step = 0});
        const at::Tensor loss = stackedLoss(Loss::Dice, pass.outputs, stack.masks);
        loss.sum().backward();
        const at::Tensor correct = stackedCorrect(Loss::Dice, pass.outputs, stack.masks);
        for (std::int64_t client = 0; client < 2; ++client) {
            const at::Tensor own = stack.parameters[client].clone().requires_grad_();
            const at::Tensor statistics = stack.buffers[client].clone();
            const at::Tensor expected =
                UNetByHand(own, statistics)(stack.inputs[client].view({3, 1, 4, 12, 8}));
            const at::Tensor expectedLoss =
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
        const at::Tensor own = stack.parameters[0].clone().requires_grad_();
        const at::Tensor statistics = stack.buffers[0].clone();
        const at::Tensor expected =
            UNetByHand(own, statistics)(stack.inputs[0].view({3, 1, 4, 12, 8}));
        const at::Tensor expectedLoss = flambyLoss(expected.flatten(2), oneHot(stack.masks[0]));
        expectedLoss.backward();

        const at::NoGradGuard asInTraining;
        CpuStep<double> step(network, 5);
        at::Tensor buffers = stack.buffers.clone();
        const at::Tensor inputs = stack.inputs.contiguous();
        std::copy_n(inputs.data_ptr<double>(), inputs.numel(), step.input());
        step.train(stack.parameters.data_ptr<double>(), buffers.data_ptr<double>(), 3, {}, 0);
        const double loss = step.loss(std::span<const std::uint8_t>(
            stack.masks.data_ptr<std::uint8_t>(), static_cast<std::size_t>(stack.masks.numel())));
        at::Tensor gradient = at::full_like(stack.parameters, 99);
        step.backward(stack.parameters.data_ptr<double>(), gradient.data_ptr<double>());
        QVERIFY(std::abs(loss - expectedLoss.item<double>()) < 1e-12);
        QVERIFY(std::abs(step.correct() - 3 * (1 - loss)) < 1e-12);
        QVERIFY(relativeDistance(gradient[0], own.grad()) < 1e-9);
        QVERIFY(relativeDistance(buffers[0], statistics) < 1e-12);
        const at::Tensor outputs = at::from_blob(
            const_cast<double*>(step.outputs().data()), {3, whole(network.outputs())}, at::kDouble);
        QVERIFY(relativeDistance(outputs, expected.flatten(1)) < 1e-12);
        QCOMPARE(step.features().size(), std::size_t{3 * 16 * 384}); // into the last convolution
    }

    void planForEvaluationGivesTheSameOutputs()
    {
        const Network network = unet();
        const Stack stack(network, 1, 2);
        const auto outputs = [&](CpuStep<double>::Use use) {
            CpuStep<double> step(network, 2, use);
            const at::Tensor inputs = stack.inputs.contiguous();
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
                           at::ones({1, 1}, at::kDouble),
                           at::empty({1, 0}, at::kDouble),
                           at::tensor({0.0, 1.0, 0.0, 1.0}, at::kDouble).view({1, 1, 4}),
                           {});
        const at::Tensor line = at::tensor({0.0, 0.25, 0.75, 1.0}, at::kDouble);
        QVERIFY(at::allclose(pass.outputs.view({8, 4}), line.expand({8, 4})));
    }

    /// p = (.9 .8 .3 .1) for class 1 and mask 1 1 0 0: 2·1.7/4.1 for class 1, 2·1.6/3.9 for class
    /// 0.
    void diceOfFourVoxels()
    {
        const double expected = (3.4 / 4.1 + 3.2 / 3.9) / 2;
        const at::Tensor outputs =
            at::tensor({0.1, 0.2, 0.7, 0.9, 0.9, 0.8, 0.3, 0.1}, at::kDouble).view({1, 1, 8});
        const at::Tensor masks = at::tensor({1, 1, 0, 0}, at::kByte).view({1, 1, 4});
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
        const at::Tensor inputs = at::tensor({2.0, 3.0}, at::kDouble).view({1, 1, 2});
        // The first layer sums: 5; the second passes on (2, 3, 5).
        const at::Tensor parameters =
            at::cat({at::ones({2}), at::eye(3).flatten()}).to(at::kDouble).unsqueeze(0);
        const at::Tensor none = at::empty({1, 0}, at::kDouble);
        const Pass pass = stackedForward(network, parameters, none, inputs, {});
        QVERIFY(at::equal(pass.outputs.flatten(), at::tensor({2.0, 3.0, 5.0}, at::kDouble)));
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
        QCOMPARE(refusal("mlr", kScan, 0),
                 QString("/model/name: Multinomial logistic regression: needs rows or pictures, "
                         "the data set has volumes of 1×4×12×8"));
        QCOMPARE(
            refusal("unet3d_ixi", {.channels = 3, .height = 32, .width = 32}, 10),
            QString("/model/name: 3-D U-Net: needs volumes, the data set has 3×32×32 samples"));
        QCOMPARE(refusal("unet3d_ixi", {.channels = 1, .height = 12, .width = 10, .depth = 4}, 0),
                 QString("/model/name: 3-D U-Net: needs depth, height and width that are "
                         "multiples of 4, the "
                         "data set has 1×4×12×10"));
    }
};

COTERIE_SECTION(TestVolumeLayers)

} // namespace tst_volume_layers

#include "tst_volume_layers.moc"
