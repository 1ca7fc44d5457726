#pragma once

#include "ui/runs/store_reader.h"

#include <QAbstractTableModel>
#include <QSortFilterProxyModel>

#include <unordered_map>

namespace coterie::ui {

/// All stored runs, one per line.
class RunTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column
    {
        Number,
        Experiment,
        Arm,
        Setting,
        Seed,
        State,
        Rounds,
        LastError,
        BestError,
        TrainLoss,
        Created,
        Device,
        ColumnCount
    };
    enum Role
    {
        SortRole = Qt::UserRole + 1, ///< numbers as numbers
        RunRole,                     ///< the run's key in the store
        StatusRole,                  ///< RunStatus as int
    };

    explicit RunTableModel(QObject* parent = nullptr);

    /// Takes the store's present rows. Lines that stay keep their place, so selections and
    /// scrolling survive.
    void setRuns(const std::vector<RunRow>& runs);
    void setNumbers(const std::vector<RunNumbers>& numbers);
    [[nodiscard]] const std::vector<RunRow>& runs() const { return m_runs; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const RunRow& run, int column) const;
    [[nodiscard]] static QString headerToolTip(int section);
    [[nodiscard]] QVariant sortValue(const RunRow& run, int column) const;
    [[nodiscard]] std::optional<double> number(const RunRow& run, int column) const;

    std::vector<RunRow> m_runs; // by ascending id
    std::unordered_map<std::int64_t, RunNumbers> m_numbers;
};

/// Sorts by value and keeps the runs whose line contains every typed word.
class RunFilterProxy final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit RunFilterProxy(QObject* parent = nullptr);

    void setTyped(const QString& typed);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QString m_typed;
};

} // namespace coterie::ui
