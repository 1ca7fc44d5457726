#pragma once

#include "core/store/run_store.h"

#include <optional>
#include <vector>

namespace coterie {

/// What the findings need of one round. Clients are indices into the lists; absent: not measured.
struct RoundFacts
{
    int round = 0;
    std::vector<std::optional<double>> errors; ///< percent, of each client's own model, else the
                                               ///< global one, on its own test set
    std::vector<std::optional<double>> testLosses;
    std::vector<std::optional<double>> trainLosses;
    std::vector<int> participants;
    std::vector<std::vector<int>> groups; ///< empty: none formed
    std::vector<Event> events;

    [[nodiscard]] bool isTested() const;
    [[nodiscard]] std::optional<double> meanError() const;
    [[nodiscard]] std::optional<double> meanTestLoss() const;
    [[nodiscard]] std::optional<double> meanTrainLoss() const;
};

/// A stored run, all its rounds.
struct RunHistory
{
    RunRow row;
    FederationFacts facts;
    std::vector<RoundFacts> rounds;
    std::optional<Matrix> lastCollaboration; ///< A of the last round that has one
    int lastCollaborationRound = 0;

    [[nodiscard]] std::size_t clients() const { return facts.trainSamples.size(); }
    /// The last round in which models were tested; null: none.
    [[nodiscard]] const RoundFacts* lastTested() const;
};

[[nodiscard]] RoundFacts roundFacts(const RoundReport& report, std::size_t clients);

[[nodiscard]] Result<RunHistory> readHistory(RunStore& store, const RunRow& row);

} // namespace coterie
