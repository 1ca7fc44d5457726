#include "core/run/progress.h"

#include "core/base/random_stream.h"
#include "core/nn/models.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>

namespace coterie {

namespace {

/// Enough for a steady median, few enough to follow a machine that became slower.
constexpr std::size_t kRecent = 15;

void addRecent(std::vector<double>& values, const std::optional<double>& value)
{
    if (!value)
        return;
    // One more than count: typicalSeconds leaves the first out.
    if (values.size() > kRecent)
        values.erase(values.begin());
    values.push_back(*value);
}

/// Of runs of the same names and rounds.
bool isSameWork(const RunPlan& one, const RunPlan& other)
{
    const auto amount = [](const LocalSettings& local) {
        return std::tie(local.batch, local.localEpochs, local.localSteps, local.dropLast);
    };
    return amount(one.local) == amount(other.local) && one.sampler == other.sampler
           && one.model.model == other.model.model && one.model.layers == other.model.layers
           && one.data.dataset == other.data.dataset;
}

/// How many of the rounds 0..round are multiples of evaluateEvery.
int turnsUpTo(int round, int evaluateEvery)
{
    return round < 0 ? 0 : round / evaluateEvery + 1;
}

} // namespace

double progressShare(const QueueProgress& progress)
{
    if (progress.runs <= 0)
        return 0;
    const double ofRun =
        progress.rounds > 0 ? static_cast<double>(progress.round) / progress.rounds : 0.0;
    return std::clamp((progress.run - 1 + std::max(ofRun, 0.0)) / progress.runs, 0.0, 1.0);
}

double median(std::vector<double> values)
{
    const std::size_t middle = values.size() / 2;
    std::sort(values.begin(), values.end());
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

RoundsLeft roundsLeft(int roundsDone, int rounds, int evaluateEvery)
{
    if (roundsDone >= rounds)
        return {};
    const int every = std::max(1, evaluateEvery);
    const int last = rounds % every == 0 ? 0 : 1; // the last round is always evaluated
    return {.rounds = rounds - roundsDone,
            .evaluations = turnsUpTo(rounds, every) - turnsUpTo(roundsDone, every) + last};
}

std::optional<double> typicalSeconds(std::span<const double> values)
{
    if (values.empty())
        return std::nullopt;
    if (values.size() > 1)
        values = values.subspan(1);
    values = values.last(std::min(values.size(), kRecent));
    return median({values.begin(), values.end()});
}

void RoundTimes::add(const RoundTime& round)
{
    addRecent(work, round.work);
    addRecent(evaluation, round.evaluation);
}

std::optional<double> secondsLeft(const RoundTimes& done, const RoundsLeft& left)
{
    if (left.rounds == 0)
        return 0.0;
    const std::optional<double> typicalWork = typicalSeconds(done.work);
    if (!typicalWork)
        return std::nullopt;
    return left.rounds * *typicalWork
           + left.evaluations * typicalSeconds(done.evaluation).value_or(0.0);
}

std::string methodOf(const RunPlan& plan)
{
    if (plan.algorithm.name.empty())
        return {};
    return plan.algorithm.name + '/' + plan.local.objective.name + '/' + plan.sampler.name;
}

double localSteps(const LocalSettings& local, std::int64_t trainSamples)
{
    if (trainSamples <= 0)
        return 0;
    if (local.localSteps)
        return static_cast<double>(*local.localSteps);
    const std::int64_t batch = std::max(1, local.batch);
    const std::int64_t perEpoch = local.dropLast ? std::max<std::int64_t>(1, trainSamples / batch)
                                                 : (trainSamples + batch - 1) / batch;
    return static_cast<double>(perEpoch * local.localEpochs.value_or(1));
}

std::vector<double> stepsOf(const LocalSettings& local, std::span<const std::int64_t> trainSamples)
{
    std::vector<double> steps;
    for (const std::int64_t samples : trainSamples)
        steps.push_back(localSteps(local, samples));
    return steps;
}

double localStepsPerRound(const LocalSettings& local, std::span<const std::int64_t> trainSamples)
{
    const std::vector<double> steps = stepsOf(local, trainSamples);
    return std::accumulate(steps.begin(), steps.end(), 0.0);
}

double shareTakingPart(const Part& sampler, std::size_t clients)
{
    if (clients == 0 || sampler.parameters.find("count") == nullptr)
        return 1.0;
    const auto all = static_cast<double>(clients);
    return std::min(static_cast<double>(sampler.parameters.integer("count")), all) / all;
}

double longestWorker(std::vector<double> steps, std::size_t workers)
{
    std::vector<double> busy(std::max<std::size_t>(1, workers));
    std::ranges::sort(steps, std::greater());
    for (const double client : steps)
        *std::ranges::min_element(busy) += client;
    return std::ranges::max(busy);
}

double expectedLongestWorker(std::span<const double> steps, double share, std::size_t workers)
{
    const auto drawn =
        static_cast<std::size_t>(std::llround(share * static_cast<double>(steps.size())));
    if (drawn >= steps.size())
        return longestWorker({steps.begin(), steps.end()}, workers);
    if (workers <= 1)
        return share * std::accumulate(steps.begin(), steps.end(), 0.0);
    constexpr int kDrawings = 200;
    RandomStream stream({.seed = 1, .purpose = Purpose::Sampler});
    std::vector<double> shuffled(steps.begin(), steps.end());
    double sum = 0;
    for (int drawing = 0; drawing < kDrawings; ++drawing) {
        stream.shuffle(std::span(shuffled));
        sum += longestWorker(
            {shuffled.begin(), shuffled.begin() + static_cast<std::ptrdiff_t>(drawn)}, workers);
    }
    return sum / kDrawings;
}

std::optional<double> foreseenSeconds(const RunWork& run, std::span<const TimedWork> known)
{
    constexpr int kOtherMethod = 4;
    std::map<int, std::vector<double>> prices; // by how far the runs are from this one
    for (const TimedWork& timed : known) {
        if (timed.work.flops <= 0 || timed.work.forwardFlops != run.forwardFlops)
            continue;
        const bool isSameMethod = !run.method.empty() && timed.work.method == run.method;
        const int distance = (timed.work.arm == run.arm ? 0
                              : isSameMethod            ? 2
                                                        : kOtherMethod)
                             + (timed.isStored ? 1 : 0);
        if (distance < kOtherMethod)
            prices[distance].push_back(timed.seconds / timed.work.flops);
        if (!timed.isStored)
            prices[kOtherMethod].push_back(timed.seconds
                                           / std::max(timed.work.flops, timed.flopsUsed));
    }
    if (prices.empty() || run.flops <= 0) // its data may be others, with which its model
        return std::nullopt;              // does not go
    return run.flops * median(prices.begin()->second);
}

void ProgressMeter::beginRun(const RunPlan& plan,
                             const FederationFacts& facts,
                             const SampleShape& input,
                             int roundsDone,
                             std::size_t workers)
{
    m_plan = plan;
    m_trainSamples = facts.trainSamples;
    m_workers = workers;
    m_typicalLength = expectedLongestWorker(stepsOf(plan.local, m_trainSamples),
                                            shareTakingPart(plan.sampler, m_trainSamples.size()),
                                            workers);
    m_input = input;
    m_classes = static_cast<std::size_t>(facts.classes);
    m_models.clear();
    m_rounds = {};
    m_samplesUsed = 0;
    m_roundsCounted = 0;
    m_round = std::max(0, roundsDone);
    countWaiting();
    countStored();
}

void ProgressMeter::setStored(std::vector<StoredTime> stored)
{
    m_storedTimes = std::move(stored);
    countStored();
}

void ProgressMeter::countStored()
{
    m_stored.clear();
    for (const StoredTime& run : m_storedTimes)
        if (run.plan.data.dataset == m_plan.data.dataset)
            m_stored.push_back({.work = workOf(run.plan, run.trainSamples),
                                .seconds = run.seconds,
                                .isStored = true});
}

void ProgressMeter::roundDone(const RoundReport& report, double samples)
{
    RoundTime time;
    for (const PhaseTime& phase : report.timings) {
        if (phase.phase == "evaluate")
            time.evaluation = phase.seconds;
    }
    if (report.round > 0)
        time.work = (report.seconds - time.evaluation.value_or(0.0)) * timesTypical(report);
    m_rounds.add(time);
    if (report.round > 0 && samples > 0) {
        m_samplesUsed += samples;
        ++m_roundsCounted;
    }
    m_round = report.round;
}

void ProgressMeter::endRun()
{
    if (const std::optional<TimedWork> timed = currentAsTimed())
        m_ended.push_back(*timed);
    constexpr std::size_t kRemembered = 1000; // looked at after every round
    if (m_ended.size() > kRemembered)
        m_ended.erase(m_ended.begin());
    m_rounds = {};
}

void ProgressMeter::setWaiting(std::span<const RunPlan* const> waiting)
{
    using Names = std::tuple<std::string_view, std::string_view, int>;
    std::map<Names, std::vector<std::size_t>> known; // kinds of these names and rounds
    m_kinds.clear();
    for (const RunPlan* plan : waiting) {
        std::vector<std::size_t>& alike =
            known[{plan->experimentName, plan->armName, plan->rounds}];
        const auto kind = std::ranges::find_if(
            alike, [&](std::size_t other) { return isSameWork(m_kinds[other].plan, *plan); });
        if (kind != alike.end()) {
            ++m_kinds[*kind].runs;
        } else {
            alike.push_back(m_kinds.size());
            m_kinds.push_back({.plan = *plan, .runs = 1});
        }
    }
    countWaiting();
}

/// With the samples of the current run: those of others are not loaded yet, but on the same data
/// set there are about as many. How many another one has is not known.
void ProgressMeter::countWaiting()
{
    m_waiting.clear();
    m_hasOtherData = false;
    for (const WaitingKind& kind : m_kinds) {
        if (kind.plan.data.dataset != m_plan.data.dataset) {
            m_hasOtherData = true;
            continue;
        }
        m_waiting.push_back(workOf(kind.plan, m_trainSamples));
        m_waiting.back().flops *= static_cast<double>(kind.runs);
    }
}

double ProgressMeter::timesTypical(const RoundReport& report) const
{
    std::vector<std::int64_t> samples;
    for (const int client : report.participants)
        samples.push_back(m_trainSamples.at(static_cast<std::size_t>(client)));
    const double length = longestWorker(stepsOf(m_plan.local, samples), m_workers);
    return length > 0 && m_typicalLength > 0 ? m_typicalLength / length : 1.0;
}

QueueProgress ProgressMeter::progress(int run, int runs)
{
    const std::optional<double> ofRun =
        secondsLeft(m_rounds, roundsLeft(m_round, m_plan.rounds, m_plan.evaluateEvery));
    QueueProgress progress{.run = run,
                           .runs = runs,
                           .round = m_round,
                           .rounds = m_plan.rounds,
                           .runSecondsLeft = ofRun,
                           .secondsLeft = ofRun};
    std::vector<TimedWork> known = m_ended;
    known.insert(known.end(), m_stored.begin(), m_stored.end());
    if (const std::optional<TimedWork> current = currentAsTimed())
        known.push_back(*current);
    if (m_hasOtherData)
        progress.secondsLeft.reset();
    for (const RunWork& work : m_waiting) {
        const std::optional<double> seconds = foreseenSeconds(work, known);
        if (!seconds || !progress.secondsLeft)
            progress.secondsLeft.reset();
        else
            *progress.secondsLeft += *seconds;
    }
    return progress;
}

RunWork ProgressMeter::workOf(const RunPlan& plan, std::span<const std::int64_t> trainSamples)
{
    const double forward = forwardFlops(plan.model);
    return {.arm = plan.experimentName + '\n' + plan.armName,
            .flops = plan.rounds * localStepsPerRound(plan.local, trainSamples)
                     * shareTakingPart(plan.sampler, trainSamples.size()) * plan.local.batch
                     * forward,
            .forwardFlops = forward,
            .method = methodOf(plan)};
}

double ProgressMeter::forwardFlops(const ModelSettings& model)
{
    const auto known = std::ranges::find(m_models, model, &KnownModel::model);
    if (known != m_models.end())
        return known->forwardFlops;
    // A run whose model does not fit the data is refused, so it takes no time.
    const Result<Network> network = networkFor(model, m_input, m_classes);
    m_models.push_back({.model = model, .forwardFlops = network ? network->forwardFlops() : 0.0});
    return m_models.back().forwardFlops;
}

std::optional<TimedWork> ProgressMeter::currentAsTimed()
{
    // From typical rounds, not from a clock, so that pauses and rounds before a resume do not
    // matter.
    const std::optional<double> whole =
        secondsLeft(m_rounds, roundsLeft(0, m_plan.rounds, m_plan.evaluateEvery));
    if (m_rounds.work.empty() || !whole)
        return std::nullopt;
    TimedWork timed{.work = workOf(m_plan, m_trainSamples), .seconds = *whole};
    if (m_roundsCounted > 0)
        timed.flopsUsed = m_samplesUsed / m_roundsCounted * m_plan.rounds * timed.work.forwardFlops;
    return timed;
}

} // namespace coterie
