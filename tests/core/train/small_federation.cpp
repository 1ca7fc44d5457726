#include "tests/core/train/small_federation.h"

#include <ATen/ATen.h>
#include <cassert>
#include <numeric>

namespace small {

Part part(std::span<const NamedPart> parts,
          std::string_view name,
          std::initializer_list<std::pair<std::string_view, ParameterValue>> settings)
{
    const NamedPart* known = findPart(parts, name);
    assert(known);
    Part made{.name = std::string(name), .parameters = {}};
    for (const ParameterDescriptor& parameter : known->parameters)
        made.parameters.set(parameter.name, parameter.defaultValue());
    for (const auto& [parameter, value] : settings)
        made.parameters.set(parameter, value);
    return made;
}

std::shared_ptr<const Dataset> table(std::size_t samples, std::size_t features, std::size_t classes)
{
    auto made = std::make_shared<Dataset>();
    made->name = "table";
    made->classes = classes;
    made->inputScale = {.scale = {1.0F}, .offset = {0.0F}};
    RandomStream stream({.seed = 17, .purpose = Purpose::Synthesise});
    std::vector<double> centres(classes * features);
    for (double& centre : centres)
        centre = stream.normal();
    const auto fill = [&](Samples& into, std::size_t count) {
        std::vector<float> values;
        for (std::size_t i = 0; i < count; ++i) {
            const auto label = static_cast<std::size_t>(stream.below(classes));
            into.labels.push_back(static_cast<std::int32_t>(label));
            for (std::size_t f = 0; f < features; ++f)
                values.push_back(
                    static_cast<float>(centres[label * features + f] + 0.7 * stream.normal()));
        }
        into.shape = {.channels = features};
        into.values = std::move(values);
    };
    fill(made->train, samples);
    fill(made->officialTest, samples / 10);
    return made;
}

std::shared_ptr<const Dataset> pictures(std::size_t samples)
{
    auto made = std::make_shared<Dataset>();
    made->name = "pictures";
    made->classes = 3;
    RandomStream stream({.seed = 23, .purpose = Purpose::Synthesise});
    std::vector<std::uint8_t> values;
    for (std::size_t i = 0; i < samples; ++i) {
        const auto label = static_cast<std::size_t>(stream.below(3));
        made->train.labels.push_back(static_cast<std::int32_t>(label));
        for (std::size_t y = 0; y < 8; ++y)
            for (std::size_t x = 0; x < 8; ++x) {
                const bool ink = (label == 0 ? x : label == 1 ? y : x + y) % 3 == 0;
                values.push_back(static_cast<std::uint8_t>((ink ? 150 : 0) + stream.below(100)));
            }
    }
    made->train.shape = {.channels = 1, .height = 8, .width = 8};
    made->train.values = std::move(values);
    made->officialTest.shape = made->train.shape;
    return made;
}

std::shared_ptr<const Dataset> scalars(const std::vector<std::pair<float, float>>& pairs)
{
    auto made = std::make_shared<Dataset>();
    made->name = "scalars";
    made->inputScale = {.scale = {1.0F}, .offset = {0.0F}};
    std::vector<float> inputs;
    for (const auto& [input, target] : pairs) {
        inputs.push_back(input);
        made->train.targets.push_back(target);
    }
    made->train.values = std::move(inputs);
    made->officialTest.values = std::vector<float>{};
    return made;
}

Shards shards(const std::vector<std::size_t>& sizes)
{
    Shards made;
    std::int32_t next = 0;
    const auto take = [&](std::size_t count) {
        std::vector<std::int32_t> taken(count);
        std::iota(taken.begin(), taken.end(), next);
        next += static_cast<std::int32_t>(count);
        return taken;
    };
    for (const std::size_t size : sizes) {
        Shard shard;
        shard.train = take(size);
        shard.test = take(2);
        shard.validation = take(1);
        made.push_back(std::move(shard));
    }
    return made;
}

Network perceptron()
{
    return {
        "perceptron", {.channels = 6}, {linear(6, 5), relu(), linear(5, 3)}, Loss::CrossEntropy};
}

Network convolutional()
{
    return {"convolutional",
            {.channels = 1, .height = 8, .width = 8},
            {conv2d(1, 4, 3),
             batchNorm(4),
             relu(),
             maxPool2d(),
             dropout(0.25),
             flatten(),
             linear(36, 8),
             batchNorm(8),
             relu(),
             dropout(0.5),
             linear(8, 3)},
            Loss::CrossEntropy};
}

Network line()
{
    return {"line", {.channels = 1}, {linear(1, 1, false)}, Loss::SquaredError};
}

LocalSettings sgd(double learningRate, int batch, int epochs, double momentum)
{
    LocalSettings settings;
    settings.optimizer =
        part(optimizerParts(), "sgd", {{"learningRate", learningRate}, {"momentum", momentum}});
    settings.schedule = part(scheduleParts(), "constant");
    settings.objective = part(objectiveParts(), "plain");
    settings.batch = batch;
    settings.localEpochs = epochs;
    return settings;
}

RunPlan plan(const LocalSettings& local, std::string_view algorithm)
{
    RunPlan made;
    made.local = local;
    made.algorithm = part(registry().algorithms, algorithm);
    made.sampler = part(samplerParts(), "all");
    made.rounds = 3;
    made.seed = 7;
    made.partitionSeed = 7;
    made.device = "cpu";
    return made;
}

RoundReport emptyReport(const Federation& federation)
{
    RoundReport report;
    report.clients.resize(federation.clients());
    for (std::size_t i = 0; i < report.clients.size(); ++i)
        report.clients[i].client = static_cast<int>(i);
    return report;
}

RoundReport playRound(Federation& federation, Algorithm& algorithm, Sampler& sampler, int round)
{
    RoundReport report = emptyReport(federation);
    federation.beginRound(round, {});
    federation.setDraw(sampler.draw(federation, algorithm.models(), report));
    algorithm.round(federation, report);
    sampler.observe(federation, federation.lastTrained(), report);
    return report;
}

bool same(const at::Tensor& a, const at::Tensor& b)
{
    return a.sizes() == b.sizes() && at::equal(a.to(at::kCPU), b.to(at::kCPU));
}

double distance(const at::Tensor& a, const at::Tensor& b)
{
    return a.numel() == 0 ? 0 : (a.to(at::kCPU) - b.to(at::kCPU)).abs().max().item().toDouble();
}

} // namespace small
