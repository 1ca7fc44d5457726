#include "core/run/run_queue.h"

#include "core/algorithms/registry.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/run/environment.h"
#include "core/run/failures.h"
#include "core/run/prepare_run.h"
#include "core/run/progress.h"
#include "core/run/recorder.h"
#include "core/run/run.h"
#include "core/train/worker_pool.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <iterator>
#include <mutex>
#include <stop_token>
#include <thread>
#include <utility>
#include <variant>

namespace coterie {

namespace {

std::size_t threadCount(int asked)
{
    return asked > 0 ? static_cast<std::size_t>(asked)
                     : std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

} // namespace

/// The queue's thread. Other threads leave requests under the mutex. Everything else, the store
/// included, belongs to the queue's thread alone. It observes the current run, to update progress
/// and list after every round.
class RunQueue::Worker final : public RunObserver
{
public:
    struct NewRuns
    {
        Experiment experiment;
        std::vector<RunPlan> plans;
    };

    struct ResumedRuns
    {
        std::deque<std::int64_t> ids; ///< those that are in the queue leave
    };

    using Request = std::variant<NewRuns, ResumedRuns>;

    Worker(QueueOptions options, RunObserver& observer)
        : m_options(std::move(options))
        , m_observer(observer)
        , m_data(DataFolders{m_options.dataFolders})
        , m_storeFile(m_options.storeFile)
        , m_thread([this](const std::stop_token& quit) { work(quit); })
    {}

    void request(Request request)
    {
        {
            const std::lock_guard lock(m_mutex);
            m_requests.push_back(std::move(request));
            m_idle = false;
        }
        m_changed.notify_all();
    }

    void stop()
    {
        {
            const std::lock_guard lock(m_mutex);
            if (m_idle)
                return;
            m_stopping = true;
            // Only what was requested before the stop is abandoned.
            std::move(m_requests.begin(), m_requests.end(), std::back_inserter(m_abandoned));
            m_requests.clear();
            if (m_control)
                m_control->stop();
        }
        m_changed.notify_all();
    }

    void observe(const QueueEvent& event) override
    {
        m_observer.observe(event);
        if (const auto* changed = std::get_if<PlanChanged>(&event)) {
            m_meter.changePlan(*changed->plan);
            reportProgress();
        } else if (const auto* finished = std::get_if<RoundFinished>(&event)) {
            m_diverged = std::ranges::any_of(finished->report->events, isNonFinite);
            m_meter.roundDone(*finished->report);
            // A run that was requested meanwhile is listed at once. If the store refuses it now, it
            // is tried again later.
            takeRequests();
            static_cast<void>(enterPending());
            reportProgress();
        }
    }

private:
    friend class RunQueue;

    void work(const std::stop_token& quit)
    {
        giveWayToOtherThreads();
        while (waitForWork(quit)) {
            if (!isStopping()) {
                takeRequests();
                static_cast<void>(insist([this] { return enterPending(); }));
            }
            if (isStopping()) {
                abandonWaiting();
            } else if (!m_items.empty()) {
                const QueuedRun item = std::move(m_items.front());
                m_items.pop_front();
                m_itemsChanged = true;
                execute(item);
            }
            if (m_items.empty() && m_pending.empty() && !isStopping())
                becomeIdle();
        }
    }

    [[nodiscard]] bool waitForWork(const std::stop_token& quit)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait(lock, quit, [this] {
            return !m_requests.empty() || !m_pending.empty() || !m_items.empty() || m_stopping;
        });
    }

    [[nodiscard]] bool isStopping() const
    {
        const std::lock_guard lock(m_mutex);
        return m_stopping;
    }

    void becomeIdle()
    {
        {
            const std::lock_guard lock(m_mutex);
            if (!m_requests.empty())
                return;
        }
        m_observer.observe(QueueEnded{});
        m_runsBegun = 0;
        m_reported.clear();
        {
            const std::lock_guard lock(m_mutex);
            m_idle = m_requests.empty();
        }
        m_changed.notify_all();
    }

    /// Ends a pause, or has one more round before it; a refused store is tried again.
    void proceed(bool paused, void (RunControl::*tell)())
    {
        {
            const std::lock_guard lock(m_mutex);
            m_paused = paused;
            m_troubled = false;
            if (m_control)
                ((*m_control).*tell)();
        }
        m_changed.notify_all();
    }

    /// Repeats a call of the store: reports each refusal and waits for proceed(). One that waiting
    /// cannot help against stops the queue. False if it was stopped.
    [[nodiscard]] bool insist(const std::function<Result<void>()>& call)
    {
        for (Result<void> done = call(); !done; done = call()) {
            report(done.error());
            if (!canPass(done.error())) {
                stop();
                return false;
            }
            std::unique_lock lock(m_mutex);
            m_troubled = !m_stopping;
            m_changed.wait(lock, [this] { return !m_troubled || m_stopping; });
            m_troubled = false;
            if (m_stopping)
                return false;
        }
        return true;
    }

    /// A store that was deleted is not the one that its file's name means any more.
    void leaveDeletedStore()
    {
        if (m_currentRun >= 0 || !m_items.empty() || !m_store)
            return;
        if (m_store->file() == m_options.storeFile && !m_store->isGone())
            return;
        m_store.reset();
        m_sink.reset();
        m_leases.reset();
        setStoreFile(m_options.storeFile);
    }

    void setStoreFile(const std::filesystem::path& file)
    {
        const std::lock_guard lock(m_mutex);
        m_storeFile = file;
    }

    [[nodiscard]] Result<void> openStore()
    {
        leaveDeletedStore();
        for (std::unique_ptr<RunStore>* store : {&m_store, &m_sink}) {
            if (*store)
                continue;
            COTERIE_TRY(*store, RunStore::open(m_options.storeFile));
        }
        if (!m_leases) {
            COTERIE_TRY(m_leases, RunLeases::open(m_options.storeFile));
            m_store->dropNeedlessStates(*m_leases);
        }
        return {};
    }

    void takeRequests()
    {
        const std::lock_guard lock(m_mutex);
        if (m_stopping)
            return; // a stop does not abandon later requests
        std::move(m_requests.begin(), m_requests.end(), std::back_inserter(m_pending));
        m_requests.clear();
    }

    /// What the store refused stays pending.
    [[nodiscard]] Result<void> enterPending()
    {
        for (; !m_pending.empty(); m_pending.pop_front()) {
            COTERIE_CHECK(openStore());
            COTERIE_CHECK(
                std::visit([this](auto& runs) { return enter(runs); }, m_pending.front()));
        }
        return {};
    }

    [[nodiscard]] Result<void> enter(NewRuns& runs)
    {
        const Experiment& experiment = runs.experiment;
        COTERIE_TRY(const std::int64_t stored,
                    m_store->addExperiment(experiment.name,
                                           writeExperiment(experiment),
                                           canonicalHash(experiment, registry())));
        // All or none, so that trying again after a refusal enters none twice.
        COTERIE_TRY(const std::vector<std::int64_t> ids,
                    m_store->addRuns(stored, runs.plans, currentEnvironment({})));
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (Result<RunLease> lease = m_leases->take(ids[i]))
                addItem({.id = ids[i],
                         .experimentName = experiment.name,
                         .plan = std::move(runs.plans[i]),
                         .before = std::nullopt,
                         .lease = std::move(*lease)});
            else // another queue resumes all there is, and saw it first
                report(lease.error());
        }
        return {};
    }

    [[nodiscard]] Result<void> enter(ResumedRuns& runs)
    {
        for (; !runs.ids.empty(); runs.ids.pop_front())
            COTERIE_CHECK(enterResumed(runs.ids.front()));
        return {};
    }

    [[nodiscard]] Result<void> enterResumed(std::int64_t id)
    {
        const bool isKnown =
            id == m_currentRun || std::ranges::find(m_items, id, &QueuedRun::id) != m_items.end();
        Result<QueuedRun> item =
            isKnown ? fail({}, "Run " + std::to_string(id) + " is already in the queue.")
                    : resumedRun(*m_store, *m_leases, id, m_options.device);
        if (!item) {
            report(item.error());
            return {};
        }
        COTERIE_CHECK(m_store->setStatus(id, RunStatus::Queued, {}));
        addItem(std::move(*item));
        return {};
    }

    void addItem(QueuedRun item)
    {
        m_items.push_back(std::move(item));
        m_itemsChanged = true;
    }

    void execute(const QueuedRun& item)
    {
        ++m_runsBegun;
        m_currentRun = item.id;
        {
            const std::lock_guard lock(m_mutex);
            m_control = std::make_shared<RunControl>();
            if (m_paused)
                m_control->pause();
            if (m_stopping)
                m_control->stop();
        }
        std::unique_ptr<Run> run;
        Recorder recorder(*m_sink, item.id, item.plan.checkpointSeconds);
        std::optional<RunOutcome> ended;
        bool mustWait = false; // for the store, not for what else is refused
        const auto prepare = [&]() -> Result<void> {
            COTERIE_TRY(run,
                        prepareRun(item.plan,
                                   m_data,
                                   threadCount(m_options.threads),
                                   deviceFor(item.plan, m_options.device),
                                   item.before.has_value()));
            Result<std::optional<RunOutcome>> continued =
                continueRun(*m_store, item, *run, recorder);
            mustWait = !continued && canPass(continued.error());
            COTERIE_TRY(ended, std::move(continued));
            return {};
        };
        std::optional<std::string> refusal;
        const bool goesOn = insist([&]() -> Result<void> {
            Result<void> prepared;
            mustWait = false;
            refusal = failureOf("Preparing the run", [&] { prepared = prepare(); });
            if (mustWait)
                return prepared;
            if (!refusal && !prepared)
                refusal = prepared.error().sentence();
            return {};
        });
        if (!goesOn) {
            leave(item, 0);
        } else if (refusal) {
            m_observer.observe(Trouble{*refusal});
            end(item, {.status = RunStatus::Failed, .reason = *refusal, .roundsDone = 0}, false);
        } else if (ended) {
            end(item, *ended, true); // from weights that are not numbers nothing can continue
        } else {
            executePrepared(item, *run, recorder);
        }
        m_currentRun = -1;
        const std::lock_guard lock(m_mutex);
        m_control.reset();
    }

    void executePrepared(const QueuedRun& item, Run& run, Recorder& recorder)
    {
        const Environment environment = currentEnvironment(run.deviceName());
        if (!insist([&] { return m_store->setEnvironment(item.id, environment); })) {
            leave(item, std::max(0, run.roundsDone()));
            return;
        }
        const Result<RunRow> row = m_store->run(item.id);
        m_observer.observe(RunHeader{.id = item.id,
                                     .plan = run.plan(),
                                     .experimentName = item.experimentName,
                                     .facts = run.facts(),
                                     .environment = environment,
                                     .resumed = item.before.has_value(),
                                     .toCome = run.changesToCome(),
                                     .look = row ? row->look : run.plan().armIndex,
                                     .sweepPlace = row ? row->sweepPlace : 0});
        m_meter.beginRun(
            run.plan(), run.facts(), run.input(), run.roundsDone(), threadCount(m_options.threads));
        reportProgress();

        m_diverged = false;
        const RunOutcome outcome = runRounds(run,
                                             {.id = item.id,
                                              .sink = *m_sink,
                                              .recorder = recorder,
                                              .control = *m_control,
                                              .observer = *this});
        m_meter.endRun();
        followRescue();
        if (outcome.status == RunStatus::Stopped)
            stop(); // by the user already, or the store refused what no other run can write either
        // A finished run needs no state, and a diverged one cannot continue.
        if (outcome.status == RunStatus::Finished || m_diverged)
            static_cast<void>(insist([&] { return m_store->dropCheckpoint(item.id); }));
        m_observer.observe(RunEnded{item.id, outcome});
    }

    /// Where the sink has gone, because its file was deleted, the other runs are too.
    void followRescue()
    {
        if (m_sink->file() == m_store->file())
            return;
        setStoreFile(m_sink->file());
        if (Result<std::unique_ptr<RunStore>> rescued = RunStore::open(m_sink->file()))
            m_store = std::move(*rescued);
        else
            report(rescued.error());
    }

    /// A run whose beginning the store refused until the queue was stopped.
    void leave(const QueuedRun& item, int roundsDone)
    {
        const RunOutcome outcome{
            .status = RunStatus::Stopped,
            .reason = "Stopped because the run store could not be written. You can resume it.",
            .roundsDone = roundsDone};
        // If the store refuses this too, the run stays listed as waiting. insist() reported it.
        static_cast<void>(m_store->setStatus(item.id, outcome.status, outcome.reason));
        m_observer.observe(RunEnded{item.id, outcome});
    }

    /// Tells the store, then the observer.
    void end(const QueuedRun& item, const RunOutcome& outcome, bool dropsState)
    {
        static_cast<void>(insist([&] {
            const Result<void> stored = m_store->setStatus(item.id, outcome.status, outcome.reason);
            return stored && dropsState ? m_store->dropCheckpoint(item.id) : stored;
        }));
        m_observer.observe(RunEnded{item.id, outcome});
    }

    void abandonWaiting()
    {
        {
            const std::lock_guard lock(m_mutex);
            std::move(m_abandoned.begin(), m_abandoned.end(), std::back_inserter(m_pending));
            m_abandoned.clear();
            m_stopping = false;
        }
        // They are listed all the same, so that they can be resumed.
        Result<void> done = enterPending();
        m_pending.clear();
        for (const QueuedRun& item : std::exchange(m_items, {}))
            if (done)
                done = m_store->setStatus(
                    item.id, RunStatus::Stopped, std::string(kStoppedBeforeItsTurn));
        if (!done)
            report(done.error());
    }

    void reportProgress()
    {
        if (std::exchange(m_itemsChanged, false)) {
            std::vector<const RunPlan*> waiting;
            waiting.reserve(m_items.size());
            for (const QueuedRun& item : m_items)
                waiting.push_back(&item.plan);
            m_meter.setWaiting(waiting);
        }
        const int runs = m_runsBegun + static_cast<int>(m_items.size());
        m_observer.observe(m_meter.progress(m_runsBegun, runs));
    }

    /// Once for each refusal that lasts.
    void report(const Error& refusal)
    {
        const std::string sentence = refusal.sentence();
        if (sentence != std::exchange(m_reported, canPass(refusal) ? std::string() : sentence))
            m_observer.observe(Trouble{sentence});
    }

    const QueueOptions m_options;
    RunObserver& m_observer;

    // Of the queue's thread.
    std::unique_ptr<RunStore> m_store; ///< for everything but the current run's rounds
    std::unique_ptr<RunStore> m_sink;  ///< for those: the recorder writes on a thread of its own
    std::optional<RunLeases> m_leases;
    RunData m_data;
    ProgressMeter m_meter;
    std::deque<Request> m_pending; ///< taken from m_requests, not yet in the store
    std::deque<QueuedRun> m_items;
    bool m_itemsChanged = false; ///< since the meter got the list of waiting runs
    std::string m_reported;      ///< the last refusal that waiting does not help against
    bool m_diverged = false;     ///< the current run's last round
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
    std::filesystem::path m_storeFile;
    std::jthread m_thread; ///< last, so that it starts when all else is ready
};

RunQueue::RunQueue(QueueOptions options, RunObserver& observer)
    : m_worker(std::make_unique<Worker>(std::move(options), observer))
{}

RunQueue::~RunQueue()
{
    stop();
}

void RunQueue::add(const Experiment& experiment, const std::vector<RunPlan>& plans)
{
    m_worker->request(Worker::NewRuns{experiment, plans});
}

void RunQueue::resume(const std::vector<std::int64_t>& runs)
{
    m_worker->request(Worker::ResumedRuns{{runs.begin(), runs.end()}});
}

void RunQueue::pause()
{
    const std::lock_guard lock(m_worker->m_mutex);
    m_worker->m_paused = true;
    if (m_worker->m_control)
        m_worker->m_control->pause();
}

void RunQueue::proceed()
{
    m_worker->proceed(false, &RunControl::proceed);
}

void RunQueue::stepOneRound()
{
    m_worker->proceed(true, &RunControl::stepOneRound);
}

Result<void> RunQueue::change(const LiveChange& change)
{
    const std::lock_guard lock(m_worker->m_mutex);
    return m_worker->m_control ? m_worker->m_control->change(change)
                               : fail(change.place, "no run is running");
}

void RunQueue::stop()
{
    m_worker->stop();
}

bool RunQueue::isPaused() const
{
    const std::lock_guard lock(m_worker->m_mutex);
    return m_worker->m_paused || m_worker->m_troubled
           || (m_worker->m_control && m_worker->m_control->isPaused());
}

bool RunQueue::isIdle() const
{
    const std::lock_guard lock(m_worker->m_mutex);
    return m_worker->m_idle;
}

std::filesystem::path RunQueue::storeFile() const
{
    const std::lock_guard lock(m_worker->m_mutex);
    return m_worker->m_storeFile;
}

void RunQueue::waitUntilIdle()
{
    std::unique_lock lock(m_worker->m_mutex);
    m_worker->m_changed.wait(lock, [this] { return m_worker->m_idle; });
}

} // namespace coterie
