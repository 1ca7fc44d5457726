#pragma once

#include "tests/core/fixtures/small_federation.h"

#include <ATen/ATen.h>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

namespace small {

/// A federation with its algorithm, played some rounds.
class Played
{
public:
    Played(const RunPlan& plan,
           std::shared_ptr<const Dataset> dataset,
           const Shards& shards,
           const Network& network,
           const std::string& device = "cpu")
        : federation(plan, std::move(dataset), shards, network, 2, device)
        , algorithm(makeAlgorithm(plan))
        , sampler(makeSampler(plan.sampler))
    {
        algorithm->start(federation);
    }

    RoundReport play(int rounds)
    {
        RoundReport report;
        for (int round = 0; round < rounds; ++round)
            report = small::playRound(federation, *algorithm, *sampler, round);
        return report;
    }
    /// The model a client would use now.
    [[nodiscard]] ModelRows modelOf(std::size_t client) const
    {
        const ModelsInUse models = algorithm->models();
        return models.personal->row(models.personalRow[client]);
    }

    Federation federation;
    std::unique_ptr<Algorithm> algorithm;
    std::unique_ptr<Sampler> sampler;
};

/// A round of those who are drawn here, whatever its sampler would draw.
inline RoundReport playDraw(Played& played, Draw draw, int round = 0)
{
    RoundReport report = emptyReport(played.federation);
    played.federation.beginRound(round, {});
    played.federation.setDraw(std::move(draw));
    played.algorithm->round(played.federation, report);
    return report;
}

inline Played tablePlay(const RunPlan& plan, const Shards& shards)
{
    return {plan, table(200, 6, 3), shards, perceptron()};
}

/// ALGORITHMS §6: F₁ = ½(w−1)² with one sample and F₂ = ½(w−3)² with three. The loss here is
/// (w·x − y)² without the ½, so x = 1/√2 and y = target/√2.
inline Played scalarPlay(RunPlan plan)
{
    const auto half = static_cast<float>(std::sqrt(0.5));
    Shards shards(2);
    shards[0].train = {0};
    shards[1].train = {1, 2, 3};
    const std::pair<float, float> other{half, 3 * half};
    plan.local.localEpochs.reset();
    plan.local.localSteps = 2;
    plan.model.precision = "float64";
    return {plan, scalars({{half, half}, other, other, other}), shards, line()};
}

/// The test-bed starts at w = 0, which no initialisation gives.
inline void startAtZero(Played& played)
{
    State state = played.algorithm->state();
    for (StatePart& part : state)
        part.values = at::zeros_like(part.values);
    played.algorithm->restore(state);
}

} // namespace small
