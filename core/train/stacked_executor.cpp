#include "core/train/device.h"
#include "core/train/device_samples.h"
#include "core/train/optimizers.h"
#include "core/train/stacked_workload.h"

#include <torch/csrc/autograd/autograd.h>

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <algorithm>
#include <c10/core/DeviceGuard.h>
#include <functional>
#include <map>
#include <numeric>
#include <tuple>

namespace coterie {
namespace {

/// One step of clients with equally large batches whose optimisers are at the same step.
struct Launch
{
    int step = 0;
    std::uint32_t maskStep = 0;
    std::size_t batch = 0;
    std::int64_t optimizerStep = 0;
    double rate = 0;
    LaunchRows rows;
    std::size_t firstSample = 0;
    bool measured = false; ///< for any of its rows
};

/// A round of local work. Row r of its stack is the model of job m_order[r].
class StackedRound
{
public:
    StackedRound(const StackedWorkload& stacked,
                 const LocalRequest& request,
                 OptimizerMemory& memory)
        : m_stacked(stacked)
        , m_context(request.context)
        , m_request(request)
        , m_memory(memory)
        , m_keepsMoments(memory.kept() && !request.task.optimizer)
        , m_order(request.jobs.size())
    {
        plan();
        stack();
    }

    /// False if stopped.
    bool run()
    {
        LaunchFindings findings;
        for (const Launch& launch : m_launches) {
            if (m_context.stop.stop_requested())
                return false;
            const auto [loss, right] = step(launch);
            if (launch.measured)
                findings.add(loss, right);
        }
        finish();
        unstack();
        report(findings.onHost());
        return true;
    }

private:
    /// Plans all steps before the first, so that the device never waits for the host's shuffling.
    void plan()
    {
        const std::span<const LocalJob> jobs = m_request.jobs;
        std::vector<LocalSteps> steps;
        for (const LocalJob& job : jobs)
            steps.emplace_back(
                m_stacked.workload, m_context, m_request.work.settings, job, m_request.task);
        std::iota(m_order.begin(), m_order.end(), std::size_t{0});
        std::ranges::stable_sort(
            m_order, std::greater(), [&](std::size_t job) { return steps[job].count; });
        std::vector<std::int64_t> stepsBefore;
        for (const std::size_t job : m_order) {
            m_steps.push_back(std::move(steps[job]));
            m_clients.push_back(jobs[job].client);
            stepsBefore.push_back(m_keepsMoments ? m_memory.steps(jobs[job].client) : 0);
        }

        const Augmentation& augmentation = m_stacked.workload.dataset->augmentation;
        std::vector<std::span<const std::int32_t>> batches(jobs.size());
        for (std::size_t s = 0; s < m_steps.front().count; ++s) {
            std::map<std::tuple<std::size_t, std::int64_t, double, std::uint32_t>,
                     std::vector<std::size_t>>
                alike;
            for (std::size_t row = 0; row < jobs.size() && s < m_steps[row].count; ++row) {
                LocalSteps& own = m_steps[row];
                batches[row] = own.nextBatch();
                alike[{batches[row].size(),
                       stepsBefore[row] + signedSize(s),
                       own.rate,
                       own.maskStep(s)}]
                    .push_back(row);
            }
            for (const auto& [key, all] : alike) {
                const auto [batch, optimizerStep, rate, maskStep] = key;
                for (const auto& some : m_stacked.parts(all, batch)) {
                    Launch launch{.step = static_cast<int>(s),
                                  .maskStep = maskStep,
                                  .batch = batch,
                                  .optimizerStep = optimizerStep,
                                  .rate = rate,
                                  .rows = m_rows.add({some.begin(), some.end()})};
                    for (const std::size_t row : some) {
                        const std::size_t first =
                            m_samples.add(batches[row], m_steps[row].moves(augmentation, s, batch));
                        if (row == some.front())
                            launch.firstSample = first;
                        launch.measured = launch.measured || s >= m_steps[row].measuredFrom;
                    }
                    m_launches.push_back(std::move(launch));
                }
            }
        }
        m_rows.send(m_stacked.device);
        m_samples.send(m_stacked.device);
    }

    void stack()
    {
        const auto& [context, work, jobs, starts, ends, results, task] = m_request;
        std::vector<std::size_t> startRows;
        std::vector<std::size_t> anchorRows;
        for (const std::size_t job : m_order) {
            startRows.push_back(jobs[job].startRow);
            anchorRows.push_back(jobs[job].anchorRow);
        }
        RowLists lists;
        const LaunchRows from = lists.add(startRows);
        const LaunchRows owners = lists.add(m_clients);
        const LaunchRows anchoredAt = lists.add(anchorRows);
        lists.send(m_stacked.device);
        m_starts = lists.pick(starts.parameters, from);
        m_anchors = task.anchors ? lists.pick(task.anchors->parameters, anchoredAt) : m_starts;
        // If the stack has the order of the jobs, models train in place.
        m_models = std::ranges::is_sorted(m_order) ? ends : ModelRows::empty(jobs.size(), starts);
        m_models.parameters.copy_(m_starts);
        m_models.buffers.copy_(context.clientBuffers.defined()
                                   ? lists.pick(context.clientBuffers, owners)
                                   : lists.pick(starts.buffers, from));
        for (std::size_t m = 0; m < m_request.optimizer().memoryRows(); ++m)
            m_moments.push_back(
                m_keepsMoments
                    ? lists.pick(m_memory.all(m), owners).clone(at::MemoryFormat::Contiguous)
                    : at::zeros_like(m_models.parameters));
    }

    /// The loss and the number of correct answers of each row, still on the device.
    std::pair<at::Tensor, at::Tensor> step(const Launch& launch)
    {
        const std::vector<std::size_t>& rows = launch.rows.ids;
        const Objective& objective = *m_request.work.objective;
        std::vector<std::size_t> clients;
        std::vector<DropoutKey> dropout;
        for (const std::size_t row : rows) {
            clients.push_back(m_clients[row]);
            dropout.push_back(m_steps[row].dropout);
        }
        const std::size_t count = rows.size() * launch.batch;
        const at::Tensor samples = m_samples.list(launch.firstSample, count);
        const at::Tensor inputs = m_stacked.train.inputs(
            samples, signedSize(rows.size()), m_samples.moves(launch.firstSample, count));
        const at::Tensor answers = m_stacked.train.answers(samples, signedSize(rows.size()));
        const at::Tensor weights = m_rows.pick(m_models.parameters, launch.rows);
        const at::Tensor buffers = m_rows.pick(m_models.buffers, launch.rows);
        std::vector<at::Tensor> moments;
        for (const at::Tensor& moment : m_moments)
            moments.push_back(m_rows.pick(moment, launch.rows));
        const LocalPoint point{.clients = clients,
                               .weights = weights,
                               .start = m_rows.pick(m_starts, launch.rows),
                               .anchor = m_rows.pick(m_anchors, launch.rows),
                               .learningRate = launch.rate,
                               .step = launch.step};

        const Network& network = m_stacked.workload.network;
        at::Tensor loss;
        at::Tensor correct;
        at::Tensor gradient;
        {
            const at::AutoGradMode graph(true);
            const at::Tensor leaf = weights.detach().requires_grad_();
            const PassMode mode{.training = true, .dropout = dropout, .step = launch.maskStep};
            const Pass pass = stackedForward(network, leaf, buffers, inputs, mode);
            // The clients' losses share no weight, so one backward pass gives each row its own
            // gradient.
            std::vector<at::Tensor> ends;
            std::vector<at::Tensor> slopes;
            if (m_request.task.head) {
                std::vector<RandomStream> streams;
                for (const std::size_t client : clients)
                    streams.push_back(
                        headStream(m_context.seed, m_context.round, client, launch.maskStep));
                const StackedHeadLoss head =
                    stackedHeadLoss(*m_request.task.head, pass.features.detach(), answers, streams);
                loss = head.loss;
                correct = head.correct;
                const bool reaches = pass.features.requires_grad();
                ends.push_back(reaches ? pass.features : leaf);
                slopes.push_back(reaches ? head.slopes : at::zeros_like(leaf));
            } else {
                const Loss kind = network.loss();
                loss = stackedLoss(kind, pass.outputs, answers);
                correct = stackedCorrect(kind, pass.outputs.detach(), answers);
                ends.push_back(loss);
                slopes.push_back(at::ones_like(loss));
            }
            if (const at::NoGradGuard constants; pass.features.requires_grad()) {
                std::vector<at::Tensor> others;
                for (const at::Tensor& model : objective.featureModels(point))
                    others.push_back(stackedForward(network, model, buffers, inputs, {}).features);
                if (!others.empty()) {
                    ends.push_back(pass.features);
                    slopes.push_back(objective.featureGradient(pass.features.detach(), others));
                }
            }
            gradient = torch::autograd::grad(ends, {leaf}, slopes).front();
        }
        if (objective.changesGradient())
            objective.addGradient(point, gradient);
        if (m_request.task.term)
            m_request.task.term->addGradient(point, gradient);
        m_request.optimizer().step(weights, gradient, moments, launch.optimizerStep, launch.rate);

        m_rows.put(m_models.parameters, launch.rows, weights);
        m_rows.put(m_models.buffers, launch.rows, buffers);
        for (std::size_t m = 0; m < moments.size(); ++m)
            m_rows.put(m_moments[m], launch.rows, moments[m]);
        return {loss, correct};
    }

    void finish() const
    {
        std::map<std::pair<std::size_t, double>, std::vector<std::size_t>> alike;
        for (std::size_t row = 0; row < m_steps.size(); ++row)
            alike[{m_steps[row].count, m_steps[row].rate}].push_back(row);
        for (const auto& [key, rows] : alike) {
            RowLists lists;
            const LaunchRows chosen = lists.add(rows);
            lists.send(m_stacked.device);
            std::vector<std::size_t> clients;
            for (const std::size_t row : rows)
                clients.push_back(m_clients[row]);
            m_request.work.objective->finish({.clients = clients,
                                              .weights = lists.pick(m_models.parameters, chosen),
                                              .start = lists.pick(m_starts, chosen),
                                              .anchor = lists.pick(m_anchors, chosen),
                                              .learningRate = key.second,
                                              .step = static_cast<int>(key.first)});
        }
    }

    void unstack() const
    {
        RowLists lists;
        const LaunchRows order = lists.add(m_order);
        const LaunchRows owners = lists.add(m_clients);
        lists.send(m_stacked.device);
        lists.put(m_request.ends.parameters, order, m_models.parameters);
        lists.put(m_request.ends.buffers, order, m_models.buffers);
        if (!m_keepsMoments)
            return;
        for (std::size_t m = 0; m < m_moments.size(); ++m)
            lists.put(m_memory.all(m), owners, m_moments[m]);
        for (std::size_t row = 0; row < m_order.size(); ++row)
            m_memory.steps(m_clients[row]) += signedSize(m_steps[row].count);
    }

    void report(const std::vector<LaunchFindings::Finding>& findings) const
    {
        std::vector<at::Tensor> norms; // row by row: double precision without a second stack
        for (std::size_t row = 0; row < m_order.size(); ++row) {
            const at::Tensor start = m_starts.select(0, signedSize(row)).to(at::kDouble);
            norms.push_back(
                (start - m_models.parameters.select(0, signedSize(row)).to(at::kDouble)).norm());
        }
        const at::Tensor distances = at::stack(norms).to(at::kCPU);
        std::vector<Tally> tallies(m_order.size());
        auto next = findings.begin();
        for (const Launch& launch : m_launches) {
            if (!launch.measured)
                continue;
            for (const std::size_t row : launch.rows.ids) {
                const auto [loss, correct] = *next++;
                if (static_cast<std::size_t>(launch.step) >= m_steps[row].measuredFrom)
                    tallies[row].add(loss, correct, launch.batch);
            }
        }
        for (std::size_t row = 0; row < m_order.size(); ++row)
            m_request.results[m_order[row]] =
                localResult(tallies[row],
                            *m_stacked.workload.dataset,
                            m_steps[row].count,
                            distances.data_ptr<double>()[row] / m_steps[row].rate);
    }

    const StackedWorkload& m_stacked;
    const RoundContext& m_context;
    const LocalRequest& m_request;
    OptimizerMemory& m_memory;
    const bool m_keepsMoments; ///< in the memory, between jobs

    std::vector<std::size_t> m_order; ///< job of each row: the longest first, so that clients with
                                      ///< steps left are at the front
    std::vector<LocalSteps> m_steps;  ///< of each row
    std::vector<std::size_t> m_clients;
    std::vector<Launch> m_launches;
    RowLists m_rows;
    LaunchSamples m_samples;

    ModelRows m_models;
    at::Tensor m_starts;
    at::Tensor m_anchors;
    std::vector<at::Tensor> m_moments;
};

class StackedExecutor final : public Executor
{
public:
    StackedExecutor(const Workload& workload, at::Device device)
        : m_stacked(workload, device)
    {
        prepareDevice(device, workload.network);
    }

    [[nodiscard]] at::Device device() const override { return m_stacked.device; }

    [[nodiscard]] bool train(const LocalRequest& request) override
    {
        if (request.jobs.empty())
            return true;
        const at::NoGradGuard noGraph;
        const c10::DeviceGuard onCard(m_stacked.device);
        OptimizerMemory& memory = request.task.memory ? *request.task.memory : m_memory;
        memory.prepare(
            request.work, m_stacked.workload.shards.size() + 1, request.starts.parameters);
        return StackedRound(m_stacked, request, memory).run();
    }

    void gradients(const RoundContext& context,
                   std::span<const GradientJob> jobs,
                   ModelRows& models,
                   at::Tensor& gradients,
                   std::span<Tally> tallies) override
    {
        const c10::DeviceGuard onCard(m_stacked.device);
        stackedGradients(m_stacked, context, jobs, models, gradients, tallies);
    }

    void
    forEach(std::size_t count, std::size_t, const std::function<void(std::size_t)>& task) override
    {
        for (std::size_t i = 0; i < count; ++i) // the device itself works in parallel
            task(i);
    }

    [[nodiscard]] std::vector<Score> evaluate(std::span<const EvaluationJob> jobs,
                                              const ModelRows& models,
                                              const RoundContext& context) override
    {
        const c10::DeviceGuard onCard(m_stacked.device);
        return stackedScores(m_stacked, jobs, models, context);
    }

    [[nodiscard]] std::vector<LabelledRows> features(std::span<const EvaluationJob> jobs,
                                                     const ModelRows& models,
                                                     const RoundContext& context) override
    {
        const c10::DeviceGuard onCard(m_stacked.device);
        return stackedFeatures(m_stacked, jobs, models, context);
    }

    [[nodiscard]] State state() const override { return m_memory.state(); }
    void restore(const State& state) override { m_memory.restore(state); }

private:
    const StackedWorkload m_stacked;
    OptimizerMemory m_memory;
};

} // namespace

std::unique_ptr<Executor> makeStackedExecutor(const Workload& workload, at::Device device)
{
    return std::make_unique<StackedExecutor>(workload, device);
}

} // namespace coterie
