#include "core/run/run_queue.h"

#include "core/run/queue_worker.h"

#include <algorithm>
#include <utility>

namespace coterie {

double progressShare(const QueueProgress& progress)
{
    if (progress.runs <= 0)
        return 0;
    const double ofRun =
        progress.rounds > 0 ? static_cast<double>(progress.round) / progress.rounds : 0.0;
    return std::clamp((progress.run - 1 + std::max(ofRun, 0.0)) / progress.runs, 0.0, 1.0);
}

RunQueue::RunQueue(QueueOptions options, RunObserver& observer)
    : m_worker(std::make_unique<Worker>(std::move(options), observer))
{}

RunQueue::~RunQueue() = default;

void RunQueue::add(const Experiment& experiment, const std::vector<RunPlan>& plans)
{
    m_worker->request(NewRuns{experiment, plans});
}

void RunQueue::resume(const std::vector<std::int64_t>& runs)
{
    m_worker->request(ResumedRuns{{runs.begin(), runs.end()}});
}

void RunQueue::pause()
{
    m_worker->pause();
}

void RunQueue::proceed()
{
    m_worker->proceed();
}

void RunQueue::stepOneRound()
{
    m_worker->stepOneRound();
}

Result<void> RunQueue::change(const LiveChange& change)
{
    return m_worker->change(change);
}

void RunQueue::stopCurrent()
{
    m_worker->stopCurrent();
}

void RunQueue::stop()
{
    m_worker->stop();
}

bool RunQueue::isPaused() const
{
    return m_worker->isPaused();
}

bool RunQueue::isIdle() const
{
    return m_worker->isIdle();
}

void RunQueue::waitUntilIdle()
{
    m_worker->waitUntilIdle();
}

} // namespace coterie
