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

private:
    friend class RefreshTimer;
    qint64 m_tookMs = 0; // the newest drawing
};

/// The window's one clock for new data: every 33 ms it first lets the mailbox be emptied
/// (`ticked`), then redraws the visible dirty panels, the one that waited longest first, within 20
/// ms: what took longer last time than is left waits for the next tick, where it comes first. After
/// each tick clicks and painting have their turn before another, however late it is.
class RefreshTimer final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kIntervalMs = 33;
    static constexpr int kBudgetMs = 20;
    static constexpr int kRestMs = 10; ///< between two ticks at the least

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
