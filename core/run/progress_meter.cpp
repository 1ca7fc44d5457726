#include "core/run/progress_meter.h"

#include "core/nn/models.h"

#include <algorithm>
#include <map>

namespace coterie {

namespace {

std::vector<double> stepsOf(const LocalSettings& local, std::span<const std::int64_t> trainSamples)
{
    std::vector<double> steps;
    for (const std::int64_t samples : trainSamples)
        steps.push_back(localSteps(local, samples));
    return steps;
}

} // namespace

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
    m_round = std::max(0, roundsDone);
}

void ProgressMeter::roundDone(const RoundReport& report)
{
    RoundTime time;
    for (const PhaseTime& phase : report.timings) {
        if (phase.phase == "evaluate")
            time.evaluation = phase.seconds;
    }
    if (report.round > 0)
        time.work = (report.seconds - time.evaluation.value_or(0.0)) * timesTypical(report);
    m_rounds.add(time);
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
    std::map<std::string, double> flops;
    for (const RunPlan* plan : waiting) {
        const RunWork work = workOf(*plan);
        flops[work.arm] += work.flops;
    }
    m_waiting.clear();
    for (const auto& [arm, sum] : flops)
        m_waiting.push_back({.arm = arm, .flops = sum});
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
    QueueProgress progress{.run = run,
                           .runs = runs,
                           .round = m_round,
                           .rounds = m_plan.rounds,
                           .runSecondsLeft = currentSecondsLeft(),
                           .secondsLeft = {}};
    progress.secondsLeft = progress.runSecondsLeft;
    std::vector<TimedWork> known = m_ended;
    if (const std::optional<TimedWork> current = currentAsTimed())
        known.push_back(*current);
    for (const RunWork& work : m_waiting) {
        const std::optional<double> seconds = foreseenSeconds(work, known);
        if (!seconds || !progress.secondsLeft)
            progress.secondsLeft.reset();
        else
            *progress.secondsLeft += *seconds;
    }
    return progress;
}

RunWork ProgressMeter::workOf(const RunPlan& plan)
{
    return {.arm = plan.experimentName + '\n' + plan.armName,
            .flops = plan.rounds * localStepsPerRound(plan.local, m_trainSamples)
                     * shareTakingPart(plan.sampler, m_trainSamples.size()) * plan.local.batch
                     * forwardFlops(plan.model.model)};
}

double ProgressMeter::forwardFlops(const Part& model)
{
    const auto known = std::find_if(m_models.begin(), m_models.end(), [&](const KnownModel& entry) {
        return entry.model == model;
    });
    if (known != m_models.end())
        return known->forwardFlops;
    // A model that cannot be made for these data takes no time: its run is refused.
    const Result<Network> network = makeNetwork(model, m_input, m_classes);
    m_models.push_back({.model = model, .forwardFlops = network ? network->forwardFlops() : 0.0});
    return m_models.back().forwardFlops;
}

std::optional<double> ProgressMeter::currentSecondsLeft() const
{
    return secondsLeft(m_rounds, roundsLeft(m_round, m_plan.rounds, m_plan.evaluateEvery));
}

std::optional<TimedWork> ProgressMeter::currentAsTimed()
{
    // From typical rounds, not from a clock: pauses and what was done before a resume do not matter
    // then.
    if (m_rounds.work.empty())
        return std::nullopt;
    const std::optional<double> whole =
        secondsLeft(m_rounds, roundsLeft(0, m_plan.rounds, m_plan.evaluateEvery));
    if (!whole)
        return std::nullopt;
    return TimedWork{.work = workOf(m_plan), .seconds = *whole};
}

} // namespace coterie
