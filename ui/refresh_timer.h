#pragma once

#include <QObject>
#include <QTimer>

#include <vector>

namespace coterie::ui {

/// Something on screen that is redrawn when its data changed, never more often than the shared
/// timer ticks.
class RefreshPanel
{
public:
    virtual ~RefreshPanel() = default;
    /// Redraws at once.
    virtual void refresh() = 0;
    /// False for a hidden panel: it stays dirty and is drawn when it is seen again.
    [[nodiscard]] virtual bool isOnScreen() const = 0;
};

/// The window's one clock for new data: every 33 ms it first lets the mailbox be emptied
/// (`ticked`), then redraws the visible dirty panels, the one that waited longest first, until 20
/// ms are used; the rest wait for the next tick.
class RefreshTimer final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kIntervalMs = 33;
    static constexpr int kBudgetMs = 20;

    explicit RefreshTimer(QObject* parent = nullptr);

    void markDirty(RefreshPanel& panel);
    void forget(RefreshPanel& panel);
    [[nodiscard]] bool isDirty(const RefreshPanel& panel) const;
    /// While live it ticks without rest; otherwise only while something is dirty and visible.
    void setLive(bool live);
    /// One tick, now. The timer calls it; a test may.
    void tick();

signals:
    void ticked();

private:
    [[nodiscard]] bool someoneWaits() const;

    QTimer m_timer;
    std::vector<RefreshPanel*> m_waiting; // dirty, in the order they became so
    bool m_live = false;
};

} // namespace coterie::ui
