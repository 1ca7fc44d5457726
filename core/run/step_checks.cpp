#include "core/run/step_checks.h"

#include "core/algorithms/registry.h"
#include "core/nn/cpu_step.h"
#include "core/nn/initialise.h"
#include "core/nn/stacked_forward.h"
#include "core/spec/sweeps.h"
#include "core/train/device_settings.h"
#include "core/train/executor.h"

#include <ATen/ATen.h>
#include <numeric>
#include <vector>

namespace coterie {
namespace {

constexpr std::size_t kCheckedBatch = 16;
constexpr std::int64_t kCheckedStack = 2;

double relativeDistance(const at::Tensor& ours, const at::Tensor& theirs)
{
    const at::Tensor exact = theirs.to(at::kCPU, at::kDouble).flatten();
    return ((ours.to(at::kCPU, at::kDouble).flatten() - exact).norm() / exact.norm())
        .item<double>();
}

/// One client's batch and where it starts.
struct GradientQuestion
{
    at::Tensor parameters; ///< [1, P], in float
    at::Tensor inputs;     ///< [1, B, channels, height, width], in double
    at::Tensor labels;     ///< [1, B]
};

std::vector<std::int32_t> checkedSamples()
{
    std::vector<std::int32_t> batch(kCheckedBatch);
    std::iota(batch.begin(), batch.end(), 0);
    return batch;
}

GradientQuestion gradientQuestion(const Network& network, const Dataset& dataset)
{
    const auto whole = [](std::size_t size) { return static_cast<std::int64_t>(size); };
    const std::size_t count = network.layout().parameterCount;
    const SampleShape& shape = network.input();
    GradientQuestion question{.parameters = at::empty({1, whole(count)}),
                              .inputs = at::empty({1,
                                                   whole(kCheckedBatch),
                                                   whole(shape.channels),
                                                   whole(shape.height),
                                                   whole(shape.width)},
                                                  at::kDouble),
                              .labels = {}};
    initialise<float>(network,
                      Initialisation::LibTorch,
                      1,
                      0,
                      {question.parameters.data_ptr<float>(), count},
                      {});
    gather(dataset.train, dataset.inputScale, checkedSamples(), question.inputs.data_ptr<double>());
    const std::vector<std::int64_t> labels(dataset.train.labels.begin(),
                                           dataset.train.labels.begin() + kCheckedBatch);
    question.labels = at::tensor(labels).reshape({1, -1});
    return question;
}

/// Autograd's gradient for as many equal clients, on a device and in a precision.
at::Tensor stackedGradient(const Network& network,
                           const GradientQuestion& question,
                           std::int64_t clients,
                           at::Device device,
                           at::ScalarType precision)
{
    const auto there = [&](const at::Tensor& values, at::ScalarType type) {
        std::vector<std::int64_t> copies(static_cast<std::size_t>(values.dim()), 1);
        copies.front() = clients;
        return values.repeat(copies).to(device, type);
    };
    const at::Tensor leaf = there(question.parameters, precision).set_requires_grad(true);
    const std::vector<DropoutKey> none(static_cast<std::size_t>(clients));
    const Pass pass =
        stackedForward(network,
                       leaf,
                       at::empty({clients, 0}, at::TensorOptions(precision).device(device)),
                       there(question.inputs, precision),
                       {.training = true, .dropout = none, .step = 0});
    stackedLoss(network.loss(), pass.outputs, there(question.labels, at::kLong)).sum().backward();
    return leaf.grad();
}

at::Tensor exactGradient(const Network& network, const GradientQuestion& question)
{
    return stackedGradient(network, question, 1, at::kCPU, at::kDouble);
}

/// What a person might write of local work, every part complete.
LocalSettings checkedSettings()
{
    RunPlan plan;
    plan.local.optimizer.parameters.set("learningRate", 0.02);
    plan.local.optimizer.parameters.set("momentum", 0.5);
    plan.local.batch = 16;
    plan.local.localEpochs = 3;
    complete(plan, registry());
    return plan.local;
}

} // namespace

double plannedGradientError(const Network& network, const Dataset& dataset)
{
    const GradientQuestion question = gradientQuestion(network, dataset);
    const float* parameters = question.parameters.data_ptr<float>();
    CpuStep<float> step(network, kCheckedBatch);
    gather(dataset.train, dataset.inputScale, checkedSamples(), step.input());
    step.train(parameters, nullptr, kCheckedBatch, {}, 0);
    (void)step.loss(std::span<const std::int32_t>(dataset.train.labels).first(kCheckedBatch));
    const at::Tensor gradient = at::empty_like(question.parameters);
    step.backward(parameters, gradient.data_ptr<float>());
    return relativeDistance(gradient, exactGradient(network, question));
}

double stackedGradientError(const Network& network,
                            const Dataset& dataset,
                            at::Device device,
                            at::ScalarType precision)
{
    prepareDevice(device, network);
    const GradientQuestion question = gradientQuestion(network, dataset);
    const at::Tensor exact = exactGradient(network, question).expand({kCheckedStack, -1});
    return relativeDistance(stackedGradient(network, question, kCheckedStack, device, precision),
                            exact);
}

double stackedWorkError(const Network& network,
                        const std::shared_ptr<const Dataset>& dataset,
                        at::Device device)
{
    constexpr std::size_t kClients = 4;
    constexpr std::size_t kSamples = 100;
    Shards shards(kClients);
    for (std::size_t i = 0; i < kClients; ++i) {
        shards[i].train.resize(kSamples);
        std::iota(shards[i].train.begin(),
                  shards[i].train.end(),
                  static_cast<std::int32_t>(i * kSamples));
    }
    const LocalSettings settings = checkedSettings();
    const std::size_t parameters = network.layout().parameterCount;
    const ModelRows start{.parameters =
                              at::empty({1, static_cast<std::int64_t>(parameters)}, at::kDouble),
                          .buffers = at::empty({1, 0}, at::kDouble)};
    initialise<double>(network,
                       Initialisation::LibTorch,
                       1,
                       0,
                       {start.parameters.data_ptr<double>(), parameters},
                       {});
    const Workload workload{.network = network,
                            .dataset = dataset,
                            .shards = shards,
                            .pooled = {},
                            .doublePrecision = true};
    const auto trainOn = [&](Executor& executor) {
        LocalWork work = makeLocalWork(settings);
        const ModelRows here{.parameters = start.parameters.to(executor.device()),
                             .buffers = start.buffers.to(executor.device())};
        std::vector<LocalJob> jobs;
        for (std::size_t i = 0; i < kClients; ++i)
            jobs.push_back({.client = i, .startRow = 0});
        std::vector<LocalResult> results(kClients);
        ModelRows ends = ModelRows::empty(kClients, here);
        const RoundContext context{
            .seed = 1, .round = 0, .learningRate = work.optimizer->learningRate(), .stop = {}};
        (void)executor.train(context, work, jobs, here, ends, results);
        return at::Tensor(ends.parameters.to(at::kCPU)
                          - start.parameters); // the work itself, not where it began
    };
    return relativeDistance(trainOn(*makeStackedExecutor(workload, device)),
                            trainOn(*makeThreadExecutor(workload, 1)));
}

} // namespace coterie
