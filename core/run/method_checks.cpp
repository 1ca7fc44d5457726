#include "core/run/method_checks.h"

#include "core/algorithms/registry.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/run/checkpoint.h"
#include "core/run/run.h"
#include "core/train/rank_group.h"
#include "core/train/run_stopped.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
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

/// How a plan is played.
struct Play
{
    const RunPlan& plan;
    RunData& data;
    std::size_t threads = 1;
    std::string device;
    int lastRound = 0;
    RankGroup* ranks = nullptr;

    [[nodiscard]] Result<std::unique_ptr<Run>> prepared() const
    {
        return prepareRun(plan, data, threads, device, false, {}, ranks);
    }
};

Result<PlayedRun> played(const Play& play)
{
    COTERIE_TRY(const std::unique_ptr<Run> run, play.prepared());
    PlayedRun played;
    playUntil(*run, play.lastRound, played);
    if (play.ranks != nullptr)
        run->compareRanks();
    return played;
}

/// The same by several ranks, one of which may be lost.
Result<PlayedRun> playedTogether(const Play& play)
{
    try {
        return played(play);
    } catch (const RunStopped& stopped) {
        return fail({}, stopped.cause);
    }
}

/// The same, continued by a second run from the checkpoint of the first after round 1.
Result<PlayedRun> playedFromCheckpoint(const Play& play)
{
    COTERIE_TRY(const std::unique_ptr<Run> first, play.prepared());
    COTERIE_TRY(const std::unique_ptr<Run> second, play.prepared());
    PlayedRun played;
    playUntil(*first, 1, played);
    for (const RoundReport& report : played.reports)
        second->recall(report);
    StateKeeper keeper;
    CheckpointEncoder encoder;
    COTERIE_CHECK(second->restore(encoder.changes(1, keeper.keep(played.state))));
    playUntil(*second, play.lastRound, played);
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

constexpr const char* kGlyphsAlike = R"("dataset": {"name": "glyphDigits", "samples": 240},
    "partition": {"scheme": "iid", "clients": 3}, "test": {"share": 0.25})";
constexpr const char* kGlyphsUnlike = R"("dataset": {"name": "glyphDigits", "samples": 240},
    "partition": {"scheme": "dirichlet", "clients": 4, "alpha": 0.5, "minimum": 20},
    "test": {"share": 0.25})";
constexpr const char* kColours = R"("dataset": {"name": "shapes10", "samples": 120},
    "partition": {"scheme": "iid", "clients": 3}, "test": {"share": 0.25})";
const std::string kMovedColours =
    kColours + std::string(R"(, "preprocess": [{"step": "randomCropFlip"}])");
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

constexpr const char* kResidual = R"("layers", "layers": [
    {"layer": "convolution", "channels": 8, "padding": 1, "stride": 2}, {"layer": "relu"},
    {"layer": "block", "shortcut": "projection", "norm": "groupNorm", "groups": 2, "layers": [
        {"layer": "convolution", "channels": 8, "padding": 1, "stride": 2, "groups": 8},
        {"layer": "convolution", "channels": 16, "kernel": 1, "bias": false},
        {"layer": "groupNorm", "groups": 2}]},
    {"layer": "relu"},
    {"layer": "block", "shortcut": "identity", "layers": [
        {"layer": "convolution", "channels": 16, "padding": 1}, {"layer": "gelu"}]},
    {"layer": "globalAveragePool"}, {"layer": "layerNorm"}, {"layer": "linear", "units": "classes"}])";

/// A small experiment: parts of its file.
struct MethodCase
{
    std::string name;
    std::string data = kGlyphsUnlike;
    std::string model; ///< with what follows the name
    std::string local = kMomentum;
    std::string algorithm = R"("fedavg")"; ///< likewise
    std::string sampler = {};              ///< likewise
};

std::vector<MethodCase> methodCases()
{
    return {
        {.name = "average-pool", .data = kColours, .model = R"("lenet_cifar")"},
        {.name = "batch-norm, PReLU, dropout", .data = kGlyphsAlike, .model = R"("fmnist_cnn5")"},
        {.name = "batch-norm that stays with its client",
         .data = kGlyphsAlike,
         .model = R"("digit_cnn_small", "bnMode": "local")"},
        {.name = "residual blocks, group-norm, depthwise convolution",
         .data = kColours,
         .model = kResidual},
        {.name = "moved pictures", .data = kMovedColours, .model = R"("lenet_cifar")"},
        {.name = "Adam with kept moments",
         .model = R"("dnn_100")",
         .local = kKeptAdam,
         .sampler = R"("random", "count": 2)"},
        {.name = "contrast of features (MOON)",
         .data = kGlyphsAlike,
         .model = R"("mnist_cnn_20k")",
         .local = kMoon},
        {.name = "squared error, streams",
         .data = kStreams,
         .model = R"("synth_linear")",
         .local = kFewSteps,
         .algorithm =
             R"("allForOne", "criterion": "continuous", "innerIterations": 5, "probeSamples": 4)"},
        {.name = "logistic loss",
         .data = kClinics,
         .model = R"("heart_linear")",
         .algorithm = R"("wgaBc", "beta": 0.1)"},
        {.name = "Dice, 3-D U-Net", .data = kScans, .model = R"("unet3d_ixi")", .local = kFewSteps},
        {.name = "foreign gradients (All-for-one)",
         .model = R"("mlp_fmnist")",
         .algorithm =
             R"("allForOne", "criterion": "binary", "innerIterations": 4, "probeSamples": 8)"},
        {.name = "mixed models (APFL)",
         .model = R"("dnn_100")",
         .algorithm = R"("apfl", "alpha": 0.75)"},
        {.name = "gradients after a step (Per-FedAvg)",
         .model = R"("dnn_100")",
         .algorithm = R"("perfedavg")"},
        {.name = "control variates (SCAFFOLD)",
         .model = R"("mnist_cnn_20k")",
         .local = kPlain,
         .algorithm = R"("scaffold")"},
        {.name = "features and a head (pFedGP)",
         .model = R"("mnist_cnn_20k")",
         .algorithm = R"("pfedgp")"},
        {.name = "groups by updates (HCCT)",
         .model = R"("mnist_cnn_20k")",
         .algorithm = R"("hcct")"},
        {.name = "clusters of clients (HiCS-FL)",
         .model = R"("mnist_cnn_20k")",
         .sampler = R"("hicsFl", "count": 2)"},
    };
}

Result<RunPlan, Problems> planOf(const MethodCase& method)
{
    const std::string sampler =
        method.sampler.empty() ? "" : R"(, "sampler": {"name": )" + method.sampler + "}";
    COTERIE_TRY(
        const Experiment experiment,
        parseExperiment(R"({"schema": 1, "name": "selfcheck", "rounds": 2, "seeds": [1], "data": {)"
                            + method.data + R"(}, "local": {)" + method.local
                            + R"(}, "model": {"precision": "float64", "name": )" + method.model
                            + R"(}, "arms": [{"name": "arm", "algorithm": {"name": )"
                            + method.algorithm + "}" + sampler + "}]}",
                        registry()));
    return expand(experiment, registry()).front();
}

std::string stackedDevice(const CheckedPlace& place)
{
    return place.device == "cpu" ? std::string(kStackedOnCpu) : place.device;
}

using Player = std::function<Result<PlayedRun>()>;

/// Judges two ways to the same rounds.
Check comparison(const std::string& name,
                 const Player& one,
                 const Player& other,
                 const std::function<Check(const PlayedRun&, const PlayedRun&)>& judge)
{
    return checkMade(name, [&]() -> Check {
        const Result<PlayedRun> left = one();
        const Result<PlayedRun> right = other();
        if (left && right)
            return judge(*left, *right);
        return {.name = name, .passed = false, .detail = (left ? right : left).error().sentence()};
    });
}

/// Whether they give the same bits.
Check checkIdentical(const std::string& name,
                     const std::string& how,
                     const Player& once,
                     const Player& again)
{
    return comparison(name, once, again, [&](const PlayedRun& left, const PlayedRun& right) {
        const bool identical =
            left.reports == right.reports && stateDifference(left.state, right.state) == 0;
        return Check{.name = name,
                     .passed = identical,
                     .detail = identical ? "identical to the bit, " + how : "the runs differ"};
    });
}

} // namespace

void checkMethods(const CheckedPlace& place, const std::function<void(Check)>& checked)
{
    for (const MethodCase& method : methodCases()) {
        const Result<RunPlan, Problems> plan = planOf(method);
        if (!plan) {
            checked({.name = method.name, .passed = false, .detail = sentences(plan.error())});
            continue;
        }
        RunData data({});
        const Play here{*plan, data, place.threads, "cpu", plan->rounds};
        const Play there{*plan, data, place.threads, stackedDevice(place), plan->rounds};
        std::optional<PlayedRun> known; // played once, compared twice
        const auto playedThere = [&]() -> Result<PlayedRun> {
            if (!known) {
                COTERIE_TRY(known, played(there));
            }
            return *known;
        };
        checked(comparison(
            method.name,
            playedThere,
            [&] { return played(here); },
            [&](const PlayedRun& left, const PlayedRun& right) {
                return checkWithin(
                    method.name,
                    worse(lossDifference(left, right), stateDifference(left.state, right.state)),
                    kMethodTolerance);
            }));
        checked(checkIdentical(
            method.name + ", restored", "from a checkpoint after round 1", playedThere, [&] {
                return playedFromCheckpoint(there);
            }));
    }
}

void checkRanks(const CheckedPlace& place, const std::function<void(Check)>& checked)
{
    for (const MethodCase& method : methodCases()) {
        const std::string name =
            method.name + ", " + std::to_string(place.ranks->count()) + " ranks";
        const Result<RunPlan, Problems> plan = planOf(method);
        if (!plan) {
            checked({.name = name, .passed = false, .detail = sentences(plan.error())});
            continue;
        }
        RunData data({});
        Play alone{*plan, data, place.threads, stackedDevice(place), plan->rounds};
        Play together = alone;
        together.ranks = place.ranks;
        checked(comparison(
            name,
            [&] { return playedTogether(together); },
            [&] { return played(alone); },
            [&](const PlayedRun& left, const PlayedRun& right) {
                const double found =
                    worse(lossDifference(left, right), stateDifference(left.state, right.state));
                return found == 0 ? Check{.name = name,
                                          .passed = true,
                                          .detail = "the same to the bit as one process"}
                                  : checkWithin(name, found, kMethodTolerance);
            }));
    }
}

void checkPlan(const RunPlan& plan,
               RunData& data,
               const CheckedPlace& place,
               const std::function<void(Check)>& checked)
{
    const std::string name = "quickstart, " + plan.armName;
    const auto compare = [&](const std::string& part, const RunPlan& compared, int lastRound) {
        const std::string against =
            name + (place.device == "cpu" ? ", stacked against single" : ", device against CPU")
            + part;
        const auto playedOn = [&](const std::string& device) {
            return [&, device] {
                return played({compared, data, place.threads, device, lastRound});
            };
        };
        checked(comparison(against,
                           playedOn(stackedDevice(place)),
                           playedOn("cpu"),
                           [&](const PlayedRun& left, const PlayedRun& right) {
                               return checkWithin(
                                   against, lossDifference(left, right), kDeviceTolerance);
                           }));
    };
    RunPlan precise = plan;
    precise.model.precision = "float64";
    compare(", first round", plan, 1);
    compare(", all rounds in float64", precise, plan.rounds);
    const auto playedBy = [&](std::size_t threads) {
        return [&, threads] { return played({plan, data, threads, place.device, plan.rounds}); };
    };
    checked(checkIdentical(name + ", two runs",
                           "with " + std::to_string(place.threads) + " and "
                               + std::to_string(place.threads + 1) + " workers",
                           playedBy(place.threads),
                           playedBy(place.threads + 1)));
}

} // namespace coterie
