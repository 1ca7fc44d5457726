#include "core/run/self_check.h"

#include "core/algorithms/registry.h"
#include "core/nn/cpu_step.h"
#include "core/nn/initialise.h"
#include "core/nn/models.h"
#include "core/nn/stacked_forward.h"
#include "core/run/prepare_run.h"
#include "core/run/run_failure.h"
#include "core/spec/sweeps.h"
#include "core/train/executor.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#if defined(__linux__)
#include <dlfcn.h>
#endif

namespace coterie {
namespace {

constexpr double kGradientTolerance = 1e-6; ///< relative, against double precision
constexpr double kStackedTolerance = 1e-8;  ///< of a round of local work in double precision
constexpr double kDeviceTolerance = 1e-3;   ///< of the quickstart's losses

std::string scientific(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.1e", value);
    return text;
}

Check within(std::string name, double found, double allowed)
{
    return {.name = std::move(name),
            .passed = found <= allowed, // false for NaN
            .detail = "largest relative difference " + scientific(found) + ", "
                      + scientific(allowed) + " allowed"};
}

/// One check. What LibTorch, a driver or the allocator refuses on the way is its failure, and the
/// checks after it are made all the same.
Check made(const std::string& name, const std::function<Check()>& make)
{
    Check check;
    if (const auto failure = failureOf("This check", [&] { check = make(); }))
        return {.name = name, .passed = false, .detail = *failure};
    return check;
}

double relativeDistance(const at::Tensor& ours, const at::Tensor& theirs)
{
    const at::Tensor exact = theirs.to(at::kCPU, at::kDouble).flatten();
    return ((ours.to(at::kCPU, at::kDouble).flatten() - exact).norm() / exact.norm())
        .item<double>();
}

/// The planned step's float gradient of one batch against autograd in double.
double gradientError(const Network& network, const Dataset& dataset)
{
    constexpr std::size_t kBatch = 16;
    const auto count = static_cast<std::int64_t>(network.layout().parameterCount);
    std::vector<std::int32_t> batch(kBatch);
    std::iota(batch.begin(), batch.end(), 0);
    at::Tensor parameters = at::empty({1, count});
    initialise<float>(network,
                      Initialisation::LibTorch,
                      1,
                      0,
                      {parameters.data_ptr<float>(), network.layout().parameterCount},
                      {});
    CpuStep<float> step(network, kBatch);
    gather(dataset.train, dataset.inputScale, batch, step.input());
    step.train(parameters.data_ptr<float>(), nullptr, kBatch, {}, 0);
    (void)step.loss(std::span<const std::int32_t>(dataset.train.labels).first(kBatch));
    at::Tensor gradient = at::empty_like(parameters);
    step.backward(parameters.data_ptr<float>(), gradient.data_ptr<float>());

    const SampleShape& shape = network.input();
    at::Tensor inputs = at::empty({1,
                                   static_cast<std::int64_t>(kBatch),
                                   static_cast<std::int64_t>(shape.channels),
                                   static_cast<std::int64_t>(shape.height),
                                   static_cast<std::int64_t>(shape.width)},
                                  at::kDouble);
    gather(dataset.train, dataset.inputScale, batch, inputs.data_ptr<double>());
    const std::vector<std::int64_t> labels(dataset.train.labels.begin(),
                                           dataset.train.labels.begin() + kBatch);
    const at::Tensor exact = parameters.to(at::kDouble).set_requires_grad(true);
    const DropoutKey none;
    const Pass pass = stackedForward(network,
                                     exact,
                                     at::empty({1, 0}, at::kDouble),
                                     inputs,
                                     {.training = true, .dropout = {&none, 1}, .step = 0});
    stackedLoss(network.loss(), pass.outputs, at::tensor(labels).reshape({1, -1}))
        .sum()
        .backward();
    return relativeDistance(gradient, exact.grad());
}

/// What a person might write of local work, every part complete.
LocalSettings localSettings()
{
    RunPlan plan;
    plan.local.optimizer.parameters.set("learningRate", 0.02);
    plan.local.optimizer.parameters.set("momentum", 0.5);
    plan.local.batch = 16;
    plan.local.localEpochs = 3;
    complete(plan, registry());
    return plan.local;
}

/// Twenty steps of four clients, all at once on the device, against one at a time. In double
/// precision: in float a rounding may decide which of two nearly equal values a max-pool passes on,
/// and twenty steps make that large.
double stackedError(const Network& network,
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
    const LocalSettings settings = localSettings();
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

/// The rounds of a plan up to `lastRound`, without what two equal runs may differ in.
Result<std::vector<RoundReport>> reportsOf(const RunPlan& plan,
                                           RunData& data,
                                           std::size_t threads,
                                           const std::string& device,
                                           int lastRound)
{
    const Result<std::unique_ptr<Run>> run = prepareRun(plan, data, threads, device);
    if (!run)
        return Unexpected<Error>{run.error()};
    std::vector<RoundReport> reports;
    while ((*run)->roundsDone() < lastRound) {
        reports.push_back((*run)->advance({}));
        reports.back().timings.clear();
        reports.back().seconds = 0;
    }
    return reports;
}

double largestLossDifference(const std::vector<RoundReport>& left,
                             const std::vector<RoundReport>& right)
{
    double largest = 0;
    const auto compare = [&](double a, double b) {
        const double off = std::abs(a - b) / std::max(std::abs(b), 1e-12);
        largest = off <= largest ? largest : off; // a NaN stays
    };
    for (std::size_t r = 0; r < left.size(); ++r)
        for (std::size_t i = 0; i < left[r].clients.size(); ++i) {
            const ClientReport& a = left[r].clients[i];
            const ClientReport& b = right[r].clients[i];
            if (a.trainLoss && b.trainLoss)
                compare(*a.trainLoss, *b.trainLoss);
            if (a.personalTest && b.personalTest)
                compare(a.personalTest->loss, b.personalTest->loss);
        }
    return largest;
}

/// The device (of the CPU: what it would run as one stack) against one client after another on the
/// CPU: the first round as it is, and the whole in double precision, where no rounding grows over
/// the rounds.
std::vector<Check>
comparedWithCpu(const RunPlan& plan, RunData& data, const SelfCheckOptions& options)
{
    const bool onCpu = options.device == "cpu";
    const std::string device = onCpu ? std::string(kStackedOnCpu) : options.device;
    const std::string subject = "quickstart, " + plan.armName
                                + (onCpu ? ", stacked against single" : ", device against CPU");
    RunPlan precise = plan;
    precise.model.precision = "float64";
    std::vector<Check> checks;
    const auto compare = [&](const std::string& name, const RunPlan& compared, int lastRound) {
        checks.push_back(made(name, [&]() -> Check {
            const auto there = reportsOf(compared, data, options.threads, device, lastRound);
            const auto here = reportsOf(compared, data, options.threads, "cpu", lastRound);
            if (there && here)
                return within(name, largestLossDifference(*there, *here), kDeviceTolerance);
            return {
                .name = name, .passed = false, .detail = (there ? here : there).error().sentence()};
        }));
    };
    compare(subject + ", first round", plan, 1);
    compare(subject + ", all rounds in float64", precise, plan.rounds);
    return checks;
}

Check identicalTwice(const RunPlan& plan, RunData& data, const SelfCheckOptions& options)
{
    const std::string name = "quickstart, " + plan.armName + ", two runs";
    return made(name, [&] {
        Check check{.name = name, .passed = false, .detail = "the runs differ"};
        const auto once = reportsOf(plan, data, options.threads, options.device, plan.rounds);
        const auto again = reportsOf(plan, data, options.threads + 1, options.device, plan.rounds);
        if (!once || !again) {
            check.detail = (once ? again : once).error().sentence();
        } else if (*once == *again) {
            check.passed = true;
            check.detail = "identical to the bit, with " + std::to_string(options.threads) + " and "
                           + std::to_string(options.threads + 1) + " workers";
        }
        return check;
    });
}

Check deviceMemory()
{
    Check check{.name = "device memory",
                .passed = false,
                .detail = "the CUDA driver library cannot be opened"};
#if defined(__linux__)
    using MemoryInfo = int (*)(std::size_t*, std::size_t*);
    void* driver = dlopen("libcuda.so.1", RTLD_LAZY);
    const auto memoryInfo =
        driver ? reinterpret_cast<MemoryInfo>(dlsym(driver, "cuMemGetInfo_v2")) : nullptr;
    std::size_t unused = 0;
    std::size_t total = 0;
    if (!memoryInfo || memoryInfo(&unused, &total) != 0)
        return check;
    constexpr double kMiB = 1024.0 * 1024.0;
    check.detail =
        std::to_string(static_cast<long>(static_cast<double>(total - unused) / kMiB)) + " MiB of "
        + std::to_string(static_cast<long>(static_cast<double>(total) / kMiB)) + " MiB in use";
    check.passed = true;
#endif
    return check;
}

} // namespace

std::vector<Check> selfCheck(const SelfCheckOptions& options,
                             const std::function<void(const Check&)>& checked)
{
    std::vector<Check> checks;
    const auto add = [&](Check check) {
        checks.push_back(std::move(check));
        checked(checks.back());
    };
    if (options.device == "cuda" && !at::hasCUDA()) {
        add({.name = "device", .passed = false, .detail = "this LibTorch finds no CUDA device"});
        return checks;
    }
    Part glyphs{.name = "glyphDigits", .parameters = {}};
    glyphs.parameters.set("samples", std::int64_t{400});
    const Result<std::shared_ptr<const Dataset>> dataset = loadDataset(glyphs, {});
    if (!dataset) {
        add({.name = "data", .passed = false, .detail = dataset.error().sentence()});
        return checks;
    }
    const at::Device device =
        options.device == "cuda" ? at::Device(at::kCUDA, 0) : at::Device(at::kCPU);
    for (const char* model : {"dnn_500_200", "mnist_cnn_20k", "mnist_cnn_582k"}) {
        const Result<Network> network = makeNetwork(
            {.name = model, .parameters = {}}, (*dataset)->train.shape, (*dataset)->classes);
        if (!network) {
            add({.name = model, .passed = false, .detail = network.error().sentence()});
            continue;
        }
        const auto addError = [&](const std::string& name, double allowed, const auto& error) {
            add(made(name, [&] { return within(name, error(), allowed); }));
        };
        addError(std::string("gradient, ") + model, kGradientTolerance, [&] {
            return gradientError(*network, **dataset);
        });
        addError(std::string("stacked against single, ") + model, kStackedTolerance, [&] {
            return stackedError(*network, *dataset, device);
        });
    }

    RunData data({});
    for (const RunPlan& plan : options.plans) {
        for (Check& check : comparedWithCpu(plan, data, options))
            add(std::move(check));
        add(identicalTwice(plan, data, options));
    }
    if (!device.is_cpu())
        add(deviceMemory());
    return checks;
}

} // namespace coterie
