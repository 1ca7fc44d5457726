#pragma once

#include "core/report/run_record.h"

#include <QElapsedTimer>
#include <QObject>

#include <map>
#include <optional>

class QSystemTrayIcon;
class QWidget;

namespace coterie::ui {

/// How many runs of a queue ended in each state.
using RunEndings = std::map<RunStatus, int>;

/// The desktop notification for a queue that ended; none if it was short or the window is in view.
[[nodiscard]] std::optional<QString>
queueNotice(double seconds, bool isSeen, const RunEndings& endings);

/// Notifies the desktop when a long queue ends while another window is active. A click on the
/// notification raises this one.
class QueueNotice final : public QObject
{
    Q_OBJECT

public:
    /// `window` owns it.
    explicit QueueNotice(QWidget& window);

    /// The queue is busy; repeated calls have no effect.
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
