#pragma once

#include "core/report/run_record.h"

#include <QElapsedTimer>
#include <QObject>

#include <map>
#include <optional>

class QSystemTrayIcon;
class QWidget;

namespace coterie::ui {

/// How the runs of a queue ended: how many each way.
using RunEndings = std::map<RunStatus, int>;

/// What the desktop is to say of a queue that has ended; nothing if it was short, or if the user
/// sees it anyway.
[[nodiscard]] std::optional<QString>
queueNotice(double seconds, bool isSeen, const RunEndings& endings);

/// Tells the desktop that a long queue has ended while the user was elsewhere. A click on the
/// notice brings the window back.
class QueueNotice final : public QObject
{
    Q_OBJECT

public:
    /// `window` owns it.
    explicit QueueNotice(QWidget& window);

    /// The queue is busy; said again before it has ended, it changes nothing.
    void begin();
    void count(RunStatus ending) { ++m_endings[ending]; }
    void end();

private:
    void show(const QString& sentence);

    QWidget& m_window;
    QElapsedTimer m_clock; // valid while the queue is busy
    RunEndings m_endings;
    QSystemTrayIcon* m_icon = nullptr;
};

} // namespace coterie::ui
