#pragma once

#include "core/spec/experiment.h"

#include <functional>
#include <string>
#include <vector>

namespace coterie {

/// One thing this machine was asked to get right.
struct Check
{
    std::string name;
    bool passed = false;
    std::string detail; ///< what was measured against what was allowed
};

struct SelfCheckOptions
{
    std::string device = "cpu"; ///< "cpu" or "cuda"
    std::size_t threads = 1;
    std::vector<RunPlan> plans; ///< of the quickstart: run on the CPU and on the device
};

/// What to run first on a new machine: gradients of planned steps against LibTorch's operators,
/// stacked against single training in float64, the quickstart on the CPU against the device within
/// 1e-3 (its first round in float32, all of it in float64), two runs on the device identical to the
/// bit, and the device's memory. Calls `checked` after each.
[[nodiscard]] std::vector<Check> selfCheck(const SelfCheckOptions& options,
                                           const std::function<void(const Check&)>& checked);

} // namespace coterie
