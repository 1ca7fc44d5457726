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

/// How many ranks a queue on this machine computes a run with: `asked`, or where nobody has said a
/// number (0) those of cardRanks(). `wantedDevice` as in deviceFor(). `countCards` is for checks;
/// null: cardCount().
[[nodiscard]] CardRanks ranksOfRun(const RunPlan& plan,
                                   const std::string& wantedDevice,
                                   int asked,
                                   int (*countCards)() = nullptr);

/// The same of the run that takes the most.
[[nodiscard]] CardRanks ranksOfRuns(std::span<const RunPlan> plans,
                                    const std::string& wantedDevice,
                                    int asked,
                                    int (*countCards)() = nullptr);

/// The most that any run on this machine's cards can take.
[[nodiscard]] int mostRanksHere(int asked, int (*countCards)() = nullptr);

} // namespace coterie
