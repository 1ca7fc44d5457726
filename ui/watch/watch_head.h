#pragma once

#include "ui/runs/run_controller.h"

#include <QWidget>

class QLabel;
class QToolButton;

namespace coterie::ui {

class ActionRegistry;
class ElidedLabel;
class RunViewModel;

/// The line above the docks: the experiment, its runs, what to look for, and the options of the
/// plots.
class WatchHead final : public QWidget
{
    Q_OBJECT

public:
    explicit WatchHead(const ActionRegistry& actions, QWidget* parent = nullptr);

    /// Shown until the first run begins.
    void setTitle(const QString& title);
    /// `replayed`: these runs are stored ones; `state` is always that of the live runs.
    void showRuns(const RunViewModel* runs, bool replayed, RunController::State state);

    /// Of the chosen run's experiment; without any the button is hidden.
    void setFigures(const QStringList& titles);
    /// Live runs whose turn had not come when the queue was stopped; they are resumed with the
    /// stopped ones.
    void setLeftBehind(const std::vector<std::int64_t>& runs) { m_leftBehind = runs; }

signals:
    void figureChosen(std::size_t index);
    void liveRequested();
    /// The stopped ones of the runs shown, and those left behind.
    void resumeRequested(const std::vector<std::int64_t>& runs);
    void resumeOffered(bool offered);

private:
    void offerResume(const RunViewModel* runs, bool replayed, bool isLive);

    QLabel* m_title = nullptr;
    QLabel* m_which = nullptr;
    ElidedLabel* m_lookFor = nullptr;
    QToolButton* m_figures = nullptr;
    QToolButton* m_backToLive = nullptr;
    QToolButton* m_resume = nullptr;
    std::vector<std::int64_t> m_stopped; ///< to be resumed
    std::vector<std::int64_t> m_leftBehind;
    QString m_givenTitle;
};

/// "A and B", or "3 experiments".
[[nodiscard]] QString experimentsTitle(const QStringList& names);

} // namespace coterie::ui
