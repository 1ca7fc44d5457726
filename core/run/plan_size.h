#pragma once

#include "core/data/dataset.h"
#include "core/experiment/experiment.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace coterie {

class Network;

/// What a plan's size follows from, beside its settings.
struct PlanNumbers
{
    double clients = 0;      ///< N
    double participants = 0; ///< of a round, as expected
    double model = 0;        ///< bytes of one model, running statistics included
    double moments = 0;      ///< rows of the local optimizer's memory for each client
    double samples = 0;      ///< of all clients, training and test
    double classes = 0;
    double data = 0;    ///< bytes of the data set, which is in memory when a run begins
    double steps = 0;   ///< bytes of one local step in all threads
    int roundsDone = 0; ///< that the store has
    /// Models and what a round adds to them are in the memory of a card, which is not counted.
    bool onCard = false;
    double dealtAmong =
        1; ///< ranks, each of which has the models of its clients alone; see ModelDeal
};

/// Bytes for one thing that a run holds or stores.
struct SizePart
{
    std::string_view what;
    double memory = 0;    ///< at the most crowded moment of a round
    double disk = 0;      ///< in the run store when the run has ended
    double meanwhile = 0; ///< further disk until then
};

/// What one run takes, foreseen from its plan. It is an estimate: the formulas stand in
/// plan_size.cpp, each with a sentence. Neither the program and its libraries count nor, in the
/// window, what it draws.
struct PlanSize
{
    std::vector<SizePart> parts = {};
    double data = 0; ///< of memory(), what is there already when the run begins
    // With several ranks; those that deal no models hold all of them each.
    double exchanged = 0; ///< further memory of every rank: what they send each other in a round
    double otherRank = 0; ///< memory of a rank other than 0, without these two

    [[nodiscard]] double memory() const;
    [[nodiscard]] double disk() const;
    [[nodiscard]] double meanwhile() const;
    /// The part with this name; empty if there is none.
    [[nodiscard]] SizePart part(std::string_view what) const;
};

[[nodiscard]] PlanNumbers planNumbers(const RunPlan& plan,
                                      const Dataset& dataset,
                                      const Shards& shards,
                                      const Network& network,
                                      std::size_t threads);

[[nodiscard]] PlanSize planSize(const RunPlan& plan, const PlanNumbers& numbers);

/// Whether a run on this device ("auto", "cpu", "cuda") computes on a card.
[[nodiscard]] bool usesCard(const std::string& device);

/// Samples in the largest local step: a batch, or all that a client has if those are fewer.
[[nodiscard]] std::size_t largestBatch(const RunPlan& plan, const Shards& shards);
/// What one local step with so many samples keeps in every thread: the numbers of all layers with
/// their gradients, and the largest convolution's spread-out input.
[[nodiscard]] double
stepBytes(const RunPlan& plan, const Network& network, std::size_t batch, std::size_t threads);

} // namespace coterie
