#pragma once

#include "ui/runs/run_controller.h"

#include <QWidget>

class QLabel;
class QProgressBar;

namespace coterie::ui {

struct StripActions
{
    QAction* pause = nullptr;
    QAction* stop = nullptr;
};

/// The status bar's content: the device, where the queue stands with a progress bar, pause and
/// stop.
class StatusStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit StatusStrip(const StripActions& actions, QWidget* parent = nullptr);

    void setDevice(const QString& device);
    void setState(RunController::State state);
    void setProgress(const QueueProgress& progress);
    /// A fact to leave on the bar while nothing runs.
    void setMessage(const QString& message);

private:
    void arrange();

    QLabel* m_device = nullptr;
    QLabel* m_text = nullptr;
    QProgressBar* m_bar = nullptr;
    QWidget* m_buttons = nullptr;
    RunController::State m_state = RunController::State::Idle;
    QString m_progress;
    QString m_message;
};

} // namespace coterie::ui
