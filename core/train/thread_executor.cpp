#include "core/train/cpu_worker.h"
#include "core/train/worker_pool.h"

#include <algorithm>
#include <numeric>

namespace coterie {
namespace {

/// Samples per task, so that one long evaluation is shared between workers.
constexpr std::size_t kEvaluationPiece = 1024;
/// Below this number of multiplications, waking a thread costs more than it saves.
constexpr std::size_t kWorthAThread = 200'000;

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

    [[nodiscard]] bool train(const LocalRequest& request) override
    {
        OptimizerMemory& memory = request.task.memory ? *request.task.memory : m_memory;
        memory.prepare(request.work, m_workload.shards.size() + 1, request.starts.parameters);
        std::atomic<bool> stopped = false;
        const auto longestFirst = ordered(request.jobs.size(), [&](std::size_t j) {
            return stepCount(m_workload, request.work.settings, request.jobs[j], request.task);
        });
        m_pool.run(longestFirst, [&](std::size_t worker, std::size_t j) {
            if (!stopped)
                request.results[j] = m_workers[worker].train(request, memory, j, stopped);
        });
        return !stopped;
    }

    void gradients(const RoundContext& context,
                   std::span<const GradientJob> jobs,
                   ModelRows& models,
                   at::Tensor& gradients,
                   std::span<Tally> tallies) override
    {
        for (CpuWorker<Scalar>& worker : m_workers)
            worker.beginGradients();
        std::vector<std::size_t> firsts; // of the jobs that share a target
        std::size_t work = 0;
        for (std::size_t j = 0; j < jobs.size(); ++j) {
            if (j == 0 || jobs[j].target != jobs[j - 1].target)
                firsts.push_back(j);
            work += jobs[j].samples.size() * m_workload.network.layout().parameterCount;
        }
        const auto terms = [&](auto list, std::size_t s) {
            const std::size_t end = s + 1 < firsts.size() ? firsts[s + 1] : jobs.size();
            return list.empty() ? list : list.subspan(firsts[s], end - firsts[s]);
        };
        const auto sum = [&](std::size_t worker, std::size_t s) {
            if (!context.stop.stop_requested())
                m_workers[worker].gradient(context,
                                           terms(jobs, s),
                                           models,
                                           rowOf<Scalar>(gradients, jobs[firsts[s]].target),
                                           terms(tallies, s));
        };
        if (work < kWorthAThread) {
            for (std::size_t s = 0; s < firsts.size(); ++s)
                sum(0, s);
            return;
        }
        const auto longestFirst = ordered(firsts.size(), [&](std::size_t s) {
            std::size_t samples = 0;
            for (const GradientJob& job : terms(jobs, s))
                samples += job.samples.size();
            return samples;
        });
        m_pool.run(longestFirst, sum);
    }

    void forEach(std::size_t count,
                 std::size_t numbers,
                 const std::function<void(std::size_t)>& task) override
    {
        if (count * numbers < kWorthAThread) {
            for (std::size_t i = 0; i < count; ++i)
                task(i);
            return;
        }
        const auto inOrder = ordered(count, [](std::size_t) { return 0; });
        m_pool.run(inOrder, [&](std::size_t, std::size_t i) { task(i); });
    }

    [[nodiscard]] std::vector<Score> evaluate(std::span<const EvaluationJob> jobs,
                                              const ModelRows& models,
                                              const RoundContext& context) override
    {
        struct Task
        {
            std::size_t job;
            std::span<const std::int32_t> indices;
        };
        std::vector<Task> pieces;
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
            if (context.stop.stop_requested())
                return;
            tallies[p] = m_workers[worker].evaluate(
                context, evaluated(jobs[pieces[p].job], pieces[p].indices, models, context));
        });
        std::vector<Tally> wholes(jobs.size());
        for (std::size_t p = 0; p < pieces.size(); ++p) // in order, whichever thread computed them
            wholes[pieces[p].job].add(tallies[p]);
        std::vector<Score> scores;
        for (const Tally& whole : wholes)
            scores.push_back(whole.score(m_workload.dataset->task()));
        return scores;
    }

    [[nodiscard]] std::vector<LabelledRows> features(std::span<const EvaluationJob> jobs,
                                                     const ModelRows& models,
                                                     const RoundContext& context) override
    {
        std::vector<LabelledRows> found(jobs.size());
        const auto longestFirst =
            ordered(jobs.size(), [&](std::size_t j) { return m_sets.indices(jobs[j]).size(); });
        m_pool.run(longestFirst, [&](std::size_t worker, std::size_t j) {
            if (!context.stop.stop_requested())
                found[j] = m_workers[worker].features(
                    context, evaluated(jobs[j], m_sets.indices(jobs[j]), models, context));
        });
        return found;
    }

    [[nodiscard]] State state() const override { return m_memory.state(); }
    void restore(const State& state) override { m_memory.restore(state); }

private:
    [[nodiscard]] typename CpuWorker<Scalar>::Evaluated
    evaluated(const EvaluationJob& job,
              std::span<const std::int32_t> indices,
              const ModelRows& models,
              const RoundContext& context) const
    {
        const Dataset& dataset = *m_workload.dataset;
        return {.samples = m_sets.isOfficial(job) ? dataset.officialTest : dataset.train,
                .indices = indices,
                .parameters = rowOf<Scalar>(models.parameters, job.modelRow),
                .buffers = usesOwnBuffers(job, context)
                               ? rowOf<Scalar>(context.clientBuffers, job.client)
                               : rowOf<Scalar>(models.buffers, job.modelRow)};
    }

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
