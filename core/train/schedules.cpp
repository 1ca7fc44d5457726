#include "core/experiment/plan.h"
#include "core/train/local_work.h"

#include <algorithm>
#include <cmath>

namespace coterie {
namespace {

constexpr std::array kExponentialParameters{
    ParameterDescriptor{.name = "factor",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .maximum = 1,
                        .minimumExcluded = true,
                        .defaultNumber = 0.995,
                        .meaning = "η of round t is η₀·factorᵗ, t from 0",
                        .symbol = "ρ"},
};

constexpr std::array kStepParameters{
    ParameterDescriptor{.name = "every",
                        .title = "Change every",
                        .type = ParameterType::Integer,
                        .minimum = 1,
                        .defaultNumber = 10,
                        .unit = "rounds",
                        .meaning = "Rounds between two changes",
                        .symbol = "s"},
    ParameterDescriptor{.name = "factor",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .maximum = 1,
                        .minimumExcluded = true,
                        .defaultNumber = 0.1,
                        .meaning = "What η is multiplied by each time",
                        .symbol = "γ"},
    ParameterDescriptor{.name = "floor",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .defaultNumber = 0,
                        .meaning = "η never falls below this; 0: no limit"},
};

constexpr std::array kInverseParameters{
    ParameterDescriptor{.name = "mu",
                        .title = "Speed of decay",
                        .type = ParameterType::Real,
                        .minimum = 0,
                        .minimumExcluded = true,
                        .defaultNumber = 1,
                        .meaning =
                            "η of round t is η₀/(μ·(t + 1)): the rate convergence proofs assume",
                        .symbol = "μ"},
};

class Constant final : public Schedule
{
public:
    [[nodiscard]] double rate(double first, int) const override { return first; }
};

class Exponential final : public Schedule
{
public:
    explicit Exponential(double factor)
        : m_factor(factor)
    {}
    [[nodiscard]] double rate(double first, int round) const override
    {
        return first * std::pow(m_factor, round);
    }

private:
    double m_factor;
};

class Stepwise final : public Schedule
{
public:
    Stepwise(std::int64_t every, double factor, double floor)
        : m_every(every)
        , m_factor(factor)
        , m_floor(floor)
    {}
    [[nodiscard]] double rate(double first, int round) const override
    {
        const double fallen = first * std::pow(m_factor, static_cast<double>(round / m_every));
        return std::max(fallen, std::min(first, m_floor));
    }

private:
    std::int64_t m_every;
    double m_factor;
    double m_floor;
};

class Inverse final : public Schedule
{
public:
    explicit Inverse(double mu)
        : m_mu(mu)
    {}
    [[nodiscard]] double rate(double first, int round) const override
    {
        return first / (m_mu * (round + 1));
    }

private:
    double m_mu;
};

// The only list of schedules in the program.
constexpr std::array kSchedules{
    MadePart<Schedule>{{.name = "constant",
                        .title = "Constant",
                        .meaning = "The same learning rate in every round."},
                       [](const ParameterSet&) -> std::unique_ptr<Schedule> {
                           return std::make_unique<Constant>();
                       }},
    MadePart<Schedule>{{.name = "exponential",
                        .title = "Exponential",
                        .meaning = "The learning rate shrinks by a constant factor each round.",
                        .paper = "HCCT",
                        .parameters = kExponentialParameters},
                       [](const ParameterSet& parameters) -> std::unique_ptr<Schedule> {
                           return std::make_unique<Exponential>(parameters.real("factor"));
                       }},
    MadePart<Schedule>{{.name = "step",
                        .title = "Step",
                        .meaning = "The learning rate is multiplied by a factor every few rounds.",
                        .paper = "All-for-one",
                        .parameters = kStepParameters},
                       [](const ParameterSet& parameters) -> std::unique_ptr<Schedule> {
                           return std::make_unique<Stepwise>(parameters.integer("every"),
                                                             parameters.real("factor"),
                                                             parameters.real("floor"));
                       }},
    MadePart<Schedule>{{.name = "inverse",
                        .title = "Inverse",
                        .meaning = "The learning rate falls as one over the round.",
                        .parameters = kInverseParameters},
                       [](const ParameterSet& parameters) -> std::unique_ptr<Schedule> {
                           return std::make_unique<Inverse>(parameters.real("mu"));
                       }},
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
