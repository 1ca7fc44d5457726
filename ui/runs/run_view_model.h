#pragma once

#include "core/run/run_queue.h"
#include "core/store/run_store.h"
#include "ui/runs/group_colours.h"
#include "ui/runs/round_measurements.h"

#include <QObject>
#include <QString>

#include <limits>
#include <map>
#include <memory>

namespace coterie::ui {

/// One column pair, appended to and never rewritten. What fitting needs is kept as it grows.
struct Curve
{
    std::vector<double> rounds;
    std::vector<double> values; ///< may hold NaN and infinities
    std::size_t nonFinite = 0;
    double lowest = std::numeric_limits<double>::infinity(); ///< of the finite values
    double highest = -std::numeric_limits<double>::infinity();
    double lowestPositive = std::numeric_limits<double>::infinity(); ///< for a logarithmic axis

    void append(double round, double value);
    [[nodiscard]] bool empty() const { return rounds.empty(); }
    /// The value at this round, or the newest before it; absent before the first.
    [[nodiscard]] std::optional<double> at(double round) const;
};

/// What a run has spent after each of its rounds, added up: axes other than the round.
struct RunProgress
{
    std::vector<double> rounds; ///< ascending
    std::vector<double> seconds;
    std::vector<double> steps;
    std::vector<double> bits;

    void append(const RoundMeasurements& round);
};

/// The lines of one metric of one run.
struct MetricCurves
{
    Curve mean;
    std::vector<Curve> clients; ///< by client number
};

/// What names a run on screen, live or stored.
struct RunTitle
{
    std::int64_t id = 0;
    QString experiment;
    QString arm;
    std::size_t look = 0; ///< its arm's; see armLooks()
    std::uint64_t seed = 0;
    QString sweep; ///< "α = 10" or empty
    std::size_t sweepPlace = 0; ///< RunRow::sweepPlace
    int roundsPlanned = 0;

    /// "FedAvg · α = 10".
    [[nodiscard]] QString label() const;
    /// "FedAvg · α = 10, seed 1".
    [[nodiscard]] QString fullLabel() const;
};

[[nodiscard]] RunTitle titleOf(const RunHeader& header);
[[nodiscard]] RunTitle titleOf(const RunRow& row);

/// Who trained with whom in one round.
struct RoundGroups
{
    int round = 0;
    std::vector<std::vector<int>> groups;
    std::vector<int>
        colours; ///< of each group: a number that follows its clients from round to round
    /// Of each of its clients: the round in which it came into this group, or was left alone.
    std::vector<std::vector<int>> joined = {};
    /// The clients side by side with their groups and as near as can be to where the rounds before
    /// had them; shared by rounds of the same groups.
    std::shared_ptr<const std::vector<int>> order = {};

    /// Of each client what its group has as its own in `values`; −1: it is in none.
    [[nodiscard]] std::vector<int> ofClients(const std::vector<int>& values,
                                             std::size_t clients) const;
    /// Of each client when it joined its group; −1: it is in none.
    [[nodiscard]] std::vector<int> joinedOfClients(std::size_t clients) const;
};

/// What clients are coloured and ordered by where a view has room for one kind only.
struct ClientClusters
{
    const RoundGroups* formed = nullptr; ///< null: neither kind
    bool areForSampling = false;         ///< clusters to draw participants from, no groups
};

struct RoundParticipants
{
    int round = 0;
    std::vector<int> clients;
};

/// What happened, for the log.
struct RunEvent
{
    int round = 0;
    Event event;

    [[nodiscard]] QString sentence() const; ///< "Round 3: …"
    /// A setting was changed by hand while the run went on.
    [[nodiscard]] bool isLiveChange() const { return event.kind == "liveChange"; }
};

/// A run as the Watch page wants it, live or stored.
struct RunCurves
{
    RunTitle title;
    FederationFacts facts;
    std::shared_ptr<const RunPlan> plan; ///< null where it cannot be read
    std::vector<RecordedChange> toCome;  ///< changes by hand that no round has had so far
    RunStatus status = RunStatus::Running;
    QString reason;
    QString lookFor; ///< what the experiment's author would look for
    int round = -1;          ///< the newest; −1 before any
    double learningRate = 0; ///< of that round
    RunProgress progress;
    std::array<MetricCurves, kStoredMetrics> metrics;
    std::vector<RoundGroups> groups; ///< of the rounds whose method formed any
    /// Of the rounds whose participants were drawn from clusters. Nothing trains together in them.
    std::vector<RoundGroups> samplingClusters;
    std::vector<RoundParticipants> participants;
    std::vector<RunEvent> events;
    GroupColours colours;
    GroupColours clusterColours;

    /// Takes in the next round.
    void append(const RoundMeasurements& measurements);
    /// Of this round, or of the newest before it that formed groups; null before the first.
    [[nodiscard]] const RoundGroups* groupsAt(int asOf) const;
    /// Of exactly this round; null where it was not drawn from clusters.
    [[nodiscard]] const RoundGroups* samplingClustersOf(int ofRound) const;
    /// The groups of that round; where the method forms none, the clusters its participants were
    /// drawn from.
    [[nodiscard]] ClientClusters clustersAt(int asOf) const;
    /// The colour number that a client has by them; −1: it is in none.
    [[nodiscard]] int colourAt(int client, int asOf) const;
};

/// The runs on screen. A live run and a stored one feed the same calls, so every view shows both
/// alike.
class RunViewModel final : public QObject
{
    Q_OBJECT

public:
    explicit RunViewModel(QObject* parent = nullptr);

    void clear();
    /// What is said of the runs of this experiment that begin from now on.
    void setLookFor(const QString& experiment, const QString& lookFor);
    void beginRun(const RunTitle& title,
                  const FederationFacts& facts = {},
                  std::shared_ptr<const RunPlan> plan = {},
                  bool goesOn = false,
                  std::vector<RecordedChange> toCome = {});
    /// The runs that go on and whose earlier rounds have not come: what they measure is kept back
    /// until then, as sums and group colours grow from the first round.
    [[nodiscard]] std::vector<std::int64_t> waitingForHistory() const;
    /// The earlier rounds of runs that go on.
    void putBefore(const std::vector<RunCurves>& histories);
    /// They will not come.
    void goWithoutHistory();
    void append(std::int64_t run, const RoundMeasurements& measurements);
    /// A setting was changed by hand.
    void setPlan(std::int64_t run,
                 std::shared_ptr<const RunPlan> plan,
                 std::vector<RecordedChange> toCome = {});
    /// A whole run at once: that of a store, put together off the GUI thread.
    void addRun(RunCurves run);
    void endRun(std::int64_t run, RunStatus status, const QString& reason);

    [[nodiscard]] const std::vector<RunCurves>& runs() const { return m_runs; }
    [[nodiscard]] const RunCurves* find(std::int64_t run) const;
    [[nodiscard]] bool isEmpty() const { return m_runs.empty(); }
    /// The names of the experiments the runs belong to, each once, in the order of the runs.
    [[nodiscard]] QStringList experiments() const;
    /// What to look for in them; empty where each of several would have its own.
    [[nodiscard]] QString lookFor() const;
    /// The newest round of any run, and the most rounds planned: what the round axis must span.
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
    std::map<QString, QString> m_lookFor; ///< by experiment
    std::map<std::int64_t, std::vector<RoundMeasurements>> m_keptBack; ///< by run
};

} // namespace coterie::ui
