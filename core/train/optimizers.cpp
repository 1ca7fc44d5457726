#include "core/train/optimizers.h"

#include "core/train/federation.h"

#include <ATen/ATen.h>
#include <ATen/core/grad_mode.h>
#include <cmath>

namespace coterie {

namespace {

const std::string kMoments = "optimizer/moments";
const std::string kSteps = "optimizer/steps";

} // namespace

void OptimizerMemory::prepare(const LocalWork& work, std::size_t clients, const at::Tensor& like)
{
    const auto rows = signedSize(work.optimizer->memoryRows());
    const auto count = signedSize(clients);
    if (kept())
        m_moments = m_moments.to(like.device()); // a restored state is on the CPU
    const bool fits = kept() && m_moments.size(0) == count && m_moments.size(1) == rows;
    if (!work.settings.keepOptimizerState || rows == 0 || fits)
        return;
    m_moments = at::zeros({count, rows, like.size(-1)}, like.options());
    m_steps = at::zeros({count}, at::TensorOptions().dtype(at::kLong));
}

void OptimizerMemory::forget()
{
    if (!kept())
        return;
    m_moments.zero_();
    m_steps.zero_();
}

State OptimizerMemory::state(const std::string& prefix) const
{
    if (!kept())
        return {};
    return {{.name = prefix + kMoments, .values = m_moments},
            {.name = prefix + kSteps, .values = m_steps}};
}

void OptimizerMemory::restore(const State& state, const std::string& prefix)
{
    const at::Tensor moments = statePart(state, prefix + kMoments);
    if (!moments.defined()) {
        m_moments = at::Tensor();
        m_steps = at::Tensor();
        return;
    }
    m_moments = moments.clone();
    m_steps = statePart(state, prefix + kSteps).to(at::kCPU).clone();
}

void RowOptimizer::start(const Federation& federation)
{
    m_first = federation.firstHere().value_or(0);
    m_work = makeLocalWork(federation.plan().local);
    m_keptBetweenRounds = m_work.settings.keepOptimizerState;
    m_work.settings.keepOptimizerState = true; // within a round moments are always kept
    m_memory.prepare(m_work, federation.clientsHere(), federation.initialModels().parameters);
}

void RowOptimizer::beginRound()
{
    if (!m_keptBetweenRounds)
        m_memory.forget();
}

void RowOptimizer::step(Federation& federation,
                        const at::Tensor& models,
                        const at::Tensor& gradients,
                        std::span<const std::size_t> clients)
{
    const double rate = federation.learningRate();
    // Row by row, as in local work: in a longer array the last elements can round differently.
    const auto stepRow = [&](std::size_t place) {
        const at::NoGradGuard noGraph;
        const std::size_t row = clients[place] - m_first;
        const auto index = signedSize(row);
        std::vector<at::Tensor> moments;
        if (m_memory.kept())
            moments = m_memory.moments(row);
        m_work.optimizer->step(models.select(0, index),
                               gradients.select(0, index),
                               moments,
                               m_memory.kept() ? m_memory.steps(row) : 0,
                               rate);
        if (m_memory.kept())
            ++m_memory.steps(row);
    };
    federation.forEach(clients.size(), static_cast<std::size_t>(models.size(1)), stepRow);
}

State RowOptimizer::state(const std::string& prefix) const
{
    return m_keptBetweenRounds ? m_memory.state(prefix) : State{};
}

void RowOptimizer::restore(const State& state, const std::string& prefix)
{
    if (m_keptBetweenRounds) // else state() has none
        m_memory.restore(state, prefix);
}

namespace {

constexpr ParameterDescriptor kLearningRate{
    .name = "learningRate",
    .title = "Learning rate",
    .range = above(0),
    .meaning = "Length of a step along the gradient, in the first round",
    .symbol = "η",
    .live = true};
constexpr ParameterDescriptor kWeightDecay{.name = "weightDecay",
                                           .range = atLeast(0),
                                           .meaning = "λ·w is added to the gradient before "
                                                      "momentum",
                                           .symbol = "λ"};

struct SgdParameters
{
    double learningRate = 0.1; ///< η
    double momentum = 0;       ///< m
    double weightDecay = 0;    ///< λ
};

constexpr std::array kSgdParameters{
    bind<&SgdParameters::learningRate>(kLearningRate),
    bind<&SgdParameters::momentum>(
        {.name = "momentum",
         .range = between(0, 1),
         .meaning = "Share of the last direction kept: v ← m·v + d, w ← w − η·v",
         .symbol = "m"}),
    bind<&SgdParameters::weightDecay>(kWeightDecay),
};

/// d = ∇ + λw; v ← m·v + d (v starts at 0, so the first step has v = d); w ← w − η·v. ALGORITHMS
/// §1.2.
class Sgd final : public Optimizer
{
public:
    explicit Sgd(const SgdParameters& parameters)
        : m_parameters(parameters)
    {}

    [[nodiscard]] std::size_t memoryRows() const override
    {
        return m_parameters.momentum > 0 ? 1 : 0;
    }
    [[nodiscard]] double learningRate() const override { return m_parameters.learningRate; }

    void step(at::Tensor weights,
              at::Tensor gradient,
              std::span<at::Tensor> memory,
              std::int64_t,
              double rate) const override
    {
        const double momentum = m_parameters.momentum;
        if (m_parameters.weightDecay > 0)
            gradient.add_(weights, m_parameters.weightDecay);
        if (momentum > 0) {
            memory[0].mul_(momentum).add_(gradient);
            weights.sub_(memory[0], rate);
        } else {
            weights.sub_(gradient, rate);
        }
    }

private:
    SgdParameters m_parameters;
};

struct AdamParameters
{
    double learningRate = 0.001; ///< η
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
    double weightDecay = 0; ///< λ
};

constexpr std::array kAdamParameters{
    bind<&AdamParameters::learningRate>([] {
        ParameterDescriptor rate = kLearningRate;
        rate.meaning = "Length of a step, in the first round";
        return rate;
    }()),
    bind<&AdamParameters::beta1>({.name = "beta1",
                                  .title = "Decay of the mean",
                                  .range = atLeast(0).below(1),
                                  .meaning = "Decay of the running mean of gradients",
                                  .symbol = "β₁"}),
    bind<&AdamParameters::beta2>({.name = "beta2",
                                  .title = "Decay of the mean square",
                                  .range = atLeast(0).below(1),
                                  .meaning = "Decay of the running mean of squared gradients",
                                  .symbol = "β₂"}),
    bind<&AdamParameters::epsilon>({.name = "epsilon",
                                    .title = "Guard against zero",
                                    .range = above(0),
                                    .meaning = "Keeps the division finite",
                                    .symbol = "ε"}),
    bind<&AdamParameters::weightDecay>(kWeightDecay),
};

/// m ← β₁m + (1−β₁)d, v ← β₂v + (1−β₂)d²; w ← w − η·m̂/(√v̂ + ε), with the moments corrected for
/// their start at 0.
class Adam final : public Optimizer
{
public:
    explicit Adam(const AdamParameters& parameters)
        : m_parameters(parameters)
    {}

    [[nodiscard]] std::size_t memoryRows() const override { return 2; }
    [[nodiscard]] double learningRate() const override { return m_parameters.learningRate; }

    void step(at::Tensor weights,
              at::Tensor gradient,
              std::span<at::Tensor> memory,
              std::int64_t stepIndex,
              double rate) const override
    {
        const auto& [learningRate, beta1, beta2, epsilon, weightDecay] = m_parameters;
        if (weightDecay > 0)
            gradient.add_(weights, weightDecay);
        const double steps = static_cast<double>(stepIndex + 1);
        const double first = 1.0 - std::pow(beta1, steps);
        const double second = 1.0 - std::pow(beta2, steps);
        memory[0].mul_(beta1).add_(gradient, 1.0 - beta1);
        memory[1].mul_(beta2).addcmul_(gradient, gradient, 1.0 - beta2);
        const at::Tensor scale = (memory[1].sqrt() / std::sqrt(second)).add_(epsilon);
        weights.addcdiv_(memory[0], scale, -rate / first);
    }

private:
    AdamParameters m_parameters;
};

// The only list of optimisers in the program.
constexpr std::array kOptimizers{
    madeAs<Optimizer, Sgd, SgdParameters>(
        {.name = "sgd",
         .title = "SGD",
         .meaning = "Stochastic gradient descent, with optional momentum and weight decay.",
         .parameters = kSgdParameters}),
    madeAs<Optimizer, Adam, AdamParameters>(
        {.name = "adam",
         .title = "Adam",
         .meaning = "Steps scaled by running moments of the gradient.",
         .paper = "Kingma and Ba",
         .parameters = kAdamParameters}),
};
constexpr auto kOptimizerParts = partsOf(kOptimizers);

} // namespace

std::span<const NamedPart> optimizerParts()
{
    return kOptimizerParts;
}

std::unique_ptr<Optimizer> makeOptimizer(const Part& optimizer)
{
    return makePart(kOptimizers, optimizer);
}

} // namespace coterie
