#pragma once

#include "core/train/executor.h"
#include "tests/core/fixtures/small_federation.h"

/// What the tests of both executors share.
namespace executors {

using namespace coterie;

/// A federation without the Federation: what executors are given.
struct Bench
{
    std::shared_ptr<const Dataset> dataset;
    Shards shards;
    Network network;
    bool doublePrecision = false;
    std::vector<std::int32_t> pooled = {};

    [[nodiscard]] Workload workload() const
    {
        return {.network = network,
                .dataset = dataset,
                .shards = shards,
                .pooled = pooled,
                .doublePrecision = doublePrecision};
    }
    /// Distinct models, one per client.
    [[nodiscard]] ModelRows models() const;
    [[nodiscard]] std::vector<LocalJob> everybody() const
    {
        std::vector<LocalJob> jobs;
        for (std::size_t i = 0; i < shards.size(); ++i)
            jobs.push_back({.client = i, .startRow = i});
        return jobs;
    }
};

Bench tableBench(bool doublePrecision);
Bench pictureBench(bool doublePrecision);

/// Adam whose moments live on from round to round.
LocalSettings adamKept();

struct Outcome
{
    ModelRows ends;
    std::vector<LocalResult> results;
    State state;
};

/// Some rounds in which every client goes on from where it ended.
Outcome trained(Executor& executor,
                const ModelRows& first,
                std::span<const LocalJob> jobs,
                LocalWork& work,
                int rounds);

/// The samples as both executors see them.
at::Tensor
gathered(const Samples& samples, const InputScale& scale, std::span<const std::int32_t> indices);
at::Tensor labelsOf(const Samples& samples, std::span<const std::int32_t> indices);
double crossEntropy(const at::Tensor& outputs, const at::Tensor& labels);

} // namespace executors
