#pragma once

#include "tests/core/algorithms/played.h"

#include <ATen/ATen.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

/// Models of two weights without a constant term, for the worked examples of ALGORITHMS in the
/// plane.
namespace small {

/// A client all of whose samples are one, with the loss (w·x − y)².
struct PlaneClient
{
    float first = 0; ///< x
    float second = 0;
    float target = 0; ///< y
    std::size_t samples = 1;
    int trueGroup = -1;
};

inline Played planePlay(RunPlan plan, const std::vector<PlaneClient>& clients)
{
    auto dataset = std::make_shared<Dataset>();
    dataset->name = "plane";
    dataset->inputScale = {.scale = {1.0F}, .offset = {0.0F}};
    std::vector<float> inputs;
    Shards shards;
    for (std::size_t i = 0; i < clients.size(); ++i) {
        inputs.push_back(clients[i].first);
        inputs.push_back(clients[i].second);
        dataset->train.targets.push_back(clients[i].target);
        Shard shard;
        shard.train.assign(clients[i].samples, static_cast<std::int32_t>(i));
        shard.trueGroup = clients[i].trueGroup;
        shards.push_back(shard);
    }
    dataset->train.shape = {.channels = 2};
    dataset->train.values = std::move(inputs);
    dataset->officialTest.shape = dataset->train.shape;
    dataset->officialTest.values = std::vector<float>{};
    plan.model.precision = "float64";
    return {plan,
            dataset,
            shards,
            Network{"plane", {.channels = 2}, {linear(2, 1, false)}, Loss::SquaredError}};
}

/// A client whose gradient is (nearly) the same wherever it is asked.
struct Slope
{
    double first = 0;
    double second = 0;
    std::size_t samples = 1;
    int trueGroup = -1;
};

/// (w·x − y)² with a small x and a large y has the slope −2yx.
inline Played slopePlay(const RunPlan& plan, const std::vector<Slope>& slopes)
{
    constexpr double kSmall = 1e-4;
    std::vector<PlaneClient> clients;
    for (const Slope& slope : slopes)
        clients.push_back({.first = static_cast<float>(kSmall * slope.first),
                           .second = static_cast<float>(kSmall * slope.second),
                           .target = static_cast<float>(-0.5 / kSmall),
                           .samples = slope.samples,
                           .trueGroup = slope.trueGroup});
    return planePlay(plan, clients);
}

/// Sets one tensor of an algorithm's state.
inline void set(Played& played, const std::string& name, const at::Tensor& values)
{
    State state = played.algorithm->state();
    for (StatePart& part : state)
        if (part.name == name)
            part.values = values.to(part.values.options()).view_as(part.values);
    played.algorithm->restore(state);
}

} // namespace small
