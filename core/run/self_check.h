#pragma once

#include "core/experiment/experiment.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace coterie {

class RankGroup;

/// One result of the self check.
struct Check
{
    std::string name;
    bool passed = false;
    std::string detail; ///< what was measured against what was allowed
};

/// Passes if the largest difference is allowed; NaN is not.
[[nodiscard]] Check checkWithin(std::string name, double found, double allowed);

/// Makes one check. An error of LibTorch, a driver or the allocator makes it fail; later checks are
/// made anyway.
[[nodiscard]] Check checkMade(const std::string& name, const std::function<Check()>& make);

struct SelfCheckOptions
{
    std::string device = "cpu"; ///< "cpu" or "cuda"
    std::size_t threads = 1;
    std::vector<RunPlan> plans; ///< of the quickstart: run on the CPU and on the device
    RankGroup* ranks = nullptr; ///< to compare with one process; this is rank 0
};

/// The first thing to run on a new machine. Compares gradients of planned steps and of stacks on
/// the device with LibTorch's operators in double precision, and local work there with one client
/// at a time; checks every part of the engine that works differently on a device (checkMethods),
/// the quickstart (checkPlan) and the device's memory. On the CPU it uses the stacks that a device
/// would run. With ranks it compares them with one process instead (checkRanks). Calls `checked`
/// after each.
[[nodiscard]] std::vector<Check> selfCheck(const SelfCheckOptions& options,
                                           const std::function<void(const Check&)>& checked);

} // namespace coterie
