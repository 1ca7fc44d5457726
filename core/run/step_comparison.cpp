#include "core/run/step_comparison.h"

#include "core/base/random_stream.h"
#include "core/nn/cpu_step.h"
#include "core/nn/initialise.h"
#include "core/nn/models.h"
#include "core/nn/stacked_forward.h"
#include "core/run/progress.h"

#include <torch/csrc/autograd/autograd.h>

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <vector>

namespace coterie {

namespace {

constexpr float kComparedRate = 0.01F;
constexpr DropoutKey kComparedMasks{.seed = 1};
constexpr double kLeastMeasured = 0.02; ///< seconds: so many steps are one measurement

/// Samples that mean nothing, and where the parameters begin.
struct ComparedStart
{
    std::size_t samples = 0;
    std::vector<float> inputs;
    std::vector<std::int32_t> labels;
    std::vector<double> targets; ///< instead of labels
    std::vector<float> parameters;
    std::vector<float> buffers;
};

ComparedStart comparedStart(const Network& network, std::size_t batch)
{
    RandomStream stream({.seed = 1, .purpose = Purpose::Synthesise});
    ComparedStart start{.samples = batch,
                        .inputs = std::vector<float>(batch * network.input().size()),
                        .labels = {},
                        .targets = {},
                        .parameters = std::vector<float>(network.layout().parameterCount),
                        .buffers = std::vector<float>(network.layout().bufferCount)};
    for (float& value : start.inputs)
        value = static_cast<float>(stream.normal());
    const std::size_t classes = network.loss() == Loss::Logistic ? 2 : network.outputs();
    for (std::size_t sample = 0; sample < batch; ++sample) {
        if (network.loss() == Loss::SquaredError)
            start.targets.push_back(stream.normal());
        else
            start.labels.push_back(static_cast<std::int32_t>(stream.below(classes)));
    }
    initialise<float>(network, Initialisation::LibTorch, 1, 0, start.parameters, start.buffers);
    return start;
}

class PlannedSteps
{
public:
    PlannedSteps(const Network& network, const ComparedStart& start)
        : m_start(start)
        , m_plan(network, start.samples)
        , m_parameters(start.parameters)
        , m_buffers(start.buffers)
        , m_gradient(start.parameters.size())
    {}

    void step()
    {
        std::ranges::copy(m_start.inputs, m_plan.input());
        m_plan.train(
            m_parameters.data(), m_buffers.data(), m_start.samples, kComparedMasks, m_steps++);
        if (m_start.targets.empty())
            static_cast<void>(m_plan.loss(m_start.labels));
        else
            static_cast<void>(m_plan.loss(m_start.targets));
        m_plan.backward(m_parameters.data(), m_gradient.data());
        for (std::size_t p = 0; p < m_parameters.size(); ++p)
            m_parameters[p] -= kComparedRate * m_gradient[p];
    }
    [[nodiscard]] const std::vector<float>& parameters() const { return m_parameters; }

private:
    const ComparedStart& m_start;
    CpuStep<float> m_plan;
    std::vector<float> m_parameters;
    std::vector<float> m_buffers;
    std::vector<float> m_gradient;
    std::uint32_t m_steps = 0;
};

/// A row of its own: a stack of one client.
template <typename Value>
at::Tensor comparedRow(const std::vector<Value>& values)
{
    const at::Tensor row =
        at::empty({1, signedSize(values.size())},
                  at::TensorOptions().dtype(c10::CppTypeToScalarType<Value>::value));
    std::ranges::copy(values, row.template data_ptr<Value>());
    return row;
}

class AutogradSteps
{
public:
    AutogradSteps(const Network& network, const ComparedStart& start)
        : m_network(network)
        , m_inputs(comparedRow(start.inputs).view({1, signedSize(start.samples), -1}))
        , m_answers(start.targets.empty() ? comparedRow(start.labels).to(at::kLong)
                                          : comparedRow(start.targets).to(at::kFloat))
        , m_parameters(comparedRow(start.parameters))
        , m_buffers(comparedRow(start.buffers))
    {}

    void step()
    {
        at::Tensor leaf;
        at::Tensor gradient;
        {
            const at::AutoGradMode graph(true);
            leaf = m_parameters.detach().requires_grad_(true);
            const Pass pass = stackedForward(
                m_network,
                leaf,
                m_buffers,
                m_inputs,
                {.training = true, .dropout = {&kComparedMasks, 1}, .step = m_steps++});
            const at::Tensor loss = stackedLoss(m_network.loss(), pass.outputs, m_answers).sum();
            gradient = torch::autograd::grad({loss}, {leaf}).front();
        }
        const at::NoGradGuard noGraph;
        m_parameters.add_(gradient, -kComparedRate);
    }
    [[nodiscard]] const float* parameters() const { return m_parameters.data_ptr<float>(); }

private:
    const Network& m_network;
    at::Tensor m_inputs;
    at::Tensor m_answers;
    at::Tensor m_parameters;
    at::Tensor m_buffers;
    std::uint32_t m_steps = 0;
};

/// Wall seconds of a step, from several in a row.
template <typename Steps>
double comparedSeconds(Steps& steps, int count)
{
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < count; ++i)
        steps.step();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / count;
}

} // namespace

Result<StepComparison> compareSteps(const std::string& model, std::size_t batch, std::size_t pairs)
{
    const Result<Network> made = usualNetwork(model);
    if (!made)
        return fail({}, made.error().complaint());
    const Network& network = *made;
    if (network.needsGraph() || network.loss() == Loss::Dice)
        return fail({},
                    model
                        + " is a network of volumes, which LibTorch's operators compute; it has no "
                          "planned step to compare");
    at::set_num_threads(1); // as workers do

    const ComparedStart start = comparedStart(network, batch);
    PlannedSteps planned(network, start);
    AutogradSteps autograd(network, start);
    StepComparison found{.model = model, .batch = batch, .parameters = start.parameters.size()};
    planned.step();
    autograd.step();
    for (std::size_t p = 0; p < start.parameters.size(); ++p)
        found.difference =
            std::max(found.difference,
                     std::abs(double{planned.parameters()[p]} - double{autograd.parameters()[p]}));

    const double roughly = std::max(comparedSeconds(planned, 1), 1e-6);
    const int steps = static_cast<int>(std::ceil(kLeastMeasured / roughly));
    std::vector<double> plannedSeconds;
    std::vector<double> autogradSeconds;
    std::vector<double> ratios;
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        plannedSeconds.push_back(comparedSeconds(planned, steps));
        autogradSeconds.push_back(comparedSeconds(autograd, steps));
        ratios.push_back(autogradSeconds.back() / plannedSeconds.back());
    }
    found.plannedSeconds = median(plannedSeconds);
    found.autogradSeconds = median(autogradSeconds);
    found.ratio = median(ratios);
    return found;
}

} // namespace coterie
