#pragma once

#include "core/run/run_queue.h"
#include "core/store/run_looks.h"
#include "core/store/run_store.h"
#include "ui/runs/group_colours.h"
#include "ui/runs/round_measurements.h"

#include <QString>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace coterie::ui {

struct Curve
{
    std::vector<double> rounds; ///< ascending
    std::vector<double> values; ///< may be NaN or infinite

    struct Point
    {
        double round = 0;
        double value = 0;
    };

    void append(double round, double value);
    void cutAfter(double last);
    [[nodiscard]] bool empty() const { return rounds.empty(); }
    /// At this round, or the last before it: not every round is evaluated.
    [[nodiscard]] std::optional<Point> at(double round) const;
};

/// What a run has spent up to each of its rounds: the other horizontal axes.
struct RunProgress
{
    std::vector<double> rounds; ///< ascending
    std::vector<double> seconds;
    std::vector<double> steps;
    std::vector<double> bits;

    void append(const RoundMeasurements& round);
    void cutAfter(int last);
};

struct MetricCurves
{
    Curve mean;
    std::vector<Curve> clients; ///< by client number
};

/// The name of a run on screen, live or stored.
struct RunTitle
{
    std::int64_t id = 0;
    QString experiment;
    QString arm;
    std::size_t look = 0; ///< of its arm: among the runs of a RunViewModel, or else alone
    std::uint64_t seed = 0;
    QString sweep;              ///< "α = 10" or empty
    std::size_t sweepPlace = 0; ///< of those that share the look
    int roundsPlanned = 0;
    QString name = {}; ///< the user's own; empty: none
    /// designKey() of the run when it was shown first: its colour stays when it is changed by hand.
    std::string designKey = {};
    /// Instead of the sweep where it tells too little: "α = 10 → 40 (round 12), batch size = 16".
    QString design = {};
    std::string storedSweep = {}; ///< as the store has it; empty: no sweep, or the sweep as shown
    QString plainDesign = {};     ///< as files have it, in every language; empty: as shown

    /// "FedAvg · α = 10".
    [[nodiscard]] QString label() const;
    /// "FedAvg · α = 10, seed 1", after the user's name: "baseline (FedAvg · α = 10, seed 1)".
    [[nodiscard]] QString fullLabel() const;
    /// The same title with labels as files have them: with points in numbers.
    [[nodiscard]] RunTitle inFiles() const;
};

[[nodiscard]] RunTitle titleOf(const RunHeader& header);
[[nodiscard]] RunTitle titleOf(const RunRow& row);
[[nodiscard]] RunTitle titleOf(const WaitingRun& run);

/// The same for plans that differ by nothing but the seeds of run and partition; empty: unknown.
[[nodiscard]] std::string designOf(const RunPlan* plan);

/// Who trained with whom in one round.
struct RoundGroups
{
    int round = 0;
    std::vector<std::vector<int>> groups;
    std::vector<int> colours; ///< of each group; see GroupColours
    /// Like `groups`: the round in which each client joined its group, or was left alone.
    std::vector<std::vector<int>> joined = {};
    /// All clients, groups together and as near as possible to their places in earlier rounds;
    /// shared by rounds with the same groups.
    std::shared_ptr<const std::vector<int>> order = {};

    /// For each client the value of its group; −1: in no group.
    [[nodiscard]] std::vector<int> ofClients(const std::vector<int>& values,
                                             std::size_t clients) const;
    /// For each client the round in which it joined its group; −1: in no group.
    [[nodiscard]] std::vector<int> joinedOfClients(std::size_t clients) const;
};

/// The groups, or else the sampling clusters, by which views colour and order clients.
struct ClientClusters
{
    const RoundGroups* formed = nullptr; ///< null: neither
    bool areForSampling = false;         ///< clusters, not groups
};

struct RoundParticipants
{
    int round = 0;
    std::vector<int> clients;
};

struct RunEvent
{
    int round = 0;
    Event event;

    [[nodiscard]] QString sentence() const; ///< "Round 3: …"
    /// The setting that was changed by hand; null for other events.
    [[nodiscard]] const SettingChanged* change() const
    {
        return std::get_if<SettingChanged>(&event.what);
    }
};

/// A run on the Watch page, live or stored.
struct RunCurves
{
    RunTitle title;
    std::optional<ArmLook> alone = {}; ///< how it looks by itself; absent: as its title says
    FederationFacts facts;
    std::shared_ptr<const RunPlan> plan;       ///< null if it cannot be read
    std::shared_ptr<const RunPlan> begun = {}; ///< before any change by hand; null: unknown
    std::string design;                        ///< designOf() the plan that it began with
    std::vector<RecordedChange> toCome;        ///< changes that have not taken effect
    RunStatus status = RunStatus::Running;
    QString reason;
    QString lookFor;                   ///< what the experiment's author looks for
    std::optional<Branch> branch = {}; ///< where it was forked
    int round = -1;                    ///< the newest; −1: none
    double learningRate = 0;           ///< of that round
    RunProgress progress;
    std::array<MetricCurves, kStoredMetrics> metrics;
    /// Every metric, without clients, and every number of clients.
    std::map<std::string, MetricCurves, std::less<>> named;
    std::vector<RoundGroups> groups; ///< of the rounds that formed any
    /// Of the rounds whose participants were drawn from clusters.
    std::vector<RoundGroups> samplingClusters;
    std::vector<RoundParticipants> participants;
    std::vector<RunEvent> events;
    GroupColours colours;
    GroupColours clusterColours;

    /// Adds the next round.
    void append(const RoundMeasurements& measurements);
    /// Takes the rounds after this one away.
    void cutAfter(int last);
    /// Of this round, or of the last before it that formed groups; null: none.
    [[nodiscard]] const RoundGroups* groupsAt(int asOf) const;
    /// Of exactly this round; null: none.
    [[nodiscard]] const RoundGroups* samplingClustersOf(int ofRound) const;
    /// The groups in that round; without groups, its sampling clusters.
    [[nodiscard]] ClientClusters clustersAt(int asOf) const;
    /// The colour number of a client's group or cluster; −1: it is in none.
    [[nodiscard]] int colourAt(int client, int asOf) const;
    /// The plan as it was in that round, with the changes by hand up to then; null without a plan.
    [[nodiscard]] std::shared_ptr<const RunPlan> planAt(int asOf) const;
    /// "stopped. The disk is full."; only the reason where that names the round that failed.
    [[nodiscard]] QString stateWords() const;

private:
    void appendNumbers(const NamedValues& numbers, const RoundMeasurements& measurements);
};

} // namespace coterie::ui
