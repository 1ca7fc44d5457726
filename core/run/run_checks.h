#pragma once

#include "core/run/prepare_run.h"
#include "core/run/self_check.h"

#include <cstddef>
#include <functional>
#include <string>

namespace coterie {

/// Where whole runs are checked.
struct CheckedPlace
{
    std::string device = "cpu"; ///< of the CPU: what it would run as one stack, where stacks count
    std::size_t threads = 1;
};

/// Two rounds of every part of the engine that works differently on a device (kinds of layers,
/// losses, objectives, optimisers, gradients at foreign models, heads, streams, moved pictures): in
/// double precision on the device against one client after another on the CPU, and again on the
/// device from a checkpoint, equal to the bit. Calls `checked` after each.
void checkMethods(const CheckedPlace& place, const std::function<void(Check)>& checked);

/// A plan on the device against one client after another on the CPU: its first round as it is, all
/// of it in double precision, where no rounding grows over the rounds; and twice on the device,
/// with another number of workers, equal to the bit.
void checkPlan(const RunPlan& plan,
               RunData& data,
               const CheckedPlace& place,
               const std::function<void(Check)>& checked);

} // namespace coterie
