#include "core/run/queue_worker.h"

#include "core/algorithms/registry.h"
#include "core/experiment/experiment_json.h"
#include "core/run/environment.h"
#include "core/run/prepare_run.h"
#include "core/run/recorder.h"
#include "core/run/run.h"
#include "core/run/run_events.h"
#include "core/train/worker_pool.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace coterie {

namespace {

std::size_t threadCount(int asked)
{
    return asked > 0 ? static_cast<std::size_t>(asked)
                     : std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

} // namespace

/// Stands between a run and the queue's observer, so that the queue can keep its books after every
/// round.
class RunQueue::Worker::Listener final : public RunObserver
{
public:
    explicit Listener(Worker& worker)
        : m_worker(worker)
    {}

    void planChanged(std::int64_t run,
                     const std::shared_ptr<const RunPlan>& plan,
                     const std::vector<RecordedChange>& toCome) override
    {
        m_worker.m_observer.planChanged(run, plan, toCome);
        m_worker.m_meter.changePlan(*plan);
        m_worker.reportProgress();
    }
    void roundFinished(std::int64_t run, const std::shared_ptr<const RoundReport>& report) override
    {
        m_diverged = std::any_of(report->events.begin(), report->events.end(), isNonFinite);
        m_worker.m_observer.roundFinished(run, report);
        m_worker.m_meter.roundDone(*report);
        // A run that is asked for meanwhile is listed at once; what the store refuses now is tried
        // again later.
        m_worker.takeRequests();
        static_cast<void>(m_worker.enterPending());
        m_worker.reportProgress();
    }
    void troubled(const std::string& sentence) override { m_worker.m_observer.troubled(sentence); }

    [[nodiscard]] bool diverged() const { return m_diverged; }

private:
    Worker& m_worker;
    bool m_diverged = false;
};

RunQueue::Worker::Worker(QueueOptions options, RunObserver& observer)
    : m_options(std::move(options))
    , m_observer(observer)
    , m_data(DataFolders{m_options.dataFolders})
    , m_thread([this](const std::stop_token& quit) { work(quit); })
{}

RunQueue::Worker::~Worker()
{
    stop();
    m_thread.request_stop();
}

void RunQueue::Worker::request(Request request)
{
    {
        const std::lock_guard lock(m_mutex);
        m_requests.push_back(std::move(request));
        m_idle = false;
    }
    m_changed.notify_all();
}

void RunQueue::Worker::pause()
{
    const std::lock_guard lock(m_mutex);
    m_paused = true;
    if (m_control)
        m_control->pause();
}

void RunQueue::Worker::proceed()
{
    {
        const std::lock_guard lock(m_mutex);
        m_paused = false;
        m_troubled = false;
        if (m_control)
            m_control->proceed();
    }
    m_changed.notify_all();
}

void RunQueue::Worker::stepOneRound()
{
    {
        const std::lock_guard lock(m_mutex);
        m_paused = true;
        m_troubled = false;
        if (m_control)
            m_control->stepOneRound();
    }
    m_changed.notify_all();
}

Result<void> RunQueue::Worker::change(const LiveChange& change)
{
    const std::lock_guard lock(m_mutex);
    return m_control ? m_control->change(change) : fail(change.place, "no run is going on");
}

void RunQueue::Worker::stopCurrent()
{
    const std::lock_guard lock(m_mutex);
    if (m_control)
        m_control->stop();
}

void RunQueue::Worker::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_idle)
            return;
        m_stopping = true;
        // What is asked for from now on is not meant.
        std::move(m_requests.begin(), m_requests.end(), std::back_inserter(m_abandoned));
        m_requests.clear();
        if (m_control)
            m_control->stop();
    }
    m_changed.notify_all();
}

bool RunQueue::Worker::isPaused() const
{
    const std::lock_guard lock(m_mutex);
    return m_paused || m_troubled || (m_control && m_control->isPaused());
}

bool RunQueue::Worker::isIdle() const
{
    const std::lock_guard lock(m_mutex);
    return m_idle;
}

void RunQueue::Worker::waitUntilIdle()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_idle; });
}

void RunQueue::Worker::work(const std::stop_token& quit)
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
            const Item item = std::move(m_items.front());
            m_items.pop_front();
            m_itemsChanged = true;
            execute(item);
        }
        if (m_items.empty() && m_pending.empty() && !isStopping())
            becomeIdle();
    }
}

bool RunQueue::Worker::waitForWork(const std::stop_token& quit)
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait(lock, quit, [this] {
        return !m_requests.empty() || !m_pending.empty() || !m_items.empty() || m_stopping;
    });
}

bool RunQueue::Worker::isStopping() const
{
    const std::lock_guard lock(m_mutex);
    return m_stopping;
}

void RunQueue::Worker::becomeIdle()
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_requests.empty())
            return;
    }
    m_observer.queueEnded();
    m_runsBegun = 0;
    {
        const std::lock_guard lock(m_mutex);
        m_idle = m_requests.empty();
    }
    m_changed.notify_all();
}

void RunQueue::Worker::abandonWaiting()
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
    for (const Item& item : std::exchange(m_items, {})) {
        if (done)
            done =
                m_store->setStatus(item.id, RunStatus::Stopped, std::string(kStoppedBeforeItsTurn));
    }
    if (!done)
        m_observer.troubled(done.error().sentence());
}

void RunQueue::Worker::execute(const Item& item)
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
    std::optional<std::string> refusal;
    std::optional<RunOutcome> ended;
    const std::optional<std::string> failure = failureOf("Preparing the run", [&] {
        Result<std::unique_ptr<Run>> prepared =
            prepareRun(item.plan,
                       m_data,
                       threadCount(m_options.threads),
                       m_options.device.empty() ? item.plan.device : m_options.device,
                       item.before.has_value());
        if (!prepared) {
            refusal = prepared.error().sentence();
            return;
        }
        run = std::move(*prepared);
        const Result<void> continued = continueRun(item, *run, recorder, ended);
        if (!continued)
            refusal = continued.error().sentence();
    });
    if (failure || refusal)
        refuse(item, failure ? *failure : *refusal);
    else if (ended)
        endAgain(item, *ended);
    else
        executePrepared(item, *run, recorder);
    m_currentRun = -1;
    const std::lock_guard lock(m_mutex);
    m_control.reset();
}

void RunQueue::Worker::refuse(const Item& item, const std::string& reason)
{
    m_observer.troubled(reason);
    static_cast<void>(
        insist([&] { return m_store->setStatus(item.id, RunStatus::Failed, reason); }));
    m_observer.runEnded(item.id, {.status = RunStatus::Failed, .reason = reason, .roundsDone = 0});
}

Result<void> RunQueue::Worker::continueRun(const Item& item,
                                           Run& run,
                                           Recorder& recorder,
                                           std::optional<RunOutcome>& ended)
{
    if (!item.before)
        return {};
    const Result<CheckpointDelta> checkpoint = m_store->loadCheckpoint(item.id);
    if (!checkpoint)
        return Unexpected<Error>{checkpoint.error()};
    if (checkpoint->round < 0)
        return {}; // it was never recorded: from the start
    // The process may have ended after a loss that is not finite was stored and before the status.
    const Result<RunRow> row = m_store->run(item.id);
    if (!row)
        return Unexpected<Error>{row.error()};
    const Result<std::vector<RoundReport>> last =
        m_store->reports(item.id, row->roundsDone, row->roundsDone, false);
    if (!last)
        return Unexpected<Error>{last.error()};
    if (std::string reason = last->empty() ? "" : nonFiniteReason(last->front().events);
        !reason.empty()) {
        ended = RunOutcome{.status = RunStatus::Failed,
                           .reason = std::move(reason),
                           .roundsDone = row->roundsDone};
        return {};
    }
    recorder.adopt(*checkpoint);
    for (const std::string& difference :
         differences(*item.before, currentEnvironment(run.deviceName())))
        run.note({.severity = Severity::Warning,
                  .kind = "environment",
                  .client = std::nullopt,
                  .sentence = "Continued with " + difference + "; last digits may differ."});
    return run.restore(*checkpoint);
}

void RunQueue::Worker::endAgain(const Item& item, const RunOutcome& outcome)
{
    static_cast<void>(insist([&] {
        const Result<void> told = m_store->setStatus(item.id, outcome.status, outcome.reason);
        return told ? m_store->dropCheckpoint(item.id) : told;
    }));
    m_observer.runEnded(item.id, outcome);
}

void RunQueue::Worker::executePrepared(const Item& item, Run& run, Recorder& recorder)
{
    const Environment environment = currentEnvironment(run.deviceName());
    if (!insist([&] { return m_store->setEnvironment(item.id, environment); })) {
        const RunOutcome outcome{.status = RunStatus::Stopped,
                                 .reason = "Stopped while the store refused; it can be resumed.",
                                 .roundsDone = std::max(0, run.roundsDone())};
        // If the store refuses this too, the run stays listed as waiting; that was told already.
        static_cast<void>(m_store->setStatus(item.id, outcome.status, outcome.reason));
        m_observer.runEnded(item.id, outcome);
        return;
    }
    const Result<RunRow> row = m_store->run(item.id);
    m_observer.runStarted({.id = item.id,
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

    Listener listener(*this);
    const RunOutcome outcome = runRounds(run,
                                         {.id = item.id,
                                          .sink = *m_sink,
                                          .recorder = recorder,
                                          .control = *m_control,
                                          .observer = listener});
    m_meter.endRun();
    // A finished run needs no state, and from weights that are not numbers there is nothing to
    // continue.
    if (outcome.status == RunStatus::Finished || listener.diverged())
        static_cast<void>(insist([&] { return m_store->dropCheckpoint(item.id); }));
    m_observer.runEnded(item.id, outcome);
}

void RunQueue::Worker::reportProgress()
{
    if (std::exchange(m_itemsChanged, false)) {
        std::vector<const RunPlan*> waiting;
        waiting.reserve(m_items.size());
        for (const Item& item : m_items)
            waiting.push_back(&item.plan);
        m_meter.setWaiting(waiting);
    }
    const int runs = m_runsBegun + static_cast<int>(m_items.size());
    m_observer.progressed(m_meter.progress(m_runsBegun, runs));
}

bool RunQueue::Worker::insist(const std::function<Result<void>()>& call)
{
    for (Result<void> done = call(); !done; done = call()) {
        m_observer.troubled(done.error().sentence());
        std::unique_lock lock(m_mutex);
        m_troubled = !m_stopping;
        m_changed.wait(lock, [this] { return !m_troubled || m_stopping; });
        m_troubled = false;
        if (m_stopping)
            return false;
    }
    return true;
}

Result<void> RunQueue::Worker::openStore()
{
    for (std::unique_ptr<RunStore>* store : {&m_store, &m_sink}) {
        if (*store)
            continue;
        Result<std::unique_ptr<RunStore>> opened = RunStore::open(m_options.storeFile);
        if (!opened)
            return Unexpected<Error>{opened.error()};
        *store = std::move(*opened);
    }
    if (!m_leases) {
        Result<RunLeases> opened = RunLeases::open(m_options.storeFile);
        if (!opened)
            return Unexpected<Error>{opened.error()};
        m_leases = std::move(*opened);
        dropNeedlessStates();
    }
    return {};
}

/// A run is finished first and its state dropped then; a kill between the two leaves a state that
/// nobody asks for. What cannot be dropped now is dropped by a later queue.
void RunQueue::Worker::dropNeedlessStates()
{
    const Result<std::vector<std::int64_t>> runs = m_store->finishedWithState();
    if (!runs)
        return;
    for (const std::int64_t run : *runs) {
        // Without the right to it some queue is just about to drop it.
        if (const Result<RunLease> lease = m_leases->take(run); lease)
            static_cast<void>(m_store->dropCheckpoint(run));
    }
}

void RunQueue::Worker::takeRequests()
{
    const std::lock_guard lock(m_mutex);
    if (m_stopping)
        return; // asked for after the stop: not among what it abandons
    std::move(m_requests.begin(), m_requests.end(), std::back_inserter(m_pending));
    m_requests.clear();
}

Result<void> RunQueue::Worker::enterPending()
{
    for (; !m_pending.empty(); m_pending.pop_front()) {
        if (const Result<void> opened = openStore(); !opened)
            return opened;
        const Result<void> entered =
            std::visit([this](auto& runs) { return enter(runs); }, m_pending.front());
        if (!entered)
            return entered;
    }
    return {};
}

Result<void> RunQueue::Worker::enter(NewRuns& runs)
{
    const Experiment& experiment = runs.experiment;
    const Result<std::int64_t> stored = m_store->addExperiment(
        experiment.name, writeExperiment(experiment), canonicalHash(experiment, registry()));
    if (!stored)
        return Unexpected<Error>{stored.error()};
    // All or none, so that trying again after a refusal enters none twice.
    const Result<std::vector<std::int64_t>> ids =
        m_store->addRuns(*stored, runs.plans, currentEnvironment({}));
    if (!ids)
        return Unexpected<Error>{ids.error()};
    for (std::size_t i = 0; i < ids->size(); ++i) {
        if (Result<RunLease> lease = m_leases->take((*ids)[i]))
            addItem({.id = (*ids)[i],
                     .experimentName = experiment.name,
                     .plan = std::move(runs.plans[i]),
                     .before = std::nullopt,
                     .lease = std::move(*lease)});
        else // another queue resumes all there is, and saw it first
            m_observer.troubled(lease.error().sentence());
    }
    return {};
}

void RunQueue::Worker::addItem(Item item)
{
    m_items.push_back(std::move(item));
    m_itemsChanged = true;
}

Result<void> RunQueue::Worker::enter(ResumedRuns& runs)
{
    for (; !runs.ids.empty(); runs.ids.pop_front())
        if (const Result<void> entered = enterResumed(runs.ids.front()); !entered)
            return entered;
    return {};
}

Result<void> RunQueue::Worker::enterResumed(std::int64_t id)
{
    const auto skip = [this](const std::string& why) {
        m_observer.troubled(why);
        return Result<void>();
    };
    const std::string name = "Run " + std::to_string(id);
    const bool waits = std::any_of(
        m_items.begin(), m_items.end(), [id](const Item& item) { return item.id == id; });
    if (waits || id == m_currentRun)
        return skip(name + " is in the queue already.");
    if (const Result<RunRow> known = m_store->run(id); !known)
        return skip(known.error().sentence());
    Result<RunLease> lease = m_leases->take(id);
    if (!lease)
        return skip(lease.error().sentence());
    const Result<RunRow> row = m_store->run(id); // only now nobody else changes it
    if (!row)
        return skip(row.error().sentence());
    if (row->status == RunStatus::Finished)
        return skip(name + " is finished; there is nothing to continue.");
    const Result<RunPlan, Problems> plan = parsePlan(row->planJson, registry());
    if (!plan)
        return skip(name + " cannot be continued by this version: " + sentences(plan.error()));
    // Left as it is: it can be continued where there is a GPU, or here on another device.
    if (const Result<void> there =
            checkDevice(m_options.device.empty() ? plan->device : m_options.device);
        !there)
        return skip(name + " cannot be continued here: " + there.error().sentence());
    if (const Result<void> queued = m_store->setStatus(id, RunStatus::Queued, {}); !queued)
        return queued;
    addItem({.id = id,
             .experimentName = row->experimentName,
             .plan = *plan,
             .before = row->environment,
             .lease = std::move(*lease)});
    return {};
}

} // namespace coterie
