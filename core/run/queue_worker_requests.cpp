// The part of the queue's worker that brings requests into the store.
#include "core/algorithms/registry.h"
#include "core/run/environment.h"
#include "core/run/queue_worker.h"
#include "core/spec/experiment_json.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace coterie {

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
