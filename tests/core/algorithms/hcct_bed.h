#pragma once

#include "tests/core/algorithms/played.h"

#include <initializer_list>
#include <string_view>
#include <utility>

/// Arms of HCCT for its tests.
namespace hcct_bed {

using namespace coterie;
using small::Played;

using Setting = std::pair<std::string_view, ParameterValue>;

inline RunPlan planOf(std::string_view algorithm, std::initializer_list<Setting> settings = {})
{
    RunPlan plan = small::plan(small::sgd(0.1, 8, 2), algorithm);
    for (const auto& [name, value] : settings)
        plan.algorithm.parameters.set(name, value);
    return plan;
}

inline Played pictures(const RunPlan& plan)
{
    return {plan, small::pictures(150), small::shards({31, 7, 18}), small::convolutional()};
}

} // namespace hcct_bed
