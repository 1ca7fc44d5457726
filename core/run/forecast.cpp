#include "core/run/forecast.h"

#include "core/algorithms/method_room.h"
#include "core/base/try.h"
#include "core/data/partition.h"
#include "core/data/sets/sets.h"
#include "core/experiment/external_command.h"
#include "core/run/environment.h"
#include "core/run/failures.h"
#include "core/run/load_module.h"
#include "core/run/machine_room.h"
#include "core/run/plan_size.h"
#include "core/run/progress.h"
#include "core/run/ranks_room.h"
#include "core/run/run.h"
#include "core/train/scores.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace coterie {

namespace {

/// A trial takes moments. One round is enough if rounds are long.
constexpr double kEnoughSeconds = 0.3;

} // namespace

void TrialTimes::add(const RoundReport& report)
{
    if (report.round < kFirstMeasuredRound)
        return;
    double work = 0;
    double evaluation = 0;
    for (const PhaseTime& phase : report.timings)
        (phase.phase == "evaluate" ? evaluation : work) += phase.seconds;
    m_work = std::min(m_work.value_or(work), work);
    m_evaluation = std::min(m_evaluation.value_or(evaluation), evaluation);
    m_spent += work + evaluation;
    ++m_measured;
}

RoundCost costOfRounds(double fewSteps, double fewSeconds, double manySteps, double manySeconds)
{
    if (fewSteps <= 0 || manySteps <= fewSteps)
        return {.once = fewSeconds, .perStep = 0};
    const double perStep =
        std::clamp((manySeconds - fewSeconds) / (manySteps - fewSteps), 0.0, fewSeconds / fewSteps);
    return {.once = fewSeconds - perStep * fewSteps, .perStep = perStep};
}

bool TrialTimes::isEnough() const
{
    return m_measured > 0
           && (m_measured > kMostTrialRounds - kFirstMeasuredRound || m_spent >= kEnoughSeconds);
}

namespace {

/// Few, but enough for whole batches and to separate a step's cost from a round's.
constexpr int kTrialSteps = 2;
/// Enough to tell a step's time from that of the rest, which may be ten times as long. Fewer where
/// rounds are long, and measured well.
constexpr int kManySteps = 8;
constexpr int kSomeSteps = 4;
constexpr std::size_t kTrialTests = 32; ///< of a client
/// A trial holds as many models as the run; larger trials would disturb the machine too much.
constexpr double kMostTrialBytes = 1.0 * 1024 * 1024 * 1024;
constexpr double kMostStepBytes = 8.0 * 1024 * 1024 * 1024;
/// Each client's start, end and update; of a method with one model, each participant's.
constexpr double kModelsPerClient = 3;

std::vector<std::int64_t> trainCounts(const Shards& shards)
{
    std::vector<std::int64_t> counts;
    for (const Shard& shard : shards)
        counts.push_back(signedSize(shard.trainCount()));
    return counts;
}

Shards shortened(Shards shards, std::size_t batch)
{
    for (Shard& shard : shards) {
        shard.train.resize(std::min(shard.train.size(), kTrialSteps * batch));
        shard.streamed = std::min(shard.streamed, kTrialSteps * batch);
        shard.test.resize(std::min(shard.test.size(), kTrialTests));
        shard.validation.clear();
    }
    return shards;
}

RunPlan trialOf(const RunPlan& plan, const Shards& shards, int steps)
{
    RunPlan trial = plan;
    trial.rounds = kMostTrialRounds;
    trial.evaluateEvery = 1;
    trial.local.localEpochs.reset();
    trial.local.localSteps = steps;
    trial.clients.edges = edgeServers(plan.clients, shards.size(), plan.partitionSeed);
    trial.clients.arrivals.clear(); // all clients take part in a trial
    return trial;
}

/// 1 if there is no work.
double ratio(double whole, double part)
{
    return part > 0 ? whole / part : 1.0;
}

/// That compute a run together.
struct Processes
{
    std::size_t threads = 1; ///< of all of them
    int ranks = 1;

    [[nodiscard]] std::size_t threadsOfRank() const
    {
        return std::max<std::size_t>(1, threads / static_cast<std::size_t>(ranks));
    }
};

struct FederationData
{
    std::shared_ptr<const Dataset> dataset;
    Shards shards;
};

/// What the rounds of a trial took, sent and evaluated.
struct Trial
{
    TrialTimes times;
    double bytesPerRound = 0;
    std::int64_t official = 0; ///< samples of the data set's own test set, where a model sees it
};

Trial tryRounds(Run& run, const std::stop_token& stop)
{
    Trial trial;
    while (!trial.times.isEnough()) {
        const RoundReport report = run.advance(stop);
        trial.times.add(report);
        if (report.officialTest)
            trial.official = report.officialTest->samples;
        if (report.round != kFirstMeasuredRound)
            continue;
        for (const Traffic& traffic : report.traffic)
            trial.bytesPerRound += traffic.bits / 8;
    }
    return trial;
}

void measure(ArmForecast& arm,
             const RunPlan& plan,
             const FederationData& data,
             const Network& network,
             std::size_t threads,
             const std::stop_token& stop)
{
    const Shards few =
        shortened(data.shards, static_cast<std::size_t>(std::max(1, plan.local.batch)));
    const auto tryWith = [&](int steps) {
        Run run(
            trialOf(plan, data.shards, steps), data.dataset, few, network, threads, plan.device);
        return tryRounds(run, stop);
    };
    // A round is as long as its last worker; clients differ in size.
    const auto length = [&](const LocalSettings& local, const Shards& shards) {
        const std::vector<std::int64_t> counts = trainCounts(shards);
        return expectedLongestWorker(
            stepsOf(local, counts), shareTakingPart(plan.sampler, counts.size()), threads);
    };
    const auto trialLength = [&](int steps) {
        return length(trialOf(plan, data.shards, steps).local, few);
    };
    const Trial trial = tryWith(kTrialSteps);
    const double seconds = trial.times.work();
    const int more = seconds < kEnoughSeconds ? kManySteps : kSomeSteps;
    arm.bytesPerRound = trial.bytesPerRound;
    arm.workSeconds =
        costOfRounds(
            trialLength(kTrialSteps), seconds, trialLength(more), tryWith(more).times.work())
            .seconds(length(plan.local, data.shards));
    arm.evaluateSeconds =
        trial.times.evaluation()
        * ratio(evaluatedSamples(plan, data.shards, trial.official),
                evaluatedSamples(trialOf(plan, data.shards, kTrialSteps), few, trial.official));
}

/// Of the models that a trial holds.
double trialBytes(const RunPlan& plan, const PlanNumbers& numbers)
{
    const bool holdsAll = methodRoom(plan).state > 0;
    return kModelsPerClient * numbers.model * (holdsAll ? numbers.clients : numbers.participants)
           + planSize(plan, numbers).part("pairs").memory;
}

ArmForecast countArm(const RunPlan& plan,
                     const FederationData& data,
                     const Network& network,
                     const Processes& processes)
{
    ArmForecast arm;
    arm.parameters = network.layout().parameterCount;
    const PlanNumbers numbers =
        planNumbers(plan, *data.dataset, data.shards, network, processes.threadsOfRank());
    const PlanSize size =
        ranksOfMachine(plan, numbers, network, processes.ranks, MachineRoom::of({}).memory).size;
    arm.memoryBytes = memoryOfRanks(size, processes.ranks);
    arm.diskBytes = size.disk();
    return arm;
}

ArmForecast tryArm(const RunPlan& plan,
                   const FederationData& data,
                   const Network& network,
                   const Processes& processes,
                   const std::stop_token& stop)
{
    const std::size_t clients = data.shards.size();
    const std::size_t threads = processes.threads;
    ArmForecast arm = countArm(plan, data, network, processes);
    const PlanNumbers numbers = planNumbers(plan, *data.dataset, data.shards, network, threads);
    if (const Result<void> device = checkDevice(plan.device); !device) {
        arm.refusal = device.error().complaint();
    } else if (const std::optional<Error> problem = problemOf(plan, network, clients)) {
        arm.refusal = problem->complaint();
    } else if (arm.startsCommand = !commandOf(plan.algorithm).empty(); arm.startsCommand) {
        arm.refusal = "Not tried, because it starts a program.";
    } else if (trialBytes(plan, numbers) > kMostTrialBytes || numbers.steps > kMostStepBytes) {
        arm.refusal = "Too large for a trial.";
    } else {
        const auto failure =
            failureOf("The trial", [&] { measure(arm, plan, data, network, threads, stop); });
        arm.refusal = failure.value_or("");
    }
    return arm;
}

Result<FederationData> federationOf(const RunPlan& plan, RunData& data)
{
    FederationData federation;
    COTERIE_TRY(federation.dataset, data.dataset(plan));
    COTERIE_TRY(federation.shards, data.shards(plan, *federation.dataset));
    return federation;
}

Forecast countsOf(const Shards& shards)
{
    const std::vector<std::int64_t> counts = trainCounts(shards);
    Forecast forecast;
    forecast.clients = shards.size();
    forecast.trainSamples = std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
    for (const Shard& shard : shards)
        forecast.testSamples += signedSize(shard.test.size());
    if (!counts.empty()) {
        forecast.smallestClient = *std::ranges::min_element(counts);
        forecast.largestClient = *std::ranges::max_element(counts);
    }
    return forecast;
}

/// Computes the forecast of an arm from its data and its model.
using ArmQuestion =
    std::function<ArmForecast(const RunPlan&, const FederationData&, const Network&)>;

Result<Forecast>
forecastOf(std::span<const RunPlan> plans, RunData& data, const ArmQuestion& askArm)
{
    if (plans.empty())
        return Forecast();
    COTERIE_TRY(const FederationData federation, federationOf(plans.front(), data));
    Forecast forecast = countsOf(federation.shards);
    forecast.memoryAvailable = memoryAvailable();
    if (forecast.memoryAvailable) // these are there, and the memory that they take is not free
        *forecast.memoryAvailable += static_cast<double>(
            memoryOf(federation.dataset->train) + memoryOf(federation.dataset->officialTest));
    for (const RunPlan& plan : plans) {
        if (plan.armIndex < forecast.arms.size())
            continue; // one run per arm is enough
        if (isUnknownModule(plan)) {
            ArmForecast& arm = forecast.arms.emplace_back();
            arm.startsCommand = true;
            arm.refusal = "Not tried, because its module from PyTorch can run code. The first run "
                          "loads it once you allow it.";
            continue;
        }
        COTERIE_TRY(const Network network, planNetwork(plan, *federation.dataset));
        forecast.arms.push_back(askArm(plan, federation, network));
    }
    return forecast;
}

} // namespace

double evaluatedSamples(const RunPlan& plan, const Shards& shards, std::int64_t official)
{
    const std::size_t asked = trainEvaluationSamples(plan);
    std::size_t samples = 0;
    for (const Shard& shard : shards)
        samples +=
            shard.test.size() + shard.validation.size() + std::min(asked, shard.train.size());
    return static_cast<double>(samples) + static_cast<double>(official);
}

Result<Forecast> makeForecast(std::span<const RunPlan> plans,
                              RunData& data,
                              std::size_t threads,
                              const std::stop_token& stop,
                              int ranks)
{
    const Processes processes{.threads = threads, .ranks = std::max(1, ranks)};
    const auto ask =
        [&](const RunPlan& plan, const FederationData& federation, const Network& network) {
            if (stop.stop_requested())
                throw RunStopped();
            return tryArm(plan, federation, network, processes, stop);
        };
    try {
        auto forecast = forecastOf(plans, data, ask);
        if (forecast) {
            forecast->isTried = true;
            forecast->ranks = processes.ranks;
        }
        return forecast;
    } catch (const RunStopped&) {
        return fail({}, "the trial was stopped");
    }
}

Result<Forecast>
countForecast(std::span<const RunPlan> plans, RunData& data, std::size_t threads, int ranks)
{
    const Processes processes{.threads = threads, .ranks = std::max(1, ranks)};
    auto forecast = forecastOf(
        plans,
        data,
        [processes](const RunPlan& plan, const FederationData& federation, const Network& network) {
            return countArm(plan, federation, network, processes);
        });
    if (forecast)
        forecast->ranks = processes.ranks;
    return forecast;
}

Result<Forecast> countClients(const RunPlan& plan, RunData& data)
{
    COTERIE_TRY(const FederationData federation, federationOf(plan, data));
    return countsOf(federation.shards);
}

std::optional<double> foreseenDisk(const Forecast& forecast, std::span<const RunPlan> plans)
{
    double bytes = 0;
    for (const RunPlan& plan : plans) {
        if (plan.armIndex >= forecast.arms.size() || !forecast.arms[plan.armIndex].diskBytes)
            return std::nullopt;
        bytes += *forecast.arms[plan.armIndex].diskBytes;
    }
    return bytes;
}

std::optional<double> roundSeconds(const ArmForecast& arm, const RunPlan& plan)
{
    if (!arm.workSeconds || !arm.evaluateSeconds || plan.rounds < 1)
        return std::nullopt;
    const RoundsLeft all = roundsLeft(0, plan.rounds, plan.evaluateEvery);
    return *arm.workSeconds + *arm.evaluateSeconds * all.evaluations / plan.rounds;
}

std::optional<double> foreseenSeconds(const Forecast& forecast, std::span<const RunPlan> plans)
{
    double seconds = 0;
    for (const RunPlan& plan : plans) {
        if (plan.armIndex >= forecast.arms.size())
            return std::nullopt;
        const ArmForecast& arm = forecast.arms[plan.armIndex];
        const std::optional<double> round = roundSeconds(arm, plan);
        if (!round)
            return std::nullopt;
        seconds += *round * plan.rounds + *arm.evaluateSeconds; // round 0 is an evaluation
    }
    return seconds;
}

} // namespace coterie
