#include "tests/core/train/executor_bench.h"

#include "core/nn/initialise.h"

#include <ATen/ATen.h>

namespace executors {

ModelRows Bench::models() const
{
    const auto rows = static_cast<std::int64_t>(shards.size());
    const std::size_t parameters = network.layout().parameterCount;
    const std::size_t buffers = network.layout().bufferCount;
    ModelRows made{.parameters =
                       at::empty({rows, static_cast<std::int64_t>(parameters)}, at::kDouble),
                   .buffers = at::empty({rows, static_cast<std::int64_t>(buffers)}, at::kDouble)};
    for (std::size_t i = 0; i < shards.size(); ++i)
        initialise<double>(network,
                           Initialisation::LibTorch,
                           3,
                           static_cast<std::uint32_t>(i),
                           {made.parameters.data_ptr<double>() + i * parameters, parameters},
                           {made.buffers.data_ptr<double>() + i * buffers, buffers});
    const at::ScalarType type = doublePrecision ? at::kDouble : at::kFloat;
    return {.parameters = made.parameters.to(type), .buffers = made.buffers.to(type)};
}

Bench tableBench(bool doublePrecision)
{
    Bench bench{.dataset = small::table(200, 6, 3),
                .shards = small::shards({20, 9, 33, 1, 20}),
                .network = small::perceptron(),
                .doublePrecision = doublePrecision};
    for (const Shard& shard : bench.shards)
        bench.pooled.insert(bench.pooled.end(), shard.train.begin(), shard.train.end());
    return bench;
}

Bench pictureBench(bool doublePrecision)
{
    Bench bench = tableBench(doublePrecision);
    bench.dataset = small::pictures(120);
    // Short last batches of 4 and 6: batch-norm over two samples multiplies rounding in float.
    bench.shards = small::shards({20, 12, 36, 22});
    bench.network = small::convolutional();
    return bench;
}

LocalSettings adamKept()
{
    LocalSettings settings = small::sgd(0.01, 8, 2);
    settings.optimizer = small::part(optimizerParts(), "adam", {{"weightDecay", 1e-3}});
    settings.keepOptimizerState = true;
    return settings;
}

Outcome trained(Executor& executor,
                const ModelRows& first,
                std::span<const LocalJob> jobs,
                LocalWork& work,
                int rounds)
{
    ModelRows starts = first;
    Outcome outcome;
    outcome.results.resize(jobs.size());
    for (int round = 0; round < rounds; ++round) {
        outcome.ends = ModelRows::empty(jobs.size(), starts);
        const RoundContext context{.seed = 5, .round = round, .learningRate = 0.05, .stop = {}};
        if (!executor.train({context, work, jobs, starts, outcome.ends, outcome.results}))
            return {};
        starts = outcome.ends;
    }
    outcome.state = executor.state();
    return outcome;
}

at::Tensor
gathered(const Samples& samples, const InputScale& scale, std::span<const std::int32_t> indices)
{
    at::Tensor inputs = at::empty({1,
                                   static_cast<std::int64_t>(indices.size()),
                                   static_cast<std::int64_t>(samples.shape.channels),
                                   static_cast<std::int64_t>(samples.shape.height),
                                   static_cast<std::int64_t>(samples.shape.width)},
                                  at::kDouble);
    gather(samples, scale, indices, inputs.data_ptr<double>());
    return inputs;
}

at::Tensor labelsOf(const Samples& samples, std::span<const std::int32_t> indices)
{
    std::vector<std::int64_t> labels;
    for (const std::int32_t index : indices)
        labels.push_back(samples.labels[static_cast<std::size_t>(index)]);
    return at::tensor(labels);
}

double crossEntropy(const at::Tensor& outputs, const at::Tensor& labels)
{
    return -at::log_softmax(outputs, 1).gather(1, labels.unsqueeze(1)).mean().item().toDouble();
}

} // namespace executors
