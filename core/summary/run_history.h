#pragma once

#include "core/store/run_store.h"

#include <optional>
#include <span>
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
    /// Whether the same clients took part and had a training loss.
    [[nodiscard]] bool trainedTheSame(const RoundFacts& other) const;
    /// Where nobody was drawn, all who trained took part.
    [[nodiscard]] bool tookPart(std::size_t client) const;
    [[nodiscard]] bool hasOverlappingGroups() const;
    /// The adjusted Rand index of its groups and the true ones (below zero: none), of the clients
    /// that are in both, as the metric of that name. Nothing if groups overlap or hold none.
    [[nodiscard]] std::optional<double> agreement(std::span<const int> trueGroup) const;
};

/// A stored run, all its rounds.
struct RunHistory
{
    RunRow row;
    FederationFacts facts;
    std::vector<RoundFacts> rounds;
    std::optional<Collaboration> lastCollaboration; ///< A of the last round that has one
    int lastCollaborationRound = 0;
    bool excludesLast = false; ///< the last client neither trains nor is tested

    [[nodiscard]] std::size_t clients() const { return facts.trainSamples.size(); }
    /// The clients that can take part: the first so many.
    [[nodiscard]] std::size_t population() const
    {
        return clients() - (excludesLast && clients() > 0 ? 1 : 0);
    }
    /// The last round in which models were tested; null: none.
    [[nodiscard]] const RoundFacts* lastTested() const;
    /// The rounds with groups.
    [[nodiscard]] std::vector<const RoundFacts*> groupedRounds() const;
};

[[nodiscard]] RoundFacts roundFacts(const RoundReport& report, std::size_t clients);

[[nodiscard]] Result<RunHistory> readHistory(RunStore& store, const RunRow& row);

/// The runs of experiments of this name whose text differs from that of the row's in seeds at most,
/// and in what computes nothing.
[[nodiscard]] Result<std::vector<RunRow>> runsOfExperiment(RunStore& store, const RunRow& row);

/// Of these runs the finished one in which each client trains by itself, in the row's federation,
/// with its model and local training and from its seed; of several the one that counts. Null: there
/// is none, or the row is such a run itself.
[[nodiscard]] const RunRow* runAloneBeside(std::span<const RunRow> runs, const RunRow& row);

} // namespace coterie
