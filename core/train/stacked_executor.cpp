#include "core/train/device.h"
#include "core/train/device_samples.h"
#include "core/train/optimizers.h"
#include "core/train/stacked_workload.h"

#include <torch/csrc/autograd/autograd.h>

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <algorithm>
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

/// All steps of a round, planned before the first, so that the device never waits for the host's
/// shuffling.
struct RoundPlan
{
    std::vector<std::size_t> order; ///< job of each row: the longest first, so that clients with
                                    ///< steps left are at the front
    std::vector<LocalSteps> steps;  ///< of each row
    std::vector<Launch> launches;
    RowLists rows;
    DeviceLists<std::int32_t> samples;
    DeviceLists<std::int32_t> moves; ///< three numbers for each of `samples`; empty: none moves
};

/// The changing state of a round: row r is the model of job order[r].
struct Stack
{
    ModelRows models;
    at::Tensor starts;
    at::Tensor anchors;
    std::vector<std::size_t> clients;
    std::vector<at::Tensor> moments;
};

/// The inputs of a gradient and its step.
struct Method
{
    const Objective& objective;
    const Objective* term;
    const FeatureHead* head;
    const Optimizer& optimizer;
    OptimizerMemory& memory;
    bool keepsMoments; ///< in the memory, between jobs
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

    [[nodiscard]] bool train(const RoundContext& context,
                             LocalWork& work,
                             std::span<const LocalJob> jobs,
                             const ModelRows& starts,
                             ModelRows& ends,
                             std::span<LocalResult> results,
                             const LocalTask& task) override
    {
        if (jobs.empty())
            return true;
        const at::NoGradGuard noGraph;
        OptimizerMemory& memory = task.memory ? *task.memory : m_memory;
        memory.prepare(work, m_stacked.workload.shards.size() + 1, starts.parameters);
        const Method method{.objective = *work.objective,
                            .term = task.term,
                            .head = task.head,
                            .optimizer = task.optimizer ? *task.optimizer : *work.optimizer,
                            .memory = memory,
                            .keepsMoments = memory.kept() && !task.optimizer};
        const RoundPlan plan = planned(context, work.settings, jobs, task, method);
        Stack stack = stacked(plan, context, method, jobs, starts, task.anchors, ends);

        std::vector<at::Tensor> losses;
        std::vector<at::Tensor> correct;
        for (const Launch& launch : plan.launches) {
            if (context.stop.stop_requested())
                return false;
            const auto [loss, right] = trainStep(plan, launch, method, context, stack);
            if (launch.measured) {
                losses.push_back(loss);
                correct.push_back(right);
            }
        }
        finish(plan, *work.objective, stack);
        unstack(plan, jobs, stack, method, ends);
        report(plan, losses, correct, stack, results);
        return true;
    }

    void gradients(const RoundContext& context,
                   std::span<const GradientJob> jobs,
                   ModelRows& models,
                   at::Tensor& gradients,
                   std::span<Tally> tallies) override
    {
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
        return stackedScores(m_stacked, jobs, models, context);
    }

    [[nodiscard]] std::vector<LabelledRows> features(std::span<const EvaluationJob> jobs,
                                                     const ModelRows& models,
                                                     const RoundContext& context) override
    {
        return stackedFeatures(m_stacked, jobs, models, context);
    }

    [[nodiscard]] State state() const override { return m_memory.state(); }
    void restore(const State& state) override { m_memory.restore(state); }

private:
    [[nodiscard]] RoundPlan planned(const RoundContext& context,
                                    const LocalSettings& settings,
                                    std::span<const LocalJob> jobs,
                                    const LocalTask& task,
                                    const Method& method) const;
    [[nodiscard]] Stack stacked(const RoundPlan& plan,
                                const RoundContext& context,
                                const Method& method,
                                std::span<const LocalJob> jobs,
                                const ModelRows& starts,
                                const ModelRows* anchors,
                                ModelRows& ends) const;
    /// The loss and the number of correct answers of each row, still on the device.
    std::pair<at::Tensor, at::Tensor> trainStep(const RoundPlan& plan,
                                                const Launch& launch,
                                                const Method& method,
                                                const RoundContext& context,
                                                Stack& stack) const;
    void finish(const RoundPlan& plan, Objective& objective, const Stack& stack) const;
    void unstack(const RoundPlan& plan,
                 std::span<const LocalJob> jobs,
                 const Stack& stack,
                 const Method& method,
                 ModelRows& ends) const;
    void report(const RoundPlan& plan,
                const std::vector<at::Tensor>& losses,
                const std::vector<at::Tensor>& correct,
                const Stack& stack,
                std::span<LocalResult> results) const;

    const StackedWorkload m_stacked;
    OptimizerMemory m_memory;
};

RoundPlan StackedExecutor::planned(const RoundContext& context,
                                   const LocalSettings& settings,
                                   std::span<const LocalJob> jobs,
                                   const LocalTask& task,
                                   const Method& method) const
{
    std::vector<LocalSteps> steps;
    for (const LocalJob& job : jobs)
        steps.emplace_back(m_stacked.workload, context, settings, job, task);
    RoundPlan plan;
    plan.order.resize(jobs.size());
    std::iota(plan.order.begin(), plan.order.end(), std::size_t{0});
    std::ranges::stable_sort(
        plan.order, [&](std::size_t a, std::size_t b) { return steps[a].count > steps[b].count; });
    std::vector<std::int64_t> stepsBefore;
    for (const std::size_t job : plan.order) {
        plan.steps.push_back(std::move(steps[job]));
        stepsBefore.push_back(method.keepsMoments ? method.memory.steps(jobs[job].client) : 0);
    }

    const std::size_t longest = plan.steps.front().count;
    const Augmentation& augmentation = m_stacked.workload.dataset->augmentation;
    std::vector<std::span<const std::int32_t>> batches(jobs.size());
    for (std::size_t s = 0; s < longest; ++s) {
        std::map<std::tuple<std::size_t, std::int64_t, double, std::uint32_t>,
                 std::vector<std::size_t>>
            alike;
        for (std::size_t row = 0; row < jobs.size() && s < plan.steps[row].count; ++row) {
            LocalSteps& own = plan.steps[row];
            batches[row] = own.nextBatch();
            alike
                [{batches[row].size(), stepsBefore[row] + signedSize(s), own.rate, own.maskStep(s)}]
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
                              .rows = plan.rows.add({some.begin(), some.end()}),
                              .firstSample = plan.samples.add(batches[some.front()])};
                for (const std::size_t row : some.subspan(1))
                    (void)plan.samples.add(batches[row]);
                for (const std::size_t row : some)
                    addMoves(plan.moves, plan.steps[row].moves(augmentation, s, batch));
                launch.measured = std::ranges::any_of(
                    some, [&](std::size_t row) { return s >= plan.steps[row].measuredFrom; });
                plan.launches.push_back(std::move(launch));
            }
        }
    }
    plan.rows.send(m_stacked.device);
    plan.samples.send(m_stacked.device);
    if (augmentation.any())
        plan.moves.send(m_stacked.device);
    return plan;
}

Stack StackedExecutor::stacked(const RoundPlan& plan,
                               const RoundContext& context,
                               const Method& method,
                               std::span<const LocalJob> jobs,
                               const ModelRows& starts,
                               const ModelRows* anchors,
                               ModelRows& ends) const
{
    Stack stack;
    std::vector<std::size_t> startRows;
    std::vector<std::size_t> anchorRows;
    for (const std::size_t job : plan.order) {
        stack.clients.push_back(jobs[job].client);
        startRows.push_back(jobs[job].startRow);
        anchorRows.push_back(jobs[job].anchorRow);
    }
    RowLists lists;
    const LaunchRows from = lists.add(startRows);
    const LaunchRows owners = lists.add(stack.clients);
    const LaunchRows anchoredAt = lists.add(anchorRows);
    lists.send(m_stacked.device);
    stack.starts = lists.pick(starts.parameters, from);
    stack.anchors = anchors ? lists.pick(anchors->parameters, anchoredAt) : stack.starts;
    // If the stack has the order of the jobs, models train in place.
    stack.models =
        std::ranges::is_sorted(plan.order) ? ends : ModelRows::empty(jobs.size(), starts);
    stack.models.parameters.copy_(stack.starts);
    stack.models.buffers.copy_(context.clientBuffers.defined()
                                   ? lists.pick(context.clientBuffers, owners)
                                   : lists.pick(starts.buffers, from));
    for (std::size_t m = 0; m < method.optimizer.memoryRows(); ++m)
        stack.moments.push_back(
            method.keepsMoments
                ? lists.pick(method.memory.all(m), owners).clone(at::MemoryFormat::Contiguous)
                : at::zeros_like(stack.models.parameters));
    return stack;
}

std::pair<at::Tensor, at::Tensor> StackedExecutor::trainStep(const RoundPlan& plan,
                                                             const Launch& launch,
                                                             const Method& method,
                                                             const RoundContext& context,
                                                             Stack& stack) const
{
    const std::vector<std::size_t>& rows = launch.rows.ids;
    std::vector<std::size_t> clients;
    std::vector<DropoutKey> dropout;
    for (const std::size_t row : rows) {
        clients.push_back(stack.clients[row]);
        dropout.push_back(plan.steps[row].dropout);
    }
    const at::Tensor samples = plan.samples.list(launch.firstSample, rows.size() * launch.batch);
    const at::Tensor moves =
        m_stacked.workload.dataset->augmentation.any()
            ? movesOf(plan.moves, launch.firstSample, rows.size() * launch.batch)
            : at::Tensor{};
    const at::Tensor inputs = m_stacked.train.inputs(samples, signedSize(rows.size()), moves);
    const at::Tensor answers = m_stacked.train.answers(samples, signedSize(rows.size()));
    const at::Tensor weights = plan.rows.pick(stack.models.parameters, launch.rows);
    const at::Tensor buffers = plan.rows.pick(stack.models.buffers, launch.rows);
    std::vector<at::Tensor> moments;
    for (const at::Tensor& moment : stack.moments)
        moments.push_back(plan.rows.pick(moment, launch.rows));
    const LocalPoint point{.clients = clients,
                           .weights = weights,
                           .start = plan.rows.pick(stack.starts, launch.rows),
                           .anchor = plan.rows.pick(stack.anchors, launch.rows),
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
        if (method.head) {
            std::vector<RandomStream> streams;
            for (const std::size_t client : clients)
                streams.push_back(headStream(context.seed, context.round, client, launch.maskStep));
            const StackedHeadLoss head =
                stackedHeadLoss(*method.head, pass.features.detach(), answers, streams);
            loss = head.loss;
            correct = head.correct;
            ends.push_back(pass.features.requires_grad() ? pass.features : leaf);
            slopes.push_back(pass.features.requires_grad() ? head.slopes : at::zeros_like(leaf));
        } else {
            const Loss kind = network.loss();
            loss = stackedLoss(kind, pass.outputs, answers);
            correct = stackedCorrect(kind, pass.outputs.detach(), answers);
            ends.push_back(loss);
            slopes.push_back(at::ones_like(loss));
        }
        if (const at::NoGradGuard constants; pass.features.requires_grad()) {
            std::vector<at::Tensor> others;
            for (const at::Tensor& model : method.objective.featureModels(point))
                others.push_back(stackedForward(network, model, buffers, inputs, {}).features);
            if (!others.empty()) {
                ends.push_back(pass.features);
                slopes.push_back(method.objective.featureGradient(pass.features.detach(), others));
            }
        }
        gradient = torch::autograd::grad(ends, {leaf}, slopes).front();
    }
    if (method.objective.changesGradient())
        method.objective.addGradient(point, gradient);
    if (method.term)
        method.term->addGradient(point, gradient);
    method.optimizer.step(weights, gradient, moments, launch.optimizerStep, launch.rate);

    plan.rows.put(stack.models.parameters, launch.rows, weights);
    plan.rows.put(stack.models.buffers, launch.rows, buffers);
    for (std::size_t m = 0; m < moments.size(); ++m)
        plan.rows.put(stack.moments[m], launch.rows, moments[m]);
    return {loss.detach(), correct};
}

void StackedExecutor::finish(const RoundPlan& plan, Objective& objective, const Stack& stack) const
{
    std::map<std::pair<std::size_t, double>, std::vector<std::size_t>> alike;
    for (std::size_t row = 0; row < plan.steps.size(); ++row)
        alike[{plan.steps[row].count, plan.steps[row].rate}].push_back(row);
    for (const auto& [key, rows] : alike) {
        RowLists lists;
        const LaunchRows chosen = lists.add(rows);
        lists.send(m_stacked.device);
        std::vector<std::size_t> clients;
        for (const std::size_t row : rows)
            clients.push_back(stack.clients[row]);
        objective.finish({.clients = clients,
                          .weights = lists.pick(stack.models.parameters, chosen),
                          .start = lists.pick(stack.starts, chosen),
                          .anchor = lists.pick(stack.anchors, chosen),
                          .learningRate = key.second,
                          .step = static_cast<int>(key.first)});
    }
}

void StackedExecutor::unstack(const RoundPlan& plan,
                              std::span<const LocalJob> jobs,
                              const Stack& stack,
                              const Method& method,
                              ModelRows& ends) const
{
    RowLists lists;
    const LaunchRows order = lists.add(plan.order);
    const LaunchRows owners = lists.add(stack.clients);
    lists.send(m_stacked.device);
    lists.put(ends.parameters, order, stack.models.parameters);
    lists.put(ends.buffers, order, stack.models.buffers);
    if (!method.keepsMoments)
        return;
    for (std::size_t m = 0; m < stack.moments.size(); ++m)
        lists.put(method.memory.all(m), owners, stack.moments[m]);
    for (std::size_t row = 0; row < plan.order.size(); ++row)
        method.memory.addSteps(jobs[plan.order[row]].client, signedSize(plan.steps[row].count));
}

void StackedExecutor::report(const RoundPlan& plan,
                             const std::vector<at::Tensor>& losses,
                             const std::vector<at::Tensor>& correct,
                             const Stack& stack,
                             std::span<LocalResult> results) const
{
    std::vector<at::Tensor> norms; // row by row: double precision without a second stack
    for (std::size_t row = 0; row < plan.order.size(); ++row) {
        const at::Tensor start = stack.starts.select(0, signedSize(row)).to(at::kDouble);
        norms.push_back(
            (start - stack.models.parameters.select(0, signedSize(row)).to(at::kDouble)).norm());
    }
    const at::Tensor distances = at::stack(norms).to(at::kCPU);
    std::vector<Tally> tallies(plan.order.size());
    if (!losses.empty()) {
        const at::Tensor loss = at::cat(losses).to(at::kDouble).to(at::kCPU);
        const at::Tensor right = at::cat(correct).to(at::kCPU);
        std::size_t next = 0;
        for (const Launch& launch : plan.launches) {
            if (!launch.measured)
                continue;
            for (const std::size_t row : launch.rows.ids) {
                if (static_cast<std::size_t>(launch.step) >= plan.steps[row].measuredFrom)
                    tallies[row].add(loss.data_ptr<double>()[next],
                                     right.data_ptr<double>()[next],
                                     launch.batch);
                ++next;
            }
        }
    }
    for (std::size_t row = 0; row < plan.order.size(); ++row)
        results[plan.order[row]] =
            localResult(tallies[row],
                        *m_stacked.workload.dataset,
                        plan.steps[row].count,
                        distances.data_ptr<double>()[row] / plan.steps[row].rate);
}

} // namespace

std::unique_ptr<Executor> makeStackedExecutor(const Workload& workload, at::Device device)
{
    return std::make_unique<StackedExecutor>(workload, device);
}

} // namespace coterie
