#pragma once

#include "core/run/prepare_run.h"
#include "core/run/self_check.h"

#include <cstddef>
#include <functional>
#include <string>

namespace coterie {

class RankGroup;

/// Where and with how many threads runs are checked.
struct CheckedPlace
{
    std::string device = "cpu"; ///< "cpu": stacks on the CPU
    std::size_t threads = 1;
    RankGroup* ranks = nullptr; ///< that play the runs of checkRanks(); this is rank 0
};

/// Two rounds of every part of the engine that works differently on a device (kinds of layers,
/// losses, objectives, optimisers, gradients at other models, heads, streams, moved pictures):
/// compared in double precision with one client after another on the CPU, and repeated on the
/// device from a checkpoint, equal to the bit. Calls `checked` after each.
void checkMethods(const CheckedPlace& place, const std::function<void(Check)>& checked);

/// The same two rounds by several ranks, each of which stacks its share of the clients, compared in
/// double precision with one process that stacks all of them.
void checkRanks(const CheckedPlace& place, const std::function<void(Check)>& checked);

/// A plan on the device, compared with one client after another on the CPU: its first round as it
/// is, and all rounds in double precision, where rounding errors do not grow; and twice on the
/// device with different numbers of workers, equal to the bit.
void checkPlan(const RunPlan& plan,
               RunData& data,
               const CheckedPlace& place,
               const std::function<void(Check)>& checked);

} // namespace coterie
