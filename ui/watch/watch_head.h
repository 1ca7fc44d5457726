#pragma once

#include "ui/runs/run_controller.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace coterie::ui {

class ActionRegistry;
class RunViewModel;

/// The line above the curves: which experiment, which of its runs, what to look for, and the
/// switches of the plots.
class WatchHead final : public QWidget
{
    Q_OBJECT

public:
    explicit WatchHead(const ActionRegistry& actions, QWidget* parent = nullptr);

    /// What stands there until the first run begins.
    void setTitle(const QString& title);
    /// `replayed`: these runs are stored ones, and `state` is that of others.
    void showRuns(const RunViewModel* runs, bool replayed, RunController::State state);

signals:
    void liveRequested();
    /// These of the runs shown were stopped and are to go on.
    void resumeRequested(const std::vector<std::int64_t>& runs);
    void resumeOffered(bool offered);

private:
    void offerResume(const RunViewModel* runs, bool areGoingOn);

    QLabel* m_title = nullptr;
    QLabel* m_which = nullptr;
    QLabel* m_lookFor = nullptr;
    QToolButton* m_backToLive = nullptr;
    QToolButton* m_resume = nullptr;
    std::vector<std::int64_t> m_stopped; ///< of the runs shown
    QString m_givenTitle;
};

/// "A and B", or how many they are.
[[nodiscard]] QString experimentsTitle(const QStringList& names);

} // namespace coterie::ui
