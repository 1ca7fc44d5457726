#pragma once

#include "core/run/run_queue.h"
#include "ui/runs/report_mailbox.h"

#include <QObject>

namespace coterie::ui {

class RefreshTimer;

/// Controls the run queue from the window: requests are calls, events are signals on the window's
/// thread, at most one batch per tick of the shared timer. The queue has its own thread and writes
/// the store itself.
class RunController final : public QObject
{
    Q_OBJECT

public:
    enum class State
    {
        Idle,
        Running,
        Paused,
        Stopping
    };
    Q_ENUM(State)

    RunController(QueueOptions options, RefreshTimer& timer, QObject* parent = nullptr);
    ~RunController() override; ///< stops at a safe point; runs can be resumed

    /// `commands`: consent to those that these runs start.
    void start(const Experiment& experiment,
               const std::vector<RunPlan>& plans,
               const CommandConsent& commands = {});
    /// Stored runs of this file; empty: of the store that the queue uses now.
    void resume(const std::vector<std::int64_t>& runs,
                const std::filesystem::path& store = {},
                const CommandConsent& commands = {});
    /// Waiting runs: out of the queue, or to its front in this order. The list shows it at once;
    /// the store has it after the round under way.
    void drop(const std::vector<std::int64_t>& runs);
    void arrange(const std::vector<std::int64_t>& runs);
    void pause();
    void proceed();
    /// One more round, then a pause.
    void step();
    void stop();
    /// A setting of the running run, from its next round on.
    void change(const LiveChange& change);

    /// The store that the queue uses now.
    [[nodiscard]] std::filesystem::path store() const;
    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isBusy() const { return m_state != State::Idle; }
    /// The runs that wait for their turn, in order.
    [[nodiscard]] const std::vector<WaitingRun>& waiting() const { return m_waiting; }
    /// Those that the last stop found waiting, until runs are started or resumed.
    [[nodiscard]] const std::vector<std::int64_t>& leftBehind() const { return m_leftBehind; }
    /// Emits what has arrived; called by the timer.
    void deliver();

signals:
    void stateChanged();
    void waitingChanged();
    void runStarted(const coterie::RunHeader& header);
    void planChanged(std::int64_t run,
                     const std::shared_ptr<const coterie::RunPlan>& plan,
                     const std::vector<coterie::RecordedChange>& toCome);
    void changeRefused(const coterie::Error& why);
    void roundMeasured(std::int64_t run, const coterie::ui::RoundMeasurements& measurements);
    /// Whole reports in batches, after their measurements. A very fast run with large reports skips
    /// some.
    void reportsArrived(const std::deque<coterie::ui::RunReport>& reports);
    void runEnded(std::int64_t run, const coterie::RunOutcome& outcome);
    void progressed(const coterie::QueueProgress& progress);
    void queueEnded();
    void troubled(const QString& sentence);

private:
    void setState(State state);
    void begin();
    void take(const QueueChanged& changed);

    QueueOptions m_options;
    RefreshTimer& m_timer;
    ReportMailbox m_mailbox; // outlives the queue, which writes to it
    std::unique_ptr<RunQueue> m_queue;
    State m_state = State::Idle;
    bool m_ending = false;
    std::vector<WaitingRun> m_waiting;
    std::size_t m_edits = 0; ///< of m_waiting; a list with fewer is older than what was asked for
    std::vector<std::int64_t> m_leftBehind;
};

} // namespace coterie::ui
