#include "core/run/run_queue.h"

#include "core/algorithms/registry.h"
#include "core/base/give_way.h"
#include "core/base/try.h"
#include "core/experiment/experiment_json.h"
#include "core/run/environment.h"
#include "core/run/failures.h"
#include "core/run/fork.h"
#include "core/run/identify_weights.h"
#include "core/run/prepare_run.h"
#include "core/run/progress.h"
#include "core/run/queue_items.h"
#include "core/run/queue_ranks.h"
#include "core/run/queue_requests.h"
#include "core/run/queue_store.h"
#include "core/run/run.h"
#include "core/run/store_calls.h"
#include "core/run/stored_times.h"
#include "core/store/run_looks.h"

#include <algorithm>
#include <deque>
#include <thread>
#include <utility>
#include <variant>

namespace coterie {

/// The queue's thread. Other threads leave requests; everything else, the store included, belongs
/// to the queue's thread alone. It observes the current run, to update progress and list after
/// every round.
class RunQueue::Worker final : public RunObserver
{
public:
    Worker(QueueOptions options, RunObserver& observer)
        : m_options(std::move(options))
        , m_observer(observer)
        , m_store(m_options.storeFile)
        , m_data(DataFolders{m_options.dataFolders})
        , m_thread([this](const std::stop_token& quit) { work(quit); })
    {}

    void observe(const QueueEvent& event) override
    {
        m_observer.observe(event);
        if (const auto* changed = std::get_if<PlanChanged>(&event)) {
            m_meter.changePlan(*changed->plan);
            reportProgress();
        } else if (const auto* finished = std::get_if<RoundFinished>(&event)) {
            m_diverged = std::ranges::any_of(finished->report->events, isNonFinite);
            m_meter.roundDone(*finished->report, finished->samples);
            // A run that was requested meanwhile is listed at once. If the store refuses it now, it
            // is tried again later.
            m_requests.take(m_pending);
            static_cast<void>(enterPending(false));
            reportProgress();
        }
    }

private:
    friend class RunQueue;

    void work(const std::stop_token& quit)
    {
        giveWayToOtherThreads();
        while (m_requests.waitForWork(quit, !m_pending.empty() || !m_items.empty())) {
            if (!m_items.empty() && m_store.isGone()) // the runs that wait are not to be lost
                static_cast<void>(m_calls.insist([this] { return m_store.rescue(); }));
            if (!m_requests.isStopping()) {
                m_requests.take(m_pending);
                m_isEndTold &= m_pending.empty();
                static_cast<void>(m_calls.insist([this] { return enterPending(true); }));
            }
            if (m_requests.isStopping())
                abandonWaiting();
            else if (!m_items.empty())
                execute(m_items.takeFirst());
            followItems();
            if (m_items.empty() && m_pending.empty() && !m_requests.isStopping()
                && m_requests.isEmpty())
                becomeIdle();
        }
    }

    void becomeIdle()
    {
        m_ranks.end();
        if (!std::exchange(m_isEndTold, true)) // not again for a stop that came too late
            m_observer.observe(QueueEnded{.leftBehind = std::exchange(m_leftBehind, {})});
        m_runsBegun = 0;
        m_calls.forget();
        m_requests.becomeIdle();
    }

    /// What the store refused stays pending. `changesStore`: the store may be closed and opened
    /// where the runs belong if no run waits in it.
    [[nodiscard]] Result<void> enterPending(bool changesStore)
    {
        if (m_currentRun >= 0 && m_store.isGone())
            return {}; // they wait until that run has brought the store to another file
        for (; !m_pending.empty(); m_pending.pop_front()) {
            if (changesStore && m_items.empty() && belongElsewhere(m_pending.front()))
                m_store.close();
            COTERIE_CHECK(
                std::visit([this](auto& runs) { return enter(runs); }, m_pending.front()));
        }
        return {};
    }

    /// New runs belong in the file of the options.
    [[nodiscard]] bool belongElsewhere(const QueueRequest& request) const
    {
        if (m_store.isGone())
            return true; // its file's name means another store now, or none
        if (!m_store.isElsewhere())
            return false;
        const auto* resumed = std::get_if<ResumedRuns>(&request);
        return resumed ? m_store.wouldHold(resumed->store)
                       : std::holds_alternative<NewRuns>(request);
    }

    [[nodiscard]] Result<void> enter(NewRuns& runs)
    {
        COTERIE_CHECK(m_store.open());
        if (auto known = identifyWeights(runs.experiment, runs.plans, m_data.folders()); !known) {
            tell(known.error());
            return {};
        }
        COTERIE_TRY(const std::int64_t stored,
                    m_store.rows().addExperiment(runs.experiment.name,
                                                 writeExperiment(runs.experiment),
                                                 canonicalHash(runs.experiment, registry())));
        // All or none, so that trying again after a refusal enters none twice.
        COTERIE_TRY(const std::vector<std::int64_t> ids,
                    m_store.rows().addRuns(stored, runs.plans, currentEnvironment({})));
        for (std::size_t i = 0; i < ids.size(); ++i) {
            if (Result<RunLease> lease = m_store.leases().take(ids[i]))
                m_items.add({.id = ids[i],
                             .experimentName = runs.experiment.name,
                             .plan = std::move(runs.plans[i]),
                             .commands = runs.commands,
                             .lease = std::move(*lease)});
            else // another queue resumes all there is, and saw it first
                tell(lease.error());
        }
        return {};
    }

    [[nodiscard]] Result<void> enter(ResumedRuns& runs)
    {
        if (!m_store.holds(runs.store)) {
            const std::filesystem::path used = m_store.file();
            tell(fail(runs.store.string(),
                      "its runs cannot be resumed; the run store "
                          + (used == runs.store ? "was deleted or moved"
                                                : "in use is " + used.string()))
                     .error);
            return {};
        }
        COTERIE_CHECK(m_store.open());
        for (; !runs.ids.empty(); runs.ids.pop_front())
            COTERIE_CHECK(enterResumed(runs.ids.front(), runs.commands));
        return {};
    }

    /// Those that wait; one that has begun meanwhile goes on.
    [[nodiscard]] Result<void> enter(const DroppedRuns& runs)
    {
        for (const std::int64_t id : runs.ids) {
            if (!m_items.holds(id))
                continue;
            COTERIE_CHECK(m_store.rows().setStatus(
                id, RunStatus::Stopped, "It was taken out of the queue before its turn."));
            m_items.remove(id);
        }
        m_items.countEdit();
        return {};
    }

    [[nodiscard]] Result<void> enter(const ArrangedRuns& runs)
    {
        m_items.arrange(runs.ids);
        m_items.countEdit();
        return {};
    }

    [[nodiscard]] Result<void> enterResumed(std::int64_t id, const CommandConsent& commands)
    {
        Result<QueuedRun> item =
            id == m_currentRun || m_items.holds(id)
                ? fail({}, "Run " + std::to_string(id) + " is already in the queue.")
                : resumedRun(m_store.rows(), m_store.leases(), id, m_options.device);
        if (!item && canPass(item.error()))
            return Unexpected<Error>{item.error()};
        if (!item) {
            tell(item.error());
            return {};
        }
        COTERIE_CHECK(m_store.rows().setStatus(id, RunStatus::Queued, {}));
        item->commands = commands;
        m_items.add(std::move(*item));
        return {};
    }

    void execute(const QueuedRun& item)
    {
        followItems(); // its data may take long to prepare
        ++m_runsBegun;
        m_currentRun = item.id;
        RunControl& control = m_requests.beginRun();
        std::unique_ptr<Run> run;
        Recorder recorder(
            m_store.sink(), item.id, item.plan.checkpointSeconds, keepingOf(item.plan));
        std::optional<RunOutcome> ended;
        std::optional<Environment> before; // of the rounds that it goes on from or replaces
        std::optional<Error> unread; // why the store's part of a resumed run, or a rank, is missing
        const auto prepare = [&]() -> Result<void> {
            try {
                COTERIE_TRY(run, m_ranks.prepare(item, m_data, m_store.file()));
            } catch (const RunStopped& stopped) {
                unread = fail({}, stopped.cause).error;
                m_requests.giveUp(); // the others need that rank too
            }
            if (unread || !item.resumed)
                return {};
            const Result<StoredPast> past = readPast(m_store.rows(), item.id, *run);
            if (!past) {
                unread = past.error();
                return {};
            }
            if (ended = past->ended; ended)
                return {};
            if (past->hasRounds)
                before = past->environment;
            return continueRun(*past, *run, recorder);
        };
        std::optional<Error> refusal;
        const bool goesOn = m_calls.insist([&]() -> Result<void> {
            Result<void> prepared;
            unread.reset();
            refusal.reset();
            if (auto failure = failureOf("Preparing the run", [&] { prepared = prepare(); }))
                prepared = fail({}, *std::move(failure));
            if (unread && (canPass(*unread) || m_store.isGone())) // every run needs the store
                return Unexpected<Error>{*unread};
            if (!prepared)
                refusal = prepared.error();
            return {};
        });
        if (!goesOn) {
            leave(item, m_calls.refusal());
        } else if (unread) {
            m_calls.report(*unread);
            leave(item, unread->sentence());
        } else if (refusal) {
            m_observer.observe(Trouble{refusal->sentence()});
            end(item, refused(item, *refusal), false);
        } else if (ended) {
            end(item, *ended, true); // from weights that are not numbers nothing can continue
        } else {
            executePrepared(item, *run, recorder, control, before);
        }
        followRescue();
        m_currentRun = -1;
        m_requests.endRun();
    }

    void executePrepared(const QueuedRun& item,
                         Run& run,
                         Recorder& recorder,
                         RunControl& control,
                         const std::optional<Environment>& before)
    {
        const Environment environment = run.environment();
        // What else has changed is stored with the round that tells it.
        Environment stored = before.value_or(environment);
        stored.sqlite = environment.sqlite;
        stored.host = environment.host;
        if (!m_calls.insist([&] { return m_store.rows().setEnvironment(item.id, stored); }))
            return leave(item, m_calls.refusal());
        if (before && run.roundsDone() < 0)
            m_store.sink().beginAgain(item.id, environment);
        const Result<RunRow> row = m_store.rows().run(item.id);
        RunPlan plan = run.plan();
        plan.rounds = run.roundsPlanned();
        m_observer.observe(RunHeader{.id = item.id,
                                     .plan = plan,
                                     .experimentName = item.experimentName,
                                     .facts = run.facts(),
                                     .environment = environment,
                                     .resumed = item.resumed,
                                     .toCome = run.changesToCome(),
                                     .look = row ? row->look : run.plan().armIndex,
                                     .sweepPlace = row ? row->sweepPlace : 0,
                                     .design = row ? designKey(*row) : std::string()});
        m_meter.setStored(m_times.recalled(m_store.rows(), m_items.plans(), environment));
        m_meter.beginRun(plan, run.facts(), run.input(), run.roundsDone(), m_ranks.threads());
        reportProgress();

        m_diverged = false;
        auto comparison =
            row && row->branch ? parentComparison(m_store.rows(), *row->branch) : RoundRefusal();
        const RunOutcome outcome = runRounds(run,
                                             {.id = item.id,
                                              .sink = m_store.sink(),
                                              .recorder = recorder,
                                              .control = control,
                                              .observer = *this,
                                              .refusal = comparison});
        m_meter.endRun();
        if (outcome.status == RunStatus::Stopped)
            m_requests.giveUp(); // the store refused what no other run can write either
        // A finished run needs no state, and a diverged one cannot continue.
        if (outcome.status == RunStatus::Finished || m_diverged)
            static_cast<void>(
                m_calls.insist([&] { return m_store.sink().dropCheckpoint(item.id); }));
        m_observer.observe(RunEnded{item.id, outcome});
    }

    /// Where the sink has gone, because its file was deleted, the other runs are too. None of them
    /// begins before somebody has seen where.
    void followRescue()
    {
        if (!m_store.sinkHasMoved())
            return;
        if (const Result<void> followed = m_store.follow(); !followed)
            tell(followed.error());
        m_requests.giveUp();
    }

    /// A run whose beginning the store refused.
    void leave(const QueuedRun& item, const std::string& refusal)
    {
        const RunOutcome outcome{.status = RunStatus::Stopped,
                                 .reason = notBegunReason(refusal),
                                 .roundsDone = item.roundsDone};
        // If the store refuses this too, the run stays listed as waiting.
        const Result<void> stored =
            m_store.sink().setStatus(item.id, outcome.status, outcome.reason);
        if (!stored)
            m_calls.report(stored.error());
        m_leftBehind.push_back(item.id);
        m_observer.observe(RunEnded{item.id, outcome});
    }

    /// Tells the store, then the observer.
    void end(const QueuedRun& item, const RunOutcome& outcome, bool dropsState)
    {
        static_cast<void>(m_calls.insist([&] {
            const Result<void> stored =
                m_store.sink().setStatus(item.id, outcome.status, outcome.reason);
            return stored && dropsState ? m_store.sink().dropCheckpoint(item.id) : stored;
        }));
        m_observer.observe(RunEnded{item.id, outcome});
    }

    void abandonWaiting()
    {
        m_ranks.end(); // one may be lost
        m_requests.takeAbandoned(m_pending);
        m_isEndTold &= m_pending.empty();
        if (m_items.empty() && m_store.isGone())
            m_store.close();
        // They are listed all the same, beside those that were rescued, and can be resumed.
        Result<void> done = enterPending(false);
        for (const QueueRequest& refused : std::exchange(m_pending, {}))
            if (isEdit(refused)) // nothing is left that it could change
                m_items.countEdit();
        for (const QueuedRun& item : m_items.takeAll()) {
            m_leftBehind.push_back(item.id);
            if (done)
                done = m_store.rows().setStatus(
                    item.id, RunStatus::Stopped, std::string(kStoppedBeforeItsTurn));
        }
        if (!done)
            m_calls.report(done.error());
    }

    void followItems()
    {
        if (const std::optional<QueueChanged> news = m_items.news()) {
            m_meter.setWaiting(m_items.plans());
            m_observer.observe(*news);
        }
    }

    void reportProgress()
    {
        followItems();
        const int runs = m_runsBegun + static_cast<int>(m_items.size());
        m_observer.observe(m_meter.progress(m_runsBegun, runs));
    }

    void tell(const Error& problem) { m_observer.observe(Trouble{problem.sentence()}); }

    const QueueOptions m_options;
    RunObserver& m_observer;

    QueueRequests m_requests;
    StoreCalls m_calls{m_requests, m_observer};

    // Of the queue's thread.
    QueueStore m_store;
    RunData m_data;
    QueueRanks m_ranks{m_options};
    ProgressMeter m_meter;
    MethodTimes m_times;
    std::deque<QueueRequest> m_pending; ///< taken from m_requests, not yet in the store
    QueueItems m_items;
    std::vector<std::int64_t> m_leftBehind; ///< to be told with the end
    bool m_diverged = false;                ///< the current run's last round
    std::int64_t m_currentRun = -1;
    bool m_isEndTold = true; ///< that the queue is empty
    int m_runsBegun = 0;     ///< since the queue was last idle
    std::jthread m_thread;   ///< last, so that it starts when all else is ready
};

RunQueue::RunQueue(QueueOptions options, RunObserver& observer)
    : m_worker(std::make_unique<Worker>(std::move(options), observer))
{}

RunQueue::~RunQueue()
{
    stop();
}

void RunQueue::add(const Experiment& experiment,
                   const std::vector<RunPlan>& plans,
                   const CommandConsent& commands)
{
    m_worker->m_requests.add(
        NewRuns{experiment, plans, commands.orElse(m_worker->m_options.commands)});
}

void RunQueue::resume(const std::vector<std::int64_t>& runs,
                      const std::filesystem::path& store,
                      const CommandConsent& commands)
{
    m_worker->m_requests.add(ResumedRuns{{runs.begin(), runs.end()},
                                         store.empty() ? storeFile() : store,
                                         commands.orElse(m_worker->m_options.commands)});
}

void RunQueue::drop(const std::vector<std::int64_t>& runs)
{
    m_worker->m_requests.add(DroppedRuns{runs});
}

void RunQueue::arrange(const std::vector<std::int64_t>& runs)
{
    m_worker->m_requests.add(ArrangedRuns{runs});
}

void RunQueue::pause()
{
    m_worker->m_requests.pause();
}

void RunQueue::proceed()
{
    m_worker->m_requests.proceed();
}

void RunQueue::stepOneRound()
{
    m_worker->m_requests.stepOneRound();
}

Result<void> RunQueue::change(const LiveChange& change)
{
    return m_worker->m_requests.change(change);
}

void RunQueue::stop()
{
    m_worker->m_requests.stop();
}

bool RunQueue::isPaused() const
{
    return m_worker->m_requests.isPaused();
}

bool RunQueue::isIdle() const
{
    return m_worker->m_requests.isIdle();
}

std::filesystem::path RunQueue::storeFile() const
{
    return m_worker->m_store.file();
}

void RunQueue::waitUntilIdle()
{
    m_worker->m_requests.waitUntilIdle();
}

} // namespace coterie
