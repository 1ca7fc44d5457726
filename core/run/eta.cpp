#include "core/run/eta.h"

#include <algorithm>
#include <cstddef>

namespace coterie {

namespace {

/// Enough for a steady median, few enough to follow a machine that became slower.
constexpr std::size_t kRecent = 15;

double median(std::vector<double> values)
{
    const std::size_t middle = values.size() / 2;
    std::sort(values.begin(), values.end());
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

} // namespace

bool isEvaluated(int round, int rounds, int evaluateEvery)
{
    return round == rounds || round % std::max(1, evaluateEvery) == 0;
}

RoundsLeft roundsLeft(int roundsDone, int rounds, int evaluateEvery)
{
    RoundsLeft left;
    for (int round = roundsDone + 1; round <= rounds; ++round) {
        ++left.rounds;
        left.evaluations += isEvaluated(round, rounds, evaluateEvery) ? 1 : 0;
    }
    return left;
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

std::optional<double> secondsLeft(std::span<const RoundTime> done, const RoundsLeft& left)
{
    std::vector<double> work;
    std::vector<double> evaluation;
    for (const RoundTime& round : done) {
        if (round.work)
            work.push_back(*round.work);
        if (round.evaluation)
            evaluation.push_back(*round.evaluation);
    }
    if (left.rounds == 0)
        return 0.0;
    const std::optional<double> typicalWork = typicalSeconds(work);
    if (!typicalWork)
        return std::nullopt;
    return left.rounds * *typicalWork + left.evaluations * typicalSeconds(evaluation).value_or(0.0);
}

double localStepsPerRound(const LocalSettings& local, std::span<const std::int64_t> trainSamples)
{
    double steps = 0;
    const std::int64_t batch = std::max(1, local.batch);
    for (const std::int64_t samples : trainSamples) {
        const std::int64_t perEpoch = local.dropLast ? std::max<std::int64_t>(1, samples / batch)
                                                     : (samples + batch - 1) / batch;
        if (samples > 0)
            steps += local.localSteps
                         ? static_cast<double>(*local.localSteps)
                         : static_cast<double>(perEpoch * local.localEpochs.value_or(1));
    }
    return steps;
}

std::optional<double> foreseenSeconds(const RunWork& run, std::span<const TimedWork> known)
{
    std::vector<double> sameArm;
    std::vector<double> all;
    for (const TimedWork& timed : known) {
        if (timed.work.steps <= 0)
            continue;
        const double perStep = timed.seconds / timed.work.steps;
        all.push_back(perStep);
        if (timed.work.arm == run.arm)
            sameArm.push_back(perStep);
    }
    if (all.empty())
        return std::nullopt;
    return run.steps * median(sameArm.empty() ? all : sameArm);
}

} // namespace coterie
