#pragma once

#include "core/experiment/experiment.h"

#include <span>
#include <string_view>

namespace coterie {

/// What a method holds, in whole models and in matrices over all pairs of clients. Its numbers of
/// models are those of a round in which all its tensors are alive at once.
struct MethodRoom
{
    std::string_view name;
    double state = 0;      ///< models of each client that a checkpoint holds
    double work = 0;       ///< further models of each client while a round is computed
    double trained = 2;    ///< models of each participant: its end, and a copy or the last one
    double server = 1;     ///< models that belong to no client; a round makes two more of each
    double statePairs = 0; ///< matrices over all pairs that a checkpoint holds
    double optimizers = 0; ///< of the method itself, each with the optimizer's rows for each client
    double pairs = 0;      ///< matrices of a number for each pair of clients while it computes
    double pairValues = 0; ///< numbers for each pair of clients beside the matrices of a report
    bool edges = false;    ///< a server's model for each edge server too
    bool batchesOfPairs = false; ///< a stream of batches for each pair, unless they are shared
    bool denseA = false;         ///< reports A as a matrix of all pairs
    bool similarity = false;     ///< reports similarities of all pairs
    bool gram = false;           ///< reports the Gram matrix of the updates
    double values = 0;           ///< further numbers of each client in a report
    bool groups = false;         ///< reports groups and how they formed
    /// Its round needs no model of a client but for that client's work and in what a Federation
    /// does with all of them, so that ranks can deal the clients' models among themselves
    /// (ModelDeal). A sampler: it needs none.
    bool canBeDealt = false;
    /// Why not with these settings, where it can be with others: "compares signs".
    std::string_view whyWhole = {};
    /// It mixes or compares the models of many clients: dealt ones pass through each rank.
    bool passesColumns = false;

    /// Numbers of all pairs in a report's dense matrices.
    [[nodiscard]] double reportedPairs() const
    {
        return (denseA ? 1 : 0) + (similarity ? 1 : 0) + (gram ? 1 : 0);
    }
    /// Bytes of them in the run store for each pair: the Gram matrix in double precision.
    [[nodiscard]] double storedBytesPerPair() const
    {
        return (denseA ? 4 : 0) + (similarity ? 4 : 0) + (gram ? 8 : 0);
    }
};

/// Of the plan's algorithm, with what its parameters change. A method of the user's counts as one
/// with a model for each client and a dense A.
[[nodiscard]] MethodRoom methodRoom(const RunPlan& plan);

/// The same of what the plan's sampler adds: `state`, `pairs`, `values` and `canBeDealt`.
[[nodiscard]] MethodRoom samplerRoom(const RunPlan& plan);

/// The methods of the program that have a line of their own.
[[nodiscard]] std::span<const MethodRoom> knownMethodRooms();

} // namespace coterie
