#include "core/train/executor.h"

#include <algorithm>
#include <numeric>

namespace coterie {

RandomStream
headStream(std::uint64_t seed, int round, std::size_t client, std::optional<std::uint32_t> step)
{
    return RandomStream({.seed = seed,
                         .purpose = Purpose::Head,
                         .round = static_cast<std::uint32_t>(round),
                         .client = static_cast<std::uint32_t>(client),
                         .peer = step ? *step + 1 : 0});
}

std::span<const std::int32_t> Workload::trainSamples(std::size_t client) const
{
    return client < shards.size() ? std::span<const std::int32_t>(shards[client].train) : pooled;
}

std::size_t Workload::trainCount(std::size_t client) const
{
    if (client < shards.size())
        return shards[client].trainCount();
    if (!pooled.empty())
        return pooled.size();
    return std::accumulate( // of streams
        shards.begin(),
        shards.end(),
        std::size_t{0},
        [](std::size_t sum, const Shard& shard) { return sum + shard.trainCount(); });
}

BatchSequence Workload::batches(std::size_t client,
                                std::size_t batch,
                                bool dropLast,
                                std::uint64_t seed,
                                std::uint32_t round,
                                std::uint32_t peer) const
{
    const auto owner = static_cast<std::uint32_t>(client);
    if (dataset->streams > 0)
        return {FreshSamples(shards.size(), seed, round, owner, peer),
                trainCount(client),
                batch,
                dropLast};
    return {trainSamples(client), batch, dropLast, seed, round, owner, peer};
}

std::size_t roundSteps(const LocalSettings& settings, std::size_t epoch)
{
    if (epoch == 0) // no samples, no step
        return 0;
    return settings.localSteps ? static_cast<std::size_t>(*settings.localSteps)
                               : static_cast<std::size_t>(settings.localEpochs.value_or(1)) * epoch;
}

std::size_t stepCount(const Workload& workload,
                      const LocalSettings& settings,
                      const LocalJob& job,
                      const LocalTask& task)
{
    const std::size_t samples = workload.trainCount(job.client);
    if (samples == 0) // no samples, no step
        return 0;
    if (job.steps)
        return static_cast<std::size_t>(*job.steps);
    const auto batch =
        std::clamp<std::size_t>(static_cast<std::size_t>(settings.batch), 1, samples);
    const std::size_t batches = // as BatchSequence cuts them
        settings.dropLast ? samples / batch : (samples + batch - 1) / batch;
    const std::size_t epoch = batches * static_cast<std::size_t>(task.stepsPerBatch);
    return job.epochs ? static_cast<std::size_t>(*job.epochs) * epoch : roundSteps(settings, epoch);
}

LocalSteps::LocalSteps(const Workload& workload,
                       const RoundContext& context,
                       const LocalSettings& settings,
                       const LocalJob& job,
                       const LocalTask& task)
    : dropout{.seed = context.seed,
              .round = static_cast<std::uint32_t>(context.round),
              .client = static_cast<std::uint32_t>(job.client)}
    , rate(job.learningRate.value_or(context.learningRate))
    , count(stepCount(workload, settings, job, task))
    , m_batches(workload.batches(job.client,
                                 static_cast<std::size_t>(settings.batch),
                                 settings.dropLast,
                                 context.seed,
                                 static_cast<std::uint32_t>(context.round)))
    , m_stepsPerBatch(static_cast<std::size_t>(task.stepsPerBatch))
    , m_stepsBefore(job.firstStep * m_stepsPerBatch)
{
    const std::size_t epoch = m_batches.stepsPerEpoch() * m_stepsPerBatch;
    measuredFrom = count > epoch ? count - epoch : 0;
    for (std::size_t used = 0; count > 0 && used < job.firstStep; ++used)
        (void)m_batches.next();
}

std::span<const std::int32_t> LocalSteps::nextBatch()
{
    if (m_given++ % m_stepsPerBatch == 0)
        m_batch = m_batches.next();
    return m_batch;
}

std::uint32_t LocalSteps::maskStep(std::size_t step) const
{
    return static_cast<std::uint32_t>(m_stepsBefore + step);
}

DropoutKey dropoutKey(const RoundContext& context, const GradientJob& job)
{
    return {.seed = context.seed,
            .round = static_cast<std::uint32_t>(context.round),
            .client = static_cast<std::uint32_t>(job.client),
            .peer = job.client == job.owner ? 0 : static_cast<std::uint32_t>(job.owner) + 1};
}

std::vector<PictureMove>
pictureMoves(const RoundContext& context, const GradientJob& job, const Augmentation& augmentation)
{
    if (job.pass == GradientPass::Frozen)
        return {};
    return trainingMoves(augmentation,
                         {.seed = context.seed,
                          .round = static_cast<std::uint32_t>(context.round),
                          .client = static_cast<std::uint32_t>(job.client)},
                         job.step,
                         job.samples.size());
}

std::vector<PictureMove>
LocalSteps::moves(const Augmentation& augmentation, std::size_t step, std::size_t batch) const
{
    // Several steps on one batch use the same pictures.
    const std::size_t drawn = (m_stepsBefore + step) / m_stepsPerBatch;
    return trainingMoves(augmentation,
                         {.seed = dropout.seed, .round = dropout.round, .client = dropout.client},
                         static_cast<std::uint32_t>(drawn),
                         batch);
}

Score Tally::score(Task task) const
{
    if (samples == 0)
        return {};
    const auto count = static_cast<double>(samples);
    Score score{.loss = loss / count, .accuracy = {}, .samples = signedSize(samples)};
    if (task != Task::Target)
        score.accuracy = correct / count;
    return score;
}

LocalResult
localResult(const Tally& tally, const Dataset& dataset, std::size_t steps, double updateNorm)
{
    const Score score = tally.score(dataset.task());
    return {.steps = static_cast<int>(steps),
            .loss = score.loss,
            .accuracy = score.accuracy,
            .updateNorm = updateNorm};
}

std::size_t evaluationBatch(const Network& network, std::size_t most)
{
    constexpr std::size_t kActivations = std::size_t{1} << 28; // a GiB of floats
    return std::clamp<std::size_t>(kActivations / network.activations(), 1, most);
}

bool usesOwnBuffers(const EvaluationJob& job, const RoundContext& context)
{
    return context.clientBuffers.defined() && job.set != SampleSet::OfficialTest;
}

EvaluationSets::EvaluationSets(const Workload& workload)
    : m_workload(workload)
    , m_official(workload.dataset->officialTest.count())
{
    std::iota(m_official.begin(), m_official.end(), 0);
}

std::span<const std::int32_t> EvaluationSets::indices(const EvaluationJob& job) const
{
    if (!job.samples.empty())
        return job.samples;
    if (job.set == SampleSet::OfficialTest)
        return m_official;
    if (job.set == SampleSet::Train)
        return m_workload.trainSamples(job.client);
    if (job.client >= m_workload.shards.size())
        return {};
    const Shard& shard = m_workload.shards[job.client];
    return job.set == SampleSet::Test ? shard.test : shard.validation;
}

bool EvaluationSets::isOfficial(const EvaluationJob& job) const
{
    const Shards& shards = m_workload.shards;
    return job.set == SampleSet::OfficialTest
           || (job.set == SampleSet::Test && job.client < shards.size()
               && shards[job.client].testIsOfficial);
}

} // namespace coterie
