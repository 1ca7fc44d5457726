#include "core/run/run_control.h"

#include "core/base/try.h"

#include <algorithm>
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

Result<void> RunControl::change(const LiveChange& change)
{
    const std::lock_guard lock(m_mutex);
    if (m_ended)
        return fail(change.place, "the run has ended; its settings can no longer change");
    if (m_settings.empty())
        return fail(change.place, "the run has not started yet");
    LiveSetting* setting = findSetting(m_settings, change.place);
    if (setting == nullptr)
        return fail(change.place, "this setting cannot change during a run");
    COTERIE_CHECK(liveChange(*setting, JsonNode::fromReal(change.value), m_nextRound));
    if (isLastRound() && change.place != kRoundsPlace)
        return fail(change.place, "the last round has started; there is no later round to change");
    setting->value = change.value;
    std::erase_if(m_changes, [&](const LiveChange& old) { return old.place == change.place; });
    m_changes.push_back(change);
    return {};
}

void RunControl::offer(std::vector<LiveSetting> settings, int nextRound)
{
    const std::lock_guard lock(m_mutex);
    m_settings = std::move(settings);
    for (const LiveChange& change : m_changes)
        if (LiveSetting* setting = findSetting(m_settings, change.place))
            setting->value = change.value;
    m_nextRound = nextRound;
}

std::vector<LiveChange> RunControl::takeChanges(int round)
{
    const std::lock_guard lock(m_mutex);
    m_nextRound = round + 1;
    return std::exchange(m_changes, {});
}

bool RunControl::mayEnd()
{
    const std::lock_guard lock(m_mutex);
    m_ended |= isLastRound();
    return m_ended;
}

std::vector<LiveChange> RunControl::takeLastChanges()
{
    const std::lock_guard lock(m_mutex);
    m_ended = true;
    return std::exchange(m_changes, {});
}

bool RunControl::isLastRound() const
{
    const auto rounds = std::ranges::find(m_settings, kRoundsPlace, &LiveSetting::place);
    return rounds != m_settings.end() && m_nextRound > rounds->value;
}

} // namespace coterie
