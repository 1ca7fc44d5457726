#pragma once

#include "ui/frame/notice_bar.h"
#include "ui/refresh_timer.h"
#include "ui/runs/run_controller.h"
#include "ui/runs/run_view_model.h"
#include "ui/runs/shown_round.h"

#include <QWidget>

#include <optional>
#include <set>

class QDockWidget;
class QStackedWidget;

namespace coterie::ui {

class ActionRegistry;
class CurvePanel;
class EmptyState;
class LiveChangePanel;
class QueuePanel;
class RunList;
class StructurePanel;
class TransportBar;
class WatchDocks;
class WatchHead;

/// One or several runs, live or replayed: curves and structure in docks, which all show the same
/// round and the same selected clients, above the transport bar.
class WatchPage final : public QWidget, public RefreshPanel
{
    Q_OBJECT

public:
    WatchPage(ActionRegistry& actions,
              RefreshTimer& timer,
              StoreReader& reader,
              QWidget* parent = nullptr);
    ~WatchPage() override { m_timer.forget(*this); }

    /// `replayed`: they come from the store.
    void showRuns(const RunViewModel* runs, bool replayed);
    [[nodiscard]] const RunViewModel* runs() const { return m_runs; }
    [[nodiscard]] bool isReplay() const { return m_replayed && m_runs && !m_runs->isEmpty(); }
    /// The round in all panels except the curves.
    [[nodiscard]] const ShownRound& shown() const { return m_shown; }
    /// The run that is selected in the list; null: none.
    [[nodiscard]] const RunCurves* chosenRun() const;
    /// The round of that run that is on screen.
    [[nodiscard]] int chosenRound() const;
    /// The keys are for the page as a whole, and for none of its buttons.
    void takeKeys();
    /// Shown until the first run begins.
    void setTitle(const QString& title);
    /// Shows what went wrong above the docks until the user closes it.
    void showTrouble(const QString& sentence);
    void setRunState(RunController::State state);
    void refuseChange(const Error& why);
    [[nodiscard]] QueuePanel& queue() { return *m_queue; }
    /// Brings its panel to the front, also while no run is on screen.
    void openQueue();
    /// That can be drawn in Compare; see WatchHead.
    void setFigures(const QStringList& titles);
    /// See WatchHead; shown with the next state of the queue.
    void setLeftBehind(const std::vector<std::int64_t>& runs);
    /// Until a run is on screen, the page offers the newest of the stored runs, and to resume those
    /// that were stopped.
    void showStored(qsizetype stored, qsizetype stopped);
    /// What became of the queue since the program ran last; an empty sentence takes it back.
    void tellOfQueue(const QString& sentence, const std::vector<NoticeBar::Choice>& choices = {});
    /// Whole reports of live runs.
    void offerReports(const std::deque<RunReport>& reports) { m_shown.offer(reports); }
    void saveLayout() const;
    /// Its panels are there, not the page of a start without runs.
    [[nodiscard]] bool showsRuns() const;

    void refresh() override;
    [[nodiscard]] bool isOnScreen() const override { return isVisible(); }

signals:
    /// This page is to be shown, with a panel.
    void panelWanted();
    /// Another one, or it has new rounds.
    void chosenRunChanged();
    void figureChosen(std::size_t index);
    void quickstartRequested();
    void newestRequested();
    void allResumed();
    void liveRequested();
    void resumeRequested(const std::vector<std::int64_t>& runs);
    void resumeOffered(bool offered);
    /// For the live run, from its next round on.
    void changeChosen(const coterie::LiveChange& change);

protected:
    bool event(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void connectActions();
    void showDock(QDockWidget& dock, bool show);
    /// By a click, which also stops the player.
    void choosePlace(std::optional<int> round);
    void showPlace(std::optional<int> round);
    void lookAtRun();
    void askForReport();
    void offerView();
    void setFollowing(bool following);
    void showRound(std::optional<int> round);
    void moveRound(int steps);
    void chooseClients();
    void showLiveChange();
    [[nodiscard]] bool isLive() const { return m_state != RunController::State::Idle; }
    void placeMessages();
    void markDirty() { m_timer.markDirty(*this); }

    ActionRegistry& m_actions;
    RefreshTimer& m_timer;
    const RunViewModel* m_runs = nullptr;
    bool m_replayed = false;
    RunController::State m_state = RunController::State::Idle;

    QStackedWidget* m_stack = nullptr;
    WatchHead* m_head = nullptr;
    NoticeBar* m_trouble = nullptr;
    NoticeBar* m_interrupted = nullptr;
    bool m_hasStoredRuns = false;
    std::set<QDockWidget*> m_opened;    ///< while no run was on screen, and not closed since
    EmptyState* m_storedRuns = nullptr; ///< instead of the welcome once runs are stored
    ClientSelection m_selection;
    std::optional<QString> m_experiment; ///< of the run looked at last, to which the choice belongs
    ShownRound m_shown;
    WatchDocks* m_docks = nullptr;
    QList<CurvePanel*> m_curves;
    QList<StructurePanel*> m_structure;
    RunList* m_list = nullptr;
    QueuePanel* m_queue = nullptr;
    LiveChangePanel* m_change = nullptr;
    TransportBar* m_transport = nullptr;
    std::optional<int> m_round; ///< of the time line; absent: the newest
};

} // namespace coterie::ui
