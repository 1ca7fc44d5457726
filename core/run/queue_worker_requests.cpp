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
    }
    return {};
}

void RunQueue::Worker::takeRequests()
{
    const std::lock_guard lock(m_mutex);
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
    // Each plan leaves the request as it gets in, so that trying again after a refusal enters none
    // twice.
    while (!runs.plans.empty()) {
        const RunPlan& plan = runs.plans.front();
        const Result<std::int64_t> id =
            m_store->addRun(*stored, plan, writePlan(plan), currentEnvironment(plan.device));
        if (!id)
            return Unexpected<Error>{id.error()};
        if (Result<RunLease> lease = m_leases->take(*id))
            m_items.push_back({.id = *id,
                               .experimentName = experiment.name,
                               .plan = plan,
                               .before = std::nullopt,
                               .lease = std::move(*lease)});
        else // another queue resumes all there is, and saw it first
            m_observer.troubled(lease.error().sentence());
        runs.plans.erase(runs.plans.begin());
    }
    return {};
}

Result<void> RunQueue::Worker::enter(ResumedRuns& runs)
{
    while (!runs.ids.empty()) {
        if (const Result<void> entered = enterResumed(runs.ids.front()); !entered)
            return entered;
        runs.ids.erase(runs.ids.begin());
    }
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
    if (const Result<void> queued = m_store->setStatus(id, RunStatus::Queued, {}); !queued)
        return queued;
    m_items.push_back({.id = id,
                       .experimentName = row->experimentName,
                       .plan = *plan,
                       .before = row->environment,
                       .lease = std::move(*lease)});
    return {};
}

} // namespace coterie
