#pragma once

#include "core/experiment/experiment.h"

#include <span>
#include <string>

namespace coterie {

/// How many ranks compute a run where nobody has said a number, and why, as a sentence; empty where
/// there is nothing to say, which is on a machine without several cards.
struct CardRanks
{
    int count = 1;
    std::string sentence = {};

    bool operator==(const CardRanks&) const = default;
};

/// One for each of the machine's cards, but not more than clients train in a round. `device` as in
/// prepareRun().
[[nodiscard]] CardRanks cardRanks(const RunPlan& plan, const std::string& device, int cards);

/// On this machine, of the run that takes the most.
[[nodiscard]] CardRanks mostCardRanks(std::span<const RunPlan> plans, const std::string& device);

} // namespace coterie
