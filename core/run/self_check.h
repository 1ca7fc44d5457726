#pragma once

#include "core/experiment/experiment.h"

#include <cstddef>
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

/// Whether the largest difference that was found is allowed; NaN is not.
[[nodiscard]] Check checkWithin(std::string name, double found, double allowed);

/// Makes one check. What LibTorch, a driver or the allocator refuses on the way is its failure, and
/// the checks after it are made all the same.
[[nodiscard]] Check checkMade(const std::string& name, const std::function<Check()>& make);

struct SelfCheckOptions
{
    std::string device = "cpu"; ///< "cpu" or "cuda"
    std::size_t threads = 1;
    std::vector<RunPlan> plans; ///< of the quickstart: run on the CPU and on the device
};

/// What to run first on a new machine: gradients of planned steps and of stacks on the device
/// against LibTorch's operators in double precision, local work there against one client at a time,
/// every part of the engine that works differently on a device (checkMethods), the quickstart
/// (checkPlan) and the device's memory. On the CPU the stacks are those that a device would run.
/// Calls `checked` after each.
[[nodiscard]] std::vector<Check> selfCheck(const SelfCheckOptions& options,
                                           const std::function<void(const Check&)>& checked);

} // namespace coterie
