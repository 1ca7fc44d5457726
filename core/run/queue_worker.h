#pragma once

#include "core/run/prepare_run.h"
#include "core/run/progress.h"
#include "core/run/run_control.h"
#include "core/run/run_queue.h"
#include "core/store/run_leases.h"
#include "core/store/run_store.h"

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <variant>
#include <vector>

namespace coterie {

class Recorder;
class Run;

struct NewRuns
{
    Experiment experiment;
    std::vector<RunPlan> plans;
};

struct ResumedRuns
{
    std::deque<std::int64_t> ids; ///< what is in the queue leaves
};

/// The thread behind a RunQueue. What other threads ask for is a request under the mutex; all else,
/// the store included, belongs to the queue's thread alone.
class RunQueue::Worker
{
public:
    using Request = std::variant<NewRuns, ResumedRuns>;

    Worker(QueueOptions options, RunObserver& observer);
    ~Worker(); ///< stops safely and waits for it
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    void request(Request request);
    void pause();
    void proceed();
    void stepOneRound();
    Result<void> change(const LiveChange& change);
    void stopCurrent();
    void stop();
    [[nodiscard]] bool isPaused() const;
    [[nodiscard]] bool isIdle() const;
    void waitUntilIdle();

private:
    /// A run that waits for its turn; it is in the store.
    struct Item
    {
        std::int64_t id = 0;
        std::string experimentName;
        RunPlan plan;
        std::optional<Environment> before; ///< of a resumed run: what its rounds so far depended on
        RunLease lease;                    ///< nobody else computes it as long as it is here
    };
    class Listener;

    void work(const std::stop_token& quit);
    [[nodiscard]] bool waitForWork(const std::stop_token& quit);
    [[nodiscard]] bool isStopping() const;
    void becomeIdle();

    // The store. `insist` tells each refusal and waits for proceed(); false if the queue was
    // stopped instead.
    [[nodiscard]] bool insist(const std::function<Result<void>()>& call);
    [[nodiscard]] Result<void> openStore();
    void dropNeedlessStates();
    void takeRequests();
    [[nodiscard]] Result<void> enterPending(); ///< what did not get in stays pending
    [[nodiscard]] Result<void> enter(NewRuns& runs);
    [[nodiscard]] Result<void> enter(ResumedRuns& runs);
    [[nodiscard]] Result<void> enterResumed(std::int64_t id);
    void addItem(Item item);

    void execute(const Item& item);
    /// Brings a resumed run to where it was; `ended` if its stored rounds already decided how.
    [[nodiscard]] Result<void>
    continueRun(const Item& item, Run& run, Recorder& recorder, std::optional<RunOutcome>& ended);
    /// From weights that are not numbers there is nothing to continue.
    void endAgain(const Item& item, const RunOutcome& outcome);
    void executePrepared(const Item& item, Run& run, Recorder& recorder);
    void refuse(const Item& item, const std::string& reason);
    void abandonWaiting();
    void reportProgress();

    const QueueOptions m_options;
    RunObserver& m_observer;

    // Of the queue's thread.
    std::unique_ptr<RunStore> m_store; ///< for everything but the current run's rounds
    std::unique_ptr<RunStore> m_sink;  ///< for those: the recorder writes on a thread of its own
    std::optional<RunLeases> m_leases;
    RunData m_data;
    ProgressMeter m_meter;
    std::deque<Request> m_pending; ///< taken from m_requests, not yet in the store
    std::deque<Item> m_items;
    bool m_itemsChanged = false; ///< since the meter was told of those that wait
    std::int64_t m_currentRun = -1;
    int m_runsBegun = 0; ///< since the queue was last idle

    mutable std::mutex m_mutex; ///< guards what follows
    std::condition_variable_any m_changed;
    std::deque<Request> m_requests;
    std::deque<Request> m_abandoned;       ///< those that a stop found waiting
    std::shared_ptr<RunControl> m_control; ///< of the current run
    bool m_paused = false;
    bool m_troubled = false; ///< waits for proceed() because the store refused
    bool m_stopping = false;
    bool m_idle = true;
    std::jthread m_thread; ///< last, so that it starts when all else is ready
};

} // namespace coterie
