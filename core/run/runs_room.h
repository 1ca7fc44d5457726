#pragma once

#include "core/experiment/experiment.h"
#include "core/run/machine_room.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace coterie {

class RunData;

/// What all runs of an experiment take.
struct RunsRoom
{
    double memory = 0;    ///< of the run that takes most
    double disk = 0;      ///< that all leave in the run store
    double meanwhile = 0; ///< further disk while one of them is computed, at most
    double ofRank = 0;    ///< memory of a rank of the run that takes most, its data included
    double ofRanks = 0;   ///< of all of them on one machine
    int ranks = 1;
    /// Of each arm, with several ranks: whether they deal the models, and what one of them holds of
    /// them, or why not.
    std::vector<std::string> models = {};
    /// Of each arm that has matrices over all pairs of clients, which rounds keep theirs and how
    /// large they are: a sentence.
    std::vector<std::string> matrices = {};
    /// Why one of them, or all together, cannot be computed here; empty if they can.
    std::string lack = {};

    /// "A run takes up to 12.3 MB of memory; …", then lines about several ranks, those of `models`
    /// and `matrices`, then `lack`.
    [[nodiscard]] std::string text() const;
};

/// Runs of one arm and one point of a sweep count alike, whatever their seeds, and runs of another
/// data set than that of the first are left out. Nothing where the data are not there. `ranks`
/// compute each run, all on this machine.
[[nodiscard]] std::optional<RunsRoom> roomOfRuns(std::span<const RunPlan> plans,
                                                 RunData& data,
                                                 std::size_t threads,
                                                 const MachineRoom& room,
                                                 int ranks = 1);

} // namespace coterie
