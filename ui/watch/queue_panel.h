#pragma once

#include "core/run/waiting_runs.h"
#include "core/store/run_store.h"
#include "ui/watch/structure_panel.h"

#include <QAbstractTableModel>
#include <QWidget>

#include <cstdint>
#include <map>
#include <set>
#include <vector>

class QAction;
class QBoxLayout;
class QLabel;
class QTableView;
class QToolButton;

namespace coterie::ui {

class RemoteTasks;

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
        KindRole
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// A run of the list. What a user has asked for is shown at once, before it is done.
    struct Line
    {
        enum class Kind
        {
            Waits,
            WillBeTakenOut,
            WillWait,
            IsStopped
        };

        std::int64_t run = 0;
        Kind kind = Kind::Waits;
        QString name;
        QString rounds;
        QString state;
        QString tip;

        bool operator==(const Line&) const = default;
    };

    void setLines(std::vector<Line> lines);
    /// Of the runs that wait, in their order.
    [[nodiscard]] std::vector<std::int64_t> order() const;
    [[nodiscard]] std::vector<std::int64_t> stopped() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] std::vector<std::int64_t> runsOf(Line::Kind kind) const;

    std::vector<Line> m_lines;
};

/// The order after the chosen ones have moved one place up (−1) or down (1), as one block where
/// they are neighbours; those at the end stay there.
[[nodiscard]] std::vector<std::int64_t>
movedInOrder(std::vector<std::int64_t> order, const std::vector<std::int64_t>& chosen, int step);

/// What runs next, and what can be resumed.
class QueuePanel final : public QWidget
{
    Q_OBJECT

public:
    explicit QueuePanel(const WatchSubject& subject, QWidget* parent = nullptr);

    void showWaiting(const std::vector<WaitingRun>& waiting);
    /// Those that can be resumed, in the order in which they would be.
    void showStopped(const std::vector<RunRow>& stopped);
    /// This run has begun: it neither waits nor can be resumed.
    void showBegun(std::int64_t run);
    /// Nothing that was asked for is still to be done.
    void forgetWishes();

    void resumeAll();

    /// What was handed to a cluster, below the runs of this machine, or beside them where the panel
    /// is flat.
    [[nodiscard]] RemoteTasks& remote() { return *m_remote; }

signals:
    void dropRequested(const std::vector<std::int64_t>& runs);
    void arrangeRequested(const std::vector<std::int64_t>& runs);
    /// The order in which the stopped runs are to be resumed.
    void stoppedArranged(const std::vector<std::int64_t>& runs);
    void resumeRequested(const std::vector<std::int64_t>& runs);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

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
    /// The lines are made when the panel is on screen.
    void refillWhenShown();
    void refill();
    [[nodiscard]] std::vector<QueueModel::Line> lines() const;
    void keepChoice(const std::set<std::int64_t>& chosen, std::int64_t current);
    void offer();
    /// The selected runs of one kind.
    [[nodiscard]] std::vector<std::int64_t> chosen(QueueModel::Line::Kind kind) const;

    std::vector<WaitingRun> m_waiting;
    std::vector<WaitingRun> m_takenOut; ///< not yet stored as stopped
    std::vector<RunRow> m_stopped;
    std::map<std::int64_t, QString> m_names; ///< the user's, as of when they were stopped
    std::set<std::int64_t> m_resumed;        ///< not yet in the queue
    bool m_isDirty = false;
    QueueModel* m_model = nullptr;
    QBoxLayout* m_parts = nullptr;
    QTableView* m_table = nullptr;
    QLabel* m_summary = nullptr;
    RemoteTasks* m_remote = nullptr;
    QAction* m_up = nullptr;
    QAction* m_down = nullptr;
    QAction* m_drop = nullptr;
    QAction* m_resume = nullptr;
    QAction* m_resumeAll = nullptr;
};

} // namespace coterie::ui
