#pragma once

#include <QObject>
#include <QTimer>

#include <functional>
#include <utility>
#include <vector>

namespace coterie::ui {

/// A view that is redrawn after its data changed, at most once per tick of the shared timer.
class RefreshPanel
{
public:
    virtual ~RefreshPanel() = default;
    /// Redraws now.
    virtual void refresh() = 0;
    /// A hidden panel stays dirty until it is visible again.
    [[nodiscard]] virtual bool isOnScreen() const = 0;

private:
    friend class RefreshTimer;
    qint64 m_tookMs = 0; // the last redraw
};

/// The window's clock for new data. Every 33 ms it emits `ticked`, so that new reports are taken,
/// then redraws visible dirty panels for at most 12 ms, the longest waiting first. A panel whose
/// last redraw took longer than the time left is first at the next tick. A pause after each tick
/// leaves time for input and painting.
class RefreshTimer final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kIntervalMs = 33;
    static constexpr int kBudgetMs = 12;
    static constexpr int kRestMs = 10; ///< the shortest pause between two ticks

    using Clock = std::function<qint64()>; ///< in ms, from any beginning

    explicit RefreshTimer(QObject* parent = nullptr);

    /// What drawing is timed with; a test gives its own, so that it does not depend on how much
    /// else the machine does.
    void setClock(Clock clock) { m_now = std::move(clock); }
    void markDirty(RefreshPanel& panel);
    void forget(RefreshPanel& panel);
    [[nodiscard]] bool isDirty(const RefreshPanel& panel) const;
    /// While live it always ticks; otherwise only while a visible panel is dirty.
    void setLive(bool live);
    /// One tick, called by the timer and by tests.
    void tick();

signals:
    void ticked();

private:
    [[nodiscard]] bool someoneWaits() const;

    QTimer m_timer;
    Clock m_now;
    std::vector<RefreshPanel*> m_waiting; // dirty panels, oldest first
    bool m_live = false;
};

} // namespace coterie::ui
