#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>

namespace coterie {

/// Pause, step one round, stop: set from any thread, obeyed by the run at its next safe point.
/// Stopping is noticed between two local steps, so it takes moments; what the interrupted round did
/// is dropped and recomputed on resume.
class RunControl
{
public:
    void pause();
    void proceed();      ///< end a pause
    void stepOneRound(); ///< run exactly one more round, then pause
    void stop();

    [[nodiscard]] bool isPaused() const;
    [[nodiscard]] bool stopRequested() const { return m_stop.stop_requested(); }
    [[nodiscard]] std::stop_token stopToken() const { return m_stop.get_token(); }

    /// Called by the run between rounds: waits while paused. False if it should stop.
    [[nodiscard]] bool mayStartRound();
    /// True if the next call of mayStartRound would wait: time to flush what is held back.
    [[nodiscard]] bool wouldWait() const;

    /// A live change: the schedule starts from this learning rate, from the next round on.
    void changeLearningRate(double first);
    /// Called by the run between rounds: the change since the last call, if there was one.
    [[nodiscard]] std::optional<double> takeLearningRate();

private:
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::stop_source m_stop;
    bool m_paused = false;
    int m_roundsAllowed = 0; ///< while paused
    std::optional<double> m_learningRate;
};

} // namespace coterie
