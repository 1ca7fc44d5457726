#include "core/experiment/plan.h"
#include "core/train/local_work.h"

#include <algorithm>
#include <cmath>

namespace coterie {
namespace {

class Constant final : public Schedule
{
public:
    [[nodiscard]] double rate(double first, int) const override { return first; }
};

struct ExponentialParameters
{
    double factor = 0.995; ///< ρ
};

constexpr std::array kExponentialParameters{
    bind<&ExponentialParameters::factor>({.name = "factor",
                                          .minimum = 0,
                                          .maximum = 1,
                                          .minimumExcluded = true,
                                          .meaning = "η of round t is η₀·factorᵗ, t from 0",
                                          .symbol = "ρ"}),
};

class Exponential final : public Schedule
{
public:
    explicit Exponential(const ExponentialParameters& parameters)
        : m_parameters(parameters)
    {}
    [[nodiscard]] double rate(double first, int round) const override
    {
        return first * std::pow(m_parameters.factor, round);
    }

private:
    ExponentialParameters m_parameters;
};

struct StepParameters
{
    std::int64_t every = 10; ///< s, rounds
    double factor = 0.1;     ///< γ
    double floor = 0;
};

constexpr std::array kStepParameters{
    bind<&StepParameters::every>({.name = "every",
                                  .title = "Change every",
                                  .minimum = 1,
                                  .unit = "rounds",
                                  .meaning = "Rounds between two changes",
                                  .symbol = "s"}),
    bind<&StepParameters::factor>({.name = "factor",
                                   .minimum = 0,
                                   .maximum = 1,
                                   .minimumExcluded = true,
                                   .meaning = "Each change multiplies η by this factor",
                                   .symbol = "γ"}),
    bind<&StepParameters::floor>(
        {.name = "floor", .minimum = 0, .meaning = "η never falls below this; 0: no limit"}),
};

class Stepwise final : public Schedule
{
public:
    explicit Stepwise(const StepParameters& parameters)
        : m_parameters(parameters)
    {}
    [[nodiscard]] double rate(double first, int round) const override
    {
        const auto changes = static_cast<double>(round / m_parameters.every);
        return std::max(first * std::pow(m_parameters.factor, changes),
                        std::min(first, m_parameters.floor));
    }

private:
    StepParameters m_parameters;
};

struct InverseParameters
{
    double mu = 1; ///< μ
};

constexpr std::array kInverseParameters{
    bind<&InverseParameters::mu>(
        {.name = "mu",
         .title = "Speed of decay",
         .minimum = 0,
         .minimumExcluded = true,
         .meaning = "η of round t is η₀/(μ·(t + 1)), the rate that convergence proofs assume",
         .symbol = "μ"}),
};

class Inverse final : public Schedule
{
public:
    explicit Inverse(const InverseParameters& parameters)
        : m_parameters(parameters)
    {}
    [[nodiscard]] double rate(double first, int round) const override
    {
        return first / (m_parameters.mu * (round + 1));
    }

private:
    InverseParameters m_parameters;
};

// The only list of schedules in the program.
constexpr std::array kSchedules{
    madeAs<Schedule, Constant>({.name = "constant",
                                .title = "Constant",
                                .meaning = "The same learning rate in every round."}),
    madeAs<Schedule, Exponential, ExponentialParameters>(
        {.name = "exponential",
         .title = "Exponential",
         .meaning = "Each round multiplies the learning rate by a constant factor.",
         .paper = "HCCT",
         .parameters = kExponentialParameters}),
    madeAs<Schedule, Stepwise, StepParameters>(
        {.name = "step",
         .title = "Step",
         .meaning = "The learning rate is multiplied by a factor every few rounds.",
         .paper = "All-for-one",
         .parameters = kStepParameters}),
    madeAs<Schedule, Inverse, InverseParameters>(
        {.name = "inverse",
         .title = "Inverse",
         .meaning = "The learning rate falls as one over the round.",
         .parameters = kInverseParameters}),
};
constexpr auto kScheduleParts = partsOf(kSchedules);

} // namespace

std::span<const NamedPart> scheduleParts()
{
    return kScheduleParts;
}

std::unique_ptr<Schedule> makeSchedule(const Part& schedule)
{
    return makePart(kSchedules, schedule);
}

LocalWork makeLocalWork(const LocalSettings& settings)
{
    return {.objective = makeObjective(settings.objective),
            .optimizer = makeOptimizer(settings.optimizer),
            .schedule = makeSchedule(settings.schedule),
            .settings = settings};
}

} // namespace coterie
