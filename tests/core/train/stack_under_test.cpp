#include "tests/core/train/stack_under_test.h"

#include "core/train/federation.h"

#include <QByteArray>

#include <ATen/ATen.h>
#include <utility>

namespace small {

using namespace coterie;

namespace {

/// Carries what a stack on a device is given there, and what it found back.
class CarryingExecutor final : public Executor
{
public:
    CarryingExecutor(const Workload& workload, at::Device device)
        : m_stack(makeStackedExecutor(workload, device))
    {}

    [[nodiscard]] at::Device device() const override { return at::kCPU; }

    [[nodiscard]] bool train(const RoundContext& context,
                             LocalWork& work,
                             std::span<const LocalJob> jobs,
                             const ModelRows& starts,
                             ModelRows& ends,
                             std::span<LocalResult> results,
                             const LocalTask& task) override
    {
        const RoundContext contextThere = there(context);
        LocalTask taskThere = task;
        const ModelRows anchors = task.anchors ? there(*task.anchors) : ModelRows{};
        taskThere.anchors = task.anchors ? &anchors : nullptr;
        ModelRows endsThere = there(ends);
        const bool finished =
            m_stack->train(contextThere, work, jobs, there(starts), endsThere, results, taskThere);
        bring(contextThere, context);
        bring(endsThere, ends);
        return finished;
    }

    void gradients(const RoundContext& context,
                   std::span<const GradientJob> jobs,
                   ModelRows& models,
                   at::Tensor& gradients,
                   std::span<Tally> tallies) override
    {
        const RoundContext contextThere = there(context);
        ModelRows modelsThere = there(models);
        at::Tensor gradientsThere = there(gradients);
        m_stack->gradients(contextThere, jobs, modelsThere, gradientsThere, tallies);
        bring(contextThere, context);
        bring(modelsThere, models);
        gradients.copy_(gradientsThere);
    }

    void forEach(std::size_t count,
                 std::size_t numbers,
                 const std::function<void(std::size_t)>& task) override
    {
        m_stack->forEach(count, numbers, task);
    }

    [[nodiscard]] std::vector<Score> evaluate(std::span<const EvaluationJob> jobs,
                                              const ModelRows& models,
                                              const RoundContext& context) override
    {
        return m_stack->evaluate(jobs, there(models), there(context));
    }

    [[nodiscard]] std::vector<LabelledRows> features(std::span<const EvaluationJob> jobs,
                                                     const ModelRows& models,
                                                     const RoundContext& context) override
    {
        return m_stack->features(jobs, there(models), there(context));
    }

    [[nodiscard]] State state() const override
    {
        State state = m_stack->state();
        for (StatePart& part : state)
            part.values = part.values.to(at::kCPU);
        return state;
    }

    void restore(const State& state) override
    {
        State carried = state;
        for (StatePart& part : carried)
            if (part.values.is_floating_point()) // steps are counted on the CPU
                part.values = there(part.values);
        m_stack->restore(carried);
    }

private:
    [[nodiscard]] at::Tensor there(const at::Tensor& values) const
    {
        return values.defined() ? values.to(m_stack->device()) : values;
    }
    [[nodiscard]] ModelRows there(const ModelRows& models) const
    {
        return {.parameters = there(models.parameters), .buffers = there(models.buffers)};
    }
    [[nodiscard]] RoundContext there(const RoundContext& context) const
    {
        RoundContext carried = context;
        carried.clientBuffers = there(context.clientBuffers);
        return carried;
    }
    static void bring(const ModelRows& from, const ModelRows& to)
    {
        to.parameters.copy_(from.parameters);
        to.buffers.copy_(from.buffers);
    }
    static void bring(const RoundContext& from, const RoundContext& to)
    {
        if (to.clientBuffers.defined())
            to.clientBuffers.copy_(from.clientBuffers);
    }

    std::unique_ptr<Executor> m_stack;
};

} // namespace

std::string stackDevice()
{
    const QByteArray named = qgetenv("COTERIE_TEST_DEVICE");
    return named.isEmpty() || named == "cpu" ? std::string(kStackedOnCpu) : named.toStdString();
}

std::unique_ptr<Executor> makeStack(const Workload& workload)
{
    const std::string device = stackDevice();
    if (device == kStackedOnCpu)
        return makeStackedExecutor(workload, at::kCPU);
    return std::make_unique<CarryingExecutor>(workload, at::Device(device));
}

} // namespace small
