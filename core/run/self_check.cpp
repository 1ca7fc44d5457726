#include "core/run/self_check.h"

#include "core/algorithms/registry.h"
#include "core/data/catalog.h"
#include "core/data/dataset.h"
#include "core/nn/cpu_step.h"
#include "core/nn/models.h"
#include "core/nn/network.h"
#include "core/nn/stacked_forward.h"
#include "core/run/environment.h"
#include "core/run/failures.h"
#include "core/run/method_checks.h"
#include "core/train/device.h"
#include "core/train/executor.h"

#include <ATen/ATen.h>
#include <ATen/ops/empty.h>
#include <c10/core/Device.h>
#include <c10/core/ScalarType.h>
#include <cmath>
#include <cstdio>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

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
    const SampleShape& shape = network.input();
    GradientQuestion question{.parameters =
                                  initialRows(network, Initialisation::LibTorch, 1).parameters,
                              .inputs = at::empty({1,
                                                   signedSize(kCheckedBatch),
                                                   signedSize(shape.channels),
                                                   signedSize(shape.height),
                                                   signedSize(shape.width)},
                                                  at::kDouble),
                              .labels = {}};
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

/// Typical local work with all defaults filled in.
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

/// The planned step's gradient of one batch in float, relative to autograd's in double on the CPU.
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

/// The same of a stack of clients' gradients on a device, in that precision.
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

/// Twenty steps of four clients, all at once on the device, against one at a time. In double
/// precision: in float a rounding may decide which of two nearly equal values a max-pool passes on,
/// and twenty steps make that large.
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
    const ModelRows start =
        initialRows(network, Initialisation::LibTorch, 1, {.precision = at::kDouble});
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
        (void)executor.train({context, work, jobs, here, ends, results});
        return at::Tensor(ends.parameters.to(at::kCPU)
                          - start.parameters); // the work itself, not where it began
    };
    return relativeDistance(trainOn(*makeStackedExecutor(workload, device)),
                            trainOn(*makeThreadExecutor(workload, 1)));
}

std::string inPowersOfTen(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1e", value);
    return text;
}

} // namespace

Check checkWithin(std::string name, double found, double allowed)
{
    return {.name = std::move(name),
            .passed = found <= allowed, // false for NaN
            .detail = "largest relative difference " + inPowersOfTen(found) + ", "
                      + inPowersOfTen(allowed) + " allowed"};
}

Check checkMade(const std::string& name, const std::function<Check()>& make)
{
    Check check;
    if (const auto failure = failureOf("This check", [&] { check = make(); }))
        return {.name = name, .passed = false, .detail = *failure};
    return check;
}

namespace {

constexpr double kPlannedTolerance = 1e-6; ///< relative, against double precision
constexpr double kFloatTolerance = 1e-5;
constexpr double kDoubleTolerance = 1e-12;
constexpr double kWorkTolerance = 1e-8; ///< of a round of local work in double precision

using TellCheck = std::function<void(Check)>;

void checkModel(const std::string& model,
                const std::shared_ptr<const Dataset>& dataset,
                at::Device device,
                const TellCheck& add)
{
    const Result<Network> network =
        makeNetwork({.name = model, .parameters = {}}, dataset->train.shape, dataset->classes);
    if (!network)
        return add({.name = model, .passed = false, .detail = network.error().sentence()});
    const auto addError = [&](const std::string& what, double allowed, const auto& error) {
        const std::string name = what + ", " + model;
        add(checkMade(name, [&] { return checkWithin(name, error(), allowed); }));
    };
    addError(
        "gradient", kPlannedTolerance, [&] { return plannedGradientError(*network, *dataset); });
    addError("stacked gradient", kFloatTolerance, [&] {
        return stackedGradientError(*network, *dataset, device, at::kFloat);
    });
    addError("stacked gradient in float64", kDoubleTolerance, [&] {
        return stackedGradientError(*network, *dataset, device, at::kDouble);
    });
    addError("stacked against single", kWorkTolerance, [&] {
        return stackedWorkError(*network, dataset, device);
    });
}

/// LibTorch's allocator returns nothing before the process ends, so the current use is the peak.
Check checkMemory(const std::optional<CardMemory>& before)
{
    const std::string name = "device memory";
    const std::optional<CardMemory> now = cardMemory();
    if (!before || !now)
        return {
            .name = name, .passed = false, .detail = "the driver does not report its memory use"};
    const auto mebibytes = [](std::size_t bytes) {
        constexpr double kMiB = 1024.0 * 1024.0;
        return std::to_string(std::llround(static_cast<double>(bytes) / kMiB)) + " MiB";
    };
    const std::size_t taken = now->used > before->used ? now->used - before->used : 0;
    return {.name = name,
            .passed = true,
            .detail = mebibytes(taken) + " at most for these checks, " + mebibytes(now->used)
                      + " of " + mebibytes(now->total) + " in use by all programs"};
}

} // namespace

std::vector<Check> selfCheck(const SelfCheckOptions& options,
                             const std::function<void(const Check&)>& checked)
{
    std::vector<Check> checks;
    const TellCheck add = [&](Check check) {
        checks.push_back(std::move(check));
        checked(checks.back());
    };
    if (const Result<void> there = checkDevice(options.device, "--device"); !there) {
        add({.name = "device", .passed = false, .detail = there.error().sentence()});
        return checks;
    }
    const at::Device device =
        options.device == "cuda" ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU);
    std::optional<CardMemory> memoryBefore;
    if (device.is_cuda()) {
        add(checkMade("device", [&]() -> Check {
            (void)at::empty({1}, at::TensorOptions().device(device)); // wakes the driver
            memoryBefore = cardMemory();
            return {.name = "device", .passed = true, .detail = deviceTitle(options.device)};
        }));
    }

    const CheckedPlace place{
        .device = options.device, .threads = options.threads, .ranks = options.ranks};
    if (options.ranks != nullptr) {
        checkRanks(place, add);
        return checks;
    }
    Part glyphs{.name = "glyphDigits", .parameters = {}};
    glyphs.parameters.set("samples", std::int64_t{400});
    const Result<std::shared_ptr<const Dataset>> dataset = loadDataset(glyphs, {});
    if (!dataset) {
        add({.name = "data", .passed = false, .detail = dataset.error().sentence()});
        return checks;
    }
    for (const char* model : {"dnn_500_200", "mnist_cnn_20k", "mnist_cnn_582k"})
        checkModel(model, *dataset, device, add);

    checkMethods(place, add);
    RunData data({});
    for (const RunPlan& plan : options.plans)
        checkPlan(plan, data, place, add);
    if (device.is_cuda())
        add(checkMemory(memoryBefore));
    return checks;
}

} // namespace coterie
