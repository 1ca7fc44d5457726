#include "ui/refresh_timer.h"

#include <QElapsedTimer>

#include <algorithm>

namespace coterie::ui {

RefreshTimer::RefreshTimer(QObject* parent)
    : QObject(parent)
{
    m_timer.setSingleShot(
        true); // a repeating timer would follow a late tick with the next one at once
    connect(&m_timer, &QTimer::timeout, this, &RefreshTimer::tick);
    QElapsedTimer clock;
    clock.start();
    m_now = [clock] { return clock.elapsed(); };
}

void RefreshTimer::markDirty(RefreshPanel& panel)
{
    if (!isDirty(panel))
        m_waiting.push_back(&panel);
    if (!m_timer.isActive() && panel.isOnScreen())
        m_timer.start(kIntervalMs);
}

void RefreshTimer::forget(RefreshPanel& panel)
{
    std::erase(m_waiting, &panel);
}

bool RefreshTimer::isDirty(const RefreshPanel& panel) const
{
    return std::find(m_waiting.begin(), m_waiting.end(), &panel) != m_waiting.end();
}

void RefreshTimer::setLive(bool live)
{
    m_live = live;
    if (live && !m_timer.isActive())
        m_timer.start(kIntervalMs);
}

void RefreshTimer::tick()
{
    const qint64 beginning = m_now();
    emit ticked();
    const qint64 first = m_now();
    bool drewAny = false;
    const std::vector<RefreshPanel*> dirty = m_waiting;
    for (RefreshPanel* panel : dirty) {
        if (!isDirty(*panel) || !panel->isOnScreen())
            continue; // drawing a panel can forget or hide another
        const qint64 begun = m_now();
        if (drewAny && begun - first + panel->m_tookMs > kBudgetMs)
            continue;
        forget(*panel);
        panel->refresh();
        const qint64 ended = m_now();
        panel->m_tookMs = ended - begun;
        drewAny = true;
        if (ended - first >= kBudgetMs)
            break;
    }
    if (m_live || someoneWaits())
        m_timer.start(std::max(kRestMs, kIntervalMs - static_cast<int>(m_now() - beginning)));
}

bool RefreshTimer::someoneWaits() const
{
    return std::any_of(m_waiting.begin(), m_waiting.end(), [](const RefreshPanel* panel) {
        return panel->isOnScreen();
    });
}

} // namespace coterie::ui
