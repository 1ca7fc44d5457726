#pragma once

#include <QCoreApplication>
#include <QEvent>
#include <QEventLoop>
#include <QObject>

#include <utility>

namespace coterie::ui::test {

/// Counts the new layouts that widgets are asked for.
class LayoutRequests final : public QObject
{
public:
    LayoutRequests() { QCoreApplication::instance()->installEventFilter(this); }

    /// Since the last call.
    [[nodiscard]] int take() { return std::exchange(m_count, 0); }
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        m_count += event->type() == QEvent::LayoutRequest ? 1 : 0;
        return QObject::eventFilter(watched, event);
    }

private:
    int m_count = 0;
};

/// Lays out all that waits for it, before a place is looked at or remembered. A new layout of one
/// widget asks for one of what it is in, which Qt leaves to the next turn of its events, and on a
/// slow computer a QTRY_ macro returns between the two.
inline void layOut()
{
    constexpr int kMost = 100; // nothing is as deep
    constexpr int kQuiet = 3;  // turns without any: a timer may ask for more in the next one
    LayoutRequests requests;
    int quiet = 0;
    for (int turn = 0; turn < kMost && quiet < kQuiet; ++turn) {
        QCoreApplication::processEvents(QEventLoop::ExcludeUserInputEvents);
        quiet = requests.take() == 0 ? quiet + 1 : 0;
    }
    if (quiet < kQuiet)
        qWarning("what is on the screen is laid out again and again");
}

} // namespace coterie::ui::test
