#pragma once

#include "core/run/waiting_runs.h"
#include "core/store/run_store.h"
#include "ui/watch/structure_panel.h"

#include <QAbstractTableModel>
#include <QWidget>

class QAction;
class QLabel;
class QTableView;
class QToolButton;

namespace coterie::ui {

/// The runs that wait, in their order, and behind them the stored ones that can be resumed.
class QueueModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Run,
        Rounds,
        State,
        ColumnCount
    };
    enum Role
    {
        RunRole = Qt::UserRole + 1,
        WaitsRole
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setRuns(const std::vector<WaitingRun>& waiting, const std::vector<RunRow>& stopped);
    /// Of the runs that wait, in their order.
    [[nodiscard]] std::vector<std::int64_t> order() const;
    [[nodiscard]] std::vector<std::int64_t> stopped() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Line
    {
        std::int64_t run = 0;
        bool waits = false;
        QString name;
        QString rounds;
        QString state;
        QString tip;
    };

    std::vector<Line> m_lines;
    int m_waiting = 0; ///< they are the first lines
};

/// The order after the chosen ones have moved one place up (−1) or down (1), as one block where
/// they are neighbours; those at the end stay there.
[[nodiscard]] std::vector<std::int64_t>
movedInOrder(std::vector<std::int64_t> order, const std::vector<std::int64_t>& chosen, int step);

/// What runs next, and what can be resumed. The order that a user gives to the queue is remembered,
/// so that runs which the end of the program interrupts are resumed in it.
class QueuePanel final : public QWidget
{
    Q_OBJECT

public:
    explicit QueuePanel(const WatchSubject& subject, QWidget* parent = nullptr);

    /// Whose runs they are: a remembered order belongs to one store.
    void setStore(const QString& file) { m_store = file; }
    void showWaiting(const std::vector<WaitingRun>& waiting);
    void showStopped(std::vector<RunRow> stopped);
    void resumeAll();
    /// The runs that can be resumed, in the order of the list.
    [[nodiscard]] std::vector<std::int64_t> stopped() const { return m_model->stopped(); }

signals:
    void dropRequested(const std::vector<std::int64_t>& runs);
    void arrangeRequested(const std::vector<std::int64_t>& runs);
    void resumeRequested(const std::vector<std::int64_t>& runs);

private:
    QAction* addButton(const QString& iconName,
                       const QString& text,
                       const QString& tip,
                       const QKeySequence& keys,
                       void (QueuePanel::*act)());
    void up() { move(-1); }
    void down() { move(1); }
    void move(int step);
    void drop();
    void resumeChosen();
    void refill();
    void offer();
    /// The selected runs that wait, or those that are stopped.
    [[nodiscard]] std::vector<std::int64_t> chosen(bool waiting) const;

    QString m_store;
    std::vector<WaitingRun> m_waiting;
    std::vector<RunRow> m_stopped;
    QueueModel* m_model = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_summary = nullptr;
    QAction* m_up = nullptr;
    QAction* m_down = nullptr;
    QAction* m_drop = nullptr;
    QAction* m_resume = nullptr;
    QAction* m_resumeAll = nullptr;
};

} // namespace coterie::ui
