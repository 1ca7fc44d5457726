#include "core/run/run_control.h"

#include <utility>

namespace coterie {

void RunControl::pause()
{
    const std::lock_guard lock(m_mutex);
    m_paused = true;
    m_roundsAllowed = 0;
}

void RunControl::proceed()
{
    {
        const std::lock_guard lock(m_mutex);
        m_paused = false;
        m_roundsAllowed = 0;
    }
    m_changed.notify_all();
}

void RunControl::stepOneRound()
{
    {
        const std::lock_guard lock(m_mutex);
        m_paused = true;
        ++m_roundsAllowed;
    }
    m_changed.notify_all();
}

void RunControl::stop()
{
    {
        // Under the lock, so that a run about to wait cannot miss it.
        const std::lock_guard lock(m_mutex);
        m_stop.request_stop();
    }
    m_changed.notify_all();
}

bool RunControl::isPaused() const
{
    const std::lock_guard lock(m_mutex);
    return m_paused;
}

bool RunControl::mayStartRound()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock,
                   [this] { return m_stop.stop_requested() || !m_paused || m_roundsAllowed > 0; });
    if (m_stop.stop_requested())
        return false;
    if (m_paused)
        --m_roundsAllowed;
    return true;
}

bool RunControl::wouldWait() const
{
    const std::lock_guard lock(m_mutex);
    return m_paused && m_roundsAllowed == 0 && !m_stop.stop_requested();
}

void RunControl::changeLearningRate(double first)
{
    const std::lock_guard lock(m_mutex);
    m_learningRate = first;
}

std::optional<double> RunControl::takeLearningRate()
{
    const std::lock_guard lock(m_mutex);
    return std::exchange(m_learningRate, std::nullopt);
}

} // namespace coterie
