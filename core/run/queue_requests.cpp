#include "core/run/queue_requests.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace coterie {

namespace {

void moveAll(std::deque<QueueRequest>& from, std::deque<QueueRequest>& to)
{
    std::move(from.begin(), from.end(), std::back_inserter(to));
    from.clear();
}

} // namespace

void QueueRequests::add(QueueRequest request)
{
    {
        const std::lock_guard lock(m_mutex);
        m_requests.push_back(std::move(request));
        m_idle = false;
    }
    m_changed.notify_all();
}

void QueueRequests::pause()
{
    const std::lock_guard lock(m_mutex);
    m_paused = true;
    if (m_control)
        m_control->pause();
}

void QueueRequests::proceed()
{
    goOn(false, &RunControl::proceed);
}

void QueueRequests::stepOneRound()
{
    goOn(true, &RunControl::stepOneRound);
}

void QueueRequests::goOn(bool paused, void (RunControl::*tell)())
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

Result<void> QueueRequests::change(const LiveChange& change)
{
    const std::lock_guard lock(m_mutex);
    return m_control ? m_control->change(change) : fail(change.place, "no run is running");
}

void QueueRequests::stop()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_idle)
            return;
        abandon();
    }
    m_changed.notify_all();
}

void QueueRequests::giveUp()
{
    {
        const std::lock_guard lock(m_mutex);
        if (m_stopping)
            return;
        abandon();
    }
    m_changed.notify_all();
}

void QueueRequests::abandon()
{
    m_stopping = true;
    moveAll(m_requests, m_abandoned);
    if (m_control)
        m_control->stop();
}

bool QueueRequests::isPaused() const
{
    const std::lock_guard lock(m_mutex);
    return m_paused || m_troubled || (m_control && m_control->isPaused());
}

bool QueueRequests::isIdle() const
{
    const std::lock_guard lock(m_mutex);
    return m_idle;
}

void QueueRequests::waitUntilIdle()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_idle; });
}

bool QueueRequests::waitForWork(const std::stop_token& quit, bool hasWork)
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait(lock, quit, [&] { return hasWork || !m_requests.empty() || m_stopping; });
}

bool QueueRequests::isStopping() const
{
    const std::lock_guard lock(m_mutex);
    return m_stopping;
}

void QueueRequests::take(std::deque<QueueRequest>& taken)
{
    const std::lock_guard lock(m_mutex);
    if (!m_stopping)
        moveAll(m_requests, taken);
}

void QueueRequests::takeAbandoned(std::deque<QueueRequest>& taken)
{
    const std::lock_guard lock(m_mutex);
    moveAll(m_abandoned, taken);
    m_stopping = false;
}

bool QueueRequests::waitToTryAgain()
{
    std::unique_lock lock(m_mutex);
    m_troubled = !m_stopping;
    m_changed.wait(lock, [this] { return !m_troubled || m_stopping; });
    m_troubled = false;
    return !m_stopping;
}

RunControl& QueueRequests::beginRun()
{
    const std::lock_guard lock(m_mutex);
    m_control = std::make_unique<RunControl>();
    if (m_paused)
        m_control->pause();
    if (m_stopping)
        m_control->stop();
    return *m_control;
}

void QueueRequests::endRun()
{
    const std::lock_guard lock(m_mutex);
    m_control.reset();
}

bool QueueRequests::isEmpty() const
{
    const std::lock_guard lock(m_mutex);
    return m_requests.empty();
}

void QueueRequests::becomeIdle()
{
    {
        const std::lock_guard lock(m_mutex);
        m_idle = m_requests.empty() && !m_stopping;
    }
    m_changed.notify_all();
}

} // namespace coterie
