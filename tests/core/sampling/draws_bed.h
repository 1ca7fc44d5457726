#pragma once

#include "core/algorithms/algorithm.h"
#include "tests/core/fixtures/small_federation.h"

#include <ATen/ATen.h>
#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// What the tests of samplers share: rounds as the round loop plays them, with what was drawn.
namespace draws {

using namespace coterie;

using Ids = std::vector<std::size_t>;
using Settings = std::initializer_list<std::pair<std::string_view, ParameterValue>>;

/// χ² of observed counts against the probabilities that `expected` gives.
template <typename Key>
double chiSquare(const std::map<Key, int>& counts, const std::map<Key, double>& expected, int draws)
{
    double sum = 0;
    for (const auto& [key, probability] : expected) {
        const auto found = counts.find(key);
        const double off = (found == counts.end() ? 0.0 : found->second) - probability * draws;
        sum += off * off / (probability * draws);
    }
    return sum;
}

inline const NamedValues* valuesNamed(const std::vector<NamedValues>& lists, std::string_view name)
{
    const auto place = std::ranges::find(lists, name, &NamedValues::name);
    return place == lists.end() ? nullptr : &*place;
}

inline double sumOf(const NamedValues& list)
{
    double sum = 0;
    for (const std::optional<double>& value : list.values)
        sum += value.value_or(0);
    return sum;
}

/// A federation, an algorithm and a sampler, played round by round.
struct Play
{
    Play(const RunPlan& plan, const Shards& shards, const Network& network = small::perceptron())
        : federation(plan, small::table(400, 6, 3), shards, network, 1, "cpu")
        , algorithm(makeAlgorithm(plan))
        , sampler(makeSampler(plan.sampler))
    {
        algorithm->start(federation);
    }

    RoundReport round(int index)
    {
        RoundReport report = small::emptyReport(federation);
        federation.beginRound(index, {});
        Draw draw = sampler->draw(federation, algorithm->models(), report);
        drawn = draw.clients;
        federation.setDraw(std::move(draw));
        algorithm->round(federation, report);
        sampler->observe(federation, federation.lastTrained(), report);
        return report;
    }

    Federation federation;
    std::unique_ptr<Algorithm> algorithm;
    std::unique_ptr<Sampler> sampler;
    Ids drawn;
};

inline RunPlan planWith(std::string_view sampler, Settings settings, int rounds = 40)
{
    RunPlan plan = small::plan(small::sgd(0.1, 8, 1));
    plan.algorithm.parameters.set("aggregation", std::string("uniform"));
    plan.sampler = small::part(samplerParts(), sampler, settings);
    plan.rounds = rounds;
    return plan;
}

/// Six clients: the even ones hold all three classes, the odd ones one each.
inline Shards unevenShards()
{
    const auto data = small::table(400, 6, 3);
    std::array<std::vector<std::int32_t>, 3> ofClass;
    for (std::size_t i = 0; i < data->train.labels.size(); ++i)
        ofClass[static_cast<std::size_t>(data->train.labels[i])].push_back(
            static_cast<std::int32_t>(i));
    Shards shards(6);
    std::array<std::size_t, 3> next{};
    for (std::size_t k = 0; k < 6; ++k)
        for (std::size_t i = 0; i < 24; ++i) {
            const std::size_t label = k % 2 == 0 ? i % 3 : k / 2;
            shards[k].train.push_back(ofClass[label][next[label]++]);
        }
    return shards;
}

/// SGD without and with momentum, and Adam.
inline std::array<LocalSettings, 3> kindsOfSteps()
{
    LocalSettings adam = small::sgd(0.1, 8, 1);
    adam.optimizer = small::part(optimizerParts(), "adam", {{"learningRate", 0.01}});
    return {small::sgd(0.05, 8, 1), small::sgd(0.05, 8, 1, 0.9), adam};
}

} // namespace draws
