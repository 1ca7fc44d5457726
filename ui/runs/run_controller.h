#pragma once

#include "ui/runs/report_mailbox.h"

#include <QObject>

namespace coterie::ui {

class RefreshTimer;

/// The window's hand on the run queue: wishes go down as calls, facts come up as signals on the
/// window's thread, at most one batch per tick of the shared timer. The queue lives on its own
/// thread and writes the store by itself.
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
    ~RunController() override; ///< stops at a safe point; what ran stays resumable

    void start(const Experiment& experiment, const std::vector<RunPlan>& plans);
    void resume(const std::vector<std::int64_t>& runs);
    void pause();
    void proceed();
    /// One more round, then a pause.
    void step();
    void stop();
    /// A setting of the running run, from its next round on.
    void change(const LiveChange& change);

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] bool isBusy() const { return m_state != State::Idle; }
    /// Hands over what has arrived; the timer calls it.
    void deliver();

signals:
    void stateChanged();
    void runStarted(const coterie::RunHeader& header);
    /// A setting was changed by hand: the plan as it holds from the next round on.
    void planChanged(std::int64_t run,
                     const std::shared_ptr<const coterie::RunPlan>& plan,
                     const std::vector<coterie::RecordedChange>& toCome);
    /// What change() was asked for cannot be.
    void changeRefused(const coterie::Error& why);
    void roundMeasured(std::int64_t run, const coterie::ui::RoundMeasurements& measurements);
    /// Whole reports, a batch at a time and after their measurements; a very fast run of very large
    /// ones leaves some out.
    void reportsArrived(const std::deque<coterie::ui::RunReport>& reports);
    void runEnded(std::int64_t run, const coterie::RunOutcome& outcome);
    void progressed(const coterie::QueueProgress& progress);
    void queueEnded();
    void troubled(const QString& sentence);

private:
    void setState(State state);
    void begin();

    QueueOptions m_options;
    RefreshTimer& m_timer;
    ReportMailbox m_mailbox; // outlives the queue, which writes to it
    std::unique_ptr<RunQueue> m_queue;
    State m_state = State::Idle;
    bool m_ending = false;
};

} // namespace coterie::ui
