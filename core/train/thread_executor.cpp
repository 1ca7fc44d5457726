#include "core/nn/cpu_step.h"
#include "core/train/executor_parts.h"
#include "core/train/optimizer_memory.h"
#include "core/train/worker_pool.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

namespace coterie {
namespace {

/// Samples per pass when only forward values are wanted: enough for large products, little enough
/// for the caches.
constexpr std::size_t kEvaluationBatch = 128;
/// Samples per task, so that one long evaluation is shared between workers.
constexpr std::size_t kEvaluationPiece = 1024;

template <typename Scalar>
Scalar* rowOf(const at::Tensor& rows, std::size_t index)
{
    return rows.data_ptr<Scalar>() + static_cast<std::size_t>(rows.size(-1)) * index;
}

/// The memory one thread computes in.
template <typename Scalar>
class CpuWorker
{
public:
    explicit CpuWorker(const Workload& workload)
        : m_workload(workload)
    {}

    LocalResult train(const RoundContext& context,
                      const LocalWork& work,
                      const LocalTask& task,
                      OptimizerMemory& memory,
                      const LocalJob& job,
                      const ModelRows& starts,
                      ModelRows& ends,
                      std::size_t row,
                      std::atomic<bool>& stopped)
    {
        const at::NoGradGuard noGraph;
        const auto here = static_cast<std::int64_t>(row);
        const at::Tensor weights = ends.parameters.select(0, here);
        const at::Tensor start =
            starts.parameters.select(0, static_cast<std::int64_t>(job.startRow));
        weights.copy_(start);
        ends.buffers.select(0, here).copy_(
            context.clientBuffers.defined()
                ? context.clientBuffers.select(0, static_cast<std::int64_t>(job.client))
                : starts.buffers.select(0, static_cast<std::int64_t>(job.startRow)));
        Scalar* parameters = rowOf<Scalar>(ends.parameters, row);
        Scalar* buffers = rowOf<Scalar>(ends.buffers, row);
        if (!m_gradient.defined())
            m_gradient = at::empty_like(weights);

        LocalSteps steps(m_workload, context, work.settings, job, task);
        const double rate = steps.rate;
        const Optimizer& optimizer = task.optimizer ? *task.optimizer : *work.optimizer;
        const bool kept = memory.kept() && !task.optimizer;
        std::vector<at::Tensor> moments =
            kept ? memory.moments(job.client) : freshMoments(optimizer);
        const std::int64_t stepsBefore = kept ? memory.steps(job.client) : 0;
        LocalPoint point{.clients = {&job.client, 1},
                         .weights = weights,
                         .start = start,
                         .anchor = task.anchors ? task.anchors->parameters.select(
                                       0, static_cast<std::int64_t>(job.anchorRow))
                                                : start,
                         .learningRate = rate};

        Tally tally;
        for (std::size_t s = 0; s < steps.count; ++s) {
            if (stopped || context.stop.stop_requested()) {
                stopped = true;
                return {};
            }
            const std::span<const std::int32_t> batch = steps.nextBatch();
            CpuStep<Scalar>& step = trainingStep(batch.size());
            load(step, m_workload.dataset->train, batch);
            step.train(parameters, buffers, batch.size(), steps.dropout, steps.maskStep(s));
            const double loss = lossOf(step, m_workload.dataset->train, batch);
            if (s >= steps.measuredFrom)
                tally.add(loss, step.correct(), batch.size());
            point.step = static_cast<int>(s);
            backward(step, *work.objective, point, parameters, buffers, batch.size());
            if (task.term)
                task.term->addGradient(point, m_gradient);
            optimizer.step(
                weights, m_gradient, moments, stepsBefore + static_cast<std::int64_t>(s), rate);
        }
        point.step = static_cast<int>(steps.count);
        work.objective->finish(point);
        if (kept)
            memory.addSteps(job.client, static_cast<std::int64_t>(steps.count));
        return localResult(tally,
                           *m_workload.dataset,
                           steps.count,
                           distance(rowOf<Scalar>(starts.parameters, job.startRow), parameters)
                               / rate);
    }

    void gradient(const GradientJob& job, const ModelRows& models, Scalar* target)
    {
        CpuStep<Scalar>& step = trainingStep(job.samples.size());
        load(step, m_workload.dataset->train, job.samples);
        const Scalar* parameters = rowOf<Scalar>(models.parameters, job.modelRow);
        step.evaluate(parameters, rowOf<Scalar>(models.buffers, job.modelRow), job.samples.size());
        (void)lossOf(step, m_workload.dataset->train, job.samples);
        step.backward(parameters, target);
    }

    Tally evaluate(const Samples& samples,
                   std::span<const std::int32_t> indices,
                   const Scalar* parameters,
                   const Scalar* buffers)
    {
        Tally tally;
        for (std::size_t from = 0; from < indices.size(); from += kEvaluationBatch) {
            const auto batch =
                indices.subspan(from, std::min(kEvaluationBatch, indices.size() - from));
            CpuStep<Scalar>& step = evaluationStep();
            load(step, samples, batch);
            step.evaluate(parameters, buffers, batch.size());
            const double loss = lossOf(step, samples, batch);
            tally.add(loss, step.correct(), batch.size());
        }
        return tally;
    }

private:
    void
    load(CpuStep<Scalar>& step, const Samples& samples, std::span<const std::int32_t> batch) const
    {
        gather(samples, m_workload.dataset->inputScale, batch, step.input());
    }

    double
    lossOf(CpuStep<Scalar>& step, const Samples& samples, std::span<const std::int32_t> batch)
    {
        if (m_workload.dataset->classes == 0) {
            m_targets.clear();
            for (const std::int32_t index : batch)
                m_targets.push_back(samples.targets[static_cast<std::size_t>(index)]);
            return step.loss(std::span<const float>(m_targets));
        }
        m_labels.clear();
        for (const std::int32_t index : batch)
            m_labels.push_back(samples.labels[static_cast<std::size_t>(index)]);
        return step.loss(std::span<const std::int32_t>(m_labels));
    }

    void backward(CpuStep<Scalar>& step,
                  const Objective& objective,
                  const LocalPoint& point,
                  const Scalar* parameters,
                  const Scalar* buffers,
                  std::size_t batch)
    {
        const std::vector<at::Tensor> others = objective.featureModels(point);
        if (others.empty()) {
            step.backward(parameters, m_gradient.template data_ptr<Scalar>());
        } else {
            const std::vector<std::int64_t> shape{
                static_cast<std::int64_t>(batch),
                static_cast<std::int64_t>(m_workload.network.features())};
            std::vector<at::Tensor> features;
            for (const at::Tensor& other : others) {
                CpuStep<Scalar>& reference = referenceStep(batch);
                std::copy_n(
                    step.input(), batch * m_workload.network.input().size(), reference.input());
                reference.evaluate(other.template data_ptr<Scalar>(), buffers, batch);
                features.push_back(copyOf(reference.features()).reshape(shape));
            }
            const at::Tensor own = copyOf(step.features()).reshape(shape);
            const at::Tensor term = objective.featureGradient(own, features).contiguous();
            step.backward(parameters,
                          m_gradient.template data_ptr<Scalar>(),
                          term.template data_ptr<Scalar>());
        }
        if (objective.changesGradient())
            objective.addGradient(point, m_gradient);
    }

    at::Tensor copyOf(std::span<const Scalar> values) const
    {
        at::Tensor copy =
            at::empty({static_cast<std::int64_t>(values.size())}, m_gradient.options());
        std::copy(values.begin(), values.end(), copy.template data_ptr<Scalar>());
        return copy;
    }

    std::vector<at::Tensor> freshMoments(const Optimizer& optimizer)
    {
        while (m_moments.size() < optimizer.memoryRows())
            m_moments.push_back(at::empty_like(m_gradient));
        for (at::Tensor& moment : m_moments)
            moment.zero_();
        return m_moments;
    }

    CpuStep<Scalar>& grown(std::unique_ptr<CpuStep<Scalar>>& step,
                           std::size_t batch,
                           typename CpuStep<Scalar>::Use use) const
    {
        if (!step || step->largestBatch() < batch)
            step = std::make_unique<CpuStep<Scalar>>(m_workload.network, batch, use);
        return *step;
    }
    CpuStep<Scalar>& trainingStep(std::size_t batch)
    {
        return grown(m_training, batch, CpuStep<Scalar>::Use::Training);
    }
    CpuStep<Scalar>& referenceStep(std::size_t batch)
    {
        return grown(m_reference, batch, CpuStep<Scalar>::Use::Evaluation);
    }
    CpuStep<Scalar>& evaluationStep()
    {
        return grown(m_evaluation, kEvaluationBatch, CpuStep<Scalar>::Use::Evaluation);
    }

    double distance(const Scalar* a, const Scalar* b) const
    {
        double squares = 0;
        for (std::size_t i = 0; i < m_workload.network.layout().parameterCount; ++i) {
            const double off = static_cast<double>(a[i]) - static_cast<double>(b[i]);
            squares += off * off;
        }
        return std::sqrt(squares);
    }

    const Workload& m_workload;
    std::unique_ptr<CpuStep<Scalar>> m_training;
    std::unique_ptr<CpuStep<Scalar>> m_reference;
    std::unique_ptr<CpuStep<Scalar>> m_evaluation;
    at::Tensor m_gradient;
    std::vector<at::Tensor> m_moments;
    std::vector<std::int32_t> m_labels;
    std::vector<float> m_targets;
};

template <typename Scalar>
class ThreadExecutor final : public Executor
{
public:
    ThreadExecutor(const Workload& workload, std::size_t threads)
        : m_workload(workload)
        , m_pool(threads)
        , m_sets(m_workload)
    {
        for (std::size_t i = 0; i < threads; ++i)
            m_workers.emplace_back(m_workload);
    }

    [[nodiscard]] at::Device device() const override { return at::kCPU; }

    [[nodiscard]] bool train(const RoundContext& context,
                             LocalWork& work,
                             std::span<const LocalJob> jobs,
                             const ModelRows& starts,
                             ModelRows& ends,
                             std::span<LocalResult> results,
                             const LocalTask& task) override
    {
        m_memory.prepare(work, m_workload.shards.size() + 1, starts.parameters);
        std::atomic<bool> stopped = false;
        const auto longestFirst = ordered(jobs.size(), [&](std::size_t j) {
            return jobs[j].steps ? static_cast<std::size_t>(*jobs[j].steps)
                                 : m_workload.trainSamples(jobs[j].client).size();
        });
        m_pool.run(longestFirst, [&](std::size_t worker, std::size_t j) {
            if (!stopped)
                results[j] = m_workers[worker].train(
                    context, work, task, m_memory, jobs[j], starts, ends, j, stopped);
        });
        return !stopped;
    }

    void gradients(std::span<const GradientJob> jobs,
                   const ModelRows& models,
                   at::Tensor& gradients,
                   const std::stop_token& stop) override
    {
        const auto longestFirst =
            ordered(jobs.size(), [&](std::size_t j) { return jobs[j].samples.size(); });
        m_pool.run(longestFirst, [&](std::size_t worker, std::size_t j) {
            if (!stop.stop_requested())
                m_workers[worker].gradient(jobs[j], models, rowOf<Scalar>(gradients, j));
        });
    }

    [[nodiscard]] std::vector<Score> evaluate(std::span<const EvaluationJob> jobs,
                                              const ModelRows& models,
                                              const at::Tensor& clientBuffers,
                                              const std::stop_token& stop) override
    {
        struct Piece
        {
            std::size_t job;
            std::span<const std::int32_t> indices;
        };
        std::vector<Piece> pieces;
        for (std::size_t j = 0; j < jobs.size(); ++j) {
            const auto indices = m_sets.indices(jobs[j]);
            for (std::size_t from = 0; from < indices.size(); from += kEvaluationPiece)
                pieces.push_back(
                    {j, indices.subspan(from, std::min(kEvaluationPiece, indices.size() - from))});
        }
        std::vector<Tally> tallies(pieces.size());
        const auto longestFirst =
            ordered(pieces.size(), [&](std::size_t p) { return pieces[p].indices.size(); });
        m_pool.run(longestFirst, [&](std::size_t worker, std::size_t p) {
            if (stop.stop_requested())
                return;
            const EvaluationJob& job = jobs[pieces[p].job];
            const bool own = clientBuffers.defined() && job.set != SampleSet::OfficialTest;
            tallies[p] =
                m_workers[worker].evaluate(m_sets.isOfficial(job) ? m_workload.dataset->officialTest
                                                                  : m_workload.dataset->train,
                                           pieces[p].indices,
                                           rowOf<Scalar>(models.parameters, job.modelRow),
                                           own ? rowOf<Scalar>(clientBuffers, job.client)
                                               : rowOf<Scalar>(models.buffers, job.modelRow));
        });
        std::vector<Tally> wholes(jobs.size());
        for (std::size_t p = 0; p < pieces.size(); ++p) // in order, whoever computed them
            wholes[pieces[p].job].add(tallies[p]);
        std::vector<Score> scores;
        for (const Tally& whole : wholes)
            scores.push_back(whole.score(*m_workload.dataset));
        return scores;
    }

    [[nodiscard]] State state() const override { return m_memory.state(); }
    void restore(const State& state) override { m_memory.restore(state); }

private:
    template <typename Length>
    static std::vector<std::size_t> ordered(std::size_t count, Length length)
    {
        std::vector<std::size_t> order(count);
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            return length(a) > length(b);
        });
        return order;
    }

    const Workload m_workload;
    WorkerPool m_pool;
    EvaluationSets m_sets;
    std::vector<CpuWorker<Scalar>> m_workers;
    OptimizerMemory m_memory;
};

} // namespace

std::unique_ptr<Executor> makeThreadExecutor(const Workload& workload, std::size_t threads)
{
    if (workload.doublePrecision)
        return std::make_unique<ThreadExecutor<double>>(workload, threads);
    return std::make_unique<ThreadExecutor<float>>(workload, threads);
}

} // namespace coterie
