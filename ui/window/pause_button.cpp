#include "ui/window/pause_button.h"

#include "ui/frame/action_registry.h"
#include "ui/frame/icons.h"
#include "ui/window/run_starter.h"
#include "ui/words.h"

#include <QAction>
#include <QApplication>

#include <array>
#include <utility>

namespace coterie::ui {

PauseButton::PauseButton(RunController& controller,
                         RunStarter& starter,
                         const ActionRegistry& actions,
                         QObject* parent)
    : QObject(parent)
    , m_controller(controller)
    , m_starter(starter)
    , m_actions(actions)
{
    connect(actions.action(ActionId::PauseRun), &QAction::triggered, this, &PauseButton::press);
    connect(
        actions.action(ActionId::PlayRounds), &QAction::toggled, this, [this] { show(m_offer); });
}

void PauseButton::show(const Offer& offer)
{
    using State = RunController::State;
    const State state = m_controller.state();
    const bool busy = m_controller.isBusy();
    const bool offersPause = state == State::Running;
    m_offer = offer;
    const bool plays = !busy && offer.plays && m_actions.action(ActionId::PlayRounds)->isChecked();
    if (std::exchange(m_offeredPause, offersPause) && !busy)
        m_sinceEnd.start();
    const auto [tip, text, iconText] =
        offersPause ? std::array{tr("Pause after the current round"), tr("&Pause"), tr("Pause")}
        : busy      ? std::array{tr("Resume the paused run"), tr("R&esume"), tr("Resume")}
        : plays ? std::array{tr("Stop playing at the round on screen"), tr("&Pause"), tr("Pause")}
        : offer.plays
            ? std::array{tr("Play the rounds of the run on screen"),
                         tr("Pla&y the run on screen"),
                         tr("Play")}
            : std::array{offer.missing.isEmpty() ? tr("Run the open experiment") : offer.missing,
                         tr("Run &or pause"),
                         offer.again ? tr("Run again") : tr("Run", "verb")};
    QAction* pause = m_actions.action(ActionId::PauseRun);
    setToolTip(*pause, tip);
    pause->setText(text);
    pause->setIconText(iconText);
    pause->setIcon(icon(offersPause || plays ? QStringLiteral("pause") : QStringLiteral("run")));
    pause->setEnabled(offersPause || state == State::Paused
                      || (state == State::Idle && (offer.mayRun || offer.plays)));
}

void PauseButton::press()
{
    using State = RunController::State;
    const State state = m_controller.state();
    if (state == State::Running)
        m_controller.pause();
    else if (state == State::Paused)
        m_controller.proceed();
    else if (state != State::Idle)
        return;
    else if (m_sinceEnd.isValid() && !m_sinceEnd.hasExpired(QApplication::doubleClickInterval()))
        return; // it was meant to pause what has just ended
    else if (m_offer.plays) {
        QAction* play = m_actions.action(ActionId::PlayRounds);
        if (!play->isChecked())
            m_actions.action(ActionId::ShowWatch)->trigger(); // the menu has it on every page
        play->trigger();
    } else if (m_starter.mayRun())
        m_starter.start();
}

} // namespace coterie::ui
