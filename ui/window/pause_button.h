#pragma once

#include "ui/runs/run_controller.h"

#include <QElapsedTimer>
#include <QObject>
#include <QString>

namespace coterie::ui {

class ActionRegistry;
class RunStarter;

/// The one action that pauses what runs, resumes what is paused, plays what has ended, and runs the
/// open experiment.
class PauseButton final : public QObject
{
    Q_OBJECT

public:
    struct Offer
    {
        bool mayRun = false; ///< the open experiment
        bool plays = false;  ///< nothing runs, and Watch shows other runs than Run would start
        bool again = false;  ///< the open experiment was stopped
        QString missing;     ///< what it needs before it can run; empty: nothing
    };

    PauseButton(RunController& controller,
                RunStarter& starter,
                const ActionRegistry& actions,
                QObject* parent);

    void show(const Offer& offer);
    /// Other runs are on screen now than those that have just ended.
    void forgetEnd() { m_sinceEnd.invalidate(); }

private:
    void press();

    RunController& m_controller;
    RunStarter& m_starter;
    const ActionRegistry& m_actions;
    Offer m_offer;
    bool m_offeredPause = false;
    QElapsedTimer m_sinceEnd; ///< of runs that ended by themselves
};

} // namespace coterie::ui
