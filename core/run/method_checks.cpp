#include "core/run/method_checks.h"

#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/checkpoint.h"
#include "core/run/prepare_run.h"
#include "core/run/run.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace coterie {
namespace {

constexpr double kMethodTolerance = 1e-10; ///< of two rounds in double precision
constexpr double kDeviceTolerance = 1e-3;  ///< of a plan's losses

/// A run as it was after its last round.
struct PlayedRun
{
    std::vector<RoundReport> reports; ///< without what two equal runs may differ in
    State state;
};

void playUntil(Run& run, int lastRound, PlayedRun& played)
{
    while (run.roundsDone() < lastRound) {
        played.reports.push_back(run.advance({}));
        played.reports.back().timings.clear();
        played.reports.back().seconds = 0;
    }
    played.state = run.state();
}

Result<PlayedRun> playedRun(const RunPlan& plan,
                            RunData& data,
                            std::size_t threads,
                            const std::string& device,
                            int lastRound)
{
    const Result<std::unique_ptr<Run>> run = prepareRun(plan, data, threads, device);
    if (!run)
        return Unexpected<Error>{run.error()};
    PlayedRun played;
    playUntil(**run, lastRound, played);
    return played;
}

/// The same, continued by a second run from the checkpoint of the first after round 1.
Result<PlayedRun> playedFromCheckpoint(const RunPlan& plan,
                                       RunData& data,
                                       std::size_t threads,
                                       const std::string& device,
                                       int lastRound)
{
    const Result<std::unique_ptr<Run>> first = prepareRun(plan, data, threads, device);
    const Result<std::unique_ptr<Run>> second = prepareRun(plan, data, threads, device);
    if (!first || !second)
        return Unexpected<Error>{(first ? second : first).error()};
    PlayedRun played;
    playUntil(**first, 1, played);
    for (const RoundReport& report : played.reports)
        (*second)->recall(report);
    StateKeeper keeper;
    CheckpointEncoder encoder;
    const Result<void> restored = (*second)->restore(encoder.changes(1, keeper.keep(played.state)));
    if (!restored)
        return Unexpected<Error>{restored.error()};
    playUntil(**second, lastRound, played);
    return played;
}

/// The larger one; a NaN stays.
double worse(double largest, double next)
{
    return std::isnan(largest) || next <= largest ? largest : next;
}

double lossDifference(const PlayedRun& left, const PlayedRun& right)
{
    double largest = 0;
    const auto compare = [&](double a, double b) {
        largest = worse(largest, std::abs(a - b) / std::max(std::abs(b), 1e-12));
    };
    for (std::size_t r = 0; r < left.reports.size(); ++r)
        for (std::size_t i = 0; i < left.reports[r].clients.size(); ++i) {
            const ClientReport& a = left.reports[r].clients[i];
            const ClientReport& b = right.reports[r].clients[i];
            if (a.trainLoss && b.trainLoss)
                compare(*a.trainLoss, *b.trainLoss);
            if (a.personalTest && b.personalTest)
                compare(a.personalTest->loss, b.personalTest->loss);
        }
    return largest;
}

/// Over all numbers that later rounds depend on, relative to a part's largest where that exceeds
/// one. Infinite if parts, shapes or counts differ.
double stateDifference(const State& left, const State& right)
{
    constexpr double kUnlike = std::numeric_limits<double>::infinity();
    if (left.size() != right.size())
        return kUnlike;
    double largest = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (left[i].name != right[i].name || left[i].values.sizes() != right[i].values.sizes())
            return kUnlike;
        const at::Tensor a = left[i].values.to(at::kCPU);
        const at::Tensor b = right[i].values.to(at::kCPU);
        if (a.numel() == 0)
            continue;
        if (!a.is_floating_point()) {
            largest = at::equal(a, b) ? largest : kUnlike;
            continue;
        }
        const at::Tensor bothUnknown = a.isnan().logical_and(b.isnan());
        const at::Tensor known = b.to(at::kDouble).masked_fill(bothUnknown, 0);
        const at::Tensor off = (a.to(at::kDouble).masked_fill(bothUnknown, 0) - known).abs();
        largest = worse(largest,
                        off.max().item<double>() / std::max(1.0, known.abs().max().item<double>()));
    }
    return largest;
}

bool areIdentical(const PlayedRun& left, const PlayedRun& right)
{
    return left.reports == right.reports && stateDifference(left.state, right.state) == 0;
}

/// A small experiment: parts of its file.
struct MethodCase
{
    std::string name;
    std::string data;
    std::string model; ///< with what follows the name
    std::string local;
    std::string arm;
};

constexpr const char* kGlyphsAlike = R"("dataset": {"name": "glyphDigits", "samples": 240},
    "partition": {"scheme": "iid", "clients": 3}, "test": {"share": 0.25})";
constexpr const char* kGlyphsUnlike = R"("dataset": {"name": "glyphDigits", "samples": 240},
    "partition": {"scheme": "dirichlet", "clients": 4, "alpha": 0.5, "minimum": 20},
    "test": {"share": 0.25})";
constexpr const char* kColours = R"("dataset": {"name": "shapes10", "samples": 120},
    "partition": {"scheme": "iid", "clients": 3}, "test": {"share": 0.25})";
constexpr const char* kMovedColours = R"("dataset": {"name": "shapes10", "samples": 120},
    "partition": {"scheme": "iid", "clients": 3}, "test": {"share": 0.25},
    "preprocess": [{"step": "randomCropFlip"}])";
constexpr const char* kClinics = R"("dataset": {"name": "tabularClinics", "sizes": [60, 41, 23]},
    "partition": {"scheme": "natural"}, "test": {"share": 0.34},
    "preprocess": [{"step": "standardisePerDomain"}])";
constexpr const char* kStreams = R"("dataset": {"name": "syntheticRegression", "clients": 4},
    "partition": {"scheme": "natural"})";
constexpr const char* kScans =
    R"("dataset": {"name": "volumes", "samples": 12, "depth": 8, "height": 8, "width": 8},
    "partition": {"scheme": "natural"})";

constexpr const char* kMomentum = R"("batch": 16, "localEpochs": 1,
    "optimizer": {"name": "sgd", "learningRate": 0.05, "momentum": 0.5})";
constexpr const char* kPlain = R"("batch": 16, "localEpochs": 1,
    "optimizer": {"name": "sgd", "learningRate": 0.05})";
constexpr const char* kMoon = R"("batch": 16, "localEpochs": 1, "objective": {"name": "moon"},
    "optimizer": {"name": "sgd", "learningRate": 0.05, "momentum": 0.5})";
constexpr const char* kKeptAdam = R"("batch": 16, "localEpochs": 1, "keepOptimizerState": true,
    "optimizer": {"name": "adam", "learningRate": 0.001})";
constexpr const char* kFewSteps = R"("batch": 2, "localSteps": 3,
    "optimizer": {"name": "sgd", "learningRate": 0.05, "momentum": 0.9})";

constexpr const char* kAveraging = R"("algorithm": {"name": "fedavg"})";

std::vector<MethodCase> methodCases()
{
    return {
        {"average-pool", kColours, R"("lenet_cifar")", kMomentum, kAveraging},
        {"batch-norm, PReLU, dropout", kGlyphsAlike, R"("fmnist_cnn5")", kMomentum, kAveraging},
        {"batch-norm that stays with its client",
         kGlyphsAlike,
         R"("digit_cnn_small", "bnMode": "local")",
         kMomentum,
         kAveraging},
        {"moved pictures", kMovedColours, R"("lenet_cifar")", kMomentum, kAveraging},
        {"Adam with kept moments",
         kGlyphsUnlike,
         R"("dnn_100")",
         kKeptAdam,
         R"("algorithm": {"name": "fedavg"}, "sampler": {"name": "random", "count": 2})"},
        {"contrast of features (MOON)", kGlyphsAlike, R"("mnist_cnn_20k")", kMoon, kAveraging},
        {"squared error, streams",
         kStreams,
         R"("synth_linear")",
         kFewSteps,
         R"("algorithm": {"name": "allForOne", "criterion": "continuous", "innerIterations": 5,
                          "probeSamples": 4})"},
        {"logistic loss",
         kClinics,
         R"("heart_linear")",
         kMomentum,
         R"("algorithm": {"name": "wgaBc", "beta": 0.1})"},
        {"Dice, 3-D U-Net", kScans, R"("unet3d_ixi")", kFewSteps, kAveraging},
        {"foreign gradients (All-for-one)",
         kGlyphsUnlike,
         R"("mlp_fmnist")",
         kMomentum,
         R"("algorithm": {"name": "allForOne", "criterion": "binary", "innerIterations": 4,
                          "probeSamples": 8})"},
        {"mixed models (APFL)",
         kGlyphsUnlike,
         R"("dnn_100")",
         kMomentum,
         R"("algorithm": {"name": "apfl", "alpha": 0.75})"},
        {"gradients after a step (Per-FedAvg)",
         kGlyphsUnlike,
         R"("dnn_100")",
         kMomentum,
         R"("algorithm": {"name": "perfedavg"})"},
        {"control variates (SCAFFOLD)",
         kGlyphsUnlike,
         R"("mnist_cnn_20k")",
         kPlain,
         R"("algorithm": {"name": "scaffold"})"},
        {"features and a head (pFedGP)",
         kGlyphsUnlike,
         R"("mnist_cnn_20k")",
         kMomentum,
         R"("algorithm": {"name": "pfedgp"})"},
        {"groups by updates (HCCT)",
         kGlyphsUnlike,
         R"("mnist_cnn_20k")",
         kMomentum,
         R"("algorithm": {"name": "hcct"})"},
        {"clusters of clients (HiCS-FL)",
         kGlyphsUnlike,
         R"("mnist_cnn_20k")",
         kMomentum,
         R"("algorithm": {"name": "fedavg"}, "sampler": {"name": "hicsFl", "count": 2})"},
    };
}

Result<RunPlan, Problems> planOf(const MethodCase& method)
{
    const Result<Experiment, Problems> experiment = parseExperiment(
        R"({"schema": 1, "name": "selfcheck", "rounds": 2, "seeds": [1], "data": {)" + method.data
            + R"(}, "local": {)" + method.local + R"(}, "model": {"precision": "float64", "name": )"
            + method.model + R"(}, "arms": [{"name": "arm", )" + method.arm + "}]}",
        registry());
    if (!experiment)
        return Unexpected<Problems>{experiment.error()};
    return expand(*experiment, registry()).front();
}

std::string stackedDevice(const CheckedPlace& place)
{
    return place.device == "cpu" ? std::string(kStackedOnCpu) : place.device;
}

/// Whether two ways to the same rounds give the same bits.
Check checkIdentical(const std::string& name,
                     const std::string& how,
                     const std::function<Result<PlayedRun>()>& once,
                     const std::function<Result<PlayedRun>()>& again)
{
    return checkMade(name, [&]() -> Check {
        const Result<PlayedRun> left = once();
        const Result<PlayedRun> right = again();
        if (!left || !right)
            return {
                .name = name, .passed = false, .detail = (left ? right : left).error().sentence()};
        const bool identical = areIdentical(*left, *right);
        return {.name = name,
                .passed = identical,
                .detail = identical ? "identical to the bit, " + how : "the runs differ"};
    });
}

Check checkClose(const std::string& name,
                 double allowed,
                 const std::function<Result<PlayedRun>()>& there,
                 const std::function<Result<PlayedRun>()>& here,
                 const std::function<double(const PlayedRun&, const PlayedRun&)>& difference)
{
    return checkMade(name, [&]() -> Check {
        const Result<PlayedRun> left = there();
        const Result<PlayedRun> right = here();
        if (left && right)
            return checkWithin(name, difference(*left, *right), allowed);
        return {.name = name, .passed = false, .detail = (left ? right : left).error().sentence()};
    });
}

} // namespace

void checkMethods(const CheckedPlace& place, const std::function<void(Check)>& checked)
{
    const std::string device = stackedDevice(place);
    const std::string restored = "from a checkpoint after round 1";
    for (const MethodCase& method : methodCases()) {
        const Result<RunPlan, Problems> plan = planOf(method);
        if (!plan) {
            checked({.name = method.name, .passed = false, .detail = sentences(plan.error())});
            continue;
        }
        RunData data({});
        std::optional<PlayedRun> known; // played once, compared twice
        const auto there = [&]() -> Result<PlayedRun> {
            if (!known) {
                Result<PlayedRun> played =
                    playedRun(*plan, data, place.threads, device, plan->rounds);
                if (!played)
                    return played;
                known = std::move(*played);
            }
            return *known;
        };
        checked(checkClose(
            method.name,
            kMethodTolerance,
            there,
            [&] { return playedRun(*plan, data, place.threads, "cpu", plan->rounds); },
            [](const PlayedRun& left, const PlayedRun& right) {
                return worse(lossDifference(left, right), stateDifference(left.state, right.state));
            }));
        checked(checkIdentical(method.name + ", restored", restored, there, [&] {
            return playedFromCheckpoint(*plan, data, place.threads, device, plan->rounds);
        }));
    }
}

void checkPlan(const RunPlan& plan,
               RunData& data,
               const CheckedPlace& place,
               const std::function<void(Check)>& checked)
{
    const std::string name = "quickstart, " + plan.armName;
    const std::string against =
        name + (place.device == "cpu" ? ", stacked against single" : ", device against CPU");
    const auto compare = [&](const std::string& part, const RunPlan& compared, int lastRound) {
        const auto playedOn = [&](const std::string& device) {
            return
                [&, device] { return playedRun(compared, data, place.threads, device, lastRound); };
        };
        checked(checkClose(against + part,
                           kDeviceTolerance,
                           playedOn(stackedDevice(place)),
                           playedOn("cpu"),
                           lossDifference));
    };
    RunPlan precise = plan;
    precise.model.precision = "float64";
    compare(", first round", plan, 1);
    compare(", all rounds in float64", precise, plan.rounds);
    const auto playedBy = [&](std::size_t threads) {
        return [&, threads] { return playedRun(plan, data, threads, place.device, plan.rounds); };
    };
    checked(checkIdentical(name + ", two runs",
                           "with " + std::to_string(place.threads) + " and "
                               + std::to_string(place.threads + 1) + " workers",
                           playedBy(place.threads),
                           playedBy(place.threads + 1)));
}

} // namespace coterie
