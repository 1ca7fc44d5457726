#include "core/run/benchmark.h"

#include "core/algorithms/registry.h"
#include "core/base/random_stream.h"
#include "core/collaboration/utility_partition.h"
#include "core/data/catalog.h"
#include "core/experiment/experiment.h"
#include "core/math/blas_kernel.h"
#include "core/nn/gemm.h"
#include "core/nn/models.h"
#include "core/run/progress.h"
#include "core/train/executor.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <numeric>
#include <utility>

namespace coterie {

namespace {

constexpr std::size_t kRepeats = 15;
constexpr std::size_t kPairs = 31;
constexpr std::size_t kSamplesPerClient = 640;

struct Subject
{
    std::string_view model;
    int batch;
    int steps; ///< of one measurement: a few tens of milliseconds
};
constexpr std::array kSubjects{Subject{"dnn_500_200", 20, 100},
                               Subject{"mnist_cnn_20k", 16, 100},
                               Subject{"mnist_cnn_582k", 16, 20}};

template <typename Work>
double secondsOf(Work work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

template <typename Work>
double medianSeconds(std::size_t repeats, Work work)
{
    std::vector<double> seconds;
    for (std::size_t i = 0; i < repeats; ++i)
        seconds.push_back(secondsOf(work));
    return median(seconds);
}

double gemmSeconds(Transposed a, Transposed b, const ProductSize& size, std::size_t repeats)
{
    const auto [m, n, k] = size;
    const std::vector<float> left(m * k, 0.5F);
    const std::vector<float> right(k * n, 0.25F);
    std::vector<float> product(m * n);
    const Factor<float> first{left.data(), a == Transposed::Yes ? m : k, a};
    const Factor<float> second{right.data(), b == Transposed::Yes ? k : n, b};
    const auto multiply = [&] { gemm<float>(size, first, second, product.data(), size.n); };
    multiply(); // once unmeasured: pages and packing buffers
    return medianSeconds(repeats, multiply);
}

/// Forward, weight gradient and, but for the first product, input gradient of every linear layer
/// and convolution.
double bareProducts(const Network& network, std::size_t batch)
{
    double seconds = 0;
    bool first = true;
    for (std::size_t i = 0; i < network.layers().size(); ++i) {
        const Layer& layer = network.layers()[i];
        if (layer.kind != LayerKind::Linear && layer.kind != LayerKind::Conv2d)
            continue;
        const bool flat = layer.kind == LayerKind::Linear;
        const std::size_t columns =
            flat ? batch : batch * network.shapeAfter(i).height * network.shapeAfter(i).width;
        const std::size_t inputs = layer.inputs / layer.groups;
        const std::size_t depth = flat ? inputs : inputs * layer.kernel * layer.kernel;
        const std::size_t rows = layer.outputs / layer.groups;
        double ofGroup = 0;
        using enum Transposed;
        ofGroup += gemmSeconds(No, No, {rows, columns, depth}, kRepeats);
        ofGroup += gemmSeconds(No, Yes, {rows, depth, columns}, kRepeats);
        if (!first)
            ofGroup += gemmSeconds(Yes, No, {depth, columns, rows}, kRepeats);
        seconds += ofGroup * static_cast<double>(layer.groups);
        first = false;
    }
    return seconds;
}

/// Local work of as many clients as workers, timed round by round.
class TimedRounds
{
public:
    TimedRounds(const Subject& subject,
                const Network& network,
                const std::shared_ptr<const Dataset>& dataset,
                const Shards& shards,
                std::size_t clients)
        : m_executor(makeThreadExecutor(
            {.network = network, .dataset = dataset, .shards = shards, .pooled = {}}, clients))
        , m_work(plainWork(subject))
        , m_start(initialRows(network, Initialisation::LibTorch, 1))
        , m_ends(ModelRows::empty(clients, m_start))
        , m_results(clients)
        , m_steps(subject.steps)
        , m_context{
              .seed = 1, .round = 0, .learningRate = m_work.optimizer->learningRate(), .stop = {}}
    {
        for (std::size_t client = 0; client < clients; ++client)
            m_jobs.push_back({.client = client, .startRow = 0, .steps = m_steps});
        (void)stepSeconds(); // once unmeasured: the plans are made on first use
    }

    /// Wall seconds of one local step of every client, from a round of them.
    double stepSeconds()
    {
        const auto round = [&] {
            (void)m_executor->train({m_context, m_work, m_jobs, m_start, m_ends, m_results});
        };
        const double seconds = secondsOf(round) / m_steps;
        ++m_context.round;
        return seconds;
    }

private:
    static LocalWork plainWork(const Subject& subject)
    {
        RunPlan plan;
        plan.local.optimizer.parameters.set("learningRate", 0.01);
        plan.local.batch = subject.batch;
        complete(plan, registry());
        return makeLocalWork(plan.local);
    }

    std::unique_ptr<Executor> m_executor;
    LocalWork m_work;
    ModelRows m_start;
    ModelRows m_ends;
    std::vector<LocalResult> m_results;
    std::vector<LocalJob> m_jobs;
    int m_steps;
    RoundContext m_context;
};

/// One worker and all workers alternate, so that other load affects both, and each pair is compared
/// by itself.
void measureSteps(ModelSpeed& speed, TimedRounds& one, TimedRounds& all, std::size_t workers)
{
    std::vector<double> oneSeconds;
    std::vector<double> allSeconds;
    std::vector<double> scaling;
    for (std::size_t i = 0; i < kPairs; ++i) {
        oneSeconds.push_back(one.stepSeconds());
        allSeconds.push_back(all.stepSeconds());
        scaling.push_back(static_cast<double>(workers) * oneSeconds.back() / allSeconds.back());
    }
    speed.stepSeconds = median(oneSeconds);
    speed.allStepSeconds = median(allSeconds);
    speed.scaling = median(scaling);
}

} // namespace

double peakMemoryMiB()
{
    std::ifstream status("/proc/self/status");
    std::string word;
    while (status >> word)
        if (word == "VmHWM:") {
            double kibibytes = 0;
            status >> kibibytes;
            return kibibytes / 1024;
        }
    return 0;
}

SpeedReport measureSpeed(std::size_t workers,
                         const std::function<void(const ModelSpeed&)>& measured)
{
    SpeedReport report{.blas = blasName(),
                       .blasCore = blasCore(),
                       .instructions = instructionsName(detectCpu()),
                       .workers = workers,
                       .models = {}};
    constexpr std::size_t kSide = 1024;
    report.gemmGigaflops = 2.0 * kSide * kSide * kSide * 1e-9
                           / gemmSeconds(Transposed::No, Transposed::No, {kSide, kSide, kSide}, 5);

    Part glyphs{.name = "glyphDigits", .parameters = {}};
    glyphs.parameters.set("samples", signedSize(kSamplesPerClient * workers));
    const Result<std::shared_ptr<const Dataset>> dataset = loadDataset(glyphs, {});
    Shards shards(workers);
    for (std::size_t client = 0; client < workers; ++client) {
        shards[client].train.resize(kSamplesPerClient);
        std::iota(shards[client].train.begin(),
                  shards[client].train.end(),
                  static_cast<std::int32_t>(client * kSamplesPerClient));
    }
    for (const Subject& subject : kSubjects) {
        const Result<Network> network = makeNetwork(
            {.name = std::string(subject.model), .parameters = {}}, (*dataset)->train.shape, 10);
        const auto batch = static_cast<std::size_t>(subject.batch);
        ModelSpeed speed{.model = std::string(subject.model),
                         .batch = batch,
                         .parameters = network->layout().parameterCount,
                         .flopsPerStep = 3 * network->forwardFlops() * subject.batch};
        TimedRounds one(subject, *network, *dataset, shards, 1);
        TimedRounds all(subject, *network, *dataset, shards, workers);
        measureSteps(speed, one, all, workers);
        speed.gemmSeconds = bareProducts(*network, batch);
        speed.peakMemoryMiB = peakMemoryMiB();
        report.models.push_back(speed);
        measured(speed);
    }
    return report;
}

namespace {

constexpr std::size_t kDimensions = 1024;
constexpr std::size_t kGroupSize = 50;
constexpr double kNoise = 0.4; // against directions of length 1 per coordinate: cosines about 0.86

/// Updates as rows; in groups around common directions, or without any order.
Matrix madeUpUpdates(std::size_t clients, bool inGroups)
{
    RandomStream stream({.seed = 1, .purpose = Purpose::Synthesise});
    const std::size_t groups = inGroups ? (clients + kGroupSize - 1) / kGroupSize : 0;
    Matrix directions(groups, kDimensions);
    for (double& value : directions.values)
        value = stream.normal();
    Matrix updates(clients, kDimensions);
    for (std::size_t client = 0; client < clients; ++client)
        for (std::size_t k = 0; k < kDimensions; ++k)
            updates.at(client, k) =
                inGroups ? directions.at(client % groups, k) + kNoise * stream.normal()
                         : stream.normal();
    return updates;
}

/// In the order of PartitionRegime.
struct Regime
{
    std::string_view name;
    double alphaOverMean; ///< D_i between 50 and 150 samples, α against their mean of 100
};
constexpr std::array kRegimes{
    Regime{"separated", 0.5}, Regime{"unstructured", 1}, Regime{"all into one", 100}};

} // namespace

std::string_view nameOf(PartitionRegime regime)
{
    return kRegimes[static_cast<std::size_t>(regime)].name;
}

PartitionSpeed measurePartition(std::size_t clients, PartitionRegime regime)
{
    constexpr double kMeanSize = 100;
    RandomStream stream({.seed = 2, .purpose = Purpose::Synthesise});
    std::vector<double> sizes(clients);
    for (double& size : sizes)
        size = static_cast<double>(50 + stream.below(101));
    const UtilitySettings settings{
        .alpha = {kRegimes[static_cast<std::size_t>(regime)].alphaOverMean * kMeanSize}};
    Matrix products = gram(madeUpUpdates(clients, regime == PartitionRegime::Separated));

    Grouping grouping;
    const double seconds =
        secondsOf([&] { grouping = partitionByUtility(std::move(products), sizes, settings); });
    return {.clients = clients,
            .regime = regime,
            .seconds = seconds,
            .groups = grouping.groups.size(),
            .peakMemoryMiB = peakMemoryMiB()};
}

} // namespace coterie
