// The part of the queue's worker that brings requests into the store.
#include "core/algorithms/registry.h"
#include "core/run/environment.h"
#include "core/run/queue_worker.h"
#include "core/run/run.h"
#include "core/spec/experiment_json.h"

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
    return {};
}

void RunQueue::Worker::enterPending()
{
    for (;;) {
        Request next;
        {
            const std::lock_guard lock(m_mutex);
            if (m_requests.empty())
                return;
            next = std::move(m_requests.front());
            m_requests.pop_front();
        }
        if (!insist([&] { return enter(next); }))
            return;
    }
}

void RunQueue::Worker::enterPendingInPassing()
{
    for (;;) {
        Request next;
        {
            const std::lock_guard lock(m_mutex);
            if (m_requests.empty())
                return;
            next = m_requests.front();
        }
        if (!enter(next))
            return;
        const std::lock_guard lock(m_mutex);
        m_requests.pop_front(); // only this thread takes from the front
    }
}

Result<void> RunQueue::Worker::enter(const Request& request)
{
    if (const Result<void> opened = openStore(); !opened)
        return opened;
    if (const auto* runs = std::get_if<NewRuns>(&request))
        return enterNew(*runs);
    return enterResumed(std::get<ResumedRuns>(request));
}

Result<void> RunQueue::Worker::enterNew(const NewRuns& runs)
{
    const Experiment& experiment = runs.experiment;
    const Result<std::int64_t> stored = m_store->addExperiment(
        experiment.name, writeExperiment(experiment), canonicalHash(experiment, registry()));
    if (!stored)
        return Unexpected<Error>{stored.error()};
    std::deque<Item> items;
    for (const RunPlan& plan : runs.plans) {
        const Result<std::int64_t> id =
            m_store->addRun(*stored, plan, writePlan(plan), currentEnvironment(plan.device));
        if (!id)
            return Unexpected<Error>{id.error()};
        items.push_back(
            {.id = *id, .experimentName = experiment.name, .plan = plan, .before = std::nullopt});
    }
    std::move(items.begin(), items.end(), std::back_inserter(m_items));
    return {};
}

Result<void> RunQueue::Worker::enterResumed(const ResumedRuns& runs)
{
    for (const std::int64_t id : runs.ids) {
        const Result<RunRow> row = m_store->run(id);
        if (!row) {
            m_observer.troubled(row.error().sentence());
            continue;
        }
        if (row->status == RunStatus::Finished) {
            m_observer.troubled("Run " + std::to_string(id)
                                + " is finished; there is nothing to continue.");
            continue;
        }
        const Result<RunPlan, Problems> plan = parsePlan(row->planJson, registry());
        if (!plan) {
            m_observer.troubled("Run " + std::to_string(id)
                                + " cannot be continued by this version: "
                                + sentences(plan.error()));
            continue;
        }
        if (const Result<void> queued = m_store->setStatus(id, RunStatus::Queued, {}); !queued)
            return queued;
        m_items.push_back({.id = id,
                           .experimentName = row->experimentName,
                           .plan = *plan,
                           .before = row->environment});
    }
    return {};
}

} // namespace coterie
