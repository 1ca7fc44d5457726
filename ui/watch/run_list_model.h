#pragma once

#include "ui/runs/run_view_model.h"

#include <QAbstractTableModel>

#include <optional>

namespace coterie::ui {

/// The runs on screen as a legend with numbers: the values at one round, or the newest ones.
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

    explicit RunListModel(QObject* parent = nullptr);

    void setRuns(const RunViewModel* runs);
    /// Absent: the newest values.
    void setRound(std::optional<int> round);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void addRun(int index);
    void announce(int firstRow, int lastRow);
    void findVariants();
    [[nodiscard]] QString text(const RunCurves& run, int column) const;
    [[nodiscard]] static QString toolTip(const RunCurves& run);
    [[nodiscard]] static QString headerToolTip(int section);

    const RunViewModel* m_runs = nullptr;
    std::vector<std::size_t> m_variants; ///< sweepVariants() of them
    std::optional<int> m_round;
    int m_rows = 0; // what the views have been told; the runs may be one ahead inside a signal
};

} // namespace coterie::ui
