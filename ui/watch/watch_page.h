#pragma once

#include "ui/refresh_timer.h"
#include "ui/runs/run_controller.h"
#include "ui/runs/run_view_model.h"
#include "ui/runs/shown_round.h"

#include <QWidget>

#include <optional>

class QLabel;
class QStackedWidget;

namespace coterie::ui {

class ActionRegistry;
class CurvePanel;
class EmptyState;
class LiveChangePanel;
class RunList;
class StructurePanel;
class TransportBar;
class WatchDocks;
class WatchHead;

/// One or several runs, live or replayed: curves and structure in docks, all showing the same round
/// and the same picked clients, above the transport bar.
class WatchPage final : public QWidget, public RefreshPanel
{
    Q_OBJECT

public:
    WatchPage(ActionRegistry& actions,
              RefreshTimer& timer,
              StoreReader& reader,
              QWidget* parent = nullptr);
    ~WatchPage() override;

    /// Shows these runs; `replayed` says that they come from the store.
    void showRuns(const RunViewModel* runs, bool replayed);
    [[nodiscard]] const RunViewModel* runs() const { return m_runs; }
    /// Stored runs are on screen, which can be played but not run.
    [[nodiscard]] bool isReplay() const;
    /// What all panels but the curves draw.
    [[nodiscard]] const ShownRound& shown() const { return m_shown; }
    /// What stands above until the first run begins.
    void setTitle(const QString& title);
    /// A sentence about what went wrong, shown above the curves until the user closes it.
    void showTrouble(const QString& sentence);
    void setRunState(RunController::State state);
    /// The run did not take a change that was asked for.
    void refuseChange(const Error& why);
    /// Whole reports of live runs.
    void offerReports(const std::deque<RunReport>& reports);
    void saveLayout() const;

    void refresh() override;
    [[nodiscard]] bool isOnScreen() const override { return isVisible(); }

signals:
    void quickstartRequested();
    void liveRequested();
    void resumeRequested(const std::vector<std::int64_t>& runs);
    void resumeOffered(bool offered);
    /// For the run that is going on, from its next round on.
    void changeChosen(const coterie::LiveChange& change);

protected:
    bool event(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void buildHead();
    void buildDocks();
    void buildTransport();
    void connectActions();
    void connectDocks();
    /// By a click: the player does not go on from the old place.
    void choosePlace(std::optional<int> round);
    void showPlace(std::optional<int> round);
    void lookAtRun();
    void askForReport();
    void offerView();
    void showEvents();
    void setFollowing(bool following);
    void showRound(std::optional<int> round);
    void moveRound(int steps);
    void chooseClients();
    void showLiveChange();
    [[nodiscard]] bool isLive() const { return m_state != RunController::State::Idle; }
    void markDirty() { m_timer.markDirty(*this); }

    ActionRegistry& m_actions;
    RefreshTimer& m_timer;
    const RunViewModel* m_runs = nullptr;
    bool m_replayed = false;
    RunController::State m_state = RunController::State::Idle;

    QStackedWidget* m_stack = nullptr;
    EmptyState* m_empty = nullptr;
    WatchHead* m_head = nullptr;
    QWidget* m_trouble = nullptr;
    QLabel* m_troubleText = nullptr;
    ClientSelection m_selection;
    ShownRound m_shown;
    WatchDocks* m_docks = nullptr;
    QList<CurvePanel*> m_curves;
    QList<StructurePanel*> m_structure;
    RunList* m_list = nullptr;
    LiveChangePanel* m_change = nullptr;
    TransportBar* m_transport = nullptr;
    std::optional<int> m_round; ///< that the time line stands at; absent: the newest
};

} // namespace coterie::ui
