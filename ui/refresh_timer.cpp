#include "ui/refresh_timer.h"

#include <QElapsedTimer>

#include <algorithm>

namespace coterie::ui {

RefreshTimer::RefreshTimer(QObject* parent)
    : QObject(parent)
{
    m_timer.setInterval(kIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &RefreshTimer::tick);
}

void RefreshTimer::markDirty(RefreshPanel& panel)
{
    if (!isDirty(panel))
        m_waiting.push_back(&panel);
    if (!m_timer.isActive() && panel.isOnScreen())
        m_timer.start();
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
        m_timer.start();
}

void RefreshTimer::tick()
{
    emit ticked();
    QElapsedTimer spent;
    spent.start();
    const std::vector<RefreshPanel*> dirty = m_waiting;
    for (RefreshPanel* panel : dirty) {
        if (!isDirty(*panel) || !panel->isOnScreen())
            continue; // drawing one panel may forget or hide another
        forget(*panel);
        panel->refresh();
        if (spent.elapsed() >= kBudgetMs)
            break;
    }
    if (!m_live && !someoneWaits())
        m_timer.stop();
}

bool RefreshTimer::someoneWaits() const
{
    return std::any_of(m_waiting.begin(), m_waiting.end(), [](const RefreshPanel* panel) {
        return panel->isOnScreen();
    });
}

} // namespace coterie::ui
