#pragma once

#include "ui/runs/run_view_model.h"
#include "ui/watch/structure_panel.h"

#include <QAbstractTableModel>
#include <QTableView>

#include <optional>

namespace coterie::ui {

/// The runs on screen with their numbers at one round, or their newest.
class RunListModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Arm,
        Seed,
        Round,
        Error,
        Loss,
        ColumnCount
    };
    enum Role
    {
        RunRole = Qt::UserRole + 1
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setRuns(const RunViewModel* runs);
    /// Absent: the newest values.
    void setRound(std::optional<int> round);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void announce(int firstRow, int lastRow);
    [[nodiscard]] QString text(const RunCurves& run, int column) const;

    const RunViewModel* m_runs = nullptr;
    std::optional<int> m_round;
    int m_rows = 0; ///< what the views know of: the runs may be one ahead while a signal is emitted
};

/// The runs on screen as a legend with numbers; the selected one is shown in the other docks.
class RunList final : public QTableView
{
    Q_OBJECT

public:
    explicit RunList(const WatchSubject& subject, QWidget* parent = nullptr);

    [[nodiscard]] RunListModel& runs() { return *m_runs; }
    [[nodiscard]] std::optional<std::int64_t> chosenRun() const;

signals:
    void runChosen();

private:
    RunListModel* m_runs = nullptr;
};

} // namespace coterie::ui
