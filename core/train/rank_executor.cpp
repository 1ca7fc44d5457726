#include "core/train/rank_executor.h"

#include "core/base/packed_bytes.h"
#include "core/train/row_bytes.h"
#include "core/train/run_stopped.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace coterie {

namespace {

/// What is sent of each trained job, beside rows.
constexpr std::size_t kTrainedNumbers = sizeof(LocalResult) + sizeof(double) + sizeof(std::int64_t);

class RankExecutor final : public Executor
{
public:
    RankExecutor(const Workload& workload,
                 std::unique_ptr<Executor> inner,
                 RankGroup& group,
                 const std::optional<ModelDeal>& deal)
        : m_workload(workload)
        , m_inner(std::move(inner))
        , m_group(group)
        , m_deal(deal)
        , m_sets(m_workload)
    {}

    [[nodiscard]] at::Device device() const override { return m_inner->device(); }

    [[nodiscard]] bool train(const LocalRequest& request) override
    {
        if (m_deal)
            return trainDealt(request);
        OptimizerMemory& memory = request.task.memory ? *request.task.memory : m_memory;
        memory.prepare(request.work, m_workload.shards.size() + 1, request.starts.parameters);
        const bool keepsMoments = memory.kept() && !request.task.optimizer;
        const std::vector<int> owners = shared(request.jobs.size(), [&](std::size_t j) {
            return stepCount(m_workload, request.work.settings, request.jobs[j], request.task);
        });

        std::vector<LocalJob> jobs;
        for (std::size_t j = 0; j < owners.size(); ++j)
            if (owners[j] == m_group.rank())
                jobs.push_back(request.jobs[j]);
        ModelRows ends = ModelRows::empty(jobs.size(), request.starts);
        std::vector<LocalResult> results(jobs.size());
        LocalTask task = request.task;
        task.memory = &memory;
        const bool finished = m_inner->train({.context = request.context,
                                              .work = request.work,
                                              .jobs = jobs,
                                              .starts = request.starts,
                                              .ends = ends,
                                              .results = results,
                                              .task = task});
        PackedBytes mine(m_group.spare());
        const std::size_t moments = keepsMoments ? request.work.optimizer->memoryRows() : 0;
        mine.reserve((1 + moments) * sizeOfRow(ends.parameters) + sizeOfRow(ends.buffers)
                     + jobs.size() * kTrainedNumbers + RankGroup::kTail);
        for (std::size_t k = 0; finished && k < jobs.size(); ++k) {
            putRow(mine, ends.parameters.select(0, signedSize(k)));
            putRow(mine, ends.buffers.select(0, signedSize(k)));
            mine.put(results[k]);
            mine.put(task.term ? task.term->noted(jobs[k].client) : 0.0);
            if (!keepsMoments)
                continue;
            for (const at::Tensor& moment : memory.moments(jobs[k].client))
                putRow(mine, moment);
            mine.put(memory.steps(jobs[k].client));
        }
        const auto take = [&](std::size_t j, bool isMine, UnpackedBytes& bytes) {
            const LocalJob& job = request.jobs[j];
            const at::Tensor end = request.ends.parameters.select(0, signedSize(j));
            getRow(bytes, end);
            getRow(bytes, request.ends.buffers.select(0, signedSize(j)));
            request.results[j] = bytes.get<LocalResult>();
            if (const auto noted = bytes.get<double>(); task.term)
                task.term->note(job.client, noted);
            if (keepsMoments) {
                for (const at::Tensor& moment : memory.moments(job.client))
                    getRow(bytes, moment);
                memory.steps(job.client) = bytes.get<std::int64_t>();
            }
            if (!isMine)
                finish(request, j, end);
        };
        return m_group.exchange(RankWord::Train, mine.take(), !finished, inOrder(owners, take));
    }

    void gradients(const RoundContext& context,
                   std::span<const GradientJob> jobs,
                   ModelRows& models,
                   at::Tensor& gradients,
                   std::span<Tally> tallies) override
    {
        if (m_deal)
            return gradientsDealt(context, jobs, models, gradients, tallies);
        std::vector<std::size_t> firsts; // of the jobs that share a target
        for (std::size_t j = 0; j < jobs.size(); ++j)
            if (j == 0 || jobs[j].target != jobs[j - 1].target)
                firsts.push_back(j);
        const auto endOf = [&](std::size_t s) {
            return s + 1 < firsts.size() ? firsts[s + 1] : jobs.size();
        };
        const std::vector<int> owners = shared(firsts.size(), [&](std::size_t s) {
            std::size_t samples = 0;
            for (std::size_t j = firsts[s]; j < endOf(s); ++j)
                samples += jobs[j].samples.size();
            return samples;
        });
        std::vector<GradientJob> own;
        for (std::size_t s = 0; s < firsts.size(); ++s)
            if (owners[s] == m_group.rank())
                own.insert(own.end(),
                           jobs.begin() + signedSize(firsts[s]),
                           jobs.begin() + signedSize(endOf(s)));
        std::vector<Tally> ownTallies(tallies.empty() ? 0 : own.size());
        m_inner->gradients(context, own, models, gradients, ownTallies);

        // What a training pass moves.
        const auto movedBuffers = [&](const GradientJob& job) {
            return context.clientBuffers.defined()
                       ? context.clientBuffers.select(0, signedSize(job.client))
                       : models.buffers.select(0, signedSize(job.modelRow));
        };
        PackedBytes mine(m_group.spare());
        std::size_t k = 0;
        for (std::size_t s = 0; s < firsts.size(); ++s) {
            if (owners[s] != m_group.rank())
                continue;
            putRow(mine, gradients.select(0, signedSize(jobs[firsts[s]].target)));
            for (std::size_t j = firsts[s]; j < endOf(s); ++j, ++k) {
                if (!tallies.empty())
                    mine.put(ownTallies[k]);
                if (jobs[j].pass == GradientPass::Training)
                    putRow(mine, movedBuffers(jobs[j]));
            }
        }
        const auto take = [&](std::size_t s, bool, UnpackedBytes& bytes) {
            getRow(bytes, gradients.select(0, signedSize(jobs[firsts[s]].target)));
            for (std::size_t j = firsts[s]; j < endOf(s); ++j) {
                if (!tallies.empty())
                    tallies[j].add(bytes.get<Tally>());
                if (jobs[j].pass == GradientPass::Training)
                    getRow(bytes, movedBuffers(jobs[j]));
            }
        };
        exchange(RankWord::Gradients, mine, context, inOrder(owners, take));
    }

    /// The tasks write where only they know, and are short beside local work.
    void forEach(std::size_t count,
                 std::size_t numbers,
                 const std::function<void(std::size_t)>& task) override
    {
        m_inner->forEach(count, numbers, task);
    }

    [[nodiscard]] std::vector<Score> evaluate(std::span<const EvaluationJob> jobs,
                                              const ModelRows& models,
                                              const RoundContext& context) override
    {
        const auto [owners, own] = sharedEvaluation(jobs, models);
        PackedBytes mine;
        for (const Score& score : m_inner->evaluate(own, models, context)) {
            mine.put(score.loss);
            mine.put(score.accuracy.has_value());
            mine.put(score.accuracy.value_or(0));
            mine.put(score.samples);
        }
        std::vector<Score> scores(jobs.size());
        const auto take = [&](std::size_t j, bool, UnpackedBytes& bytes) {
            Score& score = scores[j];
            score.loss = bytes.get<double>();
            const bool hasAccuracy = bytes.get<bool>();
            const auto accuracy = bytes.get<double>();
            score.accuracy = hasAccuracy ? std::optional(accuracy) : std::nullopt;
            score.samples = bytes.get<std::int64_t>();
        };
        exchange(RankWord::Evaluate, mine, context, inOrder(owners, take));
        return scores;
    }

    [[nodiscard]] std::vector<LabelledRows> features(std::span<const EvaluationJob> jobs,
                                                     const ModelRows& models,
                                                     const RoundContext& context) override
    {
        const auto [owners, own] = sharedEvaluation(jobs, models);
        PackedBytes mine;
        for (const LabelledRows& found : m_inner->features(own, models, context)) {
            mine.put(found.rows.rows);
            mine.put(found.rows.columns);
            mine.putRaw(found.rows.values.data(), found.rows.values.size() * sizeof(double));
            mine.put(found.labels.size());
            mine.putRaw(found.labels.data(), found.labels.size() * sizeof(std::int32_t));
        }
        std::vector<LabelledRows> all(jobs.size());
        const auto take = [&](std::size_t j, bool, UnpackedBytes& bytes) {
            const auto rows = bytes.get<std::size_t>();
            const auto columns = bytes.get<std::size_t>();
            if (rows > 0) { // a client without samples has columns all the same
                bytes.require(columns, sizeof(double));
                bytes.require(rows, columns * sizeof(double));
            }
            Matrix matrix(rows, columns);
            bytes.getRaw(matrix.values.data(), matrix.values.size() * sizeof(double));
            std::vector<std::int32_t> labels(bytes.getCount(sizeof(std::int32_t)));
            bytes.getRaw(labels.data(), labels.size() * sizeof(std::int32_t));
            all[j] = {.rows = std::move(matrix), .labels = std::move(labels)};
        };
        exchange(RankWord::Features, mine, context, inOrder(owners, take));
        return all;
    }

    /// Of all clients, at every rank.
    [[nodiscard]] State state() const override { return m_memory.state(); }
    void restore(const State& state) override { m_memory.restore(state); }

private:
    /// The rows stay where they are trained; every rank reports the same.
    [[nodiscard]] bool trainDealt(const LocalRequest& request)
    {
        const std::vector<int> owners = ownersOf(request.jobs);
        std::vector<LocalJob> jobs;
        for (const LocalJob& job : request.jobs)
            if (m_deal->isHere(job.client)) {
                jobs.push_back(job);
                jobs.back().startRow = request.starts.place(job.startRow);
                if (request.task.anchors)
                    jobs.back().anchorRow = request.task.anchors->place(job.anchorRow);
            }
        std::vector<LocalResult> results(jobs.size());
        const bool finished = m_inner->train({.context = request.context,
                                              .work = request.work,
                                              .jobs = jobs,
                                              .starts = request.starts,
                                              .ends = request.ends,
                                              .results = results,
                                              .task = request.task});
        PackedBytes mine;
        for (std::size_t k = 0; finished && k < jobs.size(); ++k) {
            mine.put(results[k]);
            mine.put(request.task.term ? request.task.term->noted(jobs[k].client) : 0.0);
        }
        const auto take = [&](std::size_t j, bool, UnpackedBytes& bytes) {
            request.results[j] = bytes.get<LocalResult>();
            if (const auto noted = bytes.get<double>(); request.task.term)
                request.task.term->note(request.jobs[j].client, noted);
        };
        return m_group.exchange(RankWord::Train, mine.take(), !finished, inOrder(owners, take));
    }

    /// Sums and what a training pass moves stay where their clients' models are.
    void gradientsDealt(const RoundContext& context,
                        std::span<const GradientJob> jobs,
                        ModelRows& models,
                        at::Tensor& gradients,
                        std::span<Tally> tallies)
    {
        std::vector<GradientJob> own;
        for (const GradientJob& job : jobs)
            if (m_deal->isHere(job.client)) {
                TORCH_CHECK(job.target == job.client, "a dealt gradient belongs to its client");
                own.push_back(job);
                own.back().modelRow = models.place(job.modelRow);
                own.back().target = job.target - m_deal->first();
            }
        std::vector<Tally> ownTallies(tallies.empty() ? 0 : own.size());
        m_inner->gradients(context, own, models, gradients, ownTallies);
        PackedBytes mine;
        for (const Tally& tally : ownTallies)
            mine.put(tally);
        const std::vector<int> owners =
            ownersOf(tallies.empty() ? std::span<const GradientJob>() : jobs);
        const auto take = [&](std::size_t j, bool, UnpackedBytes& bytes) {
            tallies[j].add(bytes.get<Tally>());
        };
        exchange(RankWord::Gradients, mine, context, inOrder(owners, take));
    }

    template <typename Job>
    [[nodiscard]] std::vector<int> ownersOf(std::span<const Job> jobs) const
    {
        std::vector<int> owners;
        for (const Job& job : jobs)
            owners.push_back(static_cast<int>(m_deal->owner(job.client)));
        return owners;
    }

    template <typename Cost>
    [[nodiscard]] std::vector<int> shared(std::size_t count, Cost cost) const
    {
        std::vector<std::size_t> costs(count);
        for (std::size_t i = 0; i < count; ++i)
            costs[i] = cost(i);
        return dealt(costs, m_group.count());
    }

    [[nodiscard]] std::pair<std::vector<int>, std::vector<EvaluationJob>>
    sharedEvaluation(std::span<const EvaluationJob> jobs, const ModelRows& models) const
    {
        std::vector<int> owners = m_deal ? ownersOf(jobs) : shared(jobs.size(), [&](std::size_t j) {
            return m_sets.indices(jobs[j]).size();
        });
        std::vector<EvaluationJob> own;
        for (std::size_t j = 0; j < jobs.size(); ++j)
            if (owners[j] == m_group.rank()) {
                own.push_back(jobs[j]);
                own.back().modelRow = models.place(jobs[j].modelRow);
            }
        return {std::move(owners), std::move(own)};
    }

    using Use = std::function<void(std::span<const std::string_view>)>;

    void exchange(RankWord call, PackedBytes& mine, const RoundContext& context, const Use& use)
    {
        const bool stopped = context.stop.stop_requested();
        if (!m_group.exchange(call, stopped ? std::string() : mine.take(), stopped, use))
            throw RunStopped{};
    }

    /// Calls take(j, isMine, bytes) for every job, the bytes being those of its rank.
    template <typename Take>
    [[nodiscard]] Use inOrder(const std::vector<int>& owners, const Take& take) const
    {
        return [&, rank = m_group.rank()](std::span<const std::string_view> all) {
            std::vector<UnpackedBytes> bytes(all.begin(), all.end());
            for (std::size_t j = 0; j < owners.size(); ++j)
                take(j, owners[j] == rank, bytes[static_cast<std::size_t>(owners[j])]);
            if (!std::ranges::all_of(bytes, &UnpackedBytes::atEnd))
                throw std::runtime_error("a message of another rank is too long");
        };
    }

    /// What the objective learns from the local work of another rank.
    void finish(const LocalRequest& request, std::size_t j, const at::Tensor& end) const
    {
        const LocalJob& job = request.jobs[j];
        const at::Tensor start = request.starts.parameters.select(0, signedSize(job.startRow));
        request.work.objective->finish(
            {.clients = {&job.client, 1},
             .weights = end,
             .start = start,
             .anchor = request.task.anchors
                           ? request.task.anchors->parameters.select(0, signedSize(job.anchorRow))
                           : start,
             .learningRate = job.learningRate.value_or(request.context.learningRate),
             .step = request.results[j].steps});
    }

    const Workload m_workload;
    std::unique_ptr<Executor> m_inner;
    RankGroup& m_group;
    const std::optional<ModelDeal> m_deal;
    EvaluationSets m_sets;
    OptimizerMemory m_memory;
};

} // namespace

std::unique_ptr<Executor> makeRankExecutor(const Workload& workload,
                                           std::unique_ptr<Executor> inner,
                                           RankGroup& group,
                                           const std::optional<ModelDeal>& deal)
{
    return std::make_unique<RankExecutor>(workload, std::move(inner), group, deal);
}

} // namespace coterie
