#include "core/train/local_work.h"

#include <algorithm>
#include <cmath>

namespace coterie {
namespace {

struct Constant
{
    [[nodiscard]] double rate(double first, int) const { return first; }
};

struct Exponential
{
    double factor = 0.995; ///< ρ

    [[nodiscard]] double rate(double first, int round) const
    {
        return first * std::pow(factor, round);
    }
};

constexpr std::array kExponentialParameters{
    bind<&Exponential::factor>({.name = "factor",
                                .range = above(0).atMost(1),
                                .meaning = "η of round t is η₀·factorᵗ, t from 0",
                                .symbol = "ρ"}),
};

struct Stepwise
{
    std::int64_t every = 10; ///< s, rounds
    double factor = 0.1;     ///< γ
    double floor = 0;

    [[nodiscard]] double rate(double first, int round) const
    {
        const auto changes = static_cast<double>(round / every);
        return std::max(first * std::pow(factor, changes), std::min(first, floor));
    }
};

constexpr std::array kStepwiseParameters{
    bind<&Stepwise::every>({.name = "every",
                            .title = "Change every",
                            .range = atLeast(1),
                            .unit = "rounds",
                            .meaning = "Rounds between two changes",
                            .symbol = "s"}),
    bind<&Stepwise::factor>({.name = "factor",
                             .range = above(0).atMost(1),
                             .meaning = "Each change multiplies η by this factor",
                             .symbol = "γ"}),
    bind<&Stepwise::floor>(
        {.name = "floor", .range = atLeast(0), .meaning = "η never falls below this; 0: no limit"}),
};

struct Inverse
{
    double mu = 1; ///< μ

    [[nodiscard]] double rate(double first, int round) const { return first / (mu * (round + 1)); }
};

constexpr std::array kInverseParameters{
    bind<&Inverse::mu>(
        {.name = "mu",
         .title = "Speed of decay",
         .range = above(0),
         .meaning = "η of round t is η₀/(μ·(t + 1)), the rate that convergence proofs assume",
         .symbol = "μ"}),
};

/// A schedule that is a formula of its parameters.
template <typename Formula>
class Formulated final : public Schedule
{
public:
    explicit Formulated(const Formula& formula)
        : m_formula(formula)
    {}
    [[nodiscard]] double rate(double first, int round) const override
    {
        return m_formula.rate(first, round);
    }

private:
    Formula m_formula;
};

template <typename Formula>
consteval MadePart<Schedule> scheduleAs(const NamedPart& part)
{
    return madeAs<Schedule, Formulated<Formula>, Formula>(part);
}

// The only list of schedules in the program.
constexpr std::array kSchedules{
    scheduleAs<Constant>({.name = "constant",
                          .title = "Constant",
                          .meaning = "The same learning rate in every round."}),
    scheduleAs<Exponential>(
        {.name = "exponential",
         .title = "Exponential",
         .meaning = "Each round multiplies the learning rate by a constant factor.",
         .paper = "HCCT",
         .parameters = kExponentialParameters}),
    scheduleAs<Stepwise>(
        {.name = "step",
         .title = "Step",
         .meaning = "The learning rate is multiplied by a factor every few rounds.",
         .paper = "All-for-one",
         .parameters = kStepwiseParameters}),
    scheduleAs<Inverse>({.name = "inverse",
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
