#include "ui/window/status_strip.h"

#include "ui/frame/small_widgets.h"
#include "ui/words.h"

#include <QAction>
#include <QLabel>
#include <QProgressBar>
#include <QToolButton>

#include <cmath>

namespace coterie::ui {

StatusStrip::StatusStrip(const QList<QAction*>& actions, QWidget* parent)
    : QWidget(parent)
    , m_device(named(new QLabel(this), "device"))
    , m_text(named(new ElidedLabel(this), "queue"))
    , m_bar(named(new QProgressBar(this), "queueProgress", tr("Progress of the queue")))
    , m_buttons(new QWidget(this))
{
    m_device->setForegroundRole(QPalette::PlaceholderText);
    m_device->setToolTip(tr("Shows where models train: on the processor (cpu) or on a GPU (cuda)"));
    m_bar->setToolTip(tr("Shows how much of the queued runs is done"));
    m_bar->setRange(0, 1000);
    m_bar->setTextVisible(false);
    m_bar->setFixedWidth(220);
    m_bar->setFixedHeight(10);

    auto* buttons = rowIn(m_buttons, 0);
    for (QAction* action : actions) {
        auto* button = new QToolButton(m_buttons);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setIconSize({16, 16});
        button->setFocusPolicy(Qt::NoFocus);
        buttons->addWidget(button);
    }
    auto* layout = rowIn(this, 12, {10, 1, 8, 1});
    layout->addWidget(m_device);
    layout->addWidget(m_text, 1); // elided, so that it never runs into the progress
    layout->addWidget(m_bar);
    layout->addWidget(m_buttons);
    arrange();
}

void StatusStrip::setDevice(const QString& device, const QString& idle)
{
    m_device->setText(device);
    if (!idle.isEmpty())
        m_device->setToolTip(m_device->toolTip() + QStringLiteral("\n\n") + idle);
    arrange();
}

void StatusStrip::setState(RunController::State state)
{
    if (m_state == RunController::State::Idle && state != RunController::State::Idle) {
        m_bar->setValue(0);
        m_progress = tr("preparing the data");
        m_message.clear();
    }
    m_state = state;
    arrange();
}

void StatusStrip::setProgress(const QueueProgress& progress)
{
    m_progress = progressText(progress);
    m_bar->setValue(static_cast<int>(std::lround(1000 * progressShare(progress))));
    arrange();
}

void StatusStrip::setMessage(const QString& message)
{
    m_message = message;
    arrange();
}

void StatusStrip::setTip(const QString& tip)
{
    m_tip = tip;
    arrange();
}

/// As high without the buttons of runs as with them, so that nothing moves when runs begin and end.
QSize StatusStrip::withRoomForButtons(QSize size) const
{
    const QMargins around = layout()->contentsMargins();
    return size.expandedTo({0, m_buttons->sizeHint().height() + around.top() + around.bottom()});
}

void StatusStrip::arrange()
{
    using State = RunController::State;
    const bool busy = m_state != State::Idle;
    m_bar->setVisible(busy);
    m_buttons->setVisible(busy);
    m_device->setVisible(!m_device->text().isEmpty());
    m_text->setTexts(!m_tip.isEmpty()             ? m_tip
                     : m_state == State::Running  ? m_progress
                     : m_state == State::Paused   ? tr("Paused: %1").arg(m_progress)
                     : m_state == State::Stopping ? tr("Stopping at a safe point")
                     : m_message.isEmpty()        ? tr("Nothing is running")
                                                  : m_message,
                     {});
}

} // namespace coterie::ui
