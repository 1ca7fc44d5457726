#pragma once

#include "tests/core/train/small_federation.h"

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

} // namespace small
