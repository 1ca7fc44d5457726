#pragma once

#include "ui/runs/run_controller.h"

#include <QWidget>

class QLabel;
class QProgressBar;

namespace coterie::ui {

class ElidedLabel;

/// The status bar's content: the device, the progress of the queue, and buttons for the actions
/// while it is busy.
class StatusStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit StatusStrip(const QList<QAction*>& actions, QWidget* parent = nullptr);

    /// `idle` says why a GPU does not train; empty leaves what was said.
    void setDevice(const QString& device, const QString& idle = {});
    void setState(RunController::State state);
    void setProgress(const QueueProgress& progress);
    /// Shown while nothing is running.
    void setMessage(const QString& message);
    /// What the action under the pointer does, shown in place of the text; empty: none. The
    /// progress beside it stays.
    void setTip(const QString& tip);

    [[nodiscard]] QSize sizeHint() const override
    {
        return withRoomForButtons(QWidget::sizeHint());
    }
    [[nodiscard]] QSize minimumSizeHint() const override
    {
        return withRoomForButtons(QWidget::minimumSizeHint());
    }

private:
    [[nodiscard]] QSize withRoomForButtons(QSize size) const;
    void arrange();

    QLabel* m_device = nullptr;
    ElidedLabel* m_text = nullptr;
    QProgressBar* m_bar = nullptr;
    QWidget* m_buttons = nullptr;
    RunController::State m_state = RunController::State::Idle;
    QString m_progress;
    QString m_message;
    QString m_tip;
};

} // namespace coterie::ui
