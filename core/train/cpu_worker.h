#pragma once

#include "core/nn/cpu_step.h"
#include "core/train/executor.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numeric>

namespace coterie {

template <typename Scalar>
Scalar* rowOf(const at::Tensor& rows, std::size_t index)
{
    return rows.data_ptr<Scalar>() + static_cast<std::size_t>(rows.size(-1)) * index;
}

/// Computes the jobs of a ThreadExecutor that are given to one thread, in memory of its own.
template <typename Scalar>
class CpuWorker
{
public:
    using Step = CpuStep<Scalar>;
    using Use = typename Step::Use;
    using Indices = std::span<const std::int32_t>;

    explicit CpuWorker(const Workload& workload)
        : m_workload(workload)
    {}

    /// Trains job `row` of the request.
    LocalResult train(const LocalRequest& request,
                      OptimizerMemory& memory,
                      std::size_t row,
                      std::atomic<bool>& stopped)
    {
        const at::NoGradGuard noGraph;
        const auto& [context, work, jobs, starts, ends, results, task] = request;
        const LocalJob& job = jobs[row];
        const auto here = signedSize(row);
        const at::Tensor weights = ends.parameters.select(0, here);
        const at::Tensor start = starts.parameters.select(0, signedSize(job.startRow));
        weights.copy_(start);
        ends.buffers.select(0, here).copy_(
            context.clientBuffers.defined()
                ? context.clientBuffers.select(0, signedSize(job.client))
                : starts.buffers.select(0, signedSize(job.startRow)));
        Scalar* parameters = rowOf<Scalar>(ends.parameters, row);
        Scalar* buffers = rowOf<Scalar>(ends.buffers, row);
        if (!m_gradient.defined())
            m_gradient = at::empty_like(weights);

        LocalSteps steps(m_workload, context, work.settings, job, task);
        const double rate = steps.rate;
        const Optimizer& optimizer = request.optimizer();
        const bool kept = memory.kept() && !task.optimizer;
        std::vector<at::Tensor> moments =
            kept ? memory.moments(job.client) : freshMoments(optimizer);
        const std::int64_t stepsBefore = kept ? memory.steps(job.client) : 0;
        LocalPoint point{
            .clients = {&job.client, 1},
            .weights = weights,
            .start = start,
            .anchor = task.anchors ? task.anchors->parameters.select(0, signedSize(job.anchorRow))
                                   : start,
            .learningRate = rate};

        Tally tally;
        for (std::size_t s = 0; s < steps.count; ++s) {
            if (stopped || context.stop.stop_requested()) {
                stopped = true;
                return {};
            }
            const Indices batch = steps.nextBatch();
            Step& step = grown(m_training, batch.size());
            load(step,
                 m_workload.dataset->train,
                 batch,
                 steps.moves(m_workload.dataset->augmentation, s, batch.size()));
            step.train(parameters, buffers, batch.size(), steps.dropout, steps.maskStep(s));
            const Measured measured =
                task.head ? headLoss(
                    step,
                    *task.head,
                    batch,
                    headStream(context.seed, context.round, job.client, steps.maskStep(s)))
                          : Measured{.loss = lossOf(step, m_workload.dataset->train, batch),
                                     .correct = step.correct()};
            if (s >= steps.measuredFrom)
                tally.add(measured.loss, measured.correct, batch.size());
            point.step = static_cast<int>(s);
            backward(
                step, *work.objective, point, parameters, buffers, batch.size(), measured.slopes);
            if (task.term)
                task.term->addGradient(point, m_gradient);
            optimizer.step(weights, m_gradient, moments, stepsBefore + signedSize(s), rate);
        }
        point.step = static_cast<int>(steps.count);
        work.objective->finish(point);
        if (kept)
            memory.steps(job.client) += signedSize(steps.count);
        return localResult(tally,
                           *m_workload.dataset,
                           steps.count,
                           distance(rowOf<Scalar>(starts.parameters, job.startRow), parameters)
                               / rate);
    }

    /// Called before a list of gradient jobs, which cannot use batches loaded for another list.
    void beginGradients() { m_loaded = {}; }

    /// The weighted sum of the jobs' gradients, which share a target. A batch that consecutive jobs
    /// share is loaded once.
    void gradient(const RoundContext& context,
                  std::span<const GradientJob> jobs,
                  const ModelRows& models,
                  Scalar* target,
                  std::span<Tally> tallies)
    {
        for (std::size_t j = 0; j < jobs.size(); ++j) {
            const GradientJob& job = jobs[j];
            Step& step = grown(m_training, job.samples.size());
            const std::vector<PictureMove> moves =
                pictureMoves(context, job, m_workload.dataset->augmentation);
            if (job.samples.data() != m_loaded.data() || job.samples.size() != m_loaded.size()
                || moves != m_loadedMoves)
                load(step, m_workload.dataset->train, job.samples, moves);
            m_loaded = job.samples;
            m_loadedMoves = moves;
            const Scalar* parameters = rowOf<Scalar>(models.parameters, job.modelRow);
            forward(step, context, job, parameters, models.buffers);
            const double loss = lossOf(step, m_workload.dataset->train, job.samples);
            if (!tallies.empty())
                tallies[j].add(loss, step.correct(), job.samples.size());
            const bool alone = j == 0 && job.weight == 1.0;
            if (!alone)
                m_term.resize(m_workload.network.layout().parameterCount);
            step.backward(parameters, alone ? target : m_term.data());
            const auto weight = static_cast<Scalar>(job.weight);
            for (std::size_t p = 0; !alone && p < m_term.size(); ++p)
                target[p] = (j == 0 ? Scalar(0) : target[p]) + weight * m_term[p];
        }
    }

    /// Samples that a model is evaluated on.
    struct Evaluated
    {
        const Samples& samples;
        Indices indices;
        const Scalar* parameters;
        const Scalar* buffers;
    };

    Tally evaluate(const RoundContext& context, const Evaluated& all)
    {
        Tally tally;
        inBatches(context, all, [&](Step& step, Indices batch) {
            const double loss = lossOf(step, all.samples, batch);
            tally.add(loss, step.correct(), batch.size());
        });
        return tally;
    }

    LabelledRows features(const RoundContext& context, const Evaluated& all)
    {
        LabelledRows found{.rows = Matrix(0, m_workload.network.features()), .labels = {}};
        inBatches(context, all, [&](Step& step, Indices batch) {
            appendFeatures(step, all.samples, batch, found);
        });
        return found;
    }

private:
    /// Samples per pass in evaluations: enough for large products, few enough for the caches.
    static constexpr std::size_t kEvaluationBatch = 128;

    /// Forward passes of an evaluation; use(step, batch) after each.
    template <typename AfterPass>
    void inBatches(const RoundContext& context, const Evaluated& all, AfterPass use)
    {
        const std::size_t most = evaluationBatch(m_workload.network, kEvaluationBatch);
        for (std::size_t from = 0; from < all.indices.size(); from += most) {
            const std::vector<std::int32_t> batch =
                seenInRound(all.samples,
                            all.indices.subspan(from, std::min(most, all.indices.size() - from)),
                            static_cast<std::uint32_t>(context.round));
            Step& step = grown(m_evaluation, most, Use::Evaluation);
            load(step,
                 all.samples,
                 batch,
                 testMoves(m_workload.dataset->augmentation, context.seed, batch));
            step.evaluate(all.parameters, all.buffers, batch.size());
            use(step, batch);
        }
    }

    /// A mini-batch's loss, and its slopes at the features if a head gave them.
    struct Measured
    {
        double loss = 0;
        double correct = 0;
        at::Tensor slopes = {};
    };

    Measured
    headLoss(Step& step, const FeatureHead& head, Indices batch, const RandomStream& stream)
    {
        LabelledRows rows{.rows = Matrix(0, m_workload.network.features()), .labels = {}};
        appendFeatures(step, m_workload.dataset->train, batch, rows);
        const FeatureHead::Loss found = head.loss(rows, stream);
        step.noLoss();
        at::Tensor slopes =
            at::empty({signedSize(found.slopes.rows), signedSize(found.slopes.columns)},
                      m_gradient.options());
        std::ranges::transform(found.slopes.values,
                               slopes.template data_ptr<Scalar>(),
                               [](double slope) { return static_cast<Scalar>(slope); });
        return {.loss = found.loss,
                .correct = found.accuracy * static_cast<double>(batch.size()),
                .slopes = slopes};
    }

    static void
    appendFeatures(Step& step, const Samples& samples, Indices batch, LabelledRows& rows)
    {
        const std::span<const Scalar> features = step.features();
        rows.rows.values.insert(rows.rows.values.end(), features.begin(), features.end());
        rows.rows.rows += batch.size();
        for (const std::int32_t index : batch)
            rows.labels.push_back(samples.labels[static_cast<std::size_t>(index)]);
    }

    void forward(Step& step,
                 const RoundContext& context,
                 const GradientJob& job,
                 const Scalar* parameters,
                 const at::Tensor& modelBuffers)
    {
        const std::size_t batch = job.samples.size();
        if (job.pass == GradientPass::Frozen)
            return step.evaluate(parameters, rowOf<Scalar>(modelBuffers, job.modelRow), batch);
        m_probed.resize(
            static_cast<std::size_t>(modelBuffers.size(-1))); // the statistics that a probe changes
        Scalar* moving = m_probed.data();
        if (job.pass == GradientPass::Training)
            moving = context.clientBuffers.defined()
                         ? rowOf<Scalar>(context.clientBuffers, job.client)
                         : rowOf<Scalar>(modelBuffers, job.modelRow);
        step.train(parameters, moving, batch, dropoutKey(context, job), job.step);
    }

    void load(Step& step,
              const Samples& samples,
              Indices batch,
              std::span<const PictureMove> moves = {}) const
    {
        gather(samples, m_workload.dataset->inputScale, batch, moves, step.input());
    }

    double lossOf(Step& step, const Samples& samples, Indices batch)
    {
        switch (m_workload.dataset->task()) {
        case Task::Target:
            gatherTargets(samples, batch, m_targets);
            return step.loss(std::span<const double>(m_targets));
        case Task::Mask:
            gatherMasks(samples, batch, m_masks);
            return step.loss(std::span<const std::uint8_t>(m_masks));
        case Task::Classes:
            break;
        }
        m_labels.clear();
        for (const std::int32_t index : batch)
            m_labels.push_back(samples.labels[static_cast<std::size_t>(index)]);
        return step.loss(Indices(m_labels));
    }

    void backward(Step& step,
                  const Objective& objective,
                  const LocalPoint& point,
                  const Scalar* parameters,
                  const Scalar* buffers,
                  std::size_t batch,
                  at::Tensor slopes)
    {
        const std::vector<at::Tensor> others = objective.featureModels(point);
        if (!others.empty()) {
            const std::vector<std::int64_t> shape{signedSize(batch),
                                                  signedSize(m_workload.network.features())};
            std::vector<at::Tensor> features;
            for (const at::Tensor& other : others) {
                Step& reference = grown(m_reference, batch, Use::Evaluation);
                std::copy_n(
                    step.input(), batch * m_workload.network.input().size(), reference.input());
                reference.evaluate(other.template data_ptr<Scalar>(), buffers, batch);
                features.push_back(copyOf(reference.features()).reshape(shape));
            }
            const at::Tensor own = copyOf(step.features()).reshape(shape);
            const at::Tensor term = objective.featureGradient(own, features).contiguous();
            slopes = slopes.defined() ? slopes + term : term;
        }
        step.backward(parameters,
                      m_gradient.template data_ptr<Scalar>(),
                      slopes.defined() ? slopes.template data_ptr<Scalar>() : nullptr);
        if (objective.changesGradient())
            objective.addGradient(point, m_gradient);
    }

    at::Tensor copyOf(std::span<const Scalar> values) const
    {
        at::Tensor copy = at::empty({signedSize(values.size())}, m_gradient.options());
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

    Step& grown(std::unique_ptr<Step>& step, std::size_t batch, Use use = Use::Training) const
    {
        if (!step || step->largestBatch() < batch)
            step = std::make_unique<Step>(m_workload.network, batch, use);
        return *step;
    }

    /// In several sums, so that no addition waits for the one before it.
    double distance(const Scalar* a, const Scalar* b) const
    {
        constexpr std::size_t kLanes = 8;
        const std::size_t count = m_workload.network.layout().parameterCount;
        std::array<double, kLanes> squares{};
        const auto add = [&](std::size_t i, std::size_t lane) {
            const double off = static_cast<double>(a[i]) - static_cast<double>(b[i]);
            squares[lane] += off * off;
        };
        const std::size_t whole = count - count % kLanes;
        for (std::size_t i = 0; i < whole; i += kLanes)
            for (std::size_t lane = 0; lane < kLanes; ++lane)
                add(i + lane, lane);
        for (std::size_t i = whole; i < count; ++i)
            add(i, i - whole);
        return std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0));
    }

    const Workload& m_workload;
    std::unique_ptr<Step> m_training;
    std::unique_ptr<Step> m_reference;
    std::unique_ptr<Step> m_evaluation;
    at::Tensor m_gradient;
    std::vector<at::Tensor> m_moments;
    std::vector<std::int32_t> m_labels;
    std::vector<double> m_targets;
    std::vector<std::uint8_t> m_masks;
    Indices m_loaded;                       ///< in the training step's input
    std::vector<PictureMove> m_loadedMoves; ///< and its moves
    std::vector<Scalar> m_term;             ///< one gradient of a sum
    std::vector<Scalar> m_probed;           ///< running statistics of a probe, which are dropped
};

} // namespace coterie
