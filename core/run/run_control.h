#pragma once

#include "core/base/result.h"
#include "core/experiment/live_change.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <vector>

namespace coterie {

/// Pause, step one round, stop, change a setting: set from any thread, obeyed by the run at its
/// next safe point. A stop takes effect between two local steps; the interrupted round is
/// recomputed on resume.
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

    /// A setting's new value from the next round on, or the reason against it. The last value of a
    /// setting counts.
    Result<void> change(const LiveChange& change);
    /// Called by the run: what may change, its current values, and the round a change would hold
    /// for.
    void offer(std::vector<LiveSetting> settings, int nextRound);
    /// Called by the run before it begins this round: the changes since the last call.
    [[nodiscard]] std::vector<LiveChange> takeChanges(int round);
    /// Called by the run when all its rounds are done: true unless more rounds were requested. No
    /// change is accepted after that.
    [[nodiscard]] bool mayEnd();
    /// Called by the run when it has ended: the changes that no round took. No change is accepted
    /// after that.
    [[nodiscard]] std::vector<LiveChange> takeLastChanges();

private:
    [[nodiscard]] bool isLastRound() const;

    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::stop_source m_stop;
    bool m_paused = false;
    int m_roundsAllowed = 0;             ///< while paused
    std::vector<LiveSetting> m_settings; ///< with their requested values
    std::vector<LiveChange> m_changes;   ///< each setting at most once
    int m_nextRound = 1;
    bool m_ended = false;
};

} // namespace coterie
