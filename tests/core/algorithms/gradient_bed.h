#pragma once

#include "tests/core/algorithms/plane_bed.h"

#include <ATen/ATen.h>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Arms and federations for the tests of methods that exchange gradients or pull models together.
namespace gradient_bed {

using namespace coterie;
using small::Played;
using small::Slope;

using Settings = std::initializer_list<std::pair<std::string_view, ParameterValue>>;

inline Part method(std::string_view name, Settings settings = {})
{
    return small::part(registry().algorithms, name, settings);
}

inline LocalSettings steps(int count, double rate = 0.1, double momentum = 0)
{
    LocalSettings local = small::sgd(rate, 8, 1, momentum);
    local.optimizer.parameters.set("weightDecay", 0.01);
    local.localEpochs.reset();
    local.localSteps = count;
    return local;
}

/// Three clients of 31, 7 and 18 samples of a table.
inline Played tablePlay(const Part& algorithm,
                        const LocalSettings& local,
                        std::vector<int> groups = {0, 1, 0},
                        const std::string& precision = "float32")
{
    RunPlan plan = small::plan(local);
    plan.algorithm = algorithm;
    plan.model.precision = precision;
    Shards shards = small::shards({31, 7, 18});
    for (std::size_t i = 0; i < shards.size(); ++i)
        shards[i].trueGroup = groups[i];
    return {plan, small::table(200, 6, 3), shards, small::perceptron()};
}

inline Played
slopePlay(const Part& algorithm, const LocalSettings& local, const std::vector<Slope>& slopes)
{
    RunPlan plan = small::plan(local);
    plan.algorithm = algorithm;
    return small::slopePlay(plan, slopes);
}

inline LocalSettings plainSteps(int count)
{
    LocalSettings local = steps(count);
    local.optimizer.parameters.set("weightDecay", 0.0);
    return local;
}

inline bool near(const at::Tensor& found, std::initializer_list<double> expected, double within)
{
    return small::distance(found.to(at::kDouble).flatten(),
                           at::tensor(std::vector<double>(expected)))
           < within;
}

inline bool sameModels(const Played& a, const Played& b)
{
    for (std::size_t i = 0; i < 3; ++i)
        if (!small::same(a.modelOf(i).parameters, b.modelOf(i).parameters))
            return false;
    return true;
}

} // namespace gradient_bed
