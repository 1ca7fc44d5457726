#pragma once

#include "tests/margin.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QStringList>
#include <QTest>
#include <QTimer>

#include <algorithm>

/// A timer on the GUI thread that wants to run every few milliseconds: the longest it had to wait
/// is how long the window would not have answered a click.
class GapMeter
{
public:
    GapMeter()
    {
        m_timer.setTimerType(Qt::PreciseTimer);
        m_timer.setInterval(kInterval);
        QObject::connect(&m_timer, &QTimer::timeout, [this] {
            m_worst = std::max(m_worst, m_since.restart() - kInterval);
        });
        m_since.start();
        m_timer.start();
    }
    /// Once the events that wait have been handled, so that the last gap counts too.
    [[nodiscard]] qint64 worst()
    {
        QTest::qWait(2 * kInterval);
        return m_worst;
    }

private:
    static constexpr int kInterval = 5;
    QTimer m_timer;
    QElapsedTimer m_since;
    qint64 m_worst = 0;
};

/// Notes the events that took long, so that a failure says where to look; and how much of that time
/// the thread worked, for on a loaded machine it also waits for its turn.
class TimedApplication final : public QApplication
{
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        QElapsedTimer clock;
        clock.start();
        const double before = coterie::tests::threadMilliseconds();
        const QString what =
            QStringLiteral("%1 \"%2\", event %3")
                .arg(QLatin1String(receiver->metaObject()->className()), receiver->objectName())
                .arg(static_cast<int>(event->type()));
        const bool handled = QApplication::notify(receiver, event);
        const double worked = coterie::tests::threadMilliseconds() - before;
        mostWork = std::max(mostWork, worked);
        if (clock.elapsed() >= 30)
            slow << QStringLiteral("%1 ms, %2 of them at work: %3")
                        .arg(clock.elapsed())
                        .arg(worked, 0, 'f', 0)
                        .arg(what);
        return handled;
    }

    static inline QStringList slow;
    static inline double mostWork = 0; ///< of one event since it was last put back to 0
};
