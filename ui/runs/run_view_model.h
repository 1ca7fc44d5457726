#pragma once

#include "ui/runs/run_curves.h"

#include <QObject>
#include <QStringList>

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace coterie::ui {

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
    /// Whole stored runs, put together off the GUI thread.
    void addRuns(std::vector<RunCurves> runs);
    void addRun(RunCurves run) { addRuns({std::move(run)}); }
    /// `lastKept`: what came after it is not stored, so a resume computes it again.
    void endRun(std::int64_t run,
                RunStatus status,
                const QString& reason,
                std::optional<int> lastKept = {});

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
    /// After the run or a change of it has come: gives all that share its names what tells them
    /// apart, with runChanged() for the others of the first `announced` runs that have a new name.
    void nameAlike(std::size_t index, std::size_t announced);
    /// Gives all runs the looks that Compare gives them together, with runChanged() for those of
    /// the first `announced` that have another one.
    void lookTogether(std::size_t announced);
    void nameAlike(std::size_t index) { nameAlike(index, m_runs.size()); }
    [[nodiscard]] int indexOf(std::int64_t run) const;

    std::vector<RunCurves> m_runs;
    std::map<QString, QString> m_lookFor;                              ///< by experiment
    std::map<std::int64_t, std::vector<RoundMeasurements>> m_keptBack; ///< by run
};

} // namespace coterie::ui
