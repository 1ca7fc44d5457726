#pragma once

#include "core/experiment/experiment.h"
#include "core/experiment/external_command.h"
#include "core/run/run_control.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <stop_token>
#include <variant>
#include <vector>

namespace coterie {

struct NewRuns
{
    Experiment experiment;
    std::vector<RunPlan> plans;
    CommandConsent commands = {};
};

struct ResumedRuns
{
    std::deque<std::int64_t> ids;     ///< those that are in the queue leave
    std::filesystem::path store = {}; ///< whose numbers they are
    CommandConsent commands = {};
};

/// Waiting runs that leave the queue.
struct DroppedRuns
{
    std::vector<std::int64_t> ids;
};

/// Waiting runs that come first, in this order.
struct ArrangedRuns
{
    std::vector<std::int64_t> ids;
};

using QueueRequest = std::variant<NewRuns, ResumedRuns, DroppedRuns, ArrangedRuns>;

/// Whether it changes the list of waiting runs; see QueueChanged::edits.
[[nodiscard]] inline bool isEdit(const QueueRequest& request)
{
    return std::holds_alternative<DroppedRuns>(request)
           || std::holds_alternative<ArrangedRuns>(request);
}

/// What other threads ask of a queue, and how the queue's own thread waits for it. Thread-safe.
class QueueRequests
{
public:
    void add(QueueRequest request);
    void pause();
    void proceed(); ///< a refused store is tried again
    void stepOneRound();
    [[nodiscard]] Result<void> change(const LiveChange& change);
    /// Abandons what was requested so far, and nothing that is requested later.
    void stop();
    [[nodiscard]] bool isPaused() const;
    [[nodiscard]] bool isIdle() const;
    void waitUntilIdle();

    // Of the queue's thread.

    /// Waits until there is something to do; `hasWork`: there is already. False at the end.
    [[nodiscard]] bool waitForWork(const std::stop_token& quit, bool hasWork);
    [[nodiscard]] bool isStopping() const;
    /// A stop that nobody asked for. It adds nothing to one that somebody asked for.
    void giveUp();
    /// Appends all requests, but none during a stop.
    void take(std::deque<QueueRequest>& taken);
    /// Appends those that the stop found waiting, and ends the stop.
    void takeAbandoned(std::deque<QueueRequest>& taken);
    /// Waits for proceed(). False if the queue was stopped.
    [[nodiscard]] bool waitToTryAgain();
    [[nodiscard]] RunControl& beginRun();
    void endRun();
    [[nodiscard]] bool isEmpty() const;
    void becomeIdle(); ///< unless something was requested or a stop has to be obeyed

private:
    void goOn(bool paused, void (RunControl::*tell)());
    void abandon(); ///< under the mutex

    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<QueueRequest> m_requests;
    std::deque<QueueRequest> m_abandoned;  ///< those that a stop found waiting
    std::unique_ptr<RunControl> m_control; ///< of the current run
    bool m_paused = false;
    bool m_troubled = false; ///< waits for proceed() because the store refused
    bool m_stopping = false;
    bool m_idle = true;
};

} // namespace coterie
