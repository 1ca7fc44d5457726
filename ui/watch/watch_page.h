#pragma once

#include "ui/refresh_timer.h"
#include "ui/runs/run_controller.h"
#include "ui/runs/run_view_model.h"

#include <QWidget>

#include <array>
#include <optional>

class QLabel;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace coterie::ui {

class ActionRegistry;
class CurvePanel;
class EmptyState;
class RunListModel;
class TransportBar;
class WatchHead;

/// One or several runs, live or replayed: curves, a legend with numbers, and the transport bar.
class WatchPage final : public QWidget, public RefreshPanel
{
    Q_OBJECT

public:
    WatchPage(ActionRegistry& actions, RefreshTimer& timer, QWidget* parent = nullptr);
    ~WatchPage() override;

    /// Shows these runs; `replayed` says that they come from the store.
    void showRuns(const RunViewModel* runs, bool replayed);
    [[nodiscard]] const RunViewModel* runs() const { return m_runs; }
    void setTitle(const QString& title, const QString& lookFor);
    /// A sentence about what went wrong, shown above the curves until the user closes it.
    void showTrouble(const QString& sentence);
    void setRunState(RunController::State state);

    void refresh() override;
    [[nodiscard]] bool isOnScreen() const override { return isVisible(); }

signals:
    void quickstartRequested();
    void liveRequested();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void buildHead();
    void buildBody();
    void connectActions();
    void setFollowing(bool following);
    void showRound(std::optional<int> round);
    void moveRound(int steps);
    void chooseClients();
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
    QSplitter* m_body = nullptr;
    std::array<CurvePanel*, 2> m_panels{};
    RunListModel* m_listModel = nullptr;
    QTableView* m_list = nullptr;
    QLabel* m_log = nullptr;
    TransportBar* m_transport = nullptr;
};

} // namespace coterie::ui
