#include "core/nn/stacked_forward.h"
#include "core/train/device_samples.h"
#include "core/train/executor_parts.h"
#include "core/train/optimizer_memory.h"

#include <torch/csrc/autograd/autograd.h>

#include <ATen/ATen.h>
#include <ATen/Context.h>
#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace coterie {
namespace {

/// Memory one launch sequence may take for activations, their gradients and the gradient rows:
/// enough for a hundred clients of a small CNN at once, a small part of a GPU's memory.
constexpr std::size_t kLaunchBytes = std::size_t{2} << 30;
/// A value, its gradient, and the workspace of the layer that makes it.
constexpr std::size_t kCopiesPerActivation = 3;
/// Samples of one model per launch when only forward values are wanted.
constexpr std::size_t kEvaluationPiece = 1024;

std::int64_t signedSize(std::size_t size)
{
    return static_cast<std::int64_t>(size);
}

/// Rows of a matrix that one launch works on, in the order of its stack.
struct Rows
{
    std::vector<std::size_t> ids;
    std::size_t listed = 0; ///< where they begin in the lists sent to the device
};

/// The rows of all launches of one request.
class RowLists
{
public:
    [[nodiscard]] Rows add(std::vector<std::size_t> ids)
    {
        std::vector<std::int64_t> numbers(ids.begin(), ids.end());
        const std::size_t listed = m_lists.add(numbers);
        return {.ids = std::move(ids), .listed = listed};
    }
    void send(at::Device device) { m_lists.send(device); }

    /// Views where rows lie in order or are all the same one, copies otherwise.
    [[nodiscard]] at::Tensor pick(const at::Tensor& matrix, const Rows& rows) const
    {
        if (inOrder(rows))
            return matrix.narrow(0, signedSize(rows.ids.front()), signedSize(rows.ids.size()));
        if (std::ranges::all_of(rows.ids, [&](std::size_t id) { return id == rows.ids.front(); }))
            return matrix.narrow(0, signedSize(rows.ids.front()), 1)
                .expand({signedSize(rows.ids.size()), matrix.size(1)});
        return matrix.index_select(0, m_lists.list(rows.listed, rows.ids.size()));
    }
    /// Writes back what pick() gave, unless that was a view; the rows are distinct.
    void put(const at::Tensor& matrix, const Rows& rows, const at::Tensor& values) const
    {
        if (!inOrder(rows))
            at::Tensor(matrix).index_copy_(0, m_lists.list(rows.listed, rows.ids.size()), values);
        else if (values.data_ptr() != pick(matrix, rows).data_ptr())
            pick(matrix, rows).copy_(values);
    }

private:
    static bool inOrder(const Rows& rows)
    {
        for (std::size_t i = 1; i < rows.ids.size(); ++i)
            if (rows.ids[i] != rows.ids[i - 1] + 1)
                return false;
        return true;
    }

    DeviceLists<std::int64_t> m_lists;
};

/// One step of clients whose batches are equally large and whose optimisers stand at the same step.
struct Launch
{
    int step = 0;
    std::size_t batch = 0;
    std::int64_t optimizerStep = 0;
    double rate = 0;
    Rows rows;
    std::size_t firstSample = 0;
    bool measured = false; ///< for any of its rows
};

/// All the steps of a round, laid out before the first, so that the device never waits for the
/// host's shuffling.
struct RoundPlan
{
    std::vector<std::size_t> order; ///< job of each row: the longest first, so that whoever still
                                    ///< works is at the front
    std::vector<LocalSteps> steps;  ///< of each row
    std::vector<Launch> launches;
    RowLists rows;
    DeviceLists<std::int32_t> samples;
};

/// The moving parts of a round: row r is the model of job order[r].
struct Stack
{
    ModelRows models;
    at::Tensor starts;
    std::vector<std::size_t> clients;
    std::vector<at::Tensor> moments;
};

class StackedExecutor final : public Executor
{
public:
    StackedExecutor(const Workload& workload, at::Device device)
        : m_workload(workload)
        , m_device(device)
        , m_precision(workload.doublePrecision ? at::kDouble : at::kFloat)
        , m_sets(m_workload)
        , m_train(onDevice(m_workload.dataset->train))
        , m_official(onDevice(m_workload.dataset->officialTest))
    {
        if (!device.is_cuda())
            return;
        // The same bits in every run, and results that compare with the CPU's.
        at::globalContext().setDeterministicCuDNN(true);
        at::globalContext().setBenchmarkCuDNN(false);
        at::globalContext().setAllowTF32CuDNN(false);
        at::globalContext().setAllowTF32CuBLAS(false);
    }

    [[nodiscard]] at::Device device() const override { return m_device; }

    [[nodiscard]] bool train(const RoundContext& context,
                             LocalWork& work,
                             std::span<const LocalJob> jobs,
                             const ModelRows& starts,
                             ModelRows& ends,
                             std::span<LocalResult> results) override
    {
        if (jobs.empty())
            return true;
        const at::NoGradGuard noGraph;
        m_memory.prepare(work, m_workload.shards.size() + 1, starts.parameters);
        const RoundPlan plan = planned(context, work, jobs);
        Stack stack = stacked(plan, context, work, jobs, starts, ends);

        std::vector<at::Tensor> losses;
        std::vector<at::Tensor> correct;
        for (const Launch& launch : plan.launches) {
            if (context.stop.stop_requested())
                return false;
            const auto [loss, right] =
                trainStep(plan, launch, *work.objective, *work.optimizer, stack);
            if (launch.measured) {
                losses.push_back(loss);
                correct.push_back(right);
            }
        }
        finish(plan, *work.objective, stack);
        unstack(plan, jobs, stack, ends);
        report(plan, losses, correct, stack, results);
        return true;
    }

    void gradients(std::span<const GradientJob> jobs,
                   const ModelRows& models,
                   at::Tensor& gradients) override
    {
        const at::NoGradGuard noGraph;
        std::map<std::size_t, std::vector<std::size_t>> byCount;
        for (std::size_t j = 0; j < jobs.size(); ++j)
            byCount[jobs[j].samples.size()].push_back(j);

        struct Piece
        {
            Rows jobs;
            Rows models;
            std::size_t batch;
            std::size_t firstSample;
        };
        std::vector<Piece> pieces;
        RowLists rows;
        DeviceLists<std::int32_t> samples;
        for (const auto& [count, all] : byCount) {
            for (const auto& some : parts(all, count)) {
                std::vector<std::size_t> modelRows;
                std::size_t first = 0;
                for (const std::size_t j : some) {
                    modelRows.push_back(jobs[j].modelRow);
                    const std::size_t at = samples.add(jobs[j].samples);
                    first = modelRows.size() == 1 ? at : first;
                }
                pieces.push_back(
                    {rows.add({some.begin(), some.end()}), rows.add(modelRows), count, first});
            }
        }
        rows.send(m_device);
        samples.send(m_device);
        for (const Piece& piece : pieces) {
            const std::size_t clients = piece.jobs.ids.size();
            const at::Tensor batch = samples.list(piece.firstSample, clients * piece.batch);
            const at::Tensor weights = rows.pick(models.parameters, piece.models);
            const at::Tensor buffers = rows.pick(models.buffers, piece.models);
            const at::AutoGradMode graph(true);
            const at::Tensor leaf = weights.detach().requires_grad_();
            const Pass pass =
                forward(leaf, buffers, m_train.inputs(batch, signedSize(clients)), {});
            const at::Tensor loss = stackedLoss(m_workload.network.loss(),
                                                pass.outputs,
                                                m_train.answers(batch, signedSize(clients)));
            const at::Tensor gradient =
                torch::autograd::grad({loss}, {leaf}, {at::ones_like(loss)}).front();
            const at::NoGradGuard writing;
            rows.put(gradients, piece.jobs, gradient);
        }
    }

    [[nodiscard]] std::vector<Score> evaluate(std::span<const EvaluationJob> jobs,
                                              const ModelRows& models,
                                              const at::Tensor& clientBuffers) override;

    [[nodiscard]] State state() const override { return m_memory.state(); }
    void restore(const State& state) override { m_memory.restore(state); }

private:
    [[nodiscard]] DeviceSamples onDevice(const Samples& samples) const
    {
        const Dataset& dataset = *m_workload.dataset;
        return {samples, dataset.inputScale, dataset.classes == 0, m_device, m_precision};
    }

    [[nodiscard]] Pass forward(const at::Tensor& parameters,
                               const at::Tensor& buffers,
                               const at::Tensor& inputs,
                               const PassMode& mode) const
    {
        return stackedForward(m_workload.network, parameters, buffers, inputs, mode);
    }

    /// `all` in pieces whose launches fit kLaunchBytes.
    [[nodiscard]] std::vector<std::span<const std::size_t>>
    parts(const std::vector<std::size_t>& all, std::size_t batch) const
    {
        const Network& network = m_workload.network;
        std::size_t activations = network.input().size();
        for (std::size_t layer = 0; layer < network.layers().size(); ++layer)
            activations += network.shapeAfter(layer).size();
        const std::size_t numbers =
            kCopiesPerActivation * batch * activations + 2 * network.layout().parameterCount;
        const std::size_t bytes =
            numbers * (m_workload.doublePrecision ? sizeof(double) : sizeof(float));
        const std::size_t most = std::max<std::size_t>(1, kLaunchBytes / bytes);
        std::vector<std::span<const std::size_t>> pieces;
        const std::span<const std::size_t> whole(all);
        for (std::size_t from = 0; from < all.size(); from += most)
            pieces.push_back(whole.subspan(from, std::min(most, all.size() - from)));
        return pieces;
    }

    [[nodiscard]] RoundPlan planned(const RoundContext& context,
                                    const LocalWork& work,
                                    std::span<const LocalJob> jobs) const;
    [[nodiscard]] Stack stacked(const RoundPlan& plan,
                                const RoundContext& context,
                                const LocalWork& work,
                                std::span<const LocalJob> jobs,
                                const ModelRows& starts,
                                ModelRows& ends) const;
    /// The loss and the number of correct answers of each row, still on the device.
    std::pair<at::Tensor, at::Tensor> trainStep(const RoundPlan& plan,
                                                const Launch& launch,
                                                const Objective& objective,
                                                const Optimizer& optimizer,
                                                Stack& stack) const;
    void finish(const RoundPlan& plan, Objective& objective, const Stack& stack) const;
    void unstack(const RoundPlan& plan,
                 std::span<const LocalJob> jobs,
                 const Stack& stack,
                 ModelRows& ends);
    void report(const RoundPlan& plan,
                const std::vector<at::Tensor>& losses,
                const std::vector<at::Tensor>& correct,
                const Stack& stack,
                std::span<LocalResult> results) const;

    const Workload m_workload;
    at::Device m_device;
    at::ScalarType m_precision;
    EvaluationSets m_sets;
    DeviceSamples m_train;
    DeviceSamples m_official;
    OptimizerMemory m_memory;
};

RoundPlan StackedExecutor::planned(const RoundContext& context,
                                   const LocalWork& work,
                                   std::span<const LocalJob> jobs) const
{
    std::vector<LocalSteps> steps;
    for (const LocalJob& job : jobs)
        steps.emplace_back(m_workload, context, work.settings, job);
    RoundPlan plan;
    plan.order.resize(jobs.size());
    std::iota(plan.order.begin(), plan.order.end(), std::size_t{0});
    std::ranges::stable_sort(
        plan.order, [&](std::size_t a, std::size_t b) { return steps[a].count > steps[b].count; });
    std::vector<std::int64_t> stepsBefore;
    for (const std::size_t job : plan.order) {
        plan.steps.push_back(std::move(steps[job]));
        stepsBefore.push_back(m_memory.kept() ? m_memory.steps(jobs[job].client) : 0);
    }

    const std::size_t longest = plan.steps.front().count;
    std::vector<std::span<const std::int32_t>> batches(jobs.size());
    for (std::size_t s = 0; s < longest; ++s) {
        std::map<std::tuple<std::size_t, std::int64_t, double>, std::vector<std::size_t>> alike;
        for (std::size_t row = 0; row < jobs.size() && s < plan.steps[row].count; ++row) {
            batches[row] = plan.steps[row].batches.next();
            alike[{batches[row].size(), stepsBefore[row] + signedSize(s), plan.steps[row].rate}]
                .push_back(row);
        }
        for (const auto& [key, all] : alike) {
            const auto [batch, optimizerStep, rate] = key;
            for (const auto& some : parts(all, batch)) {
                Launch launch{.step = static_cast<int>(s),
                              .batch = batch,
                              .optimizerStep = optimizerStep,
                              .rate = rate,
                              .rows = plan.rows.add({some.begin(), some.end()}),
                              .firstSample = plan.samples.add(batches[some.front()])};
                for (const std::size_t row : some.subspan(1))
                    (void)plan.samples.add(batches[row]);
                launch.measured = std::ranges::any_of(
                    some, [&](std::size_t row) { return s >= plan.steps[row].measuredFrom; });
                plan.launches.push_back(std::move(launch));
            }
        }
    }
    plan.rows.send(m_device);
    plan.samples.send(m_device);
    return plan;
}

Stack StackedExecutor::stacked(const RoundPlan& plan,
                               const RoundContext& context,
                               const LocalWork& work,
                               std::span<const LocalJob> jobs,
                               const ModelRows& starts,
                               ModelRows& ends) const
{
    Stack stack;
    std::vector<std::size_t> startRows;
    for (const std::size_t job : plan.order) {
        stack.clients.push_back(jobs[job].client);
        startRows.push_back(jobs[job].startRow);
    }
    RowLists lists;
    const Rows from = lists.add(startRows);
    const Rows owners = lists.add(stack.clients);
    lists.send(m_device);
    stack.starts = lists.pick(starts.parameters, from);
    // Where the order of the jobs is also that of the stack, the models train in place.
    stack.models =
        std::ranges::is_sorted(plan.order) ? ends : ModelRows::empty(jobs.size(), starts);
    stack.models.parameters.copy_(stack.starts);
    stack.models.buffers.copy_(context.clientBuffers.defined()
                                   ? lists.pick(context.clientBuffers, owners)
                                   : lists.pick(starts.buffers, from));
    for (std::size_t m = 0; m < work.optimizer->memoryRows(); ++m)
        stack.moments.push_back(
            m_memory.kept()
                ? lists.pick(m_memory.all(m), owners).clone(at::MemoryFormat::Contiguous)
                : at::zeros_like(stack.models.parameters));
    return stack;
}

std::pair<at::Tensor, at::Tensor> StackedExecutor::trainStep(const RoundPlan& plan,
                                                             const Launch& launch,
                                                             const Objective& objective,
                                                             const Optimizer& optimizer,
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
    const at::Tensor inputs = m_train.inputs(samples, signedSize(rows.size()));
    const at::Tensor answers = m_train.answers(samples, signedSize(rows.size()));
    const at::Tensor weights = plan.rows.pick(stack.models.parameters, launch.rows);
    const at::Tensor buffers = plan.rows.pick(stack.models.buffers, launch.rows);
    std::vector<at::Tensor> moments;
    for (const at::Tensor& moment : stack.moments)
        moments.push_back(plan.rows.pick(moment, launch.rows));
    const LocalPoint point{.clients = clients,
                           .weights = weights,
                           .start = plan.rows.pick(stack.starts, launch.rows),
                           .learningRate = launch.rate,
                           .step = launch.step};

    at::Tensor loss;
    at::Tensor correct;
    at::Tensor gradient;
    {
        const at::AutoGradMode graph(true);
        const at::Tensor leaf = weights.detach().requires_grad_();
        const PassMode mode{
            .training = true, .dropout = dropout, .step = static_cast<std::uint32_t>(launch.step)};
        const Pass pass = forward(leaf, buffers, inputs, mode);
        const Loss kind = m_workload.network.loss();
        loss = stackedLoss(kind, pass.outputs, answers);
        correct = stackedCorrect(kind, pass.outputs.detach(), answers);
        // The clients' losses share no weight, so one backward pass gives each row its own
        // gradient.
        std::vector<at::Tensor> ends{loss};
        std::vector<at::Tensor> slopes{at::ones_like(loss)};
        if (const at::NoGradGuard constants; pass.features.requires_grad()) {
            std::vector<at::Tensor> others;
            for (const at::Tensor& model : objective.featureModels(point))
                others.push_back(forward(model, buffers, inputs, {}).features);
            if (!others.empty()) {
                ends.push_back(pass.features);
                slopes.push_back(objective.featureGradient(pass.features.detach(), others));
            }
        }
        gradient = torch::autograd::grad(ends, {leaf}, slopes).front();
    }
    if (objective.changesGradient())
        objective.addGradient(point, gradient);
    optimizer.step(weights, gradient, moments, launch.optimizerStep, launch.rate);

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
        const Rows chosen = lists.add(rows);
        lists.send(m_device);
        std::vector<std::size_t> clients;
        for (const std::size_t row : rows)
            clients.push_back(stack.clients[row]);
        objective.finish({.clients = clients,
                          .weights = lists.pick(stack.models.parameters, chosen),
                          .start = lists.pick(stack.starts, chosen),
                          .learningRate = key.second,
                          .step = static_cast<int>(key.first)});
    }
}

void StackedExecutor::unstack(const RoundPlan& plan,
                              std::span<const LocalJob> jobs,
                              const Stack& stack,
                              ModelRows& ends)
{
    RowLists lists;
    const Rows order = lists.add(plan.order);
    const Rows owners = lists.add(stack.clients);
    lists.send(m_device);
    lists.put(ends.parameters, order, stack.models.parameters);
    lists.put(ends.buffers, order, stack.models.buffers);
    if (!m_memory.kept())
        return;
    for (std::size_t m = 0; m < stack.moments.size(); ++m)
        lists.put(m_memory.all(m), owners, stack.moments[m]);
    for (std::size_t row = 0; row < plan.order.size(); ++row)
        m_memory.addSteps(jobs[plan.order[row]].client, signedSize(plan.steps[row].count));
}

void StackedExecutor::report(const RoundPlan& plan,
                             const std::vector<at::Tensor>& losses,
                             const std::vector<at::Tensor>& correct,
                             const Stack& stack,
                             std::span<LocalResult> results) const
{
    std::vector<at::Tensor> norms; // row by row: in double precision, yet without a second stack
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
                                     static_cast<std::size_t>(right.data_ptr<std::int64_t>()[next]),
                                     launch.batch);
                ++next;
            }
        }
    }
    for (std::size_t row = 0; row < plan.order.size(); ++row)
        results[plan.order[row]] =
            localResult(tallies[row],
                        *m_workload.dataset,
                        plan.steps[row].count,
                        distances.data_ptr<double>()[row] / plan.steps[row].rate);
}

std::vector<Score> StackedExecutor::evaluate(std::span<const EvaluationJob> jobs,
                                             const ModelRows& models,
                                             const at::Tensor& clientBuffers)
{
    const at::NoGradGuard noGraph;
    /// What one model is asked about: the samples of all jobs that use it, one after another.
    struct Question
    {
        std::size_t modelRow = 0;
        std::size_t bufferRow = 0;
        bool official = false;
        std::vector<std::int32_t> indices;
        std::vector<std::size_t> jobs;
        std::vector<std::size_t> ends; ///< where each job's samples end in `indices`
    };
    const auto ownBuffers = [&](const EvaluationJob& job) {
        return clientBuffers.defined() && job.set != SampleSet::OfficialTest;
    };
    std::map<std::tuple<bool, bool, std::size_t, std::size_t>, Question> questions;
    for (std::size_t j = 0; j < jobs.size(); ++j) {
        const EvaluationJob& job = jobs[j];
        const bool own = ownBuffers(job);
        const std::size_t bufferRow = own ? job.client : job.modelRow;
        Question& question = questions[{own, m_sets.isOfficial(job), job.modelRow, bufferRow}];
        question.modelRow = job.modelRow;
        question.bufferRow = bufferRow;
        question.official = m_sets.isOfficial(job);
        const auto indices = m_sets.indices(job);
        question.indices.insert(question.indices.end(), indices.begin(), indices.end());
        question.jobs.push_back(j);
        question.ends.push_back(question.indices.size());
    }

    struct Piece
    {
        const Question* question;
        std::size_t from;
    };
    std::map<std::tuple<bool, bool, std::size_t>, std::vector<Piece>>
        alike; // by data set, buffers and count
    for (const auto& [key, question] : questions)
        for (std::size_t from = 0; from < question.indices.size(); from += kEvaluationPiece)
            alike[{std::get<0>(key),
                   question.official,
                   std::min(kEvaluationPiece, question.indices.size() - from)}]
                .push_back({&question, from});

    /// Consecutive samples of one job within one piece.
    struct Part
    {
        std::size_t job;
        std::size_t count;
    };
    struct Batch
    {
        bool ownBuffers = false;
        bool official = false;
        std::size_t count = 0;
        std::vector<Piece> pieces = {};
        Rows models = {};
        Rows buffers = {};
        std::size_t firstSample = 0;
    };
    std::vector<Batch> passes;
    RowLists rows;
    DeviceLists<std::int32_t> samples;
    for (const auto& [key, all] : alike) {
        std::vector<std::size_t> numbers(all.size());
        std::iota(numbers.begin(), numbers.end(), std::size_t{0});
        for (const auto& some : parts(numbers, std::get<2>(key))) {
            Batch pass{.ownBuffers = std::get<0>(key),
                       .official = std::get<1>(key),
                       .count = std::get<2>(key)};
            std::vector<std::size_t> modelRows;
            std::vector<std::size_t> bufferRows;
            for (const std::size_t p : some) {
                const std::size_t first = samples.add(
                    std::span(all[p].question->indices).subspan(all[p].from, pass.count));
                pass.firstSample = pass.pieces.empty() ? first : pass.firstSample;
                pass.pieces.push_back(all[p]);
                modelRows.push_back(all[p].question->modelRow);
                bufferRows.push_back(all[p].question->bufferRow);
            }
            pass.models = rows.add(modelRows);
            pass.buffers = rows.add(bufferRows);
            passes.push_back(std::move(pass));
        }
    }
    rows.send(m_device);
    samples.send(m_device);

    std::vector<Part> measured;
    std::vector<at::Tensor> losses;
    std::vector<at::Tensor> correct;
    const Loss kind = m_workload.network.loss();
    for (const Batch& pass : passes) {
        const auto clients = signedSize(pass.pieces.size());
        const DeviceSamples& source = pass.official ? m_official : m_train;
        const at::Tensor batch = samples.list(pass.firstSample, pass.pieces.size() * pass.count);
        const at::Tensor outputs =
            forward(rows.pick(models.parameters, pass.models),
                    rows.pick(pass.ownBuffers ? clientBuffers : models.buffers, pass.buffers),
                    source.inputs(batch, clients),
                    {})
                .outputs;
        const at::Tensor answers = source.answers(batch, clients);
        for (std::size_t p = 0; p < pass.pieces.size(); ++p) {
            const Question& question = *pass.pieces[p].question;
            const std::size_t from = pass.pieces[p].from;
            for (std::size_t j = 0, at = from; j < question.jobs.size() && at < from + pass.count;
                 ++j) {
                if (question.ends[j] <= at)
                    continue;
                const std::size_t count = std::min(question.ends[j], from + pass.count) - at;
                const auto some = [&](const at::Tensor& whole) {
                    return whole.narrow(0, signedSize(p), 1)
                        .narrow(1, signedSize(at - from), signedSize(count));
                };
                losses.push_back(stackedLoss(kind, some(outputs), some(answers)));
                correct.push_back(stackedCorrect(kind, some(outputs), some(answers)));
                measured.push_back({.job = question.jobs[j], .count = count});
                at += count;
            }
        }
    }
    std::vector<Tally> tallies(jobs.size());
    if (!losses.empty()) {
        const at::Tensor loss = at::cat(losses).to(at::kDouble).to(at::kCPU);
        const at::Tensor right = at::cat(correct).to(at::kCPU);
        for (std::size_t i = 0; i < measured.size(); ++i)
            tallies[measured[i].job].add(
                loss.data_ptr<double>()[i],
                static_cast<std::size_t>(right.data_ptr<std::int64_t>()[i]),
                measured[i].count);
    }
    std::vector<Score> scores;
    for (const Tally& tally : tallies)
        scores.push_back(tally.score(*m_workload.dataset));
    return scores;
}

} // namespace

std::unique_ptr<Executor> makeStackedExecutor(const Workload& workload, at::Device device)
{
    return std::make_unique<StackedExecutor>(workload, device);
}

} // namespace coterie
