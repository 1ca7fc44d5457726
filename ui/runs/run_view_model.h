#pragma once

#include "core/run/run_queue.h"
#include "core/store/run_store.h"
#include "ui/runs/group_colours.h"
#include "ui/runs/round_measurements.h"

#include <QObject>
#include <QString>

#include <functional>
#include <map>
#include <memory>
#include <string>

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
    std::size_t look = 0; ///< of its arm; see armLooks()
    std::uint64_t seed = 0;
    QString sweep;              ///< "α = 10" or empty
    std::size_t sweepPlace = 0; ///< RunRow::sweepPlace
    int roundsPlanned = 0;
    QString name = {}; ///< the user's own; empty: none

    /// "FedAvg · α = 10".
    [[nodiscard]] QString label() const;
    /// "FedAvg · α = 10, seed 1", after the user's name: "baseline (FedAvg · α = 10, seed 1)".
    [[nodiscard]] QString fullLabel() const;
};

[[nodiscard]] RunTitle titleOf(const RunHeader& header);
[[nodiscard]] RunTitle titleOf(const RunRow& row);

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
    FederationFacts facts;
    std::shared_ptr<const RunPlan> plan; ///< null if it cannot be read
    std::string design;                  ///< designOf() the plan that it began with
    std::vector<RecordedChange> toCome;  ///< changes that have not taken effect
    RunStatus status = RunStatus::Running;
    QString reason;
    QString lookFor;                   ///< what the experiment's author looks for
    std::optional<Branch> branch = {}; ///< where it was forked
    int round = -1;                    ///< the newest; −1: none
    double learningRate = 0;           ///< of that round
    RunProgress progress;
    std::array<MetricCurves, kStoredMetrics> metrics;
    std::map<std::string, MetricCurves, std::less<>> named; ///< every metric, without clients
    std::vector<RoundGroups> groups;                        ///< of the rounds that formed any
    /// Of the rounds whose participants were drawn from clusters.
    std::vector<RoundGroups> samplingClusters;
    std::vector<RoundParticipants> participants;
    std::vector<RunEvent> events;
    GroupColours colours;
    GroupColours clusterColours;

    /// Adds the next round.
    void append(const RoundMeasurements& measurements);
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
};

/// The runs on screen. Live and stored runs use the same calls, so that every view shows both
/// alike.
class RunViewModel final : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    void clear();
    /// For the runs of this experiment that begin from now on.
    void setLookFor(const QString& experiment, const QString& lookFor);
    void beginRun(const RunTitle& title,
                  const FederationFacts& facts = {},
                  std::shared_ptr<const RunPlan> plan = {},
                  bool isResumed = false,
                  std::vector<RecordedChange> toCome = {});
    /// Resumed runs whose earlier rounds have not arrived. Their new rounds wait, as sums and group
    /// colours depend on the earlier ones.
    [[nodiscard]] std::vector<std::int64_t> waitingForHistory() const;
    /// The earlier rounds of resumed runs.
    void putBefore(const std::vector<RunCurves>& histories);
    /// The earlier rounds will not arrive.
    void goWithoutHistory();
    void append(std::int64_t run, const RoundMeasurements& measurements);
    /// After a setting was changed.
    void setPlan(std::int64_t run,
                 std::shared_ptr<const RunPlan> plan,
                 std::vector<RecordedChange> toCome = {});
    /// A whole stored run, put together off the GUI thread.
    void addRun(RunCurves run);
    void endRun(std::int64_t run, RunStatus status, const QString& reason);

    [[nodiscard]] const std::vector<RunCurves>& runs() const { return m_runs; }
    [[nodiscard]] const RunCurves* find(std::int64_t run) const;
    [[nodiscard]] bool isEmpty() const { return m_runs.empty(); }
    /// The names of the runs' experiments, each once, in the order of the runs.
    [[nodiscard]] QStringList experiments() const;
    /// What to look for in the runs; empty if they differ.
    [[nodiscard]] QString lookFor() const;
    /// The newest round of any run, and the most rounds planned, for the round axis.
    [[nodiscard]] int newestRound() const;
    [[nodiscard]] int roundsPlanned() const;

signals:
    void cleared();
    void runBegun(int index);
    void runChanged(int index);

private:
    void release(std::int64_t run);
    [[nodiscard]] int indexOf(std::int64_t run) const;

    std::vector<RunCurves> m_runs;
    std::map<QString, QString> m_lookFor;                              ///< by experiment
    std::map<std::int64_t, std::vector<RoundMeasurements>> m_keptBack; ///< by run
};

} // namespace coterie::ui
